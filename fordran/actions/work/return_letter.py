"""Note that a letter came back: its address is used no more, and it interrupts no limitation."""

from __future__ import annotations

from datetime import date, datetime
from typing import TypedDict

import orjson

from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.letters.letter_left import forget_demands
from fordran.actions.outbox.address_lines import address_lines
from fordran.actions.refusals import Conflict
from fordran.actions.work.change_customer import look_again
from fordran.domain.kinds.channels import PAPER, Channel
from fordran.domain.kinds.letter_kinds import LetterKind
from fordran.domain.message import ListValue, Message
from fordran.resources.letters import ReturnedInput
from fordran.shape.fields import Issues, Refused
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.documents import Document
from fordran.store.rows.rows import change
from fordran.store.upkeep.installation import business_day


class _LetterRow(TypedDict):
    kind: LetterKind
    status: str
    dated: date
    is_returned: bool
    channel: Channel
    receiver: str
    details_id: str
    name: str
    address: orjson.Fragment


_LETTER = """
select l.kind, l.status, l.dated, l.returned_on is not null as is_returned, e.channel, e.receiver, s.id as details_id,
       s.name, s.address
from letters l join envelopes e on e.account_id = l.account_id and e.id = l.envelope_id
join cases k on k.account_id = l.account_id and k.id = l.case_id
join customer_details s on s.account_id = l.account_id and s.customer_id = l.customer_id and s.creditor_id = k.creditor_id
where l.account_id = $1 and l.id = $2 for update of l, s
"""


async def return_letter(tx: Connection, letter: Document, given: ReturnedInput, now: datetime) -> None:
    """Note the return of a letter that has left, which is given as it was read. Noted once more, nothing changes.

    The address is marked where the customer still has the one that the letter went to. A new one ends the mark.
    """
    account, id_ = letter["account"], letter["_id"]
    flowing = await lock_flowing(tx, letter["case"], letter["creditor"], account, now)
    assert flowing is not None
    row = await fetch_the_row(tx, _LetterRow, _LETTER, account, id_)
    if row["status"] not in ("sent", "shown"):
        raise Conflict("error.letter_has_not_left")
    day, today = day_of(given.date), await business_day(tx, now)
    issues: Issues = {}
    if day > today:
        issues["date"] = Message("issue.must_not_be_after_today")
    elif day < row["dated"]:
        issues["date"] = Message("issue.must_not_be_before_the_letter")
    if issues:
        raise Refused(issues)
    if row["is_returned"]:
        return
    key = {"account_id": account, "id": id_}
    await change(tx, "letters", key, {"returned_on": day, "returned_reason": given.reason}, now)
    if row["channel"] == PAPER and row["receiver"] in (
        "",
        "\n".join(address_lines(row["name"], parsed(row["address"]))),
    ):
        await tx.execute(
            """update customer_details set returned_address = address_hash(address), revision = revision + 1,
                   updated = greatest(updated, $3) where account_id = $1 and id = $2""",
            account,
            row["details_id"],
            now,
        )
    # The next answer of SPAR may have another address, so it is asked without waiting for the last one to end.
    await tx.execute(
        "update spar_answers set answered_on = null where account_id = $1 and id = $2", account, letter["customer"]
    )
    await forget_demands(tx, account, [letter["case"]], row["dated"], now)
    message = Message(
        "work.letter_came_back",
        letter=ListValue("letter_kind", row["kind"], "in_reason"),
        channel=ListValue("channel", row["channel"], "in_reason"),
        reason=given.reason,
    )
    await put_on_work_list(tx, flowing.case, "letter_failed", message, now, id_)
    await look_again(tx, account, letter["customer"], [letter["creditor"]], today, now)
