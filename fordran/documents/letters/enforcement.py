"""The application for a payment order: all that lag (1990:746) 9–11 and 16–18 §§ ask for, as values and as a document.

`application_data` gives it as JSON for whatever way an application is filed, `render` as a page to read and sign. It
is to the authority, so it has no payment instructions, and it has the debtor's number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.documents.letter_parts.blocks import (
    Block,
    LetterCell,
    LetterColumn,
    SubText,
    beside,
    heading,
    named_values,
    paragraph,
    signature,
    table,
)
from fordran.documents.letter_parts.claims import total_costs
from fordran.documents.letter_parts.correspondence import Agent, Assignment, Contents, laid_out, require_statements_of
from fordran.documents.letter_parts.explanation import claim_basis
from fordran.documents.letter_parts.voice import NO_BREAK_SPACE, LetterVoice
from fordran.documents.letters.application_parts import ClaimedDebt, Debtor, party_data
from fordran.documents.parties import PostalAddress, PrintedSender, Receiver, organization_no_text
from fordran.documents.printable import BREAK_HERE, printable
from fordran.documents.typesetting import typeset
from fordran.domain.languages import SWEDISH, Language
from fordran.domain.money import kronor

AUTHORITY = Receiver("Kronofogden", PostalAddress())


@dataclass(frozen=True, slots=True, kw_only=True)
class EnforcementApplication:
    """An application. Amounts are öre; the costs of the case are those of 48 § and the authority's own fee.

    It is written in Swedish, the language of authorities (språklag (2009:600) 10 §); another language is for reading.
    """

    creditor: PrintedSender
    agent: Agent
    debtor: Debtor
    dated: date
    debts: tuple[ClaimedDebt, ...]
    own_reference: str
    agent_code: str | None = None
    enforcement_wanted: bool = True
    charges: int = 0
    """The costs of the case that are charged once it is sent."""
    assignment: Assignment | None = None
    receiver: Receiver = AUTHORITY
    language: Language = SWEDISH

    def __post_init__(self) -> None:
        require_statements_of(self.dated, [debt.claim for debt in self.debts])

    @property
    def application_fee(self) -> int:
        """The authority's own fee on the day."""
        return self.debts[0].claim.terms.law.row("enforcement_application", self.dated).most

    @property
    def agent_fee(self) -> int:
        """The cost of the work on the application: the charge beside the authority's fee."""
        costs = total_costs(debt.claim for debt in self.debts)
        charged = self.charges + costs.get("application_fee", 0) + costs.get("application_work", 0)
        most = self.debts[0].claim.terms.law.row("enforcement_work", self.dated).most
        return min(most, max(0, charged - self.application_fee)) if charged else most

    @property
    def claimed(self) -> int:
        """All that the debtor is to pay, with the costs of the case."""
        return sum(debt.claimed for debt in self.debts) + self.application_fee + self.agent_fee


def render(application: EnforcementApplication) -> bytes:
    """The application as PDF, A4; the same application always gives the same bytes."""
    return typeset("letter", printed(application), application.dated)


def application_data(application: EnforcementApplication) -> dict[str, Any]:
    """The application as plain values for JSON: kronor as numbers, days as ISO 8601."""
    assignment = application.assignment
    return {
        "type": "payment_order_application",
        "date": application.dated.isoformat(),
        "own_reference": application.own_reference,
        "currency": "SEK",
        "creditor": party_data(
            application.creditor.name,
            application.creditor.address,
            organization_no=organization_no_text(application.creditor.organization_no),
        ),
        "original_creditor": assignment.former_creditor if assignment else None,
        "assignment_date": assignment.date.isoformat() if assignment else None,
        "agent": party_data(
            application.agent.name,
            application.agent.address,
            organization_no=organization_no_text(application.agent.organization_no),
            agent_code=application.agent_code,
            email=application.agent.email,
            phone=application.agent.phone,
        ),
        "debtor": party_data(
            application.debtor.name,
            application.debtor.address,
            id_number=application.debtor.id_number,
            email=application.debtor.email,
            phone=application.debtor.phone,
        ),
        "debts": [debt.data() for debt in application.debts],
        "grounds": [_plain(text) for text in _grounds(application, LetterVoice(SWEDISH))],
        "application_fee": kronor(application.application_fee),
        "agent_fee": kronor(application.agent_fee),
        "enforcement_wanted": application.enforcement_wanted,
        "total_amount": kronor(application.claimed),
    }


def printed(application: EnforcementApplication) -> dict[str, Any]:
    """All that the template shows, as text in the document's language."""
    voice = LetterVoice(application.language)
    contents = Contents(
        title=voice.text("application"),
        facts=[
            (voice.text("date"), application.dated.isoformat()),
            (voice.text("own_reference"), printable(application.own_reference)),
        ],
        body=_body(application, voice),
        small_print=[voice.text("supervision")],
    )
    return laid_out(
        contents,
        voice,
        application.dated,
        application.agent.as_sender(),
        application.agent,
        application.receiver,
        None,
        [debt.claim for debt in application.debts],
    )


def _body(application: EnforcementApplication, voice: LetterVoice) -> list[Block]:
    return [
        beside(
            [
                heading(voice.text("applicant")),
                _party(voice, application.creditor, organization_no=application.creditor.organization_no),
            ],
            [
                heading(voice.text("agent")),
                _party(
                    voice,
                    application.agent,
                    organization_no=application.agent.organization_no,
                    agent_code=application.agent_code,
                    email=application.agent.email,
                    phone=application.agent.phone,
                ),
            ],
        ),
        heading(voice.text("debtor")),
        _party(
            voice,
            application.debtor,
            id_number=application.debtor.id_number,
            email=application.debtor.email,
            phone=application.debtor.phone,
        ),
        heading(voice.text("claimed")),
        paragraph(voice.text("application_opening")),
        _claims(application.debts, voice),
        heading(voice.text("claimed_interest")),
        *(paragraph(text) for text in _claimed_interest(application.debts, voice)),
        heading(voice.text("grounds")),
        *map(paragraph, _grounds(application, voice)),
        _costs(application, voice),
        heading(voice.text("enforcement")),
        paragraph(voice.text("enforcement_wanted" if application.enforcement_wanted else "enforcement_not_wanted")),
        # Lag (1990:746) 19 §: the application is signed.
        signature([voice.text("signed"), voice.text("signature")]),
    ]


def _party(voice: LetterVoice, party: PrintedSender | Agent | Debtor, **details: str | None) -> Block:
    number = details.get("organization_no")
    written = details | ({"organization_no": organization_no_text(number)} if number else {})
    return named_values(
        [
            (voice.text("name"), printable(party.name)),
            *((voice.text(name), printable(value or "")) for name, value in written.items()),
            (voice.text("address"), ", ".join(party.address.lines())),
        ]
    )


def _claims(debts: Sequence[ClaimedDebt], voice: LetterVoice) -> Block:
    """Each debt with its basis, capital, accrued interest and costs, and under it what the costs are."""
    rows: list[list[LetterCell]] = [
        [SubText(printable(debt.claim.debt_description), _under(debt, voice)), *map(voice.number, debt.amounts())]
        for debt in debts
    ]
    sums = [sum(column) for column in zip(*(debt.amounts() for debt in debts), strict=True)]
    return table(
        [
            LetterColumn(voice.text("claim")),
            *(LetterColumn(voice.text(name), is_numeric=True) for name in ("capital", "interest", "costs", "sum")),
        ],
        rows,
        [voice.text("sum"), *map(voice.number, sums)] if len(debts) > 1 else None,
    )


def _under(debt: ClaimedDebt, voice: LetterVoice) -> tuple[str, ...]:
    basis, costs = claim_basis(debt.claim, voice), debt.costs()
    return (basis, voice.text("claim_costs", costs=voice.listed_costs(costs))) if costs else (basis,)


def _claimed_interest(debts: Sequence[ClaimedDebt], voice: LetterVoice) -> list[str]:
    """Lag (1990:746) 11 §: the interest asked for, with its rate and the day from which it runs."""
    sentences = []
    for debt in debts:
        running = debt.claim.running_interest()
        if running is None:
            sentence = voice.text("interest_none")
        else:
            sentence = voice.text(
                "interest_statutory" if running.is_statutory else "interest_agreed",
                capital=voice.money(debt.claim.statement.capital.remaining),
                rate=voice.rate(running.rate_percent),
                from_day=running.from_day,
            )
        number = debt.claim.invoice_number
        sentences.append(voice.text("for_invoices", invoice_numbers=number, sentence=f"{sentence}."))
    return sentences


def _grounds(application: EnforcementApplication, voice: LetterVoice) -> list[str]:
    """Lag (1990:746) 10 §: what the claim rests on, in plain words."""
    grounds = [debt.grounds(voice) for debt in application.debts]
    if application.assignment is not None:
        former, day = application.assignment.former_creditor, application.assignment.date
        grounds.append(voice.text("original_creditor", former_creditor=former, date=day))
    return grounds


def _plain(text: str) -> str:
    """The text without the marks that are for layout."""
    return text.replace(NO_BREAK_SPACE, " ").replace(BREAK_HERE, "")


def _costs(application: EnforcementApplication, voice: LetterVoice) -> Block:
    """Lag (1990:746) 17 §: what the case costs."""
    fees = {"application_fee": application.application_fee, "agent_fee": application.agent_fee}
    return table(
        [LetterColumn(voice.text("application_costs")), LetterColumn(voice.text("line_amount"), is_numeric=True)],
        [[voice.text(name), voice.number(amount)] for name, amount in fees.items()],
        [voice.text("claimed_in_all"), voice.number(application.claimed)],
    )
