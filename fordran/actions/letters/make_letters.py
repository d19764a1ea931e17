"""Make letters: what is queued for a customer becomes documents, each checked against the law before it may leave."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import asyncpg
import orjson

from fordran.actions.cases.locked_case import lock_cases
from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.keep_file import KeptFile, Put, keep_file
from fordran.actions.letters.letter_documents import (
    MERGED,
    Document,
    Parties,
    QueuedLetter,
    case_then,
    document_of,
    lacks,
    parties_of,
)
from fordran.actions.letters.letter_not_left import note_not_left
from fordran.actions.letters.retry_letters import MOST_ATTEMPTS, give_up, postpone
from fordran.documents import enforcement, letters
from fordran.documents.enforcement import EnforcementApplication
from fordran.domain.lawfulness import Check, check, comes_right, passes, reasons
from fordran.domain.next_step import pay_by_of
from fordran.operator import Operator
from fordran.shape.wire import parsed
from fordran.store.database import Connection
from fordran.store.installation import business_day
from fordran.store.savepoints import savepoint

AGAIN = timedelta(hours=1)
"""After which letters that could not be made are tried again."""

# Looked for without a lock: whoever queues a letter holds its case and then the envelope, and so do we. Each worker marks its
# own, so that several make different ones.
_WAITING = """
with waiting as materialized (
    select account_id, id from envelopes where status = 'queued' and next_attempt <= $1 order by next_attempt, id limit 50)
select account_id, id,
       array(select distinct case_id::text from letters l where l.account_id = w.account_id and l.envelope_id = w.id) as cases
from waiting w where pg_try_advisory_xact_lock(hashtextextended(id, 3)) limit 1
"""
_ENVELOPE = """
select e.account_id, e.id, e.creditor_id, e.customer_id, e.day, e.attempts, d.name as creditor_name,
       d.organization_no as creditor_no, d.sender_address, c.name as customer_name, c.address as customer_address,
       c.id_number, c.is_company, c.customer_number, c.email as customer_email, c.mobile_number
from envelopes e
join creditors d on d.account_id = e.account_id and d.id = e.creditor_id
join customers c on c.account_id = e.account_id and c.id = e.customer_id
where e.account_id = $1 and e.id = $2 and e.status = 'queued' for update of e
"""


async def make_letters(tx: Connection, put: Put, operator: Operator, now: datetime) -> int:
    """Make the letters of one envelope; 1, or 0 when none waits."""
    waiting = await tx.fetchrow(_WAITING, now)
    if waiting is None:
        return 0
    await lock_cases(tx, waiting["account_id"], waiting["cases"], now)
    row = await tx.fetchrow(_ENVELOPE, waiting["account_id"], waiting["id"])
    if row is None:
        return 1  # another made it before we had it
    try:
        async with savepoint(tx):
            await _make_all(tx, put, row, operator, now)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        raise
    except Exception as trouble:  # noqa: BLE001  (whatever it is: the letters of others are not to wait for it)
        reason = f"cannot be made: {trouble!r}"
        if row["attempts"] + 1 >= MOST_ATTEMPTS:
            await give_up(tx, row["account_id"], row["id"], reason, now)
        else:
            await postpone(tx, row["account_id"], row["id"], reason, now + AGAIN)
    return 1


async def _make_all(tx: Connection, put: Put, row: Mapping[str, Any], operator: Operator, now: datetime) -> None:
    today = await business_day(tx, now)
    queued = await _queued(tx, row, today, now)
    parties = parties_of(row, operator)
    made = 0
    for group in _groups(queued):
        made += await _make(tx, put, row, parties, group, today, now)
    # With the case as it is now: should something happen to it before they leave, they are made again.
    await tx.execute(
        """update letters l set details = l.details || jsonb_build_object('case_revision', k.revision)
           from cases k where k.account_id = l.account_id and k.id = l.case_id
             and l.account_id = $1 and l.envelope_id = $2 and l.status = 'made'""",
        row["account_id"],
        row["id"],
    )
    await tx.execute(
        "update envelopes set status = $3 where account_id = $1 and id = $2",
        row["account_id"],
        row["id"],
        "made" if made else "empty",
    )


async def _queued(tx: Connection, envelope: Mapping[str, Any], today: date, now: datetime) -> list[QueuedLetter]:
    rows = await tx.fetch(
        """select id, case_id, kind, language, dated, pay_by, details from letters
           where account_id = $1 and envelope_id = $2 and status = 'queued' order by id""",
        envelope["account_id"],
        envelope["id"],
    )
    cases: dict[str, FlowingCase] = {}
    found = []
    for row in rows:
        if row["case_id"] not in cases:
            one = await lock_flowing(tx, row["case_id"], envelope["creditor_id"], envelope["account_id"], now)
            assert one is not None
            cases[row["case_id"]] = one
        one = cases[row["case_id"]]
        pay_by = row["pay_by"] if row["dated"] == today else await _dated_again(tx, one, row, today)
        found.append(QueuedLetter(row["id"], row["kind"], row["language"], pay_by, parsed(row["details"]), one))
    return found


async def _dated_again(tx: Connection, one: FlowingCase, row: Mapping[str, Any], today: date) -> date | None:
    """A letter that leaves later than it was to: its time to pay is counted from the day it really leaves."""
    pay_by: date | None = row["pay_by"]
    if pay_by is not None:
        pay_by = pay_by_of(row["kind"] if row["kind"] == "reminder" else "debt_collection", today, one.settings)
    await tx.execute(
        "update letters set dated = $3, pay_by = $4 where account_id = $1 and id = $2",
        one.case.account,
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
        if letter.kind in MERGED:
            key = (letter.kind, letter.language)
            if key not in merged:
                merged[key] = []
                groups.append(merged[key])
            merged[key].append(letter)
        else:
            groups.append([letter])
    return groups


@dataclass(frozen=True)
class _Checked:
    letter: QueuedLetter
    checklist: tuple[Check, ...]


async def _make(
    tx: Connection,
    put: Put,
    envelope: Mapping[str, Any],
    parties: Parties,
    group: Sequence[QueuedLetter],
    today: date,
    now: datetime,
) -> int:
    """Check each letter of a document, stop those that fail, and make the document of the others."""
    passing: list[_Checked] = []
    for letter in group:
        lacking = lacks(letter)
        checklist = lacking or _checked(document_of([letter], parties, envelope, today), letter, today)
        if passes(checklist):
            passing.append(_Checked(letter, checklist))
        else:
            await _stop(tx, letter, checklist, now)
    if not passing:
        return 0
    document = document_of([one.letter for one in passing], parties, envelope, today)
    content = await asyncio.to_thread(_rendered, document)
    first = passing[0].letter
    name = f"{first.kind}-{today.isoformat()}-{first.id}"
    owner = {"account": envelope["account_id"], "creditor": envelope["creditor_id"]}
    kept = await keep_file(
        tx, put, **owner, filename=f"{name}.pdf", content_type="application/pdf", content=content, now=now
    )
    if isinstance(document, EnforcementApplication):
        # The same as data, for an authority that takes applications by wire.
        data = orjson.dumps(enforcement.application_data(document), option=orjson.OPT_INDENT_2)
        json = await keep_file(
            tx, put, **owner, filename=f"{name}.json", content_type="application/json", content=data, now=now
        )
        await tx.execute(
            "update letters set details = details || $3 where account_id = $1 and id = $2",
            envelope["account_id"],
            first.id,
            {"application": json.id},
        )
    for one in passing:
        await _note_made(tx, one, document, kept, hashlib.sha256(content).digest(), now)
    return len(passing)


def _rendered(document: Document) -> bytes:
    return enforcement.render(document) if isinstance(document, EnforcementApplication) else letters.render(document)


def _checked(document: Document, letter: QueuedLetter, today: date) -> tuple[Check, ...]:
    facts = letters.facts_for_lawfulness(document, [case_then(letter, today)])
    return tuple(line for one in facts for line in check(one))


async def _stop(tx: Connection, letter: QueuedLetter, checklist: Sequence[Check], now: datetime) -> None:
    case = letter.one.case
    await tx.execute(
        """update letters set status = 'stopped', checklist = $3, revision = revision + 1, updated = $4
           where account_id = $1 and id = $2""",
        case.account,
        letter.id,
        shown(checklist),
        now,
    )
    for reason in reasons(checklist):
        await put_on_work_list(tx, case, "letter_stopped", f"{letter.kind}: {reason}", now, letter.id)
    await note_not_left(tx, letter.one, letter.kind, letter.fees, now, passes=comes_right(checklist))


async def _note_made(
    tx: Connection, one: _Checked, document: Document, kept: KeptFile, digest: bytes, now: datetime
) -> None:
    case = one.letter.one.case
    claims = (
        [debt.claim for debt in document.debts] if isinstance(document, EnforcementApplication) else document.claims
    )
    amount = next(claim.remaining for claim in claims if claim.ocr_number == one.letter.one.row["ocr_number"])
    await tx.execute(
        """update letters set status = 'made', checklist = $3, media_id = $4, sha256 = $5, amount = $6,
               revision = revision + 1, updated = $7 where account_id = $1 and id = $2""",
        case.account,
        one.letter.id,
        shown(one.checklist),
        kept.id,
        digest,
        amount,
        now,
    )


def shown(checklist: Sequence[Check]) -> list[dict[str, Any]]:
    """A checklist as it is kept with the letter."""
    return [
        {"rule": line.rule, "law": line.law, "passed": line.passed} | ({"note": line.note} if line.note else {})
        for line in checklist
    ]
