"""Matches between players that are programs: a referee, results that can be resumed, figures.

`referee` plays one game, `matches` says which games a match consists of, `running` plays them,
`results` keeps them, `statistics` and `tables` say what they mean. A player that cheats,
crashes or sleeps is a result; only a misuse of this package raises.
"""
