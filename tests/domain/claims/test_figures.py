"""Figures that were computed once stay: fixed histories come to what earlier versions computed, to the öre.

A difference means that an upgrade would change what people owe. Do not write the file again for it: add a dated row
(fordran/domain/house_rules.py) and keep what holds before it. New histories are added by `FORDRAN_FIGURES=write`, which
keeps the ones that are there.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from fordran.domain.claims.facts import (
    Capital,
    ClaimTerms,
    Closing,
    Credit,
    Fact,
    Fee,
    LetterLeft,
    PaymentFact,
    StepFact,
)
from fordran.domain.claims.statement import DebtStatement, statement
from fordran.domain.kinds.articles import FeeArticle
from fordran.domain.vat import VatLine, VatPercent, totals

FILE = Path(__file__).with_name("figures.json")
HISTORIES = 200
FIRST = date(2022, 3, 1)
AFTER_DAYS = (40, 150, 700)
ARTICLES: tuple[FeeArticle, ...] = ("reminder", "debt_collection", "late_payment_fee", "invoice_fee", "enforcement")
AMOUNTS = (1, 24_99, 25_00, 60_00, 240_38, 500_00, 1000_00, 1060_00)


def _history(draw: random.Random) -> tuple[list[Fact], ClaimTerms]:
    invoiced = FIRST + timedelta(days=draw.randrange(900))
    due = invoiced + timedelta(days=draw.choice((10, 30)))
    agreed = draw.random() < 0.3
    terms = ClaimTerms(
        due,
        due,
        reference_rate=not agreed,
        rate_percent=Decimal("24.5") if agreed else None,
        is_business=draw.random() < 0.3,
        write_off_below=draw.choice((None, None, 0, 50_00)),
    )
    facts: list[Fact] = [Capital("capital", invoiced, draw.choice((149_00, 1000_00, 12_345_67)))]

    def day() -> date:
        return invoiced + timedelta(days=draw.randrange(400))

    for number in range(draw.randrange(8)):
        amount = draw.choice((*AMOUNTS, draw.randrange(1, 2000_00)))
        match draw.choice(("fee", "fee", "credit", "pay", "pay", "pay", "letter", "letter", "step", "close")):
            case "fee":
                facts.append(Fee(f"{number}", day(), draw.choice(ARTICLES), amount, draw.random() < 0.2))
            case "credit":
                facts.append(Credit(f"{number}", day(), amount))
            case "pay":
                paid = day()
                recalled = paid + timedelta(days=9) if draw.random() < 0.1 else None
                facts.append(PaymentFact(f"{number}", paid, amount, draw.random() < 0.7, recalled))
            case "letter":
                left = day()
                asked = _stated_then(facts, terms, left).remaining
                facts.append(LetterLeft(f"{number}", left, left + timedelta(days=10), asked))
                if draw.random() < 0.6:
                    paid = left + timedelta(days=draw.randrange(12))
                    facts.append(PaymentFact(f"{number}p", paid, max(1, asked), True))
            case "step":
                facts.append(StepFact(f"{number}", day()))
            case "close" if draw.random() < 0.3:
                facts.append(Closing(f"{number}", day()))
    return facts, terms


def _stated_then(facts: list[Fact], terms: ClaimTerms, day: date) -> DebtStatement:
    """The statement of a day by what was known on it."""
    return statement([fact for fact in facts if fact.date <= day], terms, day)


def _figures_of(stated: DebtStatement) -> str:
    """What is added and remains of capital, interest and costs, what goes back, and how it ended."""
    parts = (stated.capital, stated.interest, stated.costs)
    amounts = [amount for part in parts for amount in (part.added, part.remaining)]
    closed = f" {stated.closed.reason} {stated.closed.date}" if stated.closed else ""
    return " ".join(map(str, (*amounts, stated.refund))) + closed


def _claims() -> Iterator[tuple[str, list[str]]]:
    for seed in range(HISTORIES):
        facts, terms = _history(random.Random(seed))
        days = [facts[0].date + timedelta(days=after) for after in AFTER_DAYS]
        yield f"claim {seed}", [_figures_of(_stated_then(facts, terms, day)) for day in days]


def _invoices() -> Iterator[tuple[str, list[str]]]:
    rates: tuple[VatPercent, ...] = ("25%", "12%", "6%", "0%")
    for seed in range(20):
        draw = random.Random(seed)
        lines = [
            VatLine(draw.randrange(1, 2000_00), draw.choice(rates), draw.random() < 0.1)
            for _ in range(draw.randrange(1, 6))
        ]
        found = totals(lines)
        yield f"invoice {seed}", [f"{found.total_vat} {found.amount_rounding} {found.amount_to_pay}"]


def test_figures_stay_as_they_were_computed() -> None:
    computed = dict([*_claims(), *_invoices()])
    if os.environ.get("FORDRAN_FIGURES") == "write":
        kept = json.loads(FILE.read_text()) if FILE.exists() else {}
        rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in (computed | kept).items())
        FILE.write_text("{\n" + rows + "\n}\n")
    stored = json.loads(FILE.read_text())
    changed = {name: (stored.get(name), row) for name, row in computed.items() if stored.get(name) != row}
    assert changed == {}
    assert stored.keys() == computed.keys()


def test_the_histories_have_every_kind_of_end() -> None:
    ends = {figure.split()[7] for _, row in _claims() for figure in row if len(figure.split()) > 7}
    assert ends >= {"paid", "credited", "cancelled"}
