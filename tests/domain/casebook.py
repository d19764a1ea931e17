"""Whole cases as text that a case handler can read, for tests and for the worked examples in the documentation.

    due 2026-08-31
    2026-08-01  capital 1425.00
    2026-09-07  fee reminder 60.00
    2026-10-05  pay 1000.00                → costs 60.00, interest 13.66, capital 926.34
    2026-10-05  owed                       → capital 498.66

A line that ends in an arrow says what must come of it: what a payment covered and how much of it was not used, or
what is owed on a day and whether the case is closed then; `owed as known then` leaves out facts of later days. What is not
named is nothing. A letter knows of the payments
that are written before it and dated up to its day.
"""

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

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
    Waiver,
)
from fordran.domain.claims.statement import DebtStatement, statement
from fordran.domain.money import ore_of
from fordran.texts.numbers import kronor_text


@dataclass
class Case:
    """A case as it was written: its terms, its facts, and what is said to come of them."""

    terms: ClaimTerms
    facts: list[Fact] = field(default_factory=list)
    payments: dict[str, str] = field(default_factory=dict)
    owed: list[tuple[date, str]] = field(default_factory=list)
    known_then: list[tuple[date, str]] = field(default_factory=list)


def read(text: str) -> Case:
    """Read a case; a line that is not understood is an error."""
    first, *lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    case = Case(_terms(first))
    for number, line in enumerate(lines):
        act, _, outcome = (part.strip() for part in line.partition("→"))
        day_text, verb, *words = act.split()
        day, name = date.fromisoformat(day_text), f"{verb} {number}"
        match verb, words:
            case "capital", [kr]:
                case.facts.append(Capital(name, day, ore(kr)))
            case "fee", [article, kr]:
                case.facts.append(Fee(name, day, article, ore(kr)))
            case "fee", [article, kr, "by", "creditor"]:
                case.facts.append(Fee(name, day, article, ore(kr), by_creditor=True))
            case "credit", [kr]:
                case.facts.append(Credit(name, day, ore(kr)))
            case "waive", [component]:
                case.facts.append(Waiver(name, day, component))  # type: ignore[arg-type]
            case "waive", [component, kr]:
                case.facts.append(Waiver(name, day, component, amount=ore(kr)))  # type: ignore[arg-type]
            case "pay", [kr]:
                case.facts.append(PaymentFact(name, day, ore(kr), reached_us=True))
            case "pay", [kr, "to", "creditor"]:
                case.facts.append(PaymentFact(name, day, ore(kr), reached_us=False))
            case "pay", [kr, "recalled", recalled]:
                case.facts.append(PaymentFact(name, day, ore(kr), True, date.fromisoformat(recalled)))
            case "letter", [kr, "by", last_day]:
                known = tuple(fact.id for fact in case.facts if isinstance(fact, PaymentFact) and fact.date <= day)
                case.facts.append(LetterLeft(name, day, date.fromisoformat(last_day), ore(kr), known))
            case "step", []:
                case.facts.append(StepFact(name, day))
            case "cancel", []:
                case.facts.append(Closing(name, day))
            case "close", [reason]:
                case.facts.append(Closing(name, day, reason))  # type: ignore[arg-type]
            case "owed", []:
                case.owed.append((day, outcome))
            case "owed", ["as", "known", "then"]:
                case.known_then.append((day, outcome))
            case _:
                raise ValueError(f"not understood: {line}")
        if verb == "pay" and outcome:
            case.payments[name] = outcome
        elif outcome and verb != "owed":
            raise ValueError(f"only payments and what is owed have an outcome: {line}")
    return case


def _terms(line: str) -> ClaimTerms:
    match = re.fullmatch(
        r"due (?P<due>\S+)(?:, interest from (?P<start>\S+))?(?:, agreed (?P<rate>\S+) %)?(?P<business>, business)?"
        r"(?:, write off below (?P<below>\S+))?",
        line,
    )
    if match is None:
        raise ValueError(f"not understood: {line}")
    due = date.fromisoformat(match["due"])
    return ClaimTerms(
        due_date=due,
        interest_from=date.fromisoformat(match["start"]) if match["start"] else due,
        reference_rate=match["rate"] is None,
        rate_percent=Decimal(match["rate"]) if match["rate"] else None,
        is_business=match["business"] is not None,
        write_off_below=ore(match["below"]) if match["below"] else None,
    )


def ore(text: str) -> int:
    """The öre in an amount of kronor such as 1425.00."""
    return ore_of(Decimal(text))


def said_of_payment(result: DebtStatement, payment: str) -> str:
    """What a payment covered, as the book says it."""
    covered = {
        component: -sum(e.amount for e in result.lines if e.fact == payment and e.component == component)
        for component in ("costs", "interest", "capital")
    }
    outcome = result.payments[payment]
    return _said({**covered, "refund": outcome.refund, "not used": outcome.unused - outcome.refund})


def said_of_day(result: DebtStatement) -> str:
    """What is owed and whether the case is closed, as the book says it."""
    owed = {
        "costs": result.costs.remaining,
        "interest": result.interest.remaining,
        "capital": result.capital.remaining,
        "refund": result.refund,
    }
    amounts = _said(owed)
    return f"{amounts}, {result.closed.reason} on {result.closed.date}" if result.closed else amounts


def _said(amounts: dict[str, int]) -> str:
    said = [f"{name} {kronor_text(amount, 'en').replace(',', '')}" for name, amount in amounts.items() if amount]
    return ", ".join(said) or "nothing"


def hold(text: str) -> int:
    """Check everything that a case says, and return how much that was."""
    case = read(text)
    last = max(
        day for day in [*(fact.date for fact in case.facts), *(day for day, _ in [*case.owed, *case.known_then])]
    )
    final = statement(case.facts, case.terms, last)
    for payment, outcome in case.payments.items():
        assert said_of_payment(final, payment) == outcome, payment
    for day, outcome in case.owed:
        assert said_of_day(statement(case.facts, case.terms, day)) == outcome, f"owed {day}"
    for day, outcome in case.known_then:
        facts = [fact for fact in case.facts if fact.date <= day]
        assert said_of_day(statement(facts, case.terms, day)) == outcome, f"owed {day} as known then"
    return len(case.payments) + len(case.owed) + len(case.known_then)
