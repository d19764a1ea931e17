"""Let an application leave: from the day on which it was posted or accepted it is with the authority, and has its costs."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, book_and_save, lock_flowing
from fordran.actions.cases.work_list import resolve_work
from fordran.actions.enforcements.tell_authority import known_facts
from fordran.actions.letters.letter_left import note_left
from fordran.actions.note_event import note_events
from fordran.actions.outbox.queue_message import cancel_application
from fordran.actions.refusals import Conflict
from fordran.domain.claims.facts import Fee
from fordran.domain.kinds.channels import PAPER
from fordran.domain.kinds.enforcement_kinds import UNSENT
from fordran.domain.message import Message
from fordran.resources.enforcements import ENFORCEMENTS, PostedInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.reading.documents import Document
from fordran.store.reading.scope import SYSTEM as SYSTEM_CALLER
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import find
from fordran.store.rows.schema_rows import EnforcementRow, LetterRow

_LETTERS = """
select id, case_id, envelope_id, details, status from letters
where account_id = $1 and case_id = any($2::text[]) and kind = 'enforcement' and status in ('queued', 'made')
order by id for update
"""
_HANDED_OVER = """
select exists (select 1 from enforcement_messages where account_id = $1 and enforcement_id = $2 and kind = 'application'
               and status in ('handed_over', 'accepted'))
"""
_LEAVE = """
update letters set status = 'sent', sent = $3, fee = $4, details = details || $5, revision = revision + 1, updated = $3
where account_id = $1 and id = $2
"""
_ENVELOPE_LEFT = """
update envelopes e set sent = $3, trouble = null,
    status = case when exists (select 1 from letters l where l.account_id = $1 and l.envelope_id = $2
                               and l.status in ('queued', 'made')) then e.status else 'sent' end
where e.account_id = $1 and e.id = $2
"""


async def post_application(tx: Connection, enforcement: Document, given: PostedInput, now: datetime) -> None:
    """Note that a person signed and posted an application, which is given as it was read.

    One that goes by file is posted instead where the receiver has not been given it.
    """
    account, id_ = enforcement["account"], enforcement["_id"]
    await cancel_application(tx, account, id_, now)
    if await tx.fetchval(_HANDED_OVER, account, id_):
        raise Conflict("error.application_goes_by_file")
    await let_leave(tx, enforcement, day_of(given.date), now, signed_by=given.signed_by)
    await resolve_work(tx, account, ["enforcement_refused", "enforcement_unsent"], now, subject=id_)


async def let_leave(
    tx: Connection, enforcement: Document, day: date, now: datetime, *, signed_by: str | None = None
) -> None:
    """Let an application be with the authority from a day on: on paper that somebody signed, or by file."""
    account = enforcement["account"]
    cases = {id_: await _locked(tx, enforcement, id_, now) for id_ in sorted(parsed(enforcement["cases"]))}
    row = await fetch_row(
        tx,
        EnforcementRow,
        "select id, status, case_ids from enforcements where account_id = $1 and id = $2 for update",
        account,
        enforcement["_id"],
    )
    assert row is not None
    if row["status"] not in UNSENT:
        raise Conflict("error.application_not_to_sign")
    letters = await fetch_rows(tx, LetterRow, _LETTERS, account, list(cases))
    if set(parsed(row["case_ids"])) != set(cases) or any(letter["status"] == "queued" for letter in letters):
        raise Conflict("error.application_is_made_again")
    _check_day(day, list(cases.values()))
    # The authority is paid once for an application, whatever of it the debtor is charged; execution again has no letter.
    charged = next((one for one in letters if parsed(one["details"]).get("charges")), letters[0] if letters else None)
    for letter in letters:
        await _leave(tx, cases[letter["case_id"]], letter, day, now, is_paid_for=letter is charged)
    await tx.execute(
        """update enforcements set status = 'sent', sent_date = $3, signed_by = $4, answered_facts = $6, channel = $7,
               revision = revision + 1, updated = $5
           where account_id = $1 and id = $2""",
        account,
        enforcement["_id"],
        day,
        signed_by,
        now,
        known_facts(list(cases.values())),
        "file" if signed_by is None else "paper",
    )


async def post_for_case(tx: Connection, flowing: FlowingCase, given: PostedInput, now: datetime) -> None:
    """The same for the application of a case that waits to be signed."""
    found: str | None = await tx.fetchval(
        """select id from enforcements
           where account_id = $1 and case_ids @> jsonb_build_array($2::text) and status = any($3::text[])""",
        flowing.case.account,
        flowing.case.id,
        list(UNSENT),
    )
    item = None if found is None else await find(tx, ENFORCEMENTS, SYSTEM_CALLER, found)
    if item is None:
        raise Conflict("error.application_not_to_sign")
    await post_application(tx, item.document, given, now)


async def latest_application(tx: Connection, flowing: FlowingCase) -> Document:
    """The latest application of a case, as it is read."""
    found: str | None = await tx.fetchval(
        """select id from enforcements where account_id = $1 and case_ids @> jsonb_build_array($2::text)
           order by id desc limit 1""",
        flowing.case.account,
        flowing.case.id,
    )
    item = None if found is None else await find(tx, ENFORCEMENTS, SYSTEM_CALLER, found)
    if item is None:
        raise Conflict("error.no_application")
    return item.document


async def _locked(tx: Connection, enforcement: Document, case: str, now: datetime) -> FlowingCase:
    flowing = await lock_flowing(tx, case, enforcement["creditor"], enforcement["account"], now)
    assert flowing is not None
    return flowing


def _check_day(day: date, cases: list[FlowingCase]) -> None:
    """An application is posted after the step that made it, and not on a day to come. A case may be closed since."""
    if day > cases[0].today:
        raise Refused({"date": Message("issue.must_not_be_after_today")})
    if any(not one.case.is_closed and day < one.situation().state_since for one in cases):
        raise Refused({"date": Message("issue.before_application_was_made")})


async def _leave(
    tx: Connection, flowing: FlowingCase, letter: LetterRow, day: date, now: datetime, *, is_paid_for: bool
) -> None:
    """Let a claim's part of the application have left: lag (1990:746) 46 och 48 §§, förordning (1992:1094) 1 §."""
    case = flowing.case
    fees = [Fee(new_id(), day, article, amount) for article, amount in parsed(letter["details"]).get("charges", ())]
    if is_paid_for:
        # The authority's own fee comes first, then that for the work. One that the debtor does not owe is paid all the same.
        authoritys, *work = fees or [Fee(new_id(), day, "enforcement", 0)]
        paid = case.terms.law.row("enforcement_application", day).most
        fees = [replace(authoritys, outlay=paid), *work]
    note_left(flowing, "enforcement", day, None)
    await book_and_save(tx, flowing, [StoredFact(fee, case.business_now, SYSTEM) for fee in fees], now)
    charged = {"fees": [*parsed(letter["details"])["fees"], *(fee.id for fee in fees)]}
    await tx.execute(_LEAVE, case.account, letter["id"], now, sum(fee.amount for fee in fees), charged)
    await tx.execute(_ENVELOPE_LEFT, case.account, letter["envelope_id"], now)
    data = {"letter": letter["id"], "kind": "enforcement", "channel": PAPER}
    await note_events(tx, [case.event("letter.sent", data)], now)
