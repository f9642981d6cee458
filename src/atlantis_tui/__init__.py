"""The Atlantis app for the terminal, on top of `atlantis_core`.

Owns screens, keys and colours on the screen. Knows no rules: what is legal, what a turn does
and who leads is asked of the core.
"""
