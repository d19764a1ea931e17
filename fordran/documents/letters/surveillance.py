"""The surveillance letter: a debt that is still unpaid long after, and a written demand that interrupts limitation."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from fordran.documents.letter_parts.blocks import Block, beside, heading, paragraph
from fordran.documents.letter_parts.claim_blocks import claims_table, costs_sentence, interest_sentences
from fordran.documents.letter_parts.correspondence import (
    Contents,
    LetterDocument,
    PaymentOrder,
    contact,
    opening,
    opening_facts,
)
from fordran.domain.kinds.letter_kinds import LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveillanceLetter(LetterDocument):
    """Old debts that remain unpaid: how to pay them, the payment order where there is one, and where help is to be
    had.

    It is a written demand that interrupts limitation (preskriptionslag (1981:130) 5 §), except for a parking fee
    that was not sued for (lag (1984:318) 9 §).
    """

    kind: ClassVar[LetterKind | None] = "surveillance_letter"
    pay_by: date

    @property
    def deadline(self) -> date | None:
        """The day to pay or object by."""
        return self.pay_by

    def contents(self) -> Contents:
        """The debts today, help for who cannot pay, and the demand that preskriptionslag (1981:130) 5 § means."""
        voice, ways = self.voice, contact(self.agent, self.voice)
        still = voice.text("surveillance_opening", creditor=self.creditor.name)
        help_words = "surveillance_help_to_organisations" if voice.to_organisation else "surveillance_help_text"
        return Contents(
            title=voice.text("surveillance"),
            facts=opening_facts(self, self.pay_by),
            body=[
                *opening(self, still),
                *([paragraph(self._established(self.payment_order))] if self.payment_order else []),
                claims_table(self.claims, voice),
                *map(paragraph, [*costs_sentence(self.claims, voice), *interest_sentences(self.claims, voice)]),
                beside(
                    [
                        heading(voice.text("surveillance_help")),
                        paragraph(voice.text(help_words, contact=ways)),
                        *self._limitation(),
                    ],
                    [
                        heading(voice.text("objections")),
                        paragraph(voice.text("objections_text", pay_by=self.pay_by, contact=ways)),
                        paragraph(voice.text("explained")),
                    ],
                ),
            ],
            payments=self.payments_of_all(self.pay_by),
            small_print=[voice.text("crossed_in_the_post"), voice.text("supervision")],
        )

    def _limitation(self) -> list[Block]:
        """The text that the letter restarts limitation, if it does so for all its claims."""
        if not all(claim.is_prolonged for claim in self.claims):
            return []
        return [heading(self.voice.text("limitation")), paragraph(self.voice.text("limitation_text"))]

    def _established(self, order: PaymentOrder) -> str:
        if order.case_number is None:
            return self.voice.text("payment_order_without_number", date=order.date)
        return self.voice.text("payment_order", date=order.date, case_number=order.case_number)
