"""Rows of law and of the house for tests: what a term or rule is from some later day on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date

from fordran.domain import house_rules
from fordran.domain.house_rules import HouseRow, HouseRule, by_rule
from fordran.domain.law import deadlines
from fordran.domain.law.deadlines import LawTerm, TermRow, by_term

OWN = deadlines.TERM_ROWS


def _hold(rows: Sequence[TermRow]) -> None:
    deadlines.TERM_ROWS = tuple(rows)
    deadlines._BY_TERM = by_term(rows)


@contextmanager
def decided(begins: date, **values: int) -> Iterator[None]:
    """The law's own rows and one more for each of these terms, from that day, for as long as the block lasts."""
    names: dict[str, LawTerm] = {term: term for term in deadlines.LAW_TERMS}
    _hold([*OWN, *(TermRow(names[term], begins, value, "decided") for term, value in values.items())])
    try:
        yield
    finally:
        _hold(OWN)


def _keep(rows: Sequence[HouseRow]) -> None:
    house_rules.HOUSE_ROWS = tuple(rows)
    house_rules._BY_RULE = by_rule(rows)


@contextmanager
def house_decided(begins: date, **values: int) -> Iterator[None]:
    """The house's own rows and one more for each of these rules, from that day, for as long as the block lasts."""
    own = house_rules.HOUSE_ROWS
    names: dict[str, HouseRule] = {rule: rule for rule in house_rules.HOUSE_RULES}
    _keep([*own, *(HouseRow(names[rule], begins, value, "decided") for rule, value in values.items())])
    try:
        yield
    finally:
        _keep(own)
