"""Take back letters: an envelope that has not left and says what no longer holds is made again."""

from __future__ import annotations

from datetime import date, datetime

import orjson

from fordran.actions.cases.case_particulars import particulars_of
from fordran.actions.outbox.queue_letters import withdraw
from fordran.domain.flow.dispatch import in_time, may_leave
from fordran.domain.kinds.channels import PAPER
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import EnvelopeRow, LetterRow
from fordran.store.turns import AccountRound, WaitingRows, accounts_with
from fordran.store.upkeep.installation import business_day

AT_A_TIME = 100
"""Each look goes through all envelopes of the account that are made, most of which may hold."""

# Whether an envelope says what no longer holds: it was made on an earlier day, or something has happened to a case since.
# An application keeps its day while it waits to be signed.
OUTDATED = """
exists (select 1 from letters l join cases k on k.account_id = l.account_id and k.id = l.case_id
        where l.account_id = e.account_id and l.envelope_id = e.id and l.status = 'made'
          and ((l.dated < {today} and l.kind <> 'enforcement') or (l.details ->> 'case_revision')::integer <> k.revision))
"""


_MADE_BEFORE = f"""
select e.account_id, e.id, e.creditor_id, e.customer_id, e.day from envelopes e
where e.account_id = $2 and e.status = 'made' and {OUTDATED.format(today="$1")}
  and not exists (select 1 from deliveries q where q.account_id = e.account_id and q.envelope_id = e.id
                  and q.status = 'queued' and q.claimed_until is not null)
  and not exists (select 1 from enforcement_messages m where m.account_id = e.account_id and m.envelope_id = e.id
                  and m.status = 'handed_over')
order by e.next_attempt, e.id limit $3 for update of e skip locked
"""
_MADE = WaitingRows("envelopes", "w.status = 'made'", "next_attempt")


async def take_back_letters(tx: Connection, now: datetime, turn: AccountRound | None = None) -> int:
    """Take back envelopes that have not left and say what no longer holds, account by account; how many of one account.

    Its letters are made again: the time that they give is counted from the day on which they leave, and what they say is
    checked as the case is then.
    """
    today = await business_day(tx, now)

    async def take_back(account: str) -> int:
        rows = await fetch_rows(tx, EnvelopeRow, everywhere(tx, _MADE_BEFORE, 2), today, account, AT_A_TIME)
        return sum([await _make_again(tx, row) for row in rows])

    return await (turn or AccountRound()).one(lambda: accounts_with(tx, _MADE), take_back)


_NOT_LEFT = """
select l.kind, l.dated, l.pay_by, k.particulars from letters l
join cases k on k.account_id = l.account_id and k.id = l.case_id
where l.account_id = $1 and l.envelope_id = $2 and l.status = 'made' and l.kind <> 'enforcement'
"""
_TO_PRINT = """
update letters set details = details || '{"printed": true, "case_revision": -1}'
where account_id = $1 and envelope_id = $2 and status = 'made' and kind <> 'enforcement'
"""


class _NotLeftRow(LetterRow):
    particulars: orjson.Fragment | None


async def take_to_print(tx: Connection, account: str, envelope: str) -> None:
    """Let letters that no other channel brings be made again for print, where their day or time is not for print.

    A letter whose `case_revision` is none of its case is outdated: it does not leave as it is.
    """
    for row in await fetch_rows(tx, _NotLeftRow, _NOT_LEFT, account, envelope):
        rules_day, dated, pay_by = particulars_of(row["particulars"]).rules_day, row["dated"], row["pay_by"]
        is_in_time = pay_by is None or pay_by == in_time(pay_by, dated, PAPER, rules_day)
        if not (is_in_time and may_leave(dated, PAPER, rules_day)):
            await tx.execute(_TO_PRINT, account, envelope)
            return


async def _make_again(tx: Connection, row: EnvelopeRow) -> int:
    taken_back = await make_again(
        tx,
        row["account_id"],
        row["id"],
        creditor=row["creditor_id"],
        customer=row["customer_id"],
        day=row["day"],
    )
    return 1 if taken_back else 0


async def make_again(tx: Connection, account: str, envelope: str, *, creditor: str, customer: str, day: date) -> bool:
    """Let what is made in an envelope be made once more; the envelope is locked. False where it has begun to leave."""
    # Into the envelope that waits to be made for the same customer and day, where there is one.
    into = await tx.fetchval(
        """select id from envelopes where account_id = $1 and creditor_id = $2 and customer_id = $3 and day = $4
               and status = 'queued' for update""",
        account,
        creditor,
        customer,
        day,
    )
    if not await withdraw(tx, account, envelope, into):
        return False
    await tx.execute(
        """update letters set status = 'queued', envelope_id = $3
           where account_id = $1 and envelope_id = $2 and status = 'made'""",
        account,
        envelope,
        into or envelope,
    )
    await tx.execute(
        "update envelopes set status = $3 where account_id = $1 and id = $2",
        account,
        envelope,
        "empty" if into else "queued",
    )
    return True
