"""Series of games between programs, for any game: parallel, resumable, with statistics.

`game_runs` plays games, in parallel with `workers`; `stop_signals` ends them early;
`results_file` stores them; `progress` shows the progress; `statistics` evaluates results. A
contest can be pickled and plays any of its games by number.
"""
