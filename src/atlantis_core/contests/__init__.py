"""Many games between programs, whatever they play: in several processes, stopped, resumed, counted.

`game_runs` plays them, if need be in several `workers`, `stop_signals` ends them early,
`results_file` keeps them, `progress` tells how far they are, `statistics` what they mean. Knows no
game: one game of a contest is something that can be pickled and played by its number.
"""
