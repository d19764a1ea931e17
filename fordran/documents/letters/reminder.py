"""The reminder: what is not paid, what it costs and why, and a new day to pay by. It is in the creditor's name."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from fordran.documents.letter_parts.blocks import beside, heading, paragraph
from fordran.documents.letter_parts.claim_blocks import claims_table, interest_sentences
from fordran.documents.letter_parts.claims import CostName, total_costs
from fordran.documents.letter_parts.correspondence import Contents, LetterDocument, contact, opening, opening_facts
from fordran.domain.kinds.letter_kinds import LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(LetterDocument):
    """One or several invoices of one debtor and creditor that are not paid.

    States the reminder fee and the agreement it rests on (lag (1981:739) 2 and 4 §§), the late-payment fee of a
    business (4 a §), a new day to pay by, and the cost of a demand.
    """

    kind: ClassVar[LetterKind | None] = "reminder"
    pay_by: date

    @property
    def deadline(self) -> date | None:
        """The new day to pay by."""
        return self.pay_by

    def contents(self) -> Contents:
        """The claims, the fee and its basis, and what to do if something is wrong."""
        voice, creditor, ways = self.voice, self.creditor.name, contact(self.agent, self.voice)
        demand = self.claims[0].terms.law.cap_on("debt_collection", self.dated)
        assert demand is not None
        return Contents(
            title=voice.text("reminder"),
            facts=opening_facts(self, self.pay_by),
            body=[
                *opening(self, f"{self._opening()} {voice.text('crossed_in_the_post')}"),
                claims_table(self.claims, voice),
                *map(paragraph, [*self._fees(), *interest_sentences(self.claims, voice)]),
                beside(
                    [
                        heading(voice.text("reminder_questions")),
                        paragraph(voice.text("reminder_question_text", pay_by=self.pay_by, contact=ways)),
                    ],
                    [
                        heading(voice.text("reminder_otherwise")),
                        paragraph(
                            voice.text(
                                "reminder_otherwise_absorbed" if self._is_absorbed() else "reminder_otherwise_text",
                                pay_by=self.pay_by,
                                creditor=creditor,
                                amount=voice.money(demand.most),
                            )
                        ),
                    ],
                ),
                paragraph(voice.text("explained")),
            ],
            payments=self.payments_of_all(self.pay_by),
            is_from_creditor=True,
        )

    def _opening(self) -> str:
        """The sentence that nothing was paid, or that a part is left."""
        voice, paid = self.voice, sum(claim.paid for claim in self.claims)
        words = "reminder_opening_part_paid" if paid else "reminder_opening"
        return voice.text(
            words,
            creditor=self.creditor.name,
            pay_by=self.pay_by,
            paid=voice.money(paid),
            remaining=voice.money(self.remaining),
        )

    def _is_absorbed(self) -> bool:
        """Whether the late-payment fee of each claim absorbs a demand's fee: lag (1981:739) 5 § andra stycket."""
        return all(claim.added("late_payment_fee") for claim in self.claims)

    def _fees(self) -> list[str]:
        """The charges for the delay and their grounds: lag (1981:739) 2, 4 and 4 a §§."""
        costs = total_costs(self.claims)
        grounds: dict[CostName, str] = {"reminder": "reminder_fee", "late_payment_fee": "late_payment_fee"}
        return [
            self.voice.text(words, amount=self.voice.money(costs[article]), creditor=self.creditor.name)
            for article, words in grounds.items()
            if costs.get(article)
        ]
