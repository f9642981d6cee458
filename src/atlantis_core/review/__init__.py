"""Review of a game: steps of a turn, field history, statistics, judgement, variations.

Shared by the review screen and the dialogue. From the bottom up: `steps` splits a turn into steps,
`history` covers a field, `game_statistics` a whole game, `turning_points` its favourites, `reasons`
describes them in words; `variations` edits variations in a transcript, `places` names their turns,
`lines` plays them, `replay_cursor` moves through them.
"""
