"""The outcomes of SPAR's answers, and when it is asked again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from fordran.domain.spar.outcome import SPAR_OUTCOMES, STOPPING, outcome_of, retry_after, same_address
from fordran.domain.spar.person import DEREGISTRATIONS, Deregistration, SparPerson

ADDRESS = {"address_line_1": "Nygatan 1", "zip_code": "903 21", "city": "Umeå", "country": "SE"}
NEW = "199002022391"
NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("code", "bare", "with_address", "with_number"),
    [
        ("AV", "deceased", "deceased", "deceased"),
        ("UV", "no_address", "emigrated", "no_address"),
        ("GN", "deregistered", "deregistered", "renumbered"),
        ("GS", "deregistered", "deregistered", "renumbered"),
        ("AS", "deregistered", "deregistered", "deregistered"),
        ("OB", "deregistered", "deregistered", "deregistered"),
        ("TA", "deregistered", "deregistered", "deregistered"),
        ("FI", "deregistered", "deregistered", "deregistered"),
        ("A", "deceased", "deceased", "deceased"),
        ("G", "deregistered", "deregistered", "renumbered"),
        ("O", "deregistered", "deregistered", "deregistered"),
        ("ZZ", "deregistered", "deregistered", "deregistered"),
        ("", "no_address", "confirmed", "no_address"),
    ],
)
def test_each_code_of_deregistration_has_its_outcome(code: str, bare: str, with_address: str, with_number: str) -> None:
    assert outcome_of(SparPerson("1", deregistration=code)) == bare
    assert outcome_of(SparPerson("1", deregistration=code, address=ADDRESS)) == with_address
    assert outcome_of(SparPerson("1", deregistration=code, new_number=NEW)) == with_number


def test_every_code_is_in_the_table_above() -> None:
    marks = test_each_code_of_deregistration_has_its_outcome.pytestmark  # type: ignore[attr-defined]
    assert {row[0] for row in marks[0].args[1]} - {"", "ZZ"} == DEREGISTRATIONS.keys()
    assert Deregistration is not None


@pytest.mark.parametrize(
    ("code", "outcome"), [("", "protected"), ("UV", "protected"), ("AV", "deceased"), ("FI", "deregistered")]
)
def test_a_protected_person_is_reached_by_forwarding_unless_nobody_is(code: str, outcome: str) -> None:
    assert outcome_of(SparPerson("1", is_protected=True, deregistration=code)) == outcome


def test_nobody_by_the_number_stops_letters() -> None:
    assert outcome_of(None) == "not_found"
    assert STOPPING == ("no_address", "deregistered", "not_found")
    assert not SPAR_OUTCOMES["emigrated"].is_stop


@pytest.mark.parametrize(
    ("tries", "hours_ago", "again_in"),
    [(1, 0, 1), (2, 1, 6), (3, 7, None), (1, 24, None), (2, 23, 6)],
)
def test_three_tries_within_a_day_and_no_more(tries: int, hours_ago: int, again_in: int | None) -> None:
    retry = retry_after(tries, NOW - timedelta(hours=hours_ago), NOW)
    assert retry.at == (None if again_in is None else NOW + timedelta(hours=again_in))
    assert retry.outcome == ("unconfirmed" if again_in is None else "retrying")


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (ADDRESS, True),
        (ADDRESS | {"address_line_1": "NYGATAN  1", "zip_code": "90321"}, True),
        ({name: text for name, text in ADDRESS.items() if name != "country"}, True),
        (ADDRESS | {"address_line_1": "", "address_line_2": "Nygatan 1"}, True),
        (ADDRESS | {"address_line_1": "Nygatan 11"}, False),
        (ADDRESS | {"country": "FI"}, False),
        (ADDRESS | {"zip_code": "903 22"}, False),
    ],
)
def test_an_address_is_the_same_however_it_is_written(other: dict[str, str], same: bool) -> None:
    assert same_address(ADDRESS, other) is same
