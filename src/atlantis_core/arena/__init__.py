"""Matches between players that are programs: a referee, results that can be resumed, figures.

`referee` plays one game, `matches` says which games a match consists of, `game_runs` plays them, if
need be in several `workers`, `stop_signals` ends them early, `results` keeps them, `statistics` and
`tables` say what they mean. A player that cheats, crashes or sleeps is a result; only a misuse of
this package or a program that cannot be started raises.
"""
