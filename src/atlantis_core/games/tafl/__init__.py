"""Tafl with OpenTafl notation: positions, moves, rules and games, and fourteen variants to play.

From the bottom up: `pieces`, `ruleset` and `rules_text` say what a record means; `tables`,
`movement`, `captures`, `walls`, `forts` and `play` are the rules on the board; `move_text`,
`game_text`, `tree`, `layout` and `edits` read and write games; `evaluation` and `opponent` play;
`picture`, `positions`, `records` and `game` sit at the companions' table.
"""
