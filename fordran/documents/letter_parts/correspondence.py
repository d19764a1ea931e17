"""The common base of letters about a debt: parties, claims, and the layout of contents on a page.

A kind of letter gives its own contents (`contents`); the sender, the receiver, the payment box, the particulars and the
explanation of the amounts are the same for all. `letter.typ` lays it out.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar

from fordran.documents.access import Access, access_box
from fordran.documents.letter import letter as shared_by_letters
from fordran.documents.letter import payment_box
from fordran.documents.letter_parts.blocks import Block, paragraph
from fordran.documents.letter_parts.claims import LetterClaim
from fordran.documents.letter_parts.explanation import explanation
from fordran.documents.letter_parts.privacy_notice import privacy_notice
from fordran.documents.letter_parts.voice import LetterVoice
from fordran.documents.logo import placed_logo
from fordran.documents.parties import (
    PostalAddress,
    PrintedOperator,
    PrintedPayee,
    PrintedSender,
    Receiver,
    organization_no_text,
)
from fordran.documents.printable import printable
from fordran.domain.kinds.letter_kinds import LetterKind
from fordran.domain.languages import SWEDISH, Language
from fordran.texts.catalogue import texts


class NoClaims(ValueError):
    """A letter about no debt."""


class StatementOfAnotherDay(ValueError):
    """A claim's statement is not of the day of the letter, so that its amounts would not be those of that day."""


def require_statements_of(day: date, claims: Sequence[LetterClaim]) -> None:
    """Refuse claims that are none, or that do not say what is owed on the day of their letter."""
    if not claims:
        raise NoClaims("a letter is about a debt")
    if any(claim.statement.at != day for claim in claims):
        raise StatementOfAnotherDay(f"a letter of {day} states what is owed on that day")


@dataclass(frozen=True, slots=True)
class Agent:
    """The operator as collector and agent of the creditor: who writes, whom to answer, and who is supervised."""

    name: str
    organization_no: str
    address: PostalAddress
    email: str | None = None
    phone: str | None = None
    registered_office: str | None = None
    is_f_tax_approved: bool = False

    def as_sender(self) -> PrintedSender:
        """The agent at the head of a letter of its own."""
        return PrintedSender(
            self.name,
            self.organization_no,
            self.address,
            registered_office=self.registered_office,
            is_f_tax_approved=self.is_f_tax_approved,
        )

    def as_operator(self) -> PrintedOperator:
        """The agent as the one to ask."""
        return PrintedOperator(self.name, self.email, self.phone)


@dataclass(frozen=True, slots=True)
class Assignment:
    """The claim came to the creditor from another, so that paying the other no longer settles it."""

    former_creditor: str
    date: date


@dataclass(frozen=True, slots=True)
class PaymentRequest:
    """The payment request of one reference: a claim's own, or the letter's for all of its claims."""

    claim: LetterClaim
    amount: int
    due_date: date
    reference: str | None = None

    @property
    def ocr_number(self) -> str:
        """The reference to pay with."""
        return self.reference or self.claim.ocr_number


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The end of the first page, and the parts of the second page before the explanation of the debt."""

    here: Sequence[Block] = ()
    overleaf: Sequence[Block] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a kind of letter: its title, the facts beside the address, its blocks, and the payments.

    If nothing is to be paid, `notice` (a headline and a sentence) replaces the payment box.
    """

    title: str
    body: Sequence[Block]
    facts: Sequence[tuple[str, str]] = ()
    payments: Sequence[PaymentRequest] = ()
    notice: tuple[str, str] | None = None
    small_print: Sequence[str] = field(default_factory=list)
    choices: Sequence[PageLayout] = ()
    """How a long table may be parted: the first of these that leaves room for the payment on the first page."""
    is_from_creditor: bool = False


@dataclass(frozen=True, slots=True)
class PaymentOrder:
    """The decision of Kronofogden, if it established the debt. The number is not always known."""

    case_number: str | None
    date: date

    def in_words(self, voice: LetterVoice) -> str:
        """Its day and its number."""
        if self.case_number is None:
            return self.date.isoformat()
        return voice.text("order_number", date=self.date.isoformat(), case_number=printable(self.case_number))


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterDocument(ABC):
    """A letter to a debtor about one or several debts to one creditor."""

    kind: ClassVar[LetterKind | None]
    """Its kind for the check of lawfulness; None for a letter that claims nothing."""

    creditor: PrintedSender
    agent: Agent
    receiver: Receiver
    payee: PrintedPayee
    dated: date
    claims: tuple[LetterClaim, ...]
    language: Language = SWEDISH
    customer_number: str | None = None
    assignment: Assignment | None = None
    reference: str | None = None
    """The payment reference for all of its claims together, where there are several."""
    access: Access | None = None
    """How the receiver opens the matter, with the letter's number; a preview has none."""
    tells_of_privacy: bool = False
    """Whether it is the first letter that the receiver gets in its sender's name."""
    payment_order: PaymentOrder | None = None
    """The order of Kronofogden that established the debt, where there is one."""

    def __post_init__(self) -> None:
        require_statements_of(self.dated, self.claims)

    @abstractmethod
    def contents(self) -> Contents:
        """The contents of this letter."""

    @property
    def deadline(self) -> date | None:
        """The last day that the letter gives, where it gives one."""
        return None

    @property
    def voice(self) -> LetterVoice:
        """How the letter speaks."""
        return LetterVoice(self.language, to_organisation=self.receiver.organization_no is not None)

    @property
    def claim(self) -> LetterClaim:
        """The one claim of a letter that is about one."""
        (only,) = self.claims
        return only

    @property
    def remaining(self) -> int:
        """All that is owed on its claims."""
        return sum(claim.remaining for claim in self.claims)

    def payments_of_all(self, pay_by: date) -> list[PaymentRequest]:
        """Everything that is owed, by its references."""
        owing = [claim for claim in self.claims if claim.remaining > 0]
        if self.reference is not None and len(owing) > 1:
            return [PaymentRequest(owing[0], self.remaining, pay_by, self.reference)]
        return [PaymentRequest(claim, claim.remaining, pay_by) for claim in owing]


def contact(agent: Agent, voice: LetterVoice) -> str:
    """Where the agent is reached, in one line."""
    ways = ", ".join(way for way in (agent.email, agent.phone, ", ".join(agent.address.lines())) if way)
    return voice.text("contact", name=agent.name, ways=ways)


def opening(letter: LetterDocument, text: str) -> list[Block]:
    """How a letter begins; one that asks for money says whom it is owed to where that has changed.

    Inkassolag (1974:182) 5 §: the letter clearly informs that paying the former creditor no longer settles the debt.
    """
    if letter.assignment is None:
        return [paragraph(text)]
    warning = letter.voice.text(
        "assignment",
        former_creditor=letter.assignment.former_creditor,
        creditor=letter.creditor.name,
        date=letter.assignment.date,
    )
    return [paragraph(text), paragraph(warning)]


def opening_facts(letter: LetterDocument, pay_by: date | None = None) -> list[tuple[str, str]]:
    """The facts beside the address: the day, what the letter and its cases are called by, the creditor, the customer's number,
    and the day to pay by."""
    voice = letter.voice
    number = organization_no_text(letter.creditor.organization_no)
    words = texts(letter.language).area("document")
    facts = [
        (voice.text("date"), letter.dated.isoformat()),
        (words["letter_number"], (letter.access.letter_number or "") if letter.access else ""),
        (words["case"], ", ".join(claim.case_number for claim in letter.claims[:_MOST_CASES]) + _and_more(letter)),
        (voice.text("creditor"), voice.text("creditor_with_number", name=letter.creditor.name, number=number)),
        (words["customer_number"], printable(letter.customer_number or "")),
        (voice.text("pay_by"), pay_by.isoformat() if pay_by else ""),
        (voice.text("order"), letter.payment_order.in_words(voice) if letter.payment_order else ""),
    ]
    return [fact for fact in facts if fact[1]]


_MOST_CASES = 3
"""As many numbers of cases stand beside the address; all stand with their claims."""


def _and_more(letter: LetterDocument) -> str:
    more = len(letter.claims) - _MOST_CASES
    return f" {letter.voice.text('and_more', count=more)}" if more > 0 else ""


def printed(letter: LetterDocument) -> dict[str, Any]:
    """All that the template shows, as text in the letter's language."""
    contents = letter.contents()
    sender = letter.creditor if contents.is_from_creditor else letter.agent.as_sender()
    data = laid_out(
        contents, letter.voice, letter.dated, sender, letter.agent, letter.receiver, letter.payee, letter.claims
    )
    return data | {
        # A letter of the agent's own shows whose claim it is about.
        "logo_of": None if contents.is_from_creditor else _logo_of(letter.creditor),
        "access": access_box(letter.access, letter.language),
        "explanation": [*data["explanation"], *_privacy_notice(letter, contents)],
    }


def _logo_of(creditor: PrintedSender) -> dict[str, Any] | None:
    logo = placed_logo(creditor.logo, 50, 9)
    return {"name": creditor.name, "logo": logo} if logo else None


def _privacy_notice(letter: LetterDocument, contents: Contents) -> list[Block]:
    """The privacy notice for a person who has not received one."""
    if letter.access is None or not letter.tells_of_privacy or letter.voice.to_organisation:
        return []
    return privacy_notice(
        letter.voice,
        agent=letter.agent.name,
        creditor=letter.creditor.name,
        contact=contact(letter.agent, letter.voice),
        page=letter.access.privacy_page,
        is_from_creditor=contents.is_from_creditor,
    )


def laid_out(
    contents: Contents,
    voice: LetterVoice,
    dated: date,
    sender: PrintedSender,
    agent: Agent,
    receiver: Receiver,
    payee: PrintedPayee | None,
    claims: Sequence[LetterClaim],
) -> dict[str, Any]:
    """The contents as a whole document, with head, payment, particulars and the explanation of the amounts."""
    title = f"{contents.title} {dated}"
    shared = shared_by_letters(voice.language, title, dated, sender, agent.as_operator(), receiver)
    return shared | {
        "words": shared["words"] | {"due_date": voice.text("pay_by")},
        "kind": contents.title,
        "facts": contents.facts,
        "body": [*contents.body],
        "choices": [
            {"here": [*choice.here], "overleaf": [*choice.overleaf]} for choice in contents.choices or [PageLayout()]
        ],
        "payment": _payment(contents.payments, voice, payee),
        "payments": _payments(contents.payments, voice, payee),
        "notice": {"headline": contents.notice[0], "text": contents.notice[1]} if contents.notice else None,
        "small_print": contents.small_print,
        "explanation": explanation(claims, voice) if claims else [],
    }


def _payment(
    payments: Sequence[PaymentRequest], voice: LetterVoice, payee: PrintedPayee | None
) -> dict[str, str] | None:
    return _box(payments[0], voice, payee) if len(payments) == 1 else None


def _payments(
    payments: Sequence[PaymentRequest], voice: LetterVoice, payee: PrintedPayee | None
) -> dict[str, Any] | None:
    """The payments of several debts: each has its own reference, so that the money finds its debt."""
    if len(payments) < 2:
        return None
    boxes = [_box(payment, voice, payee) for payment in payments]
    return {
        "headline": voice.text("how_to_pay"),
        "text": voice.text("pay_each"),
        "total_name": voice.text("total_to_pay"),
        "total": voice.money(sum(payment.amount for payment in payments)),
        "due_date": boxes[0]["due_date"],
        "bankgiro": boxes[0]["bankgiro"],
        "payee": boxes[0]["payee"],
        "each": [
            {"name": voice.text("invoice_of", invoice_number=payment.claim.invoice_number)} | box
            for payment, box in zip(payments, boxes, strict=True)
        ],
    }


def _box(payment: PaymentRequest, voice: LetterVoice, payee: PrintedPayee | None) -> dict[str, str]:
    assert payee is not None
    return payment_box(
        voice.language,
        payee,
        ocr_number=payment.ocr_number,
        invoice_date=payment.claim.invoice_date,
        due_date=payment.due_date,
        amount=payment.amount,
    )
