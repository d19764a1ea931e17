"""Names that differ from a known one by a slip."""

import pytest

from fordran.domain.service.near_names import letters_off, nearest_name

KNOWN = ("page", "max_results", "where", "sort", "projection", "dry_run", "pretty")


@pytest.mark.parametrize(
    ("wrong", "meant", "remark"),
    [
        ("dryrun", "dry_run", "an underscore is missing"),
        ("dry-run", "dry_run", "a hyphen for an underscore"),
        ("dryRun", "dry_run", "capitals for underscores"),
        ("maxResults", "max_results", "the same of another name"),
        ("max_result", "max_results", "one letter is missing"),
        ("wehre", "where", "two letters are swapped"),
        ("projektions", "projection", "a wrong letter and one too many"),
        ("projektionss", None, "three letters off"),
        ("aggregate", None, "another word"),
        ("", None, "no name at all"),
        ("w" * 100_000, None, "a long text is not compared"),
    ],
)
def test_the_nearest_name(wrong: str, meant: str | None, remark: str) -> None:
    assert nearest_name(wrong, KNOWN) == meant, remark


@pytest.mark.parametrize(
    ("one", "other", "off"),
    [
        ("sort", "sort", 0),
        ("srot", "sort", 1),
        ("", "sort", 4),
        ("sort", "", 4),
        ("start", "sort", 2),
        ("tros", "sort", 3),
    ],
)
def test_how_many_letters_names_are_off(one: str, other: str, off: int) -> None:
    assert letters_off(one, other) == letters_off(other, one) == off
