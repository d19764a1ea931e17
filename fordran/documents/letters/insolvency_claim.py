"""A claim to file in an insolvency: what is owed on the day of the decision, to whom, and on what ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.documents.letter_parts.blocks import LetterColumn, heading, paragraph, signature, table
from fordran.documents.letter_parts.claims import LetterClaim
from fordran.documents.letter_parts.correspondence import Agent, Contents, laid_out
from fordran.documents.letter_parts.explanation import claim_basis
from fordran.documents.letter_parts.voice import LetterVoice
from fordran.documents.parties import Receiver
from fordran.documents.printable import printable
from fordran.documents.typesetting import typeset
from fordran.domain.kinds.party_roles import INSOLVENCY_KINDS, InsolvencyKind
from fordran.domain.languages import SWEDISH

_TITLES: Mapping[InsolvencyKind, str] = {
    "bankruptcy": "insolvency_bankruptcy",
    "restructuring": "insolvency_restructuring",
    "debt_restructuring": "insolvency_debt_restructuring",
    "estate": "insolvency_estate",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class InsolvencyClaim:
    """A claim in a bankruptcy, a restructuring, a debt restructuring or an estate. It is written in Swedish."""

    kind: InsolvencyKind
    agent: Agent
    creditor: str
    creditor_no: str
    debtor: str
    debtor_no: str
    receiver: Receiver
    dated: date
    stated: date
    case_number: str | None
    claim: LetterClaim


def render(filed: InsolvencyClaim) -> bytes:
    """The claim as PDF, A4; the same claim always gives the same bytes."""
    return typeset("letter", printed(filed), filed.dated)


def printed(filed: InsolvencyClaim) -> dict[str, Any]:
    """All that the template shows, as text."""
    voice, stated = LetterVoice(SWEDISH), filed.claim.statement
    facts = [
        (voice.text("date"), filed.dated.isoformat()),
        (voice.text("authority_case_number"), printable(filed.case_number or "")),
        (voice.text("own_reference"), printable(filed.claim.ocr_number)),
        (voice.text("creditor"), printable(f"{filed.creditor}, {filed.creditor_no}")),
        (voice.text("insolvency_debtor"), printable(", ".join(filter(None, [filed.debtor, filed.debtor_no])))),
    ]
    amounts = {
        "capital": stated.capital.remaining,
        "interest": stated.interest.remaining,
        "costs": stated.costs.remaining,
    }
    contents = Contents(
        title=voice.text(_TITLES[filed.kind]),
        facts=[fact for fact in facts if fact[1]],
        body=[
            paragraph(voice.text("insolvency_opening", creditor=filed.creditor, law=INSOLVENCY_KINDS[filed.kind].law)),
            table(
                [
                    LetterColumn(voice.text("insolvency_amounts", stated=filed.stated)),
                    LetterColumn(voice.text("line_amount"), is_numeric=True),
                ],
                [[voice.text(name), voice.number(amount)] for name, amount in amounts.items()],
                [voice.text("sum"), voice.number(stated.remaining)],
            ),
            heading(voice.text("grounds")),
            paragraph(f"{printable(filed.claim.debt_description)}. {claim_basis(filed.claim, voice)}"),
            paragraph(voice.text("insolvency_priority")),
            signature([voice.text("signed"), voice.text("signature")]),
        ],
        small_print=[voice.text("supervision")],
    )
    return laid_out(
        contents, voice, filed.dated, filed.agent.as_sender(), filed.agent, filed.receiver, None, [filed.claim]
    )
