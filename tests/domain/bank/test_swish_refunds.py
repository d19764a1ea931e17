"""What each answer of Swish about a refund means: every documented code on its own line."""

from __future__ import annotations

import pytest

from fordran.domain.bank.swish_refunds import ERRORS, LIVE, SwishRefundState, state_of
from fordran.outside.stand_ins.swish import REFUND_ENDED, REFUND_REFUSED, REFUND_REFUSED_BY_RULE

CODES: list[tuple[str, SwishRefundState]] = [
    ("FF08", "failed"),
    ("RP01", "failed"),
    ("RP02", "failed"),
    ("RP03", "failed"),
    ("PA01", "failed"),
    ("PA02", "failed"),
    ("AM02", "failed"),
    ("AM03", "failed"),
    ("AM04", "failed"),
    ("AM06", "failed"),
    ("ACMT01", "failed"),
    ("ACMT07", "failed"),
    ("RF02", "failed"),
    ("RF03", "failed"),
    ("RF04", "failed"),
    ("RF06", "failed"),
    ("RF07", "failed"),
    ("RF08", "failed"),
    ("RF09", "open"),  # it was not begun, and is sent again
    ("FF10", "failed"),
    ("DS24", "unknown"),  # never treated as failed
]


@pytest.mark.parametrize(("code", "state"), CODES)
def test_each_code_has_its_state(code: str, state: SwishRefundState) -> None:
    assert ERRORS[code].state == state


def test_every_documented_code_is_in_the_table() -> None:
    assert [code for code, _ in CODES] == list(ERRORS)
    assert {*REFUND_REFUSED, *REFUND_REFUSED_BY_RULE, *REFUND_ENDED} <= ERRORS.keys()


@pytest.mark.parametrize(
    ("status", "code", "state"),
    [
        ("CREATED", None, "open"),
        ("VALIDATED", None, "open"),
        ("DEBITED", None, "open"),
        ("PAID", None, "paid"),
        ("ERROR", "AM04", "failed"),
        ("ERROR", "DS24", "unknown"),
        ("ERROR", "RF09", "unknown"),
        ("ERROR", "XX99", "unknown"),
        ("ERROR", None, "unknown"),
        ("SOMETHING NEW", None, "unknown"),
    ],
)
def test_what_nobody_has_described_is_no_proof_that_nothing_was_paid(
    status: str, code: str | None, state: SwishRefundState
) -> None:
    assert state_of(status, code) == state
    assert ("paid" in LIVE, "failed" in LIVE) == (False, False)
