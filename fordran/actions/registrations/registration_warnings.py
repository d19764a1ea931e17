"""Warnings about registrations: what is registered all the same, although it looks wrong or is not as it was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import get_args

from fordran.actions.answer_warnings import AnswerWarning, doubtful
from fordran.actions.cases.open_case import UnsavedCase
from fordran.actions.registrations.customer_book import MatchedCustomer
from fordran.actions.registrations.customer_data import CustomerData
from fordran.domain.claims.fees import most_claimed_cost
from fordran.domain.kinds.articles import CreditorArticle
from fordran.domain.kinds.channels import Distribution
from fordran.domain.law.law import Law
from fordran.domain.message import Amount, Message
from fordran.domain.service.delivery import distribution_called
from fordran.resources.case_registrations import DebtInput
from fordran.shape.moments import day_of


def customer_warnings(data: CustomerData, customer: MatchedCustomer) -> list[AnswerWarning]:
    """Warnings about the customer of a registration."""
    found = doubtful(data.warnings, below="customer.")
    if customer.name_differs:
        found.append(AnswerWarning("customer.name", Message("warning.name_differs")))
    if not customer.is_reachable:
        found.append(AnswerWarning("customer.address", Message("warning.no_way_to_reach")))
    return found


def debts_warnings(debts: Sequence[DebtInput], opened: Sequence[UnsavedCase], law: Law) -> Iterator[AnswerWarning]:
    """Warnings about debts and the cases that they opened."""
    for index, (debt, case) in enumerate(zip(debts, opened, strict=True)):
        field = f"debts.{index}"
        day = day_of(debt.invoice_date)
        for article, amount in (debt.fees_included_in_capital_to_claim or {}).items():
            yield from _capped(f"{field}.fees_included_in_capital_to_claim.{article}", article, amount, day, law)
        for article, claimed in (debt.fees_already_claimed or {}).items():
            charged = _day(claimed.fee_registration_date) or day
            yield from _capped(f"{field}.fees_already_claimed.{article}", article, claimed.amount, charged, law)
        yield from time_barred(f"{field}.invoice_date", case)


def time_barred(field: str, case: UnsavedCase) -> Iterator[AnswerWarning]:
    """A warning about a claim that looks time-barred when it is registered."""
    if case.is_time_barred:
        yield AnswerWarning(field, Message("warning.time_barred"))


def settings_warnings(capped: Iterable[str]) -> list[AnswerWarning]:
    """Warnings about a case's own settings that the law bounds."""
    return [AnswerWarning(f"case_settings.{name}", Message("warning.setting_capped")) for name in capped]


def distribution_warnings(preferred: str | None) -> list[AnswerWarning]:
    """A warning about a way of distribution that there is not."""
    if not (preferred or "").strip() or distribution_called(preferred):
        return []
    ways = ", ".join(get_args(Distribution))
    return [AnswerWarning("preferred_invoice_distribution", Message("warning.unknown_distribution", ways=ways))]


def _capped(field: str, article: CreditorArticle, amount: int, day: date, law: Law) -> Iterator[AnswerWarning]:
    cap = law.cap_on(article, day)
    most = most_claimed_cost(day) if article == "cost" else None if cap is None else cap.most
    if most is not None and amount > most:
        yield AnswerWarning(field, Message("warning.fee_capped", most=Amount(most)))


def _day(moment: datetime | None) -> date | None:
    return None if moment is None else day_of(moment)
