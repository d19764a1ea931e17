"""Letters about an objection: that it was received and what rests meanwhile, and the creditor's answer to it."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from fordran.documents.letter_parts.blocks import Block, beside, heading, paragraph, quotation
from fordran.documents.letter_parts.claim_blocks import (
    Otherwise,
    claim_names,
    claims_table,
    costs_sentence,
    interest_sentences,
    what_follows,
)
from fordran.documents.letter_parts.correspondence import Contents, LetterDocument, contact, opening_facts
from fordran.domain.kinds.case_states import DisputeOutcome
from fordran.domain.kinds.letter_kinds import LetterKind


class NoDayToPay(ValueError):
    """An answer that leaves something to pay says by when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeReceived(LetterDocument):
    """The debtor's objection as understood, and what rests meanwhile. It asks for nothing."""

    kind: ClassVar[LetterKind | None] = "dispute"
    received: date
    reason: str

    def contents(self) -> Contents:
        """The objection, what rests meanwhile, and what happens next. It asks for no money."""
        voice, creditor = self.voice, self.creditor.name
        return Contents(
            title=voice.text("dispute_received"),
            facts=opening_facts(self),
            body=[
                paragraph(voice.text("dispute_received_opening", received=self.received, creditor=creditor)),
                quotation(self.reason),
                paragraph(voice.text("dispute_pause")),
                paragraph(voice.text("dispute_next", creditor=creditor)),
                paragraph(voice.text("dispute_add", contact=contact(self.agent, voice))),
                claims_table(self.claims, voice),
            ],
            notice=(voice.text("nothing_to_pay_now"), voice.text("nothing_to_pay_now_text")),
            small_print=[voice.text("explained"), voice.text("supervision")],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeAnswered(LetterDocument):
    """The creditor's answer and its reasons: rejected, partly accepted or accepted; how to go on objecting.

    `lowered_by` is the amount of a partly accepted objection, `pay_by` when the rest is due, `otherwise` the next
    step if it is not paid.
    """

    kind: ClassVar[LetterKind | None] = "dispute_answer"
    received: date
    outcome: DisputeOutcome
    answer: str
    lowered_by: int = 0
    pay_by: date | None = None
    otherwise: Otherwise = "enforcement"

    def __post_init__(self) -> None:
        LetterDocument.__post_init__(self)
        if self.outcome != "accepted" and self.pay_by is None:
            raise NoDayToPay("an objection that was not accepted leaves something to pay by a day")

    @property
    def deadline(self) -> date | None:
        """The day to pay what is left, where something is."""
        return None if self.outcome == "accepted" else self.pay_by

    def contents(self) -> Contents:
        """The answer and its reasons, and what is left to pay, if anything."""
        voice = self.voice
        lead = voice.text(
            f"dispute_{self.outcome}",
            creditor=self.creditor.name,
            received=self.received,
            lowered_by=voice.money(self.lowered_by),
        )
        answer = [
            paragraph(lead),
            *([paragraph(voice.text("creditors_answer")), quotation(self.answer)] if self.answer.strip() else []),
        ]
        if self.deadline is None:
            return Contents(
                title=voice.text("dispute_answered"),
                facts=opening_facts(self),
                body=[*answer, *claim_names(self.claims, voice)],
                notice=(voice.text("nothing_to_pay"), voice.text("nothing_to_pay_text")),
                small_print=[voice.text("explained"), voice.text("supervision")],
            )
        return Contents(
            title=voice.text("dispute_answered"),
            facts=opening_facts(self, self.deadline),
            body=[*answer, *self._left(self.deadline)],
            payments=self.payments_of_all(self.deadline),
            small_print=[voice.text("explained"), voice.text("supervision")],
        )

    def _left(self, pay_by: date) -> list[Block]:
        voice = self.voice
        return [
            paragraph(voice.text("dispute_pay", remaining=voice.money(self.remaining), pay_by=pay_by)),
            claims_table(self.claims, voice),
            *map(paragraph, [*costs_sentence(self.claims, voice), *interest_sentences(self.claims, voice)]),
            beside(
                [
                    heading(voice.text("objections")),
                    paragraph(voice.text("dispute_still", pay_by=pay_by, contact=contact(self.agent, voice))),
                ],
                [heading(voice.text("otherwise")), paragraph(what_follows(self, self.otherwise, pay_by))],
            ),
        ]
