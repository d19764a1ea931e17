"""Make a document of letters: those that the law lets leave are written and kept, and the others are stopped."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import orjson

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.keep_file import KeptFile, Put, keep_file
from fordran.actions.letters.letter_checks import case_then, lacks
from fordran.actions.letters.letter_documents import Document, DocumentExtras, QueuedLetter, document_of
from fordran.actions.letters.letter_marks import LetterNumbers, is_first_letter, mark_letters
from fordran.actions.letters.letter_not_left import note_not_left
from fordran.actions.letters.letter_parties import EnvelopePartiesRow, Parties
from fordran.actions.letters.letter_reference import letter_reference
from fordran.actions.note_event import note_events
from fordran.actions.outbox.copies import keep_copies
from fordran.actions.outbox.keep_application import keep_application
from fordran.actions.rendering.renderers import RENDERERS
from fordran.documents.access import Access
from fordran.documents.letter_parts.claims import LetterClaim
from fordran.documents.letters import enforcement, letters
from fordran.documents.letters.enforcement import EnforcementApplication
from fordran.documents.letters.instalments import MissedInstalment
from fordran.domain.flow.lawfulness import LawCheck, check, comes_right, passes, reasons
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.domain.languages import ENGLISH
from fordran.domain.message import ListValue, Message, as_json
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.texts.catalogue import texts


@dataclass(frozen=True)
class _Checked:
    """A letter that may leave, and the proof of it."""

    letter: QueuedLetter
    checklist: tuple[LawCheck, ...]


async def make_document(
    tx: Connection,
    put: Put,
    envelope: EnvelopePartiesRow,
    parties: Parties,
    group: Sequence[QueuedLetter],
    today: date,
    now: datetime,
) -> int:
    """Check each letter of a document, stop those that fail, and make the document of the others; return how many those are."""
    passing: list[_Checked] = []
    for letter in group:
        lacking = lacks(letter)
        checklist = lacking or _checked(document_of([letter], parties, envelope, today), letter, today)
        if passes(checklist):
            passing.append(_Checked(letter, checklist))
        else:
            await _stop(tx, letter, checklist, now)
    if passing:
        # Those that were due first come first, on paper and when a payment is shared out.
        passing.sort(key=lambda checked: (checked.letter.flowing.case.terms.due_date, checked.letter.flowing.case.id))
        made = [checked.letter for checked in passing]
        marks = await mark_letters(tx, parties.operator, made, now)
        carried = await _carried(tx, parties, made, marks)
        document = document_of(made, parties, envelope, today, carried)
        await _keep(tx, put, envelope, parties.operator, passing, document, marks, today, now)
    return len(passing)


async def _carried(
    tx: Connection, parties: Parties, letters: Sequence[QueuedLetter], marks: LetterNumbers
) -> DocumentExtras:
    """The document's own data: payment reference, access code, and whether it includes the privacy notice."""
    first, address = letters[0], parties.operator.public_url
    return DocumentExtras(
        reference=await letter_reference(tx, letters),
        access=Access(address, marks.code, marks.numbers[first.id]) if marks.code else None,
        tells_of_privacy=parties.receiver.organization_no is None and await is_first_letter(tx, first),
    )


async def _keep(
    tx: Connection,
    put: Put,
    envelope: EnvelopePartiesRow,
    operator: Operator,
    passing: Sequence[_Checked],
    document: Document,
    marks: LetterNumbers,
    today: date,
    now: datetime,
) -> None:
    """Write the document, and note it with its letters."""
    content = await RENDERERS.render(envelope["account_id"], renderer_of(document), document)
    first = passing[0].letter
    name = f"{first.kind}-{today.isoformat()}-{first.id}"
    kept = await _keep_file(tx, put, envelope, f"{name}.pdf", "application/pdf", content, now)
    if isinstance(document, EnforcementApplication):
        # The same as data, for an authority that takes applications by wire.
        data = orjson.dumps(enforcement.application_data(document), option=orjson.OPT_INDENT_2)
        json = await _keep_file(tx, put, envelope, f"{name}.json", "application/json", data, now)
        await tx.execute(
            "update letters set details = details || $3 where account_id = $1 and id = $2",
            envelope["account_id"],
            first.id,
            {"application": json.id},
        )
        cases = [checked.letter.flowing for checked in passing]
        by_file = json.id if operator.applies_by_file else None
        await keep_application(tx, passing[0].letter.id, cases, document, kept.id, now, by_file)
    else:
        copied = [(checked.letter.id, checked.letter.flowing) for checked in passing]
        await keep_copies(tx, put, operator, envelope, copied, document, name, now)
    for checked in passing:
        number = marks.numbers[checked.letter.id]
        await _note_made(tx, checked, document, number, kept, hashlib.sha256(content).digest(), now)


async def _keep_file(
    tx: Connection,
    put: Put,
    envelope: EnvelopePartiesRow,
    filename: str,
    content_type: str,
    content: bytes,
    now: datetime,
) -> KeptFile:
    return await keep_file(
        tx,
        put,
        account=envelope["account_id"],
        creditor=envelope["creditor_id"],
        filename=filename,
        content_type=content_type,
        content=content,
        now=now,
    )


def renderer_of(document: Document) -> Callable[..., bytes]:
    """The function that makes the PDF of a document. A renderer imports its module, which imports little."""
    return enforcement.render if isinstance(document, EnforcementApplication) else letters.render


def _checked(document: Document, letter: QueuedLetter, today: date) -> tuple[LawCheck, ...]:
    asked = letters.facts_for_lawfulness(document, [case_then(letter, today)])
    return tuple(line for facts in asked for line in check(facts))


async def _stop(tx: Connection, letter: QueuedLetter, checklist: Sequence[LawCheck], now: datetime) -> None:
    case = letter.flowing.case
    await tx.execute(
        """update letters set status = 'stopped', checklist = $3, details = details || $5, revision = revision + 1, updated = $4
           where account_id = $1 and id = $2""",
        case.account,
        letter.id,
        shown(checklist),
        now,
        {"failed": {line.rule: as_json(line.note) for line in checklist if line.note}},
    )
    for reason in reasons(checklist):
        await put_on_work_list(
            tx,
            case,
            "letter_stopped",
            Message("work.of_letter", letter=ListValue("letter_kind", letter.kind, "in_reason"), reason=reason),
            now,
            letter.id,
        )
    await note_events(tx, [case.event("letter.stopped", {"letter": letter.id, "kind": letter.kind})], now)
    await note_not_left(tx, letter.flowing, letter.kind, letter.fees, now, passes=comes_right(checklist))


async def _note_made(
    tx: Connection,
    checked: _Checked,
    document: Document,
    number: str,
    kept: KeptFile,
    digest: bytes,
    now: datetime,
) -> None:
    flowing = checked.letter.flowing
    claims = (
        [debt.claim for debt in document.debts] if isinstance(document, EnforcementApplication) else document.claims
    )
    knew = {"knew": [payment for claim in claims if _is_of(claim, flowing) for payment in claim.statement.payments]}
    left_out = next(claim.disputed for claim in claims if _is_of(claim, flowing))
    disputed = {"disputed": left_out} if left_out else {}
    # The new day of a missed instalment is nobody's time to pay the claim by: it is kept as what the letter says.
    named = {"pay_by": document.pay_by.isoformat()} if isinstance(document, MissedInstalment) else {}
    # A letter in a person's own words asks for nothing.
    is_free = checked.letter.kind == "free"
    amount = 0 if is_free else next(claim.remaining for claim in claims if _is_of(claim, flowing))
    await tx.execute(
        """update letters set status = 'made', checklist = $3, media_id = $4, sha256 = $5, amount = $6,
               details = details || $8, pay_by = coalesce($9, pay_by), letter_number = $10, revision = revision + 1, updated = $7
           where account_id = $1 and id = $2""",
        flowing.case.account,
        checked.letter.id,
        shown(checked.checklist),
        kept.id,
        digest,
        amount,
        now,
        knew | named | disputed | ({"channel": checked.letter.channel} if checked.letter.channel else {}),
        # One letter gives one time, whatever the settings of its claims.
        document.deadline
        if not isinstance(document, EnforcementApplication) and document.kind and LETTER_KINDS[document.kind].settles
        else None,
        number,
    )


def _is_of(claim: LetterClaim, flowing: FlowingCase) -> bool:
    return claim.ocr_number == flowing.row["ocr_number"]


def shown(checklist: Sequence[LawCheck]) -> list[dict[str, Any]]:
    """A checklist as it is kept with the letter."""
    return [
        {"rule": line.rule, "law": line.law, "passed": line.passed}
        | ({"note": texts(ENGLISH).say(line.note)} if line.note else {})
        for line in checklist
    ]
