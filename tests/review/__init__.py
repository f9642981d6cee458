"""Tests of the review: history, statistics, variations, judgement, the dialogue, the screen."""
