"""Send notices that are due, between the opening hours. Each is handed over once at most: what is not known is not repeated.

Nothing is sent within a transaction. A worker that is stopped leaves a claim that passes; whether that notice was sent is not
known then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal, TypeAlias, TypedDict

from fordran import clock
from fordran.actions.sms.queue_notices import WANTS_NOTICES, SmsKind, queue_notices
from fordran.domain.languages import Language
from fordran.domain.service.plain_names import plain_name
from fordran.formats.sms import e164
from fordran.operator import Operator
from fordran.store.connections.clock_lock import Begin, may_do_business
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import change_found, fetch_locked, of_one_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.recordset import recordset
from fordran.store.upkeep.installation import business_now
from fordran.texts.catalogue import texts
from fordran.texts.languages import language_or_swedish

AT_ONCE = 20
CLAIMED_FOR = timedelta(minutes=2)
RETRY_AFTER = timedelta(minutes=10)
KEPT_FOR = timedelta(hours=24)
"""How long a notice is tried: an older one tells nothing."""

Taken: TypeAlias = Literal["sent", "later", "refused", "unknown"]


@dataclass(frozen=True)
class SmsOutcome:
    """The provider's answer to a message: it took it, is asked later, never takes it, or it is not known."""

    status: Taken
    reason: str = ""
    provider_id: str | None = None


@dataclass(frozen=True)
class SmsMessage:
    """A message: to whom, its text, and the key that a report about it carries."""

    to: str
    text: str
    callback_key: str


@dataclass(frozen=True)
class SmsNotices:
    """How an installation sends notices."""

    send: Callable[[SmsMessage], Awaitable[SmsOutcome]]
    """Sends a message. Whatever happens, it answers."""
    opens: time
    closes: time
    operator: Operator

    def is_open(self, then: datetime) -> bool:
        """Whether notices are sent at a moment of the business's own clock."""
        return self.opens <= then.astimezone(clock.STOCKHOLM).time() < self.closes

    async def send_all(self, begin: Begin, now: datetime) -> None:
        """Send what is due on a day that passes through its open hours."""
        async with begin() as tx:
            await queue_notices(tx, now)
        while await send_some(begin, self, now):
            pass


class _KeyRow(TypedDict):
    account_id: str
    id: str


class _ClaimedRow(_KeyRow):
    customer_id: str
    creditor_id: str
    kind: SmsKind
    day: date
    callback_key: str
    attempts: int
    created: datetime


class _ReceiverRow(TypedDict):
    mobile_number: str | None
    wants: bool
    locale: str | None
    creditor_name: str


_DUE = f"""
select n.account_id, n.id, n.customer_id, n.creditor_id, n.kind, n.day, n.callback_key, n.attempts + 1 as attempts, n.created
from sms_notices n
where n.status = 'queued' and n.next_attempt <= $1 and n.claimed_until is null and {of_one_account("n")}
order by n.next_attempt, n.id limit {AT_ONCE} for update of n skip locked
"""
_CLAIM = f"""
update sms_notices n set attempts = n.attempts + 1, claimed_until = $1::timestamptz + $2::interval, revision = n.revision + 1
from {recordset(_KeyRow, 3, "g")} where n.account_id = g.account_id and n.id = g.id
"""
_UNKNOWN = """
update sms_notices set status = 'unknown', claimed_until = null, reason = 'it is not known whether it was sent',
    revision = revision + 1, updated = $2
where status = 'queued' and claimed_until <= $1
"""
_RECEIVER = f"""
select s.mobile_number, coalesce({WANTS_NOTICES}, false) as wants, d.default_letter_locale as locale, d.name as creditor_name
from customers c
join customer_details s on s.account_id = c.account_id and s.customer_id = c.id
join creditors d on d.account_id = s.account_id and d.id = s.creditor_id
where c.account_id = $1 and c.id = $2 and s.creditor_id = $3
"""


async def send_some(begin: Begin, notices: SmsNotices, now: datetime, *, alone: bool = True) -> int:
    """Send some of what is due; how much. One who is not `alone` keeps the hours, and leaves the days to a mover of the clock."""
    async with begin() as tx:
        then = await business_now(tx, now)
        if not alone and (not notices.is_open(then) or not await may_do_business(tx)):
            return 0
        await tx.execute(_UNKNOWN, then, now)
        rows = await fetch_locked(tx, _ClaimedRow, _DUE, then)
        await change_found(
            tx, _CLAIM, [_KeyRow(account_id=row["account_id"], id=row["id"]) for row in rows], then, CLAIMED_FOR
        )
        messages = [await _message(tx, notices.operator, row) for row in rows]
    for row, message in zip(rows, messages, strict=True):
        # One who wants no notices any more, is protected or has another number gets none.
        outcome = (
            SmsOutcome("refused", "the customer is not to get it") if message is None else await notices.send(message)
        )
        async with begin() as tx:
            await _note(tx, row, outcome, then, now)
    return len(rows)


async def _message(tx: Connection, operator: Operator, row: _ClaimedRow) -> SmsMessage | None:
    found = await fetch_rows(tx, _ReceiverRow, _RECEIVER, row["account_id"], row["customer_id"], row["creditor_id"])
    if not found or not found[0]["wants"]:
        return None
    number = e164(found[0]["mobile_number"] or "")
    if number is None:
        return None
    language: Language = language_or_swedish(found[0]["locale"])
    values = {"operator": plain_name(operator.name), "phone": operator.phone, "url": operator.public_url}
    text = texts(language)(f"sms.{row['kind']}", day=row["day"], **values)
    return SmsMessage(number, text, row["callback_key"])


async def _note(tx: Connection, row: _ClaimedRow, outcome: SmsOutcome, then: datetime, now: datetime) -> None:
    status: str = {"sent": "sent", "later": "queued", "refused": "failed", "unknown": "unknown"}[outcome.status]
    again = then + RETRY_AFTER
    if status == "queued" and row["attempts"] * RETRY_AFTER >= KEPT_FOR:
        status = "failed"
    await tx.execute(
        """update sms_notices set status = $3, reason = nullif($4, ''), provider_id = $5, claimed_until = null,
               next_attempt = $6, sent = $7, updated = $8, revision = revision + 1
           where account_id = $1 and id = $2 and status = 'queued'""",
        row["account_id"],
        row["id"],
        status,
        outcome.reason,
        outcome.provider_id,
        again,
        then if status == "sent" else None,
        now,
    )
