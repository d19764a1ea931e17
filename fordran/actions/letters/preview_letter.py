"""Preview a letter: the document that would be made of a case today, of which nothing is kept.

A letter of a step is previewed as if the step were taken today, with its fee and its time to pay; one that answers
somebody, as what was written last. Whether the law lets it leave is asked when it is about to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from fordran.actions.addressed import in_place_of_debtor
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase, read_flowing
from fordran.actions.keep_logo import logo_of
from fordran.actions.letters.letter_checks import lacks
from fordran.actions.letters.letter_documents import Document as LetterDocument
from fordran.actions.letters.letter_documents import QueuedLetter, document_of
from fordran.actions.letters.letter_parties import PARTIES, EnvelopePartiesRow, parties_of, to_addressee
from fordran.actions.letters.make_document import renderer_of
from fordran.actions.letters.queue_letter import letter_day, pay_by_from, where_of
from fordran.actions.letters.write_letter import details_of, words_given
from fordran.actions.outbox.keep_application import order_of
from fordran.actions.refusals import Conflict
from fordran.actions.rendering.renderers import RENDERERS
from fordran.domain.claims.facts import Fee
from fordran.domain.claims.objections import undisputed
from fordran.domain.claims.statement import statement
from fordran.domain.flow.lawfulness import reasons
from fordran.domain.flow.next_step import missing_fields, pay_by_of, pay_by_of_letter
from fordran.domain.flow.plans import covered
from fordran.domain.flow.step_fees import fees_of
from fordran.domain.kinds.letter_kinds import LETTER_KINDS, LetterKind
from fordran.domain.kinds.steps import STEPS, Step
from fordran.domain.languages import Language
from fordran.operator import Operator
from fordran.resources.case_acts import FreeLetterInput
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_the_row
from fordran.store.reading.documents import Document
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import LetterRow
from fordran.texts.languages import language_or_swedish

_STEP_OF: dict[LetterKind, Step] = {step.letter: step.code for step in STEPS.values() if step.letter is not None}

# The columns of an envelope that is being made, of a case that may have none.
_PARTIES = f"""
select k.account_id, k.id, k.creditor_id, k.customer_id, 0 as attempts, {PARTIES}
from cases k
join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
join customer_details s on s.account_id = k.account_id and s.customer_id = k.customer_id and s.creditor_id = k.creditor_id
where k.account_id = $1 and k.id = $2
"""


@dataclass(frozen=True)
class PreviewedLetter:
    """A letter that would be made, and the account that it is of."""

    account: str
    document: LetterDocument

    async def pdf(self) -> bytes:
        """The letter as it would be printed. Outside a transaction: it may wait for a renderer."""
        return await RENDERERS.render(self.account, renderer_of(self.document), self.document)


async def preview_letter(
    connection: Connection,
    case: Document,
    kind: LetterKind,
    operator: Operator,
    now: datetime,
    free: FreeLetterInput | None = None,
) -> PreviewedLetter:
    """The letter of that kind about a case, as it would be made today; refused where none could be written.

    `free` is what a free letter would say that nobody has written yet. It is rendered once the connection is given back.
    """
    flowing = await read_flowing(connection, case["_id"], case["account"], now)
    if free is not None:
        details: dict[str, Any] = details_of(words_given(flowing, free)) | {"fees": []}
        letter = QueuedLetter(new_id(), "free", _language(flowing), None, details, flowing)
    else:
        letter = _of_step(flowing, kind) if kind in _STEP_OF else await _of_act(connection, flowing, kind)
    letter = replace(letter, order=await order_of(connection, flowing.case))
    if letter.pay_by is not None:
        channel, _ = where_of(flowing)
        leaves = letter_day(flowing)
        letter = replace(letter, pay_by=pay_by_from(flowing, kind, letter.pay_by, channel, leaves))
    lacking = lacks(letter)
    if lacking:
        raise Conflict("error.no_such_letter", reason=tuple(reasons(lacking)))
    own = await fetch_the_row(connection, EnvelopePartiesRow, _PARTIES, case["account"], case["_id"])
    row = to_addressee(own, in_place_of_debtor(flowing, of_application=kind == "enforcement"))
    parties = parties_of(row, operator, await logo_of(connection, case["account"], row["logo_id"]))
    return PreviewedLetter(case["account"], document_of([letter], parties, row, flowing.today))


def _of_step(flowing: FlowingCase, kind: LetterKind) -> QueuedLetter:
    """The letter of a step that is taken today. The case is nobody else's copy, so its fee may be put on it."""
    case, today, step = flowing.case, flowing.today, _STEP_OF[kind]
    situation = flowing.situation()
    facts = undisputed((stored.fact for stored in case.facts), flowing.flow.disputed_amount)
    if statement(facts, case.terms, today).remaining <= 0:
        raise Conflict("error.letter_nothing_owed")
    if kind == "enforcement" and situation.missing_for_enforcement:
        raise Conflict("error.application_lacks", missing=missing_fields(situation.missing_for_enforcement))
    details = _instalment(flowing) if LETTER_KINDS[kind].of_instalment else {}
    fees = fees_of(step, situation, flowing.settings, today, case.terms.law)
    charged = [Fee(new_id(), today, article, amount) for article, amount in fees]
    case.facts += [StoredFact(fee, case.business_now, SYSTEM) for fee in charged]
    details |= {"fees": [fee.id for fee in charged]}
    return QueuedLetter(new_id(), kind, _language(flowing), pay_by_of(step, today, flowing.settings), details, flowing)


def _instalment(flowing: FlowingCase) -> dict[str, Any]:
    """The instalment that such a letter is about: the first that is not covered."""
    plan = flowing.situation().plan
    if plan is None:
        raise Conflict("error.letter_without_plan")
    return {"instalment": covered(plan) + 1, "plan": flowing.flow.plan}


_LAST = """
select id, dated, pay_by, details from letters where account_id = $1 and case_id = $2 and kind = $3 order by id desc limit 1
"""


async def _of_act(connection: Connection, flowing: FlowingCase, kind: LetterKind) -> QueuedLetter:
    """A letter that answers what somebody did, as what was written last would be written today."""
    row = await fetch_row(connection, LetterRow, _LAST, flowing.case.account, flowing.case.id, kind)
    details = {} if row is None else parsed(row["details"])
    if row is None or not details:
        raise Conflict("error.letter_about_nothing")
    pay_by = row["pay_by"]
    if pay_by is not None and row["dated"] != flowing.today:
        pay_by = pay_by_of_letter(kind, flowing.today, flowing.settings)
    return QueuedLetter(row["id"], kind, _language(flowing), pay_by, details, flowing)


def _language(flowing: FlowingCase) -> Language:
    return language_or_swedish(flowing.row["default_letter_locale"])
