"""Letters as documents: what is queued about cases, made into what the customer reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.letters.letter_parties import EnvelopePartiesRow, Parties
from fordran.documents.access import Access
from fordran.documents.letter_parts.claim_blocks import Otherwise
from fordran.documents.letter_parts.claims import LetterClaim
from fordran.documents.letter_parts.correspondence import Assignment, LetterDocument, PaymentOrder
from fordran.documents.letters.application_parts import ClaimedDebt, Debtor
from fordran.documents.letters.closing import ClosingConfirmation
from fordran.documents.letters.demand import CollectionDemand
from fordran.documents.letters.disputes import DisputeAnswered, DisputeReceived
from fordran.documents.letters.enforcement import EnforcementApplication
from fordran.documents.letters.free import FreeLetter, FreeWords
from fordran.documents.letters.instalments import InstalmentNotice, InstalmentPlan, MissedInstalment, PlanEnded
from fordran.documents.letters.letters import KINDS
from fordran.documents.letters.refund_notice import RefundNotice
from fordran.documents.letters.respite import RespiteConfirmation
from fordran.domain.claims.objections import undisputed
from fordran.domain.claims.statement import statement
from fordran.domain.flow.next_step import SentLetter
from fordran.domain.flow.plans import Instalment, last_day_to_pay, to_pay
from fordran.domain.kinds.channels import Channel
from fordran.domain.kinds.dispute_kinds import DISPUTE_KINDS
from fordran.domain.kinds.letter_kinds import LETTER_KINDS, LetterKind
from fordran.shape.moments import day_of

Document = LetterDocument | EnforcementApplication


@dataclass(frozen=True)
class QueuedLetter:
    """A letter's row, with the case that it is about."""

    id: str
    kind: LetterKind
    language: str
    pay_by: date | None
    details: Mapping[str, Any]
    flowing: FlowingCase
    order: PaymentOrder | None = None
    """The enforcement authority's order about the case."""
    channel: Channel | None = None
    """The channel by which it is to leave."""

    @property
    def fees(self) -> list[str]:
        """The facts that charge for it."""
        fees: list[str] = self.details["fees"]
        return fees


@dataclass(frozen=True)
class DocumentExtras:
    """Parts of a document beside its letters; a preview has none of them.

    `reference` is the payment reference for all of it, where there are several claims.
    """

    reference: str | None = None
    access: Access | None = None
    tells_of_privacy: bool = False


NOTHING = DocumentExtras()


def disputed_part(flowing: FlowingCase, kind: LetterKind) -> int:
    """The capital that a letter leaves out: what the debtor objects to, where the letter asks for money."""
    return flowing.flow.disputed_amount if LETTER_KINDS[kind].asks_for_money else 0


def claim_of(flowing: FlowingCase, kind: LetterKind, today: date) -> LetterClaim:
    """The claim of a case, with its statement on the day of the letter."""
    case, row = flowing.case, flowing.row
    disputed = disputed_part(flowing, kind)
    return LetterClaim(
        debt_description=row["debt_description"],
        invoice_number=row["invoice_number"],
        invoice_date=day_of(row["invoice_date"]),
        ocr_number=row["ocr_number"],
        terms=case.terms,
        statement=statement(undisputed((stored.fact for stored in case.facts), disputed), case.terms, today),
        disputed=disputed,
        is_prolonged=not row["is_parking"] or flowing.flow.sued is not None,
    )


def last_assignment(flowing: FlowingCase) -> Assignment | None:
    """The assignment by which the claim came to its creditor, where it did: every letter about it tells of the last one."""
    came = flowing.case.assignments
    return Assignment(came[-1].former_name, came[-1].date) if came else None


def document_of(
    letters: Sequence[QueuedLetter],
    parties: Parties,
    row: EnvelopePartiesRow,
    today: date,
    carried: DocumentExtras = NOTHING,
) -> Document:
    """The document of letters of one kind; several only where they are their state's own letter."""
    first = letters[0]
    claims = tuple(claim_of(letter.flowing, letter.kind, today) for letter in letters)
    common: dict[str, Any] = {
        "creditor": parties.creditor,
        "agent": parties.agent,
        "receiver": parties.receiver,
        "payee": parties.payee,
        "dated": today,
        "claims": claims,
        "language": first.language,
        "customer_number": parties.customer_number,
        "reference": carried.reference,
        "access": carried.access,
        "tells_of_privacy": carried.tells_of_privacy,
        "payment_order": first.order,
        "assignment": last_assignment(first.flowing),
    }
    pay_by = min((letter.pay_by for letter in letters if letter.pay_by), default=None)
    match first.kind:
        case "respite":
            return RespiteConfirmation(**common, until=date.fromisoformat(first.details["until"]))
        case "dispute" | "dispute_answer":
            return _dispute_letter(first, common, pay_by, today)
        case "refund_notice":
            return RefundNotice(**common)
        case "enforcement":
            return _application(letters, claims, parties, row, today)
        case "closing":
            void = first.details.get("void_costs", 0)
            return ClosingConfirmation(**common, reason=first.details["reason"], void_costs=void)
        case "free":
            return FreeLetter(**common, words=FreeWords(first.details["subject"], first.details["text"]))
        case "amortization_plan" | "amortization_notice" | "amortization_reminder" | "amortization_default":
            return _instalment_letter(first, common, pay_by)
        case _:
            return _demand(first, common, pay_by)


def _demand(letter: QueuedLetter, common: dict[str, Any], pay_by: date | None) -> Document:
    """A letter that gives a time to pay, and, except for the collection demand, has no other content of its own."""
    assert pay_by is not None
    given = common | {"pay_by": pay_by}
    if letter.kind == "debt_collection":
        return CollectionDemand(**given, otherwise=_after_demand(letter.flowing))
    (kind,) = (one for one in KINDS if one.kind == letter.kind)
    return kind(**given)


def _after_demand(flowing: FlowingCase) -> Otherwise:
    return "enforcement" if flowing.settings.use_enforcement else "surveillance"


def _otherwise(flowing: FlowingCase) -> Otherwise:
    """The next step after a hold if nothing is paid: the case continues where it was."""
    match flowing.place.state:
        case "debt_collection":
            return _after_demand(flowing)
        case "enforcement":
            return "with_authority"
        case "surveillance":
            return "surveillance"
        case _:
            return "debt_collection"


def _dispute_letter(letter: QueuedLetter, common: dict[str, Any], pay_by: date | None, today: date) -> Document:
    details = letter.details
    if letter.kind == "dispute":
        kind = DISPUTE_KINDS[details.get("kind", "substance")]
        return DisputeReceived(
            **common,
            received=today,
            reason=details["reason"],
            part=details.get("amount", 0),
            asks_for_ground=kind.asks_for_ground,
        )
    return DisputeAnswered(
        **common,
        received=date.fromisoformat(details["received"]),
        outcome=details["outcome"],
        answer=details["answer"],
        lowered_by=details["credited"],
        is_part=details.get("is_part", False),
        pay_by=pay_by,
        otherwise=_otherwise(letter.flowing),
    )


def _application(
    letters: Sequence[QueuedLetter],
    claims: Sequence[LetterClaim],
    parties: Parties,
    row: EnvelopePartiesRow,
    today: date,
) -> EnforcementApplication:
    """One application for all that is claimed of the debtor."""
    demands = [sent_letter(letter.flowing.flow.sent["debt_collection"]) for letter in letters]
    return EnforcementApplication(
        creditor=parties.creditor,
        agent=parties.agent,
        debtor=Debtor(
            row["customer_name"],
            row["id_number"],
            parties.receiver.address,
            row["customer_email"],
            row["mobile_number"],
        ),
        dated=today,
        debts=tuple(ClaimedDebt(claim, demand) for claim, demand in zip(claims, demands, strict=True)),
        own_reference=claims[0].ocr_number,
        agent_code=parties.operator.agent_code or None,
        assignment=last_assignment(letters[0].flowing),
        charges=sum(amount for letter in letters for _, amount in letter.details.get("charges", ())),
    )


def _instalment_letter(letter: QueuedLetter, common: dict[str, Any], pay_by: date | None) -> Document:
    flowing = letter.flowing
    plan: Mapping[str, Any] = flowing.flow.plan or letter.details["plan"]
    instalments = tuple(Instalment(date.fromisoformat(day), amount) for day, amount in plan["instalments"])
    if letter.kind == "amortization_plan":
        missed = flowing.settings.missed_instalment_days
        return InstalmentPlan(**common, instalments=instalments, missed_days=missed)
    number = letter.details["instalment"]
    if letter.kind in ("amortization_notice", "amortization_reminder"):
        running = flowing.situation().plan
        assert running is not None
        facts = undisputed((stored.fact for stored in flowing.case.facts), flowing.flow.disputed_amount)
        terms = flowing.case.terms
        remaining = statement(facts, terms, max(instalments[number - 1].date, flowing.today)).remaining
        given = common | {"instalments": instalments, "number": number, "amount": to_pay(running, number, remaining)}
        if letter.kind == "amortization_notice":
            return InstalmentNotice(**given)
        # It gives the days that the plan has left, whatever day it leaves.
        return MissedInstalment(**given, pay_by=last_day_to_pay(running, flowing.settings.missed_instalment_days))
    assert letter.kind == "amortization_default", letter.kind
    assert pay_by is not None
    return PlanEnded(**common, instalments=instalments, number=number, pay_by=pay_by, otherwise=_otherwise(flowing))


def sent_letter(given: Mapping[str, str]) -> SentLetter:
    """A letter that has left, as the flow remembers it."""
    return SentLetter(date.fromisoformat(given["sent"]), date.fromisoformat(given["pay_by"]))
