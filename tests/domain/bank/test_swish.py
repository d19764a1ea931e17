"""What each answer of Swish means: every documented code on its own line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from fordran.domain.bank.swish import (
    ERRORS,
    LONGEST_PAUSE,
    DebtorText,
    SwishState,
    asked_again,
    error_of,
    payer_alias,
    state_of,
)
from fordran.outside.stand_ins.swish import ENDED, REFUSED

CODES = [
    # code, state, what the debtor reads, whether the operator has to act
    ("RP01", "failed", "ours", True),
    ("RP02", "failed", "ours", True),
    ("RP03", "failed", "ours", True),
    ("RP06", "failed", "open_already", False),
    ("FF08", "failed", "ours", True),
    ("BE18", "failed", "number", False),
    ("PA02", "failed", "amount", False),
    ("AM02", "failed", "amount", False),
    ("AM03", "failed", "ours", True),
    ("AM06", "failed", "amount", False),
    ("ACMT01", "failed", "ours", True),
    ("ACMT03", "failed", "not_enrolled", False),
    ("ACMT07", "failed", "ours", True),
    ("RF07", "declined", "declined", False),
    ("BANKIDCL", "cancelled", "cancelled", False),
    ("BANKIDONGOING", "failed", "bankid", False),
    ("BANKIDUNKN", "failed", "bankid", False),
    ("FF10", "failed", "away", False),
    ("TM01", "failed", "time", False),
    ("DS24", "unknown", "away", False),  # never treated as failed
]


@pytest.mark.parametrize(("code", "state", "text", "is_ours"), CODES)
def test_each_code_has_its_state_and_its_sentence(
    code: str, state: SwishState, text: DebtorText, is_ours: bool
) -> None:
    assert state_of("ERROR", code) == state
    assert (error_of(code).text, error_of(code).is_ours) == (text, is_ours)


def test_every_documented_code_is_in_the_table() -> None:
    assert {code for code, *_ in CODES} == {*REFUSED, *ENDED}
    assert {error.text for error in ERRORS.values()} == {*get_args(DebtorText)}


@pytest.mark.parametrize(
    ("status", "code", "state"),
    [
        ("CREATED", None, "open"),
        ("VALIDATED", None, "open"),
        ("PAID", None, "paid"),
        ("DECLINED", None, "declined"),
        ("CANCELLED", None, "cancelled"),
        ("ERROR", None, "failed"),
        ("ERROR", "XX99", "failed"),
        ("SOMETHING NEW", None, "unknown"),
    ],
)
def test_each_status_has_its_state(status: str, code: str | None, state: SwishState) -> None:
    assert state_of(status, code) == state


@pytest.mark.parametrize(
    ("written", "alias"),
    [
        ("0701234567", "46701234567"),
        ("070-123 45 67", "46701234567"),
        ("+46701234567", "46701234567"),
        ("0046 70 123 45 67", "46701234567"),
        ("46701234567", "46701234567"),
        ("08-123 456 78", None),  # no mobile number
        ("07012345678", None),
        ("+4791234567", None),
        ("", None),
    ],
)
def test_a_mobile_number_is_written_as_swish_takes_it(written: str, alias: str | None) -> None:
    assert payer_alias(written) == alias


def test_questions_come_less_often_as_a_request_ages_and_never_stop() -> None:
    created = datetime(2026, 11, 18, 10, tzinfo=UTC)
    pauses = [asked_again(created, created + timedelta(minutes=age)) - timedelta(minutes=age) for age in (0, 10, 60)]
    assert [pause - created for pause in pauses] == [timedelta(seconds=2), timedelta(minutes=1), timedelta(minutes=6)]
    later = created + timedelta(days=3)
    assert asked_again(created, later) == later + LONGEST_PAUSE
