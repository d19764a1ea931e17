"""Mandate for Autogiro: a debtor lets a bank account be drawn for a case."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema

from fordran.domain.bank.autogiro import AutogiroMandateState
from fordran.domain.service.retention import PSEUDONYMISED, STORAGE_LIMITATION
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import NOT_TEXT, TEXT, CaseId, Id, Moment, Text, issue, wrong
from fordran.shape.resource import Resource


def _number(first: str, least: int, most: int) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str):
            raise wrong(NOT_TEXT)
        if not re.fullmatch(f"{first}[0-9]{{{least - 1},{most - 1}}}", value):
            raise wrong(issue(f"must be {least} to {most} digits", "form_issue.digits", least=least, most=most))
        return value

    return read


ClearingNumber = Annotated[
    str,
    TEXT,
    BeforeValidator(_number("[1-9]", 4, 4)),
    WithJsonSchema({"type": "string", "pattern": "^[1-9][0-9]{3}$", "examples": ["5000"]}),
]
BankAccountNumber = Annotated[
    str,
    TEXT,
    BeforeValidator(_number("[0-9]", 5, 12)),
    WithJsonSchema({"type": "string", "pattern": "^[0-9]{5,12}$", "examples": ["0054910"]}),
]


class AutogiroMandate(Shape):
    account: Id
    """The account of the case."""
    creditor: Id
    """The creditor of the case."""
    case: Id
    """The case that is paid."""
    customer: Id
    """The debtor."""
    payer_number: Text
    """The number by which Bankgirot knows the mandate."""
    clearing_number: Text
    """The clearing number of the bank account."""
    account_number: Text
    """The number of the bank account."""
    state: AutogiroMandateState
    """How far it has come."""
    reason: Text | None = None
    """Bankgirot's last comment on it, as a word: `account_wrong` and so on."""
    sent_date: Moment | None = None
    """The day on which it was written to a file."""
    answered_date: Moment | None = None
    """The day of Bankgirot's last advice about it."""
    end_sent_date: Moment | None = None
    """The day on which its end was written to a file."""


class AutogiroMandateInput(Shape):
    """A mandate that a debtor has given, on a form that is kept."""

    case: CaseId
    """The case that is paid: an open one, whose debtor has a valid number."""
    clearing_number: ClearingNumber
    """The clearing number of the bank account: four digits."""
    account_number: BankAccountNumber
    """The number of the bank account: five to twelve digits."""


AUTOGIRO_MANDATES = Resource(
    "autogiro--mandates",
    AutogiroMandate,
    owner="operator",
    personal=True,
    about="Debtors who let their bank account be drawn.",
    input=AutogiroMandateInput,
    kept=(
        RetentionRule(
            "autogiro_mandates", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "the account to draw from"
        ),
    ),
)
