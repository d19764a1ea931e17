"""The letter that asks where money goes back to: too much was paid, and the bank did not say from which account."""

from dataclasses import dataclass
from typing import ClassVar

from fordran.documents.letter_parts.blocks import paragraph
from fordran.documents.letter_parts.claim_blocks import claim_names
from fordran.documents.letter_parts.correspondence import Contents, LetterDocument, contact, opening_facts
from fordran.domain.kinds.letter_kinds import LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundNotice(LetterDocument):
    """Money that was paid too much, and how to name the account that it goes back to. It asks for no money."""

    kind: ClassVar[LetterKind | None] = "refund_notice"

    def contents(self) -> Contents:
        """How much goes back, and how to say where."""
        voice = self.voice
        refund = sum(claim.statement.refund for claim in self.claims)
        ways = contact(self.agent, voice)
        return Contents(
            title=voice.text("refund_notice"),
            facts=opening_facts(self),
            body=[
                paragraph(voice.text("refund", amount=voice.money(refund), contact=ways)),
                paragraph(voice.text("refund_how")),
                *claim_names(self.claims, voice),
            ],
            notice=(voice.text("nothing_to_pay"), voice.text("refund_nothing_text")),
            small_print=[voice.text("explained"), voice.text("supervision")],
        )
