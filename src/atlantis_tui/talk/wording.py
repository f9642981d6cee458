"""Rewrites texts of the app for users who type commands instead of pressing keys."""

from __future__ import annotations

import re
from typing import Any

from atlantis_core.dialogue.verbs import Vocabulary

_KEYS = re.compile(r"\b(Enter|Tab|direction keys?|key [a-z])\b")


def for_typing(said: str, vocabulary: Vocabulary[Any]) -> str:
    """A message with "type 'end'" instead of "press t", by the commands of a vocabulary."""

    def command(key: re.Match[str]) -> str:
        verb = vocabulary.find(key[1])
        return f"type '{verb.name}'" if verb else f"type {key[1]}"

    said = said.replace("press X to answer", "type 'draw' to accept")
    return re.sub(r"\bpress (\S+)", command, said)


def without_keys(text: str) -> str:
    """A text of an exercise without its sentences about keys; `t` ends a turn here, too."""
    sentences = re.split(r"(?<=[.!?]) ", text)
    kept = " ".join(sentence for sentence in sentences if not _KEYS.search(sentence))
    return kept.replace("press m and ", "").replace("Press t", "Type t")
