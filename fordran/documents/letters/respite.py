"""The confirmation of a respite: until when, what rests meanwhile, and what does not."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from fordran.documents.letter_parts.blocks import paragraph
from fordran.documents.letter_parts.claim_blocks import claims_table, costs_sentence, interest_sentences
from fordran.documents.letter_parts.correspondence import Contents, LetterDocument, contact, opening, opening_facts
from fordran.domain.kinds.letter_kinds import LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class RespiteConfirmation(LetterDocument):
    """The debtor has more time, to the end of a day. No demand or fee comes before it."""

    kind: ClassVar[LetterKind | None] = "respite"
    until: date

    @property
    def deadline(self) -> date | None:
        """The last day of the respite."""
        return self.until

    def contents(self) -> Contents:
        """The respite, the debt, and what comes after."""
        voice = self.voice
        given = voice.text("respite_opening", creditor=self.creditor.name, until=self.until)
        return Contents(
            title=voice.text("respite"),
            facts=opening_facts(self, self.until),
            body=[
                *opening(self, f"{given} {voice.text('respite_meanwhile')}"),
                claims_table(self.claims, voice),
                *map(paragraph, [*costs_sentence(self.claims, voice), *interest_sentences(self.claims, voice)]),
                paragraph(voice.text("respite_afterwards", until=self.until, contact=contact(self.agent, voice))),
            ],
            payments=self.payments_of_all(self.until),
            small_print=[voice.text("explained"), voice.text("supervision")],
        )
