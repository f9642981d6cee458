"""Kalah and the Manchester protocol: rules, messages, a referee, an agent, records.

`sowing` plays moves on a board packed in an integer, `board` adds sides, stores and the pie rule,
`messages` parses and formats the protocol, `referee` runs a match as the original engine does,
`search` and `evaluation` find moves, `agent` plays them, `dialogues` and `game` make matches
available to the registry.
"""
