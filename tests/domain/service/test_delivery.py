"""Which channel takes an invoice, which one after it, and when an attempt is made again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from fordran.domain.kinds.channels import ContactDetails, address_for_e_invoices
from fordran.domain.service.delivery import choose, letter_channel, next_attempt

BOTH = ContactDetails(email="a@example.com", e_invoice_address="0007:5560360793")
MAIL = ContactDetails(email="a@example.com")
COMPANY = ContactDetails(id_number="556036-0793", is_company=True)
PAPER = ContactDetails()


@pytest.mark.parametrize(
    ("preferred", "customers", "creditors", "reach", "ways", "remark"),
    [
        (None, None, None, BOTH, ["e_invoice", "email", "print"], "by what is known, in that order"),
        (None, None, None, MAIL, ["email", "print"], "no e-invoice address is given"),
        (None, None, None, COMPANY, ["print"], "a number alone is no e-invoice address where none was asked for"),
        (None, None, None, PAPER, ["print"], "paper is always there"),
        ("email", "print", "e_invoice", BOTH, ["email", "print"], "the registration comes first"),
        (None, "print", "e_invoice", BOTH, ["print"], "then the customer"),
        ("", None, "e_invoice", BOTH, ["e_invoice", "email", "print"], "then the creditor"),
        (None, None, "e_invoice", COMPANY, ["e_invoice", "print"], "where it is asked for, a number serves"),
        ("print", "none", None, BOTH, ["print"], "also before a customer that wants none"),
        (None, "none", "print", BOTH, [], "the creditor distributes it"),
        ("none", None, None, BOTH, [], "the same, as the registration says"),
        ("e_invoice", None, None, MAIL, ["email", "print"], "what cannot be is passed by"),
        ("email", None, None, PAPER, ["print"], "the same"),
        ("fax", "email", None, MAIL, ["email", "print"], "what is no channel is as good as nothing"),
        (" print ", None, None, MAIL, ["print"], "blanks around it say nothing"),
    ],
)
def test_the_channels_in_their_order(
    preferred: str | None, customers: Any, creditors: Any, reach: ContactDetails, ways: list[str], remark: str
) -> None:
    assert list(choose(preferred, customers, creditors, reach).ways) == ways, remark


@pytest.mark.parametrize(
    ("preferred", "reach", "said", "remark"),
    [
        (None, PAPER, None, "nothing was asked for"),
        ("print", PAPER, None, "what was asked for is done"),
        ("fax", PAPER, "'fax' is no way of distribution: the default is taken", "no channel"),
        ("email", PAPER, "not by email: the customer has no e-mail address", "no address"),
        ("e_invoice", MAIL, "not by e_invoice: the customer has no e-invoice address", "no address"),
    ],
)
def test_what_is_not_followed_is_said(
    preferred: str | None, reach: ContactDetails, said: str | None, remark: str
) -> None:
    assert choose(preferred, None, None, reach).remark == said, remark


def test_a_given_address_comes_before_the_number() -> None:
    given = ContactDetails(e_invoice_address="0088:7350053850019", id_number="556036-0793", is_company=True)
    asked = replace(COMPANY, asked="e_invoice")
    assert address_for_e_invoices(replace(given, asked="e_invoice")) == "0088:7350053850019"
    assert address_for_e_invoices(asked) == "0007:5560360793"
    assert address_for_e_invoices(replace(asked, id_number="556036-0794")) == "", "it does not fit"


@pytest.mark.parametrize(
    ("reach", "channel", "remark"),
    [
        (ContactDetails(email="a@example.com", email_consent=True), ("email", "a@example.com"), "with consent"),
        (MAIL, ("print", ""), "without consent"),
        (ContactDetails(email="a", email_consent=True), ("print", ""), "no address"),
        (replace(COMPANY, asked="e_invoice"), ("print", ""), "e-invoices carry no letters"),
    ],
)
def test_letters_go_by_the_first_channel_that_reaches_the_customer(
    reach: ContactDetails, channel: tuple[str, str], remark: str
) -> None:
    assert letter_channel(reach) == channel, remark


def test_attempts_come_after_20_s_and_then_twice_as_long_until_a_day_has_passed() -> None:
    first = datetime(2026, 11, 16, 8, tzinfo=UTC)
    moments, now, failures = [first], first, 1
    while (again := next_attempt(first, now, failures)) is not None:
        moments.append(again)
        now, failures = again, failures + 1
    waits = [int((later - sooner).total_seconds()) for sooner, later in pairwise(moments)]
    assert waits[:5] == [20, 40, 80, 160, 320]
    assert moments[-1] == first + timedelta(hours=24), "the last one when the day has passed"
    assert len(moments) == 14
