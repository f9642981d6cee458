"""Kalah: rules, protocol, referee, agent, records."""
