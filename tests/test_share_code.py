"""Share codes: every game survives, damage is noticed, and the format never changes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from atlantis_core import Game, Move, Position
from atlantis_core.rules.share_code import (
    _DIGITS,
    MAX_LENGTH,
    ShareCodeError,
    _checksum,
    format_game,
    is_share_code,
    parse_game,
)
from atlantis_core.transcript import Format, dumps, loads

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
FOLDERS = ("annotated", "boards", "games", "starts")
GAMES = [path for name in FOLDERS for path in sorted((TRANSCRIPTS / name).glob("*.json"))]
VECTORS = {
    # The order of legal moves is part of the format: these codes stay valid.
    "pos1:hexagon2::2A": (
        "atl1:6swTL06fIqT9",
        "b4-c5 | g7-h7 | pass | h7-g6 | b2-b3 c5-b4 | i7-h6 | c4-c5 | pass",
    ),
    "pos1:hexagon3::6A": (
        "atl1:4k4AgYJe0WSe",
        "b5-c6 | f2-g2 | pass | o13-o12 | i13-i12 | c9-c10 | b4-c4 c6-b6 | pass",
    ),
    "pos1:triangle4::3A": (
        "atl1:5RcVia1YHSnA",
        "b2-b3 | e10-f11 | pass | b3-d5 | f11-d9 | k8-j8 | pass | e12-d11 d9-d8",
    ),
    "pos1:rhombus3::2B": (
        "atl1:rhombus3::2B:7xPQAIpUQB",
        "i8-i9 | b4-c5 | pass | c5-a3 | pass | c4-b3 | pass | c6-d6 c5-d6",
    ),
    "pos1:hexagon2:2a2,A,A2,3A,7.,A,19.,B2,7.,3B,.,B2,2b2:2A": (
        "atl1:hexagon2:2a2,A,A2,3A,7.,A,19.,B2,7.,3B,.,B2,2b2:2A:3rAJpabDUKFoWL",
        "c3-d4 b5-c6 | pass | b5-b6 c4-c6 d4-c3 | g6-g5 g5-g3 | c3-c4 c2-c1 c6-c4 | g7-g8 g3-f3",
    ),
    "pos1:B2+C5+E4:A2,9.,B2,10.:2A": (
        "atl1:triangle2:A2,9.,B2,10.:2A:WHWVz1at",
        "a1-c3 | c5-d6 | pass | d6-d5 | c3-c2 | d5-c5 | pass | c5-c4",
    ),
    "pos1:hexagon3::2A": ("atl1:5Mla8", ""),
}


def random_game(seed: int, start: str, most: int = 40) -> Game:
    choice = random.Random(seed)
    game = Game(Position.parse(start))
    while not game.is_over and game.turn_number < most:
        moves: list[Move] = []
        while (offered := game.legal_moves(moves)) and choice.random() < 0.8:
            moves.append(choice.choice(offered))
        game.play(moves)
    game.play_forced()
    return game


def same_turns(first: Game, second: Game) -> bool:
    return first.start.notation == second.start.notation and [
        sorted(turn) for turn in first.turns
    ] == [sorted(turn) for turn in second.turns]


STARTS = (
    "pos1:hexagon2::2A",
    "pos1:hexagon3::6A",
    "pos1:triangle4::3A",
    "pos1:rhombus3::2B",
    "pos1:hexagon2:2a2,A,A2,3A,7.,A,19.,B2,7.,3B,.,B2,2b2:2A",
    "pos1:B2+C5+E4:A2,9.,B2,10.:2A",
)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("seed", range(8))
def test_random_game_survives(seed: int, start: str) -> None:
    game = random_game(seed, start)
    assert same_turns(parse_game(format_game(game)), game)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_sample_survives(path: Path) -> None:
    game = Game.load(path)
    found = parse_game(format_game(game))
    game.play_forced()
    assert same_turns(found, game)


def test_board_in_another_order_has_the_same_code() -> None:
    game = random_game(1, "pos1:B2+C5+E4:A2,9.,B2,10.:2A")
    other = Game(Position.parse("pos1:E4+B2+C5:7.,A2,9.,B2,3.:2A"))
    assert other.start.notation == game.start.notation
    for turn in game.turns:
        other.play(turn)
    assert format_game(other) == format_game(game)


def test_vectors_stay_valid() -> None:
    for start, (code, turns) in VECTORS.items():
        game = Game(Position.parse(start))
        for turn in turns.split(" | ") if turns else ():
            game.play(turn.replace("pass", ""))
        assert format_game(game) == code
        assert same_turns(parse_game(code), game)


def test_every_damaged_code_is_refused() -> None:
    code = format_game(random_game(3, "pos1:hexagon2::2A"))
    choice = random.Random(3)
    damaged = {code[:end] for end in range(len(code))}
    for place in range(len(code)):
        damaged.add(code[:place] + choice.choice("0Zq") + code[place + 1 :])
        damaged.add(code[:place] + code[place + 1 :])
        damaged.add(code[:place] + "_" + code[place:])
    refused = 0
    for text in damaged - {code}:
        with pytest.raises(ShareCodeError):
            parse_game(text)
        refused += 1
    assert refused > 3 * len(code)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "not a share code (expected a text that begins with 'atl1:')"),
        ("atl2:50uAn", "another version ('atl2:', expected 'atl1:')"),
        ("atl1:", "damaged: the checksum does not match"),
        ("atl1:5I_uAn", "damaged: character 8 is not a letter or a digit"),
        ("atl1:5Iu\u0661n", "character 9 is not a letter or a digit"),
        ("atl1:" + "7" * MAX_LENGTH, "damaged: it has 8005 characters"),
    ],
)
def test_bad_code_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(ShareCodeError) as refused:
        parse_game(text)
    assert message in str(refused.value)


def test_claims_to_be_a_code_by_its_beginning() -> None:
    assert is_share_code("  atl1:anything")
    assert is_share_code("atl12:a newer version")
    assert is_share_code("ATL1:anything")
    assert not is_share_code("atlantis-transcript 1.0")


def test_case_of_the_beginning_does_not_matter() -> None:
    code = format_game(random_game(4, "pos1:hexagon2::2A"))
    for beginning in ("ATL1:", "Atl1:"):
        assert parse_game(beginning + code.removeprefix("atl1:")).turns == parse_game(code).turns
    with pytest.raises(ShareCodeError, match="another version"):
        parse_game("ATL2:50uAn")


def test_code_is_a_format_of_transcripts() -> None:
    game = random_game(4, "pos1:hexagon2::2A")
    code = format_game(game)
    transcript = loads(code)
    assert tuple(map(sorted, transcript.turns)) == tuple(map(sorted, game.turns))
    assert dumps(transcript, Format.CODE) == code + "\n"


def test_code_forged_with_valid_checksum_is_refused() -> None:
    choice = random.Random(8)
    refused = 0
    for _ in range(200):
        word = "".join(choice.choices(_DIGITS, k=choice.randrange(1, 40)))
        code = f"atl1:{word}{_checksum(word)}"
        try:
            game = parse_game(code)
        except ShareCodeError:
            refused += 1
        else:
            assert parse_game(format_game(game)).position == game.position
    assert 0 < refused < 200
