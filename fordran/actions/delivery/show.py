"""Show deliveries: a sandbox sends nothing, and says what would have come of it.

Addresses at three domains, which nobody can have, are refused, put off and bounced, so that all of it can be tried.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import datetime
from typing import Literal, TypedDict

from fordran.actions.delivery.bounce import bounced
from fordran.actions.delivery.claimed import (
    COLUMNS,
    ClaimedDeliveryRow,
    DeliveryResult,
    PermanentFailure,
    RetryLater,
    Sent,
)
from fordran.actions.delivery.note_outcome import DeliveryAttempt
from fordran.actions.delivery.note_safely import note_safely
from fordran.actions.delivery.parcel import Parcel
from fordran.actions.delivery.parcels import parcels_of
from fordran.actions.letters.take_back_letters import OUTDATED
from fordran.domain.kinds.channels import CHANNELS, InvoiceChannel
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere, is_on_a_cluster
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.turns import AccountRound, FairTurns, WaitingRows, accounts_with
from fordran.store.upkeep.installation import business_day, business_now, read_installation

REFUSED, LATER, BOUNCED = "refuse.example", "later.example", "bounce.example"
MOST_INVOICES = 200
MOST_LETTERS = 20
"""Of an account in one transaction, which locks their cases meanwhile."""
_DOMAIN = "sandbox.example"

# Only what an index leads to is looked at: the deliveries of one account by one channel, in the order in which they are due.
_DUE = """
select q.account_id, q.id from deliveries q
where q.account_id = $3 and q.channel = $4 and q.status = 'queued' and q.next_attempt <= $1 and {what}
order by q.next_attempt, q.id limit $2
"""
_TAKE = f"""
with chosen as ({{due}} for update of q skip locked)
update deliveries q set attempts = q.attempts + 1, first_attempt = coalesce(q.first_attempt, $1), revision = q.revision + 1,
    message_id = case when q.channel = 'email' then coalesce(q.message_id,
        '<' || q.id || '.' || jsonb_array_length(q.history) + 1 || '@{_DOMAIN}>') end
from chosen c where q.account_id = c.account_id and q.id = c.id
returning {COLUMNS}
"""
_LETTERS = f"""q.envelope_id is not null and exists (
    select 1 from envelopes e where e.account_id = q.account_id and e.id = q.envelope_id
    and (e.status = 'shown' or (e.status = 'made' and not {OUTDATED.format(today="{today}")})))"""
_TAKE_INVOICES = _TAKE.format(due=_DUE.format(what="q.envelope_id is null"))
_DUE_LETTERS = _DUE.format(what=_LETTERS.format(today="$5"))
# By its key, without an order that would lead the server through all that wait.
_THE_LETTER = f"""
select q.account_id, q.id from deliveries q
where q.account_id = $2 and q.id = $3 and q.status = 'queued' and q.next_attempt <= $1 and {_LETTERS.format(today="$4")}
"""
_TAKE_LETTER = _TAKE.format(due=_THE_LETTER)
_QUEUED = WaitingRows("deliveries", "w.status = 'queued' and w.channel = $1", "next_attempt", "w.next_attempt <= $2")


class _DueRow(TypedDict):
    account_id: str
    id: str


async def show_deliveries(
    tx: Connection,
    kind: Literal["invoices", "letters"],
    operator: Operator,
    now: datetime,
    turns: FairTurns | None = None,
    handed_over: Container[InvoiceChannel] = (),
) -> int:
    """Show due deliveries in a sandbox, account by account in turn; return the number handled.

    Elsewhere nothing is shown, and the worker sends. What is `handed_over` to a stand-in is not shown (hand_over.py).
    """
    if not (await read_installation(tx)).sandbox:
        return 0
    shown = 0
    for channel in CHANNELS:
        if channel in handed_over:
            continue
        turn = (turns or FairTurns()).of(f"show {kind}: {channel}")
        show = _show_letters if kind == "letters" else _show_invoices
        shown += await show(tx, channel, operator, now, turn)
        if shown and is_on_a_cluster(tx):
            break  # a transaction there is one account's
    return shown


async def _show_invoices(
    tx: Connection, channel: InvoiceChannel, operator: Operator, now: datetime, turn: AccountRound
) -> int:
    then = await business_now(tx, now)

    async def take(account: str, most: int) -> list[ClaimedDeliveryRow]:
        return await fetch_rows(tx, ClaimedDeliveryRow, everywhere(tx, _TAKE_INVOICES, 3), then, most, account, channel)

    of = 1 if is_on_a_cluster(tx) else 0
    rows = await turn.fill(lambda: accounts_with(tx, _QUEUED, channel, then), take, MOST_INVOICES, of)
    if rows:
        await _show(tx, rows, operator, now, then)
    return len(rows)


async def _show_letters(
    tx: Connection, channel: InvoiceChannel, operator: Operator, now: datetime, turn: AccountRound
) -> int:
    """Some are found at once; each is taken by itself, since one that leaves moves cases that another may be about."""
    then, today = await business_now(tx, now), await business_day(tx, now)

    async def show(account: str) -> int:
        due = await fetch_rows(
            tx, _DueRow, everywhere(tx, _DUE_LETTERS, 3), then, MOST_LETTERS, account, channel, today
        )
        shown = 0
        for row in due:
            statement = everywhere(tx, _TAKE_LETTER, 2)
            taken = await fetch_rows(tx, ClaimedDeliveryRow, statement, then, account, row["id"], today)
            if taken:
                await _show(tx, taken, operator, now, then)
                shown += 1
        return shown

    return await turn.one(lambda: accounts_with(tx, _QUEUED, channel, then), show)


async def _show(
    tx: Connection, rows: Sequence[ClaimedDeliveryRow], operator: Operator, now: datetime, then: datetime
) -> None:
    parcels = await parcels_of(tx, rows, operator)
    handed = [_shown(row, parcels[row["id"]]) for row in rows]
    await note_safely(tx, handed, now, then)
    for one in handed:
        if isinstance(one.outcome, Sent) and _domain(one) == BOUNCED:
            message = one.row["message_id"]
            assert message is not None
            await bounced(tx, message, "550 5.1.1 the mailbox does not exist", now)


def _shown(row: ClaimedDeliveryRow, parcel: Parcel | PermanentFailure) -> DeliveryAttempt:
    # Paper without an address is shown all the same: there is nobody to bring it anywhere.
    if isinstance(parcel, PermanentFailure):
        return DeliveryAttempt(row, Sent("shown") if row["channel"] == "print" else parcel)
    return DeliveryAttempt(row, _outcome(parcel), parcel.receiver)


def _outcome(parcel: Parcel) -> DeliveryResult:
    domain = parcel.address.rpartition("@")[2].lower() if parcel.channel == "email" else ""
    if domain == REFUSED:
        return PermanentFailure("550 5.1.1 the receiver's server refuses the address")
    if domain == LATER:
        return RetryLater("450 4.2.1 the receiver's server asks to try again later")
    return Sent("shown")


def _domain(one: DeliveryAttempt) -> str:
    return one.receiver.rpartition("@")[2].lower() if one.row["channel"] == "email" else ""
