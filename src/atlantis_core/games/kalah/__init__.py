"""Kalah and the Manchester protocol: rules, messages, a referee, an agent, records.

`sowing` plays moves on one whole number, `position` gives them sides, stores and the pie rule,
`messages` has the lines of the protocol, `referee` conducts a match as the original engine does,
`search` and `evaluation` find moves, `agent` speaks for them, `dialogues` and `game` bring matches
to the companions' table.
"""
