"""Make letters: what is queued for a customer becomes documents, each checked against the law before it may leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TypedDict

import asyncpg

from fordran.actions.addressed import Addressed, in_place_of_debtor
from fordran.actions.cases.locked_case import lock_cases
from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.keep_file import Put
from fordran.actions.keep_logo import logo_of
from fordran.actions.letters.letter_documents import QueuedLetter, last_assignment
from fordran.actions.letters.letter_parties import ENVELOPE, EnvelopePartiesRow, parties_of, to_addressee
from fordran.actions.letters.make_document import make_document
from fordran.actions.letters.queue_letter import where_to
from fordran.actions.letters.retry_letters import give_up, put_off
from fordran.actions.outbox.keep_application import order_of
from fordran.actions.outbox.queue_letters import queue_envelope
from fordran.actions.outbox.wait_for_check import IS_CHECKED
from fordran.actions.outbox.wait_for_lookup import IS_LOOKED_UP
from fordran.clock import stockholm_date
from fordran.domain.days import stockholm_midnight
from fordran.domain.flow.dispatch import in_time, leaves_on
from fordran.domain.flow.next_step import pay_by_of_letter
from fordran.domain.kinds.channels import Channel
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.operator import Operator
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere
from fordran.store.connections.savepoints import SavepointRolledBack, part, savepoint
from fordran.store.connections.typed_rows import fetch_row, fetch_rows, own_copy
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import LetterRow
from fordran.store.turns import AccountRound, WaitingRows, accounts_with
from fordran.store.upkeep.installation import business_day, business_now


class _WaitingRow(TypedDict):
    account_id: str
    id: str
    cases: list[str]


# Looked for without a lock: code that queues a letter locks its case and then the envelope, and so does this code. Each worker
# marks its own, so that several make different ones.
_WAITING_IF = """
with waiting as materialized (
    select account_id, id from envelopes e
    where account_id = $2 and status = 'queued' and next_attempt <= $1 and {condition}
    order by next_attempt, id limit 50)
select account_id, id,
       array(select distinct case_id::text from letters l where l.account_id = w.account_id and l.envelope_id = w.id) as cases
from waiting w where pg_try_advisory_xact_lock(hashtextextended(id, 3)) limit 1
"""
_WAITING = _WAITING_IF.format(condition="true")
_WAITING_FOR = {
    (True, False): _WAITING_IF.format(condition=IS_LOOKED_UP),
    (False, True): _WAITING_IF.format(condition=IS_CHECKED),
    (True, True): _WAITING_IF.format(condition=f"{IS_LOOKED_UP} and {IS_CHECKED}"),
}
"""Whether people are looked up, and companies checked → the envelopes that wait for neither."""
_TO_MAKE = WaitingRows("envelopes", "w.status = 'queued'", "next_attempt", "w.next_attempt <= $1")


async def make_letters(
    tx: Connection,
    put: Put,
    operator: Operator,
    now: datetime,
    turn: AccountRound | None = None,
    answer_days: int | None = None,
    *,
    checks_companies: bool = False,
) -> int:
    """Make the letters of one envelope, of the account whose turn it is; 1, or 0 when none waits.

    Where answers of SPAR hold for so many days, an envelope waits until its customer has been looked up, and where companies
    are checked, until its company has been checked that day.
    """

    then = await business_now(tx, now)

    async def make(account: str) -> int:
        return await _make_next(tx, put, operator, account, now, then, answer_days, checks_companies)

    return await (turn or AccountRound()).one(lambda: accounts_with(tx, _TO_MAKE, then), make)


async def _make_next(
    tx: Connection,
    put: Put,
    operator: Operator,
    account: str,
    now: datetime,
    then: datetime,
    answer_days: int | None,
    checks_companies: bool,
) -> int:
    if answer_days is None and not checks_companies:
        waiting = await fetch_row(tx, _WaitingRow, everywhere(tx, _WAITING, 2), then, account)
    else:
        day, statement = (
            stockholm_date(then),
            everywhere(tx, _WAITING_FOR[answer_days is not None, checks_companies], 2),
        )
        values = (day,) if answer_days is None else (day, answer_days)
        waiting = await fetch_row(tx, _WaitingRow, statement, then, account, *values)
    if waiting is None:
        return 0
    try:
        async with part(tx):
            await _make_or_give_up(tx, put, operator, waiting, now)
    except SavepointRolledBack as undone:
        await put_off(tx, waiting["account_id"], waiting["id"], f"cannot be made: {undone}", now)
    return 1


async def _make_or_give_up(tx: Connection, put: Put, operator: Operator, waiting: _WaitingRow, now: datetime) -> None:
    await lock_cases(tx, waiting["account_id"], waiting["cases"], now)
    row = await fetch_row(tx, EnvelopePartiesRow, ENVELOPE, waiting["account_id"], waiting["id"])
    if row is None:
        return  # another made it before we had it
    try:
        async with savepoint(tx):
            await _make_all(tx, put, row, operator, now)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        raise
    except Exception as trouble:  # noqa: BLE001  (whatever it is: the letters of others are not to wait for it)
        # The same rows would make the same trouble in an hour; meanwhile the debtor would be charged for no letter.
        await give_up(tx, row["account_id"], row["id"], f"cannot be made: {trouble!r}", now)


async def _make_all(tx: Connection, put: Put, row: EnvelopePartiesRow, operator: Operator, now: datetime) -> None:
    today = await business_day(tx, now)
    rows = await fetch_rows(tx, _LetterRow, _QUEUED, row["account_id"], row["id"])
    cases = await _cases_of(tx, row, rows, now)
    first, *others = _by_addressee(rows, cases)
    for instead, some in others:
        id_ = await _set_apart(tx, row, [letter["id"] for letter in some], now)
        apart = own_copy(row)
        apart["id"] = id_
        await _make_envelope(tx, put, apart, instead, some, cases, operator, today, now)
    instead, some = first
    await _make_envelope(tx, put, row, instead, some, cases, operator, today, now)


async def _cases_of(
    tx: Connection, envelope: EnvelopePartiesRow, rows: Sequence[_LetterRow], now: datetime
) -> dict[str, FlowingCase]:
    """The cases that letters are about, locked."""
    cases: dict[str, FlowingCase] = {}
    for row in rows:
        if row["case_id"] not in cases:
            locked = await lock_flowing(tx, row["case_id"], envelope["creditor_id"], envelope["account_id"], now)
            assert locked is not None
            cases[row["case_id"]] = locked
    return cases


def _by_addressee(
    rows: Sequence[_LetterRow], cases: Mapping[str, FlowingCase]
) -> list[tuple[Addressed | None, list[_LetterRow]]]:
    """Letters by who gets them in the customer's place, those of the customer first; and by whom their claims came from."""
    found: dict[tuple[str, str], tuple[Addressed | None, list[_LetterRow]]] = {}
    for row in rows:
        case = cases[row["case_id"]]
        instead = in_place_of_debtor(case, of_application=row["kind"] == "enforcement")
        came = last_assignment(case)
        key = (
            "" if instead is None else instead.party.id,
            "" if came is None else f"{came.date} {came.former_creditor}",
        )
        found.setdefault(key, (instead, []))[1].append(row)
    return [found[key] for key in sorted(found)] or [(None, [])]


async def _set_apart(tx: Connection, envelope: EnvelopePartiesRow, letters: Sequence[str], now: datetime) -> str:
    """An envelope of the same day for letters that go to somebody else."""
    id_ = new_id()
    await tx.execute(
        """insert into envelopes (account_id, id, created, creditor_id, customer_id, day, channel, receiver, status,
                                  next_attempt, tried_since)
           select account_id, $3, $4, creditor_id, customer_id, day, channel, receiver, 'empty', next_attempt, tried_since
           from envelopes where account_id = $1 and id = $2""",
        envelope["account_id"],
        envelope["id"],
        id_,
        now,
    )
    await tx.execute(
        "update letters set envelope_id = $2 where account_id = $1 and id = any($3::text[])",
        envelope["account_id"],
        id_,
        letters,
    )
    return id_


async def _make_envelope(
    tx: Connection,
    put: Put,
    own: EnvelopePartiesRow,
    instead: Addressed | None,
    rows: Sequence[_LetterRow],
    cases: Mapping[str, FlowingCase],
    operator: Operator,
    today: date,
    now: datetime,
) -> None:
    """Make the letters of an envelope that go to the customer, or to one who gets them in its place."""
    row = to_addressee(own, instead)
    # To where the customer is reached now, which may be elsewhere than when it was queued.
    on_paper = instead is not None or any(parsed(letter["details"]).get("printed") for letter in rows)
    channel, receiver = where_to(row, row["id_number"], on_paper=on_paper)
    queued = await _queued(tx, row, rows, cases, channel, today, now)
    parties = parties_of(row, operator, await logo_of(tx, row["account_id"], row["logo_id"]))
    made = 0
    for group in _groups(queued):
        made += await make_document(tx, put, row, parties, group, today, now)
    # With the case as it is now: should something happen to it before they leave, they are made again.
    await tx.execute(
        """update letters l set details = l.details || ('{"case_revision": ' || k.revision || '}')::jsonb
           from cases k where k.account_id = l.account_id and k.id = l.case_id
             and l.account_id = $1 and l.envelope_id = $2 and l.status = 'made'""",
        row["account_id"],
        row["id"],
    )
    await queue_envelope(tx, row, channel, now)
    await tx.execute(
        """update envelopes set status = $3, channel = $4, receiver = $5, addressee = $6
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        "made" if made else "empty",
        channel,
        receiver,
        None if instead is None else instead.shown(),
    )


class _LetterRow(LetterRow):
    """A row of `letters`."""


_QUEUED = """
select id, case_id, kind, language, dated, pay_by, details from letters
where account_id = $1 and envelope_id = $2 and status = 'queued' order by id
"""


async def _queued(
    tx: Connection,
    envelope: EnvelopePartiesRow,
    rows: Sequence[_LetterRow],
    cases: Mapping[str, FlowingCase],
    channel: Channel,
    today: date,
    now: datetime,
) -> list[QueuedLetter]:
    """The letters that can leave today. The others wait for their day, in an envelope of it."""
    found = []
    for row in rows:
        flowing = cases[row["case_id"]]
        day = leaves_on(today, channel, flowing.case.terms.particulars.rules_day)
        if day > today and row["kind"] != "enforcement":
            await _let_wait(tx, envelope, row["id"], day, now)
            continue
        pay_by = await _dated(tx, flowing, row, channel, today)
        details = parsed(row["details"])
        order = await order_of(tx, flowing.case)
        found.append(QueuedLetter(row["id"], row["kind"], row["language"], pay_by, details, flowing, order, channel))
    return found


_OF_A_LATER_DAY = """
insert into envelopes (account_id, id, created, creditor_id, customer_id, day, channel, receiver, next_attempt)
select account_id, $3, $4, creditor_id, customer_id, $5, channel, receiver, $6
from envelopes where account_id = $1 and id = $2
on conflict (account_id, creditor_id, customer_id, day) where status = 'queued'
do update set next_attempt = least(envelopes.next_attempt, excluded.next_attempt)
returning id
"""


async def _let_wait(tx: Connection, envelope: EnvelopePartiesRow, letter: str, day: date, now: datetime) -> None:
    """Put a letter into an envelope of a later day. There it is dated that day."""
    account = envelope["account_id"]
    later = await tx.fetchval(_OF_A_LATER_DAY, account, envelope["id"], new_id(), now, day, stockholm_midnight(day))
    await tx.execute("update letters set envelope_id = $3 where account_id = $1 and id = $2", account, letter, later)


async def _dated(tx: Connection, flowing: FlowingCase, row: _LetterRow, channel: Channel, today: date) -> date | None:
    """The last day to pay of a letter that leaves today: its time is counted from the day on which it really leaves."""
    pay_by = row["pay_by"]
    if pay_by is not None and row["dated"] != today:
        pay_by = pay_by_of_letter(row["kind"], today, flowing.settings)
    if pay_by is not None:
        pay_by = in_time(pay_by, today, channel, flowing.case.terms.particulars.rules_day)
    if (row["dated"], row["pay_by"]) != (today, pay_by):
        await tx.execute(
            "update letters set dated = $3, pay_by = $4 where account_id = $1 and id = $2",
            flowing.case.account,
            row["id"],
            today,
            pay_by,
        )
    return pay_by


def _groups(queued: Sequence[QueuedLetter]) -> list[list[QueuedLetter]]:
    """Letters that are one document: all of a merged kind and language, and every other one by itself."""
    merged: dict[tuple[str, str], list[QueuedLetter]] = {}
    groups = []
    for letter in queued:
        if LETTER_KINDS[letter.kind].state is not None:
            key = (letter.kind, letter.language)
            if key not in merged:
                merged[key] = []
                groups.append(merged[key])
            merged[key].append(letter)
        else:
            groups.append([letter])
    return groups
