"""The accounting systems of creditors: why one does not give what it is asked for, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

AccountingReason: TypeAlias = Literal[
    "no_connection",
    "no_answer",
    "half_answer",
    "system_error",
    "too_many_requests",
    "not_accepted",
    "no_licence",
    "no_permission",
    "no_account",
    "not_there",
    "bad_request",
    "too_large",
    "other_company",
]
"""Why an accounting system did not give what was asked for."""
AccountingConsequence: TypeAlias = Literal["later", "configuration", "refused"]
"""It is asked again; an operator has to change something; or this one thing cannot be had."""

CONSEQUENCES: Mapping[AccountingReason, AccountingConsequence] = {
    "no_connection": "later",
    "no_answer": "later",
    "half_answer": "later",
    "system_error": "later",
    "too_many_requests": "later",
    "not_accepted": "configuration",
    "no_licence": "configuration",
    "no_permission": "configuration",
    "no_account": "configuration",
    "not_there": "refused",
    "bad_request": "refused",
    "too_large": "refused",
    "other_company": "configuration",
}


class AccountingTrouble(Exception):
    """An accounting system did not give what was asked for. `code` is its own, or the status; nothing of a person is in it."""

    def __init__(self, reason: AccountingReason, code: str = "") -> None:
        super().__init__(f"{reason} ({code})" if code else reason)
        self.reason = reason
        self.code = code

    @property
    def then(self) -> AccountingConsequence:
        """The consequence."""
        return CONSEQUENCES[self.reason]
