"""Matches between players of Atlantis that are programs: a referee, results, figures.

`referee` plays one game, `matches` says which games a match consists of, `results` keeps them with
their transcripts, `tables` says what they mean. How games are played in several processes, stopped
and resumed is in `contests`. A player that cheats, crashes or sleeps is a result; only a misuse of
this package or a program that cannot be started raises.
"""
