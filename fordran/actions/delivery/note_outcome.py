"""Note what came of handing over: left, to be tried again, or given up, whereupon the next channel takes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypedDict

from fordran.actions.delivery.claimed import (
    COLUMNS,
    ClaimedDeliveryRow,
    ConfigurationFault,
    DeliveryResult,
    PermanentFailure,
    RetryLater,
    Sent,
)
from fordran.actions.delivery.next_way import next_way, pass_by
from fordran.actions.delivery.work import put_on_list, take_off_list
from fordran.actions.letters.letters_leave import letters_left
from fordran.actions.note_event import DomainEvent, note_events
from fordran.domain.kinds.channels import DeliveryOutcome, Distribution
from fordran.domain.service.delivery import next_attempt
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import by_account, change_found, of_the_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.recordset import recordset
from fordran.store.upkeep.installation import business_day

OUR_FAULT_WAIT = timedelta(minutes=10)


@dataclass(frozen=True)
class DeliveryAttempt:
    """A delivery that was claimed, what came of it, and to whom it went."""

    row: ClaimedDeliveryRow
    outcome: DeliveryResult
    receiver: str = ""


@dataclass
class Counts:
    """Delivery outcomes, counted for the metrics."""

    happened: Counter[tuple[Distribution, DeliveryOutcome]] = field(default_factory=Counter)
    reasons: dict[Distribution, str] = field(default_factory=dict)
    """Why the last one of a channel is tried again later."""

    async def keep(self, tx: Connection, now: datetime) -> None:
        """Add to what happened before, in one order for all who count."""
        for (channel, outcome), more in sorted(self.happened.items()):
            await tx.execute(
                """insert into delivery_outcomes as o (channel, outcome, happened, last_happened, last_reason)
                   values ($1, $2, $3, $4, $5)
                   on conflict (channel, outcome) do update set happened = o.happened + excluded.happened,
                       last_happened = excluded.last_happened, last_reason = excluded.last_reason""",
                channel,
                outcome,
                more,
                now,
                self.reasons.get(channel) if outcome == "later" else None,
            )


async def note_outcomes(
    tx: Connection, handed: Sequence[DeliveryAttempt], now: datetime, business_now: datetime
) -> None:
    """Note the outcomes of deliveries that still have the same claim; deliveries with a later claim are left alone."""
    counts = Counts()
    mine = await _still_mine(tx, handed)
    left = [one for one in mine if isinstance(one.outcome, Sent)]
    await _note_left(tx, left, counts, now, business_now)
    for one in mine:
        if not isinstance(one.outcome, Sent):
            await _note_not_left(tx, one, counts, now, business_now)
    await counts.keep(tx, now)


class _ClaimRow(TypedDict):
    account_id: str
    id: str
    attempts: int


_MINE = f"""
select {COLUMNS} from {recordset(_ClaimRow, 1, "g")}
join deliveries q on q.account_id = g.account_id and q.id = g.id and q.attempts = g.attempts and q.status = 'queued'
order by q.account_id, q.id for update of q
"""


async def _still_mine(tx: Connection, handed: Sequence[DeliveryAttempt]) -> list[DeliveryAttempt]:
    claims: list[_ClaimRow] = [
        {"account_id": one.row["account_id"], "id": one.row["id"], "attempts": one.row["attempts"]} for one in handed
    ]
    there: set[str] = set()
    for some in by_account(tx, claims):
        statement, values = of_the_account(tx, _MINE, [some], (claim["account_id"] for claim in some))
        there |= {row["id"] for row in await fetch_rows(tx, ClaimedDeliveryRow, statement, *values)}
    return [one for one in handed if one.row["id"] in there]


class _LeftRow(TypedDict):
    account_id: str
    id: str
    status: str
    receiver: str
    reference: str


_LEFT = f"""
update deliveries q set status = g.status, sent = $1, claimed_until = null, receiver = g.receiver, updated = $2,
    channel_reference = coalesce(nullif(g.reference, ''), q.channel_reference),
    revision = q.revision + 1, reason = case when q.attempts > 1 then null else q.reason end
from {recordset(_LeftRow, 3, "g")} where q.account_id = g.account_id and q.id = g.id
"""
# A reminder that had waited for the invoice to leave is looked at again.
_WAKE = """
update cases k set next_step_date = $2, revision = revision + 1, updated = greatest(updated, $3)
from unnest($1::text[], $4::text[]) as g (id, account_id)
where k.id = g.id and k.account_id = g.account_id and k.next_step = 'delivery' and k.closed is null
"""


async def _note_left(
    tx: Connection, left: Sequence[DeliveryAttempt], counts: Counts, now: datetime, business_now: datetime
) -> None:
    if not left:
        return
    rows: list[_LeftRow] = []
    for one in left:
        assert isinstance(one.outcome, Sent)
        row = one.row
        rows.append(
            {
                "account_id": row["account_id"],
                "id": row["id"],
                "status": one.outcome.status,
                "receiver": one.receiver,
                "reference": one.outcome.reference,
            }
        )
        counts.happened[row["channel"], one.outcome.status] += 1
    for some in by_account(tx, rows):
        await change_found(tx, _LEFT, some, business_now, now)
    invoices = [one.row for one in left if one.row["invoice_id"]]
    await note_events(tx, [_sent(row) for row in invoices], now)
    await _wake(tx, [row for row in invoices if row["kind"] == "invoice"], now)
    for one in left:
        assert isinstance(one.outcome, Sent)
        if one.row["attempts"] > 1 or parsed(one.row["history"]) or one.row["customer_id"] is None:
            await take_off_list(tx, one.row, now)
        if one.row["envelope_id"] and one.row["channel"] != "none":
            await letters_left(tx, one.row, one.outcome.status, now)


async def _wake(tx: Connection, invoices: Sequence[ClaimedDeliveryRow], now: datetime) -> None:
    today = await business_day(tx, now)
    for some in by_account(tx, invoices):
        accounts = [row["account_id"] for row in some]
        given = [[row["case_id"] for row in some], today, now, accounts]
        statement, values = of_the_account(tx, _WAKE, given, accounts)
        await tx.execute(statement, *values)


def _sent(row: ClaimedDeliveryRow) -> DomainEvent:
    details = {"invoice": row["invoice_id"], "invoice_type": row["kind"], "channel": row["channel"]}
    return DomainEvent("invoice.sent", row["account_id"], row["creditor_id"], row["case_id"], details)


async def _note_not_left(
    tx: Connection, one: DeliveryAttempt, counts: Counts, now: datetime, business_now: datetime
) -> None:
    row, outcome = one.row, one.outcome
    if isinstance(outcome, PermanentFailure) and not outcome.is_tried and parsed(row["ways"]):
        await pass_by(tx, row, outcome.reason, now, business_now)
        return
    if isinstance(outcome, PermanentFailure):
        await next_way(tx, row, outcome.reason, counts.happened, now, business_now)
        return
    assert isinstance(outcome, RetryLater | ConfigurationFault)
    again: datetime | None = business_now + OUR_FAULT_WAIT
    if isinstance(outcome, RetryLater):
        again = next_attempt(row["first_attempt"] or business_now, business_now, row["attempts"])
    if again is None:
        known = "; it is not known whether it arrived" if isinstance(outcome, RetryLater) and outcome.is_unknown else ""
        await next_way(tx, row, outcome.reason + known, counts.happened, now, business_now)
        return
    counts.happened[row["channel"], "later"] += 1
    counts.reasons[row["channel"]] = outcome.reason
    # A delivery that may have left stays claimed, so that it is finished by the same name and not made again.
    is_unknown = isinstance(outcome, RetryLater) and outcome.is_unknown
    await tx.execute(
        """update deliveries set next_attempt = $3, claimed_until = $4, reason = $5, updated = $6, revision = revision + 1,
               batch = case when $4::timestamptz is null then null else batch end
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        again,
        again if is_unknown else None,
        outcome.reason,
        now,
    )
    if isinstance(outcome, ConfigurationFault):
        await put_on_list(tx, row, outcome.reason, now)
