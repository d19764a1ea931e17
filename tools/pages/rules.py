"""Tables of the pages in docs/rules that repeat records: settings, caps, letters, and the rules that letters pass."""

from __future__ import annotations

import inspect
from datetime import date

from fordran.documents.letters.letters import KINDS
from fordran.domain.flow.case_settings import SETTINGS, SettingBounds, resolve, shown
from fordran.domain.flow.lawfulness import RULES, rules_of
from fordran.domain.house_rules import EVER, HOUSE_ROWS
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.domain.languages import ENGLISH
from fordran.domain.law.fees import FEE_ROWS
from fordran.texts.numbers import kronor_text

_DAY = date(2026, 9, 7)
"""The defaults on the page are those of the law of this day."""


def rows_of_settings() -> list[str]:
    """A row for each setting of a case: description, default, bound and law."""
    defaults = resolve([], _DAY)
    return [
        f"| {name} | {bounds.about} | {shown(name, defaults[name].value)} | {_bound(name, bounds)} | {bounds.law} |"
        for name, bounds in SETTINGS.items()
    ]


def _bound(name: str, bounds: SettingBounds) -> str:
    if bounds.minimum is not None:
        return f"at least {shown(name, bounds.minimum)}"
    return f"at most {shown(name, bounds.maximum)}" if bounds.maximum is not None else ""


def rows_of_caps() -> list[str]:
    """A row for each dated amount of the law."""
    return [
        f"| {row.article} | {row.begins} | {kronor_text(row.most, ENGLISH).replace(',', '')} | {row.each} | {row.law} |"
        for row in FEE_ROWS
    ]


def rows_of_house_rules() -> list[str]:
    """A row for each dated rule of the house."""
    return [
        f"| {row.rule} | {'ever' if row.begins == EVER else row.begins} | {row.value} | {row.why} |"
        for row in HOUSE_ROWS
    ]


def rows_of_letters() -> list[str]:
    """A row for each kind of letter: its document, its law, its fees, and the docstring of its document."""
    documents = {document.kind: document for document in KINDS if document.kind}
    return [
        f"| `{documents[kind].__name__}` | {kind} | {record.law} | {', '.join(record.fees)} |"
        f" {' '.join((inspect.getdoc(documents[kind]) or '').split())} |"
        for kind, record in LETTER_KINDS.items()
        if kind in documents
    ]


def rows_of_exceptions() -> list[str]:
    """A row for each kind of letter: the rules that it need not pass."""
    return [
        f"| {kind} | {', '.join(rule.name for rule in RULES if rule not in rules_of(kind))} |" for kind in LETTER_KINDS
    ]
