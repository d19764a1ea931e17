"""A creditor's statement: what became of its claims in a period, what we owe it, and what was paid out to it."""

import calendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, TypeAlias, get_args

from fordran.documents.letter import letter
from fordran.documents.parties import PrintedOperator, PrintedSender, Receiver
from fordran.documents.printable import MOST_OF_A_NAME, printable
from fordran.documents.typesetting import typeset
from fordran.domain.books.journal import CreditorCategory
from fordran.domain.claims.entries import COMPONENTS, Component
from fordran.domain.languages import SWEDISH, Language
from fordran.domain.written import period_text
from fordran.texts.catalogue import texts
from fordran.texts.formatting import month_text
from fordran.texts.numbers import kronor_text, number_text

ClaimLine: TypeAlias = Literal[
    "opening", "added", "paid_to_us", "paid_to_creditor", "credited", "waived", "written_off", "closing"
]
PayoutLine: TypeAlias = Literal["opening", "earned", "paid_out", "closing"]

CLAIM_LINES: tuple[ClaimLine, ...] = get_args(ClaimLine)
PAYOUT_LINES: tuple[PayoutLine, ...] = get_args(PayoutLine)
CATEGORIES: tuple[CreditorCategory, ...] = get_args(CreditorCategory)

BALANCES = ("opening", "closing")
"""Lines that say how things stood; the others say what changed."""


@dataclass(frozen=True, slots=True)
class CaseCounts:
    """Cases on which something was owed at the start and at the end, and what made the difference."""

    opening: int
    registered: int
    reopened: int
    ended: int
    closing: int


@dataclass(frozen=True, slots=True)
class PaidOut:
    """A payout that was paid in the period."""

    date: date
    reference: str
    category: CreditorCategory
    amount: int


@dataclass(frozen=True, slots=True)
class StatementDocument:
    """All that is printed on it. Amounts are öre; what was taken from a claim or paid out is negative."""

    sender: PrintedSender
    """We."""
    contact: PrintedOperator
    receiver: Receiver
    """The creditor."""
    creditor_number: int
    dated: date
    first_day: date
    last_day: date
    claims: Mapping[ClaimLine, Mapping[Component, int]]
    cases: CaseCounts
    payouts: Mapping[PayoutLine, Mapping[CreditorCategory, int]]
    paid_out: tuple[PaidOut, ...]
    language: Language = SWEDISH

    @property
    def is_monthly(self) -> bool:
        """Whether it is of a whole calendar month."""
        first, last = self.first_day, self.last_day
        ends = calendar.monthrange(first.year, first.month)[1]
        return (first.year, first.month, first.day) == (last.year, last.month, 1) and last.day == ends


def render(document: StatementDocument) -> bytes:
    """The statement as PDF, A4; the same document always gives the same bytes."""
    return typeset("statement", printed(document), document.dated)


def printed(document: StatementDocument) -> dict[str, Any]:
    """All that the template shows, as text in the document's language."""
    language, words = document.language, texts(document.language).area("statement")
    kind = words["monthly" if document.is_monthly else "statement"]
    period = period_text(document.first_day, document.last_day)
    month = month_text(document.first_day, language) if document.is_monthly else ""
    facts = [
        ("month", month),
        ("period", period),
        ("creditor_number", str(document.creditor_number)),
        ("date", document.dated.isoformat()),
    ]
    counts = {name: number_text(getattr(document.cases, name)) for name in CaseCounts.__slots__}
    title = f"{kind} {month or period}"
    return letter(language, title, document.dated, document.sender, document.contact, document.receiver) | {
        "kind": kind,
        "facts": [(words[name], text) for name, text in facts if text],
        "tables": [
            _table(words, "claims", COMPONENTS, document.claims),
            _table(words, "payouts", CATEGORIES, document.payouts),
        ],
        "cases": words["cases"].format(**counts),
        "paid_out": {
            "title": words["paid_out_one_by_one"],
            "headlines": [words[name] for name in ("payout_date", "payout_reference", "category", "amount")],
            "rows": [_paid_out(words, paid) for paid in document.paid_out],
            "nothing": words["nothing_paid_out"],
        },
        "notes": [words["as_booked"]],
    }


def _table(
    words: Mapping[str, str], title: str, columns: tuple[str, ...], lines: Mapping[Any, Mapping[Any, int]]
) -> Any:
    """A part of the statement: a row a line, which is strong where it is a balance."""
    rows = []
    for line, amounts in lines.items():
        texts = [kronor_text(amounts.get(column, 0)) for column in columns]
        is_balance = line in BALANCES
        rows.append({"is_balance": is_balance, "cells": [words[line], *texts, kronor_text(sum(amounts.values()))]})
    return {
        "title": words[title],
        "headlines": ["", *(words[column] for column in columns), words["sum"]],
        "rows": rows,
    }


def _paid_out(words: Mapping[str, str], paid: PaidOut) -> list[str]:
    reference = printable(paid.reference, most=MOST_OF_A_NAME)
    return [paid.date.isoformat(), reference, words[paid.category], kronor_text(paid.amount)]
