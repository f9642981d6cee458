"""Tafl with OpenTafl notation: positions, moves, rules and games, and fourteen variants to play.

From the bottom up: `pieces`, `ruleset` and `rules_text` define records; `tables`, `movement`,
`captures`, `walls`, `forts` and `play` implement the rules; `move_text`, `game_text`, `tree`,
`layout` and `edits` read and write games; `evaluation` and `opponent` are the bot; `picture`,
`positions`, `records` and `game` implement the protocol of the registry.
"""
