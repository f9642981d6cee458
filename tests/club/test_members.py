"""The members file: parsing, invitations, registering."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_tui.club.members import (
    MEMBERS_FILE,
    ClubError,
    Member,
    MembersError,
    Roster,
    add_invitation,
    is_member_name,
    load_roster,
    parse_roster,
    register,
)

KEY = "ssh-ed25519 AAAAC3Nz"


def test_file_has_names_keys_comments_and_invitations() -> None:
    roster = parse_roster(f"# our club\nann {KEY} ann@home\n\n  ben\ninvitation 12ab\n")

    assert roster.members == (Member("ann", f"{KEY} ann@home"), Member("ben"))
    assert roster.invitations == {"12ab"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ann\n\x1b[31m\n", "members.txt:2: not a member's name: '"),
        ("ann\nANN\n", "members.txt:2: 'ANN' is a member already"),
        ("watch\n", "members.txt:1: not a member's name: 'watch'"),
        ("../ann\n", "members.txt:1: not a member's name: '../ann'"),
    ],
)
def test_invalid_lines_are_reported_by_number(text: str, message: str) -> None:
    with pytest.raises(MembersError) as caught:
        parse_roster(text)
    assert str(caught.value).startswith(message)
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize("name", ["", "1ann", "a b", "a/b", "-x", "x" * 21, "Open", "HOST", "ä"])
def test_names_that_have_another_meaning_are_refused(name: str) -> None:
    assert not is_member_name(name)


def test_invitation_registers_one_member_once(tmp_path: Path) -> None:
    add_invitation(tmp_path, "12ab")
    add_invitation(tmp_path, "34cd")
    register(tmp_path, "12ab", "ann", KEY)

    assert load_roster(tmp_path) == Roster((Member("ann", KEY),), frozenset({"34cd"}))
    with pytest.raises(ClubError, match="has been used"):
        register(tmp_path, "12ab", "ben", f"{KEY}x")
    assert (tmp_path / MEMBERS_FILE).stat().st_mode & 0o077 == 0


def test_comment_of_a_key_does_not_make_it_another_one(tmp_path: Path) -> None:
    (tmp_path / MEMBERS_FILE).write_text(f"ann {KEY} at home\ninvitation 12ab\n")
    with pytest.raises(ClubError, match="another member has this key"):
        register(tmp_path, "12ab", "ben", KEY)


@pytest.mark.parametrize(
    ("name", "key", "message"),
    [
        ("Ann", f"{KEY}2", "a member already"),
        ("watch", f"{KEY}2", "but not host or .*watch"),
        ("ben\nhost", f"{KEY}2", "cannot be a member's name"),
        ("ben", f"{KEY} again", "another member has this key"),
        ("ben", f"{KEY}2\nmallory ssh-ed25519 AAAA", "cannot take this key"),
        ("ben", f"{KEY}2\rmallory ssh-ed25519 AAAA", "cannot take this key"),
        ("ben", f"{KEY}{'A' * 3000}", "cannot take this key"),
    ],
)
def test_refused_registration_keeps_the_invitation(
    tmp_path: Path, name: str, key: str, message: str
) -> None:
    (tmp_path / MEMBERS_FILE).write_text(f"ann {KEY}\ninvitation 12ab", encoding="utf-8")

    with pytest.raises(ClubError, match=message):
        register(tmp_path, "12ab", name, key)

    assert load_roster(tmp_path) == Roster((Member("ann", KEY),), frozenset({"12ab"}))


def test_comments_and_order_of_the_file_survive_registering(tmp_path: Path) -> None:
    (tmp_path / MEMBERS_FILE).write_text("# us\nann\ninvitation 1\n# end\n", encoding="utf-8")

    register(tmp_path, "1", "ben", KEY)

    assert (tmp_path / MEMBERS_FILE).read_text() == f"# us\nann\nben {KEY}\n# end\n"
