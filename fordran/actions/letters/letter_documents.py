"""Letters as documents: what is queued about cases, made into what the customer reads and what the law's check asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.actions.cases.move_case import FlowingCase
from fordran.documents.application_parts import ClaimedDebt, Debtor
from fordran.documents.claims import Claim
from fordran.documents.correspondence import Agent, Letter
from fordran.documents.demand import CollectionDemand
from fordran.documents.disputes import DisputeAnswered, DisputeReceived
from fordran.documents.enforcement import EnforcementApplication
from fordran.documents.instalments import InstalmentNotice, InstalmentPlan, PlanEnded
from fordran.documents.parties import Payee, PostalAddress, Receiver, Sender
from fordran.documents.reminder import Reminder
from fordran.documents.respite import RespiteConfirmation
from fordran.documents.surveillance import SurveillanceLetter
from fordran.domain.facts import Fee
from fordran.domain.languages import Language
from fordran.domain.lawfulness import Check, failed
from fordran.domain.letters import CaseThen, LetterKind
from fordran.domain.next_step import SentLetter
from fordran.domain.numbers import vat_number
from fordran.domain.numbers.identity import classify
from fordran.domain.plans import Instalment, to_pay
from fordran.domain.statement import statement
from fordran.operator import Operator
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed

Document = Letter | EnforcementApplication

# Letters of these kinds about several cases are one letter with several claims.
MERGED: tuple[LetterKind, ...] = ("reminder", "debt_collection", "surveillance_letter")


@dataclass(frozen=True)
class QueuedLetter:
    """A letter's row, with the case that it is about."""

    id: str
    kind: LetterKind
    language: Language
    pay_by: date | None
    details: Mapping[str, Any]
    one: FlowingCase

    @property
    def fees(self) -> list[str]:
        """The facts that charge for it."""
        fees: list[str] = self.details["fees"]
        return fees


@dataclass(frozen=True)
class Parties:
    """Whom the letters of an envelope are from and to."""

    creditor: Sender
    agent: Agent
    receiver: Receiver
    payee: Payee
    customer_number: str | None


def parties_of(row: Mapping[str, Any], operator: Operator) -> Parties:
    """From an envelope's row, joined with its creditor and customer."""
    number = row["creditor_no"]
    address = PostalAddress(
        address_line_1=operator.address,
        zip_code=operator.postal_code,
        city=operator.city,
        country=operator.country,
    )
    return Parties(
        creditor=Sender(
            name=row["creditor_name"],
            organization_no=number,
            address=postal_address(parsed(row["sender_address"])),
            vat_number=vat_number.of(number) if classify(number).status == "valid" else None,
        ),
        agent=Agent(
            name=operator.name,
            organization_no=operator.organization_no,
            address=address,
            email=operator.email,
            phone=operator.phone,
        ),
        receiver=Receiver(
            name=row["customer_name"],
            address=postal_address(parsed(row["customer_address"])),
            organization_no=row["id_number"] if row["is_company"] and row["id_number"] else None,
        ),
        payee=Payee(operator.name, operator.organization_no, operator.bankgiro),
        customer_number=row["customer_number"],
    )


def lacks(letter: QueuedLetter) -> tuple[Check, ...]:
    """Why a letter cannot even be written: what it is about is no longer there, or never was."""
    flow = letter.one.flow
    if letter.kind in ("amortization_plan", "amortization_notice") and flow.plan is None:
        return (failed("plan_runs", "there is no instalment plan"),)
    if letter.kind == "enforcement" and "debt_collection" not in flow.sent:
        return (failed("demanded_first", "no collection demand was sent"),)
    return ()


def postal_address(fields: Mapping[str, str]) -> PostalAddress:
    """A stored address as a printed one."""
    return PostalAddress(**{name: fields[name] for name in PostalAddress.__slots__ if name in fields})


def claim_of(one: FlowingCase, today: date) -> Claim:
    """The claim of a case, with its statement on the day of the letter."""
    case, row = one.case, one.row
    return Claim(
        debt_description=row["debt_description"],
        invoice_number=row["invoice_number"],
        invoice_date=day_of(row["invoice_date"]),
        ocr_number=row["ocr_number"],
        terms=case.terms,
        statement=statement([stored.fact for stored in case.facts], case.terms, today),
    )


def document_of(letters: Sequence[QueuedLetter], parties: Parties, row: Mapping[str, Any], today: date) -> Document:
    """The document of letters of one kind; several only where their kind is merged."""
    first = letters[0]
    claims = tuple(claim_of(letter.one, today) for letter in letters)
    common: dict[str, Any] = {
        "creditor": parties.creditor,
        "agent": parties.agent,
        "receiver": parties.receiver,
        "payee": parties.payee,
        "dated": today,
        "claims": claims,
        "language": first.language,
        "customer_number": parties.customer_number,
    }
    flow, details = first.one.flow, first.details
    pay_by = min((letter.pay_by for letter in letters if letter.pay_by), default=None)
    match first.kind:
        case "reminder":
            assert pay_by is not None
            return Reminder(**common, pay_by=pay_by)
        case "debt_collection":
            assert pay_by is not None
            chosen = first.one.settings.use_enforcement
            return CollectionDemand(**common, pay_by=pay_by, otherwise="enforcement" if chosen else "surveillance")
        case "surveillance_letter":
            assert pay_by is not None
            return SurveillanceLetter(**common, pay_by=pay_by)
        case "respite":
            return RespiteConfirmation(**common, until=date.fromisoformat(details["until"]))
        case "dispute":
            return DisputeReceived(**common, received=today, reason=details["reason"])
        case "dispute_answer":
            return DisputeAnswered(
                **common,
                received=date.fromisoformat(details["received"]),
                outcome=details["outcome"],
                answer=details["answer"],
                lowered_by=details["credited"] if details["outcome"] == "partly" else 0,
                pay_by=pay_by,
            )
        case "enforcement":
            return _application(first, claims[0], parties, row, today)
        case _:
            return _instalment_letter(first, common, flow.plan or details["plan"], pay_by, today)


def _application(
    letter: QueuedLetter, claim: Claim, parties: Parties, row: Mapping[str, Any], today: date
) -> EnforcementApplication:
    demand = letter.one.flow.sent["debt_collection"]
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
        debts=(ClaimedDebt(claim, _sent(demand)),),
        own_reference=claim.ocr_number,
    )


def _instalment_letter(
    letter: QueuedLetter, common: dict[str, Any], plan: Mapping[str, Any], pay_by: date | None, today: date
) -> Document:
    instalments = tuple(Instalment(date.fromisoformat(day), amount) for day, amount in plan["instalments"])
    missed = letter.one.settings.missed_instalment_days
    if letter.kind == "amortization_plan":
        return InstalmentPlan(**common, instalments=instalments, missed_days=missed)
    number = letter.details["instalment"]
    if letter.kind == "amortization_notice":
        running = letter.one.situation().plan
        assert running is not None
        day = instalments[number - 1].date
        claim: Claim = common["claims"][0]
        remaining = statement([stored.fact for stored in letter.one.case.facts], claim.terms, day).remaining
        amount = to_pay(running, number, remaining)
        return InstalmentNotice(**common, instalments=instalments, number=number, amount=amount)
    assert letter.kind == "amortization_default", letter.kind
    assert pay_by is not None
    return PlanEnded(**common, instalments=instalments, number=number, pay_by=pay_by)


def _sent(letter: Mapping[str, str]) -> SentLetter:
    return SentLetter(date.fromisoformat(letter["sent"]), date.fromisoformat(letter["pay_by"]))


def case_then(letter: QueuedLetter, today: date) -> CaseThen:
    """What the case is on the day that a letter leaves."""
    one, kind = letter.one, letter.kind
    situation = one.situation()
    facts = [stored.fact for stored in one.case.facts]
    sent = {name: _sent(letter) for name, letter in one.flow.sent.items()}
    claimed = next(
        (fact for fact in facts if isinstance(fact, Fee) and fact.article == "reminder" and fact.by_creditor), None
    )
    if "reminder" not in sent and claimed is not None and claimed.date < today:
        sent["reminder"] = SentLetter(claimed.date, claimed.date)
    # Whoever has paid all but the fee of a letter that has not left is not to get it, nor to pay for it.
    without_own_fees = statement([fact for fact in facts if fact.id not in letter.fees], one.case.terms, today)
    return CaseThen(
        remaining=statement(facts, one.case.terms, today).remaining,
        due_date=situation.due_date,
        last_day=situation.last_day,
        is_closed=one.row["state"] == "closed" or without_own_fees.closed is not None,
        # A letter about a hold is not stopped by it, and a plan's letters belong to the plan.
        hold=one.hold,
        marks=situation.marks,
        is_business=situation.is_business,
        is_parking=situation.is_parking,
        reminder_fee_agreed=one.settings.reminder_fee_agreed,
        reminder=sent.get("reminder"),
        demand=sent.get("debt_collection"),
        missing_for_enforcement=situation.missing_for_enforcement if kind == "enforcement" else (),
    )
