"""The notice of a rest: the debt itself is paid, and interest or costs alone remain. It costs nothing."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from fordran.documents.letter_parts.blocks import beside, heading, paragraph
from fordran.documents.letter_parts.claim_blocks import Otherwise, claims_table, costs_sentence, what_follows
from fordran.documents.letter_parts.correspondence import Contents, LetterDocument, contact, opening, opening_facts
from fordran.domain.kinds.letter_kinds import LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class RestNotice(LetterDocument):
    """The interest and costs that remain once the capital is paid, with a day to pay by. It charges no fee.

    It leaves before an application for such a rest (inkassolag (1974:182) 4 §).
    """

    kind: ClassVar[LetterKind | None] = "rest_notice"
    pay_by: date
    otherwise: Otherwise = "enforcement"

    @property
    def deadline(self) -> date | None:
        """The day to pay or object by."""
        return self.pay_by

    def contents(self) -> Contents:
        """The rest, what it consists of, and what follows if it is not paid."""
        voice, ways = self.voice, contact(self.agent, self.voice)
        return Contents(
            title=voice.text("rest_notice"),
            facts=opening_facts(self, self.pay_by),
            body=[
                *opening(self, voice.text("rest_notice_opening", creditor=self.creditor.name, pay_by=self.pay_by)),
                claims_table(self.claims, voice),
                *map(paragraph, costs_sentence(self.claims, voice)),
                beside(
                    [
                        heading(voice.text("objections")),
                        paragraph(voice.text("objections_text", pay_by=self.pay_by, contact=ways)),
                    ],
                    [
                        heading(voice.text("otherwise")),
                        paragraph(what_follows(self, self.otherwise, self.pay_by)),
                        paragraph(voice.text("explained")),
                    ],
                ),
            ],
            payments=self.payments_of_all(self.pay_by),
            small_print=[voice.text("crossed_in_the_post"), voice.text("supervision")],
        )
