"""Show people what waits at the receiver: messages that are not answered, or refused, and replies that cannot be noted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.cases.work_list import CaseSubject, put_on_work_list, resolve_work
from fordran.domain.kinds.work_item_kinds import WorkItemKind
from fordran.domain.message import ListValue, Message
from fordran.store.connections.database import Connection


async def show_unsent(tx: Connection, row: Mapping[str, Any], reason: str, now: datetime) -> None:
    """Put a message on the work list that the receiver does not take, or does not answer."""
    kind = ListValue("enforcement_message", row["kind"])
    await _put(tx, row, "enforcement_unsent", Message("work.enforcement_unsent", kind=kind, reason=reason), now)


async def hide_unsent(tx: Connection, row: Mapping[str, Any], now: datetime) -> None:
    """Take it off again."""
    await resolve_work(tx, row["account_id"], ["enforcement_unsent"], now, subject=row["enforcement_id"])


async def show_refused(tx: Connection, row: Mapping[str, Any], errors: str, now: datetime) -> None:
    """Put a message on the work list that the receiver refused."""
    kind = ListValue("enforcement_message", row["kind"])
    await _put(tx, row, "enforcement_refused", Message("work.enforcement_refused", kind=kind, errors=errors), now)


async def show_not_noted(tx: Connection, row: Mapping[str, Any], entry: str, reason: Message, now: datetime) -> None:
    """Put an entry on the work list that could not be noted."""
    message = Message("work.enforcement_not_noted", entry=entry, reason=reason)
    await _put(tx, row, "enforcement_refused", message, now)


async def _put(tx: Connection, row: Mapping[str, Any], kind: WorkItemKind, message: Message, now: datetime) -> None:
    partner = await tx.fetchval("select partner_id from accounts where id = $1", row["account_id"])
    case = CaseSubject(row["account_id"], row["creditor_id"], partner, row["case_id"])
    await put_on_work_list(tx, case, kind, message, now, subject=row["enforcement_id"])
