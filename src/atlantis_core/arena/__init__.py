"""Matches of Atlantis between bots and agents.

`referee` plays one game, `matches` defines the games of a match, `results` stores them with their
transcripts, `tables` formats statistics. `contests` runs games in parallel, stops and resumes
them. A player that cheats, crashes or hangs forfeits; only misuse of this package and a program
that cannot be started raise.
"""
