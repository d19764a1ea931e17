"""Letters about an objection: that it was received and what rests meanwhile, and the creditor's answer to it."""

from collections.abc import Sequence
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
from fordran.domain.kinds.dispute_kinds import DisputeOutcome
from fordran.domain.kinds.letter_kinds import LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeReceived(LetterDocument):
    """The debtor's objection as understood, and what rests meanwhile. It asks for nothing.

    `part` is the capital that it is about, where that is not all. One that is not understood asks for the ground.
    """

    kind: ClassVar[LetterKind | None] = "dispute"
    received: date
    reason: str
    part: int = 0
    asks_for_ground: bool = False

    def contents(self) -> Contents:
        """The objection, what rests meanwhile, and what happens next. It asks for no money."""
        voice, creditor, part = self.voice, self.creditor.name, self.voice.money(self.part)
        rests = voice.text("dispute_pause_part", amount=part) if self.part else voice.text("dispute_pause")
        ground = [paragraph(voice.text("dispute_ground"))] if self.asks_for_ground else []
        nothing = (voice.text("nothing_to_pay_now"), voice.text("nothing_to_pay_now_text"))
        rest = (voice.text("part_rests"), voice.text("part_rests_text", amount=part))
        return Contents(
            title=voice.text("dispute_received"),
            facts=opening_facts(self),
            body=[
                paragraph(voice.text("dispute_received_opening", received=self.received, creditor=creditor)),
                quotation(self.reason),
                *ground,
                paragraph(rests),
                paragraph(voice.text("dispute_next", creditor=creditor)),
                paragraph(voice.text("dispute_add", contact=contact(self.agent, voice))),
                claims_table(self.claims, voice),
            ],
            notice=rest if self.part else nothing,
            small_print=[voice.text("explained"), voice.text("supervision")],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeAnswered(LetterDocument):
    """The creditor's answer and its reasons: rejected, partly accepted or accepted; how to go on objecting.

    `lowered_by` is the amount that was credited. An objection that still holds has no `pay_by`, and its letter
    asks for nothing. Where it is evidently wrong, `pay_by` is when the debt is due, `otherwise` the next step if it is not paid.
    """

    kind: ClassVar[LetterKind | None] = "dispute_answer"
    received: date
    outcome: DisputeOutcome
    answer: str
    lowered_by: int = 0
    is_part: bool = False
    """Whether the objection was to a part, so that the rest of the claim goes on."""
    pay_by: date | None = None
    otherwise: Otherwise = "enforcement"

    @property
    def deadline(self) -> date | None:
        """The day to pay what is left, where something is."""
        return None if self.outcome == "accepted" else self.pay_by

    def contents(self) -> Contents:
        """The answer and its reasons, and what is left to pay, if anything."""
        voice = self.voice
        is_part_accepted = self.outcome == "accepted" and self.is_part
        lead = voice.text(
            "dispute_accepted_part" if is_part_accepted else f"dispute_{self.outcome}",
            creditor=self.creditor.name,
            received=self.received,
            lowered_by=voice.money(self.lowered_by),
        )
        answer = [
            paragraph(lead),
            *([paragraph(voice.text("creditors_answer")), quotation(self.answer)] if self.answer.strip() else []),
        ]
        if self.outcome != "accepted" and self.deadline is None:
            return self._held(answer)
        if self.deadline is None:
            nothing = (voice.text("nothing_to_pay"), voice.text("nothing_to_pay_text"))
            part = (voice.text("part_credited"), voice.text("part_credited_text"))
            return Contents(
                title=voice.text("dispute_answered"),
                facts=opening_facts(self),
                body=[*answer, *claim_names(self.claims, voice)],
                notice=part if is_part_accepted else nothing,
                small_print=[voice.text("explained"), voice.text("supervision")],
            )
        return Contents(
            title=voice.text("dispute_answered"),
            facts=opening_facts(self, self.deadline),
            body=[*answer, *self._left(self.deadline)],
            payments=self.payments_of_all(self.deadline),
            small_print=[voice.text("explained"), voice.text("supervision")],
        )

    def _held(self, answer: Sequence[Block]) -> Contents:
        """The answer to an objection that holds: what rests, who may decide, and how to take the objection back."""
        voice, creditor = self.voice, self.creditor.name
        rests = voice.text("dispute_held_part" if self.is_part else "dispute_held", creditor=creditor)
        nothing = (voice.text("nothing_to_pay_now"), voice.text("nothing_to_pay_now_held"))
        rest = (voice.text("part_rests"), voice.text("part_rests_held"))
        return Contents(
            title=voice.text("dispute_answered"),
            facts=opening_facts(self),
            body=[
                *answer,
                paragraph(rests),
                paragraph(voice.text("dispute_take_back", contact=contact(self.agent, voice))),
                claims_table(self.claims, voice),
            ],
            notice=rest if self.is_part else nothing,
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
