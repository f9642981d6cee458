"""The Atlantis app for the terminal, on top of `atlantis_core`.

Owns screens, keys and colours. Rules, legality and scores come from the core.
"""
