"""Looking back at a game: steps inside a turn, the story of a field, figures, variations.

Everything that the review screen and the reading dialogue share, and neither a screen nor a
dialogue. From the bottom up: `steps` cuts a turn into steps, `history` and `statistics` look
at a field and at the whole game, `turning_points` at its favourites, `reasons` puts all that
into words; `variations` edits lines in a transcript, `places` names their turns, `lines` plays
them, `replay` goes through them.
"""
