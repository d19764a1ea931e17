"""Autogiro: each documented code has its own row."""

import pytest

from fordran.domain.bank.autogiro import (
    CANCELLATIONS,
    INFORMATION,
    MANDATE_COMMENTS,
    PAYMENT_STATUSES,
    REFUND_REASONS,
    REJECTIONS,
    DebitEffect,
    MandateEffect,
    mandate_effect,
)

COMMENTS: list[tuple[str, MandateEffect, str]] = [
    ("02", "ended", "ended by payer or bank"),
    ("03", "refused", "such accounts may not be used"),
    ("04", "ended", "the mandate that we end is not there"),
    ("05", "refused", "wrong account or id"),
    ("07", "ended", "the bank did not answer, so it ends"),
    ("09", "refused", "no such payer bankgiro"),
    ("10", "active", "it is there already"),
    ("20", "refused", "wrong id"),
    ("21", "refused", "wrong payer number"),
    ("23", "refused", "wrong account"),
    ("29", "refused", "wrong payee"),
    ("30", "ended", "our bankgiro is closed"),
    ("32", "active", "new"),
    ("33", "ended", "ended"),
    ("98", "ended", "ended with the payee's agreement"),
]


@pytest.mark.parametrize(("comment", "effect", "remark"), COMMENTS)
def test_a_comment_on_a_new_mandate_has_its_effect(comment: str, effect: MandateEffect, remark: str) -> None:
    assert mandate_effect("04", comment) == mandate_effect("42", comment) == effect, remark


def test_every_comment_and_information_is_in_the_tables() -> None:
    assert {comment for comment, *_ in COMMENTS} == set(MANDATE_COMMENTS)
    assert set(INFORMATION) == {"03", "04", "05", "10", "42", "43", "44", "46"}


@pytest.mark.parametrize("information", sorted(INFORMATION))
def test_an_ended_mandate_is_ended_whoever_ended_it(information: str) -> None:
    assert mandate_effect(information, "33") == "ended"


@pytest.mark.parametrize("comment", [comment for comment, effect, _ in COMMENTS if effect == "refused"])
def test_an_error_in_our_cancellation_leaves_the_mandate(comment: str) -> None:
    assert mandate_effect("03", comment) == "unchanged"


@pytest.mark.parametrize(("information", "comment"), [("04", "77"), ("99", "32"), ("", ""), ("04", "")])
def test_an_unknown_code_changes_nothing(information: str, comment: str) -> None:
    assert mandate_effect(information, comment) == "unchanged"


DEBITS: list[tuple[str, dict[str, DebitEffect]]] = [
    ("status", {"0": "paid", "1": "unpaid", "2": "unpaid", "9": "again"}),
    ("refund", {"01": "refunded", "02": "refunded", "03": "refunded"}),
    (
        "rejected",
        {
            "01": "unpaid",
            "02": "unpaid",
            "03": "unpaid",
            "04": "unpaid",
            "05": "unpaid",
            "06": "unpaid",
            "07": "unpaid",
            "08": "unpaid",
            "09": "unpaid",
            "10": "unpaid",
            "12": "unpaid",
            "13": "unpaid",
            "15": "unpaid",
            "24": "unpaid",
        },
    ),
    (
        "cancelled",
        {
            "01": "unchanged",
            "02": "unchanged",
            "04": "unchanged",
            "05": "unchanged",
            "06": "unchanged",
            "10": "unchanged",
            "11": "unchanged",
            "12": "cancelled",
            "13": "unchanged",
            "14": "moved",
            "15": "unchanged",
            "18": "moved",
        },
    ),
]
LISTS = {"status": PAYMENT_STATUSES, "refund": REFUND_REASONS, "rejected": REJECTIONS, "cancelled": CANCELLATIONS}


@pytest.mark.parametrize(("name", "effects"), DEBITS, ids=[name for name, _ in DEBITS])
def test_each_code_of_a_debit_has_its_effect(name: str, effects: dict[str, DebitEffect]) -> None:
    assert {code: record.effect for code, record in LISTS[name].items()} == effects
    assert all(record.code == code and record.reason for code, record in LISTS[name].items())
