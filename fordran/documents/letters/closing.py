"""The confirmation that a matter is closed: why, that nothing more is to be paid to us, and what we owe the payer."""

from dataclasses import dataclass
from typing import ClassVar

from fordran.documents.letter_parts.blocks import paragraph
from fordran.documents.letter_parts.claim_blocks import claim_names
from fordran.documents.letter_parts.correspondence import Contents, LetterDocument, contact, opening_facts
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.kinds.letter_kinds import LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingConfirmation(LetterDocument):
    """The reason for closing, that nothing more is to be paid, and that a refund comes. It is sent if the case is
    `paid` after a demand has left.
    """

    kind: ClassVar[LetterKind | None] = "closing"
    reason: CloseReason
    void_costs: int = 0
    """The costs of an application, in öre, that the debtor does not owe: all was paid before it was sent."""

    def contents(self) -> Contents:
        """Why it closed, and a refund where too much was paid."""
        voice = self.voice
        refund = sum(claim.statement.refund for claim in self.claims)
        body = [paragraph(voice.text(f"closed_{self.reason}", creditor=self.creditor.name))]
        if self.void_costs:
            body.append(paragraph(voice.text("closed_void_costs", amount=voice.money(self.void_costs))))
        if refund:
            body.append(paragraph(voice.text("refund_comes", amount=voice.money(refund))))
        body.append(paragraph(voice.text("closed_questions", contact=contact(self.agent, voice))))
        return Contents(
            title=voice.text("closing"),
            facts=opening_facts(self),
            body=[*body, *claim_names(self.claims, voice)],
            notice=(voice.text("nothing_to_pay"), voice.text("nothing_to_us_text")),
            small_print=[voice.text("explained"), voice.text("supervision")],
        )
