"""Something that waits for a second person, as every kind of it is shown and decided on."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from fordran.actions.approvals.four_eyes import what_hash
from fordran.actions.books.close_period import Books
from fordran.domain.payouts.four_eyes import ApprovalKind, FourEyes
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller


@dataclass(frozen=True)
class ToApprove:
    """Something that takes effect once a second person has approved it."""

    id: str
    kind: ApprovalKind
    account: str
    creditor: str | None
    case: str | None
    amount: int
    name: str | None
    bank_account: Mapping[str, Any]
    asked_by: tuple[str, ...]
    """Everybody who may have asked for it; the first is the user."""
    created: datetime
    since: date | None = None
    """The day on which a creditor's account was changed."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """The act that waits, and its body; the month of a closing; the values of a row of law."""

    @property
    def what_hash(self) -> bytes:
        """The hash to which an approval of it is bound."""
        return what_hash(self.name, self.bank_account, self.since, self.details)

    @property
    def fingerprint(self) -> str:
        """Another one whenever the amount, the name, the account or the act is another."""
        return hashlib.sha256(self.what_hash + str(self.amount).encode()).hexdigest()


@dataclass(frozen=True)
class ApprovalDecision:
    """Who decides, when, in an installation with these books; `reason` of a rejection."""

    by: Caller
    now: datetime
    books: Books
    reason: str | None = None
    write_off_above: int = FourEyes.write_off_above


Effect = Callable[[Connection, ToApprove, ApprovalDecision], Awaitable[None]]


async def nothing_more(_tx: Connection, _one: ToApprove, _decision: ApprovalDecision) -> None:
    """The decision itself is all: who exports looks for it."""


@dataclass(frozen=True)
class ApprovalSource:
    """Where a kind of what waits is found, and the effects of a decision on it, in the same transaction."""

    kind: ApprovalKind
    waiting: Callable[[Connection, str | None], Awaitable[list[ToApprove]]]
    rejected: Effect
    approved: Effect = nothing_more
