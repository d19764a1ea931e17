"""The collection demand, with all that inkassolag (1974:182) 5 § asks of it. It is the agent's, for the creditor."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from fordran.documents.letter_parts.blocks import Block, LetterColumn, beside, heading, paragraph, table
from fordran.documents.letter_parts.claim_blocks import (
    Otherwise,
    claims_table,
    costs_sentence,
    interest_sentences,
    what_follows,
)
from fordran.documents.letter_parts.claims import LetterClaim
from fordran.documents.letter_parts.correspondence import Contents, LetterDocument, contact, opening, opening_facts
from fordran.documents.printable import printable
from fordran.domain.kinds.letter_kinds import LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionDemand(LetterDocument):
    """A demand for one or several debts, with all that inkassolag (1974:182) 5 § asks for.

    `otherwise` is the next step if they are neither paid nor disputed.
    """

    kind: ClassVar[LetterKind | None] = "debt_collection"
    pay_by: date
    otherwise: Otherwise = "enforcement"

    @property
    def deadline(self) -> date | None:
        """The day to pay or object by."""
        return self.pay_by

    def contents(self) -> Contents:
        """The claims and their basis, how the interest was reached, how to object, and what happens otherwise."""
        voice, ways = self.voice, contact(self.agent, self.voice)
        return Contents(
            title=voice.text("demand"),
            facts=opening_facts(self, self.pay_by),
            body=[
                *opening(self, self._opening()),
                claims_table(self.claims, voice),
                *map(paragraph, costs_sentence(self.claims, voice)),
                *self._interest(),
                beside(
                    [
                        heading(voice.text("objections")),
                        paragraph(voice.text("objections_text", pay_by=self.pay_by, contact=ways)),
                        paragraph(voice.text("hard_to_pay")),
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

    def _opening(self) -> str:
        count = len(self.claims)
        return self.voice.text("demand_opening", creditor=self.creditor.name, pay_by=self.pay_by, count=count)

    def _interest(self) -> list[Block]:
        """For interest the amount, the rate, the time and the capital that it is computed on: 5 § andra stycket."""
        voice = self.voice
        rows = [row for claim in self.claims for row in self._interest_rows(claim)]
        going_on = map(paragraph, interest_sentences(self.claims, voice))
        if not rows:
            return [paragraph(voice.text("no_interest")), *going_on]
        total = sum(claim.statement.interest.remaining for claim in self.claims)
        columns = [
            LetterColumn(voice.text("invoice")),
            LetterColumn(voice.text("period"), is_kept=True),
            *(
                LetterColumn(voice.text(name), is_numeric=True)
                for name in ("days", "rate", "interest_base", "interest")
            ),
        ]
        return [
            heading(voice.text("how_interest")),
            table(columns, rows, [voice.text("sum"), "", "", "", "", voice.number(total)] if len(rows) > 1 else None),
            *going_on,
        ]

    def _interest_rows(self, claim: LetterClaim) -> list[list[str]]:
        voice, number = self.voice, printable(claim.invoice_number)
        rows = [
            [
                number,
                f"{period.first_day}–{period.last_day}",
                str(period.days),
                voice.text("rate_a_year", rate=voice.rate(period.rate_percent)),
                voice.number(period.base),
                voice.number(period.amount),
            ]
            for period in claim.interest_periods()
        ]
        interest = claim.statement.interest
        covered = interest.remaining - interest.added
        return [*rows, [number, voice.text("interest_covered"), "", "", "", voice.number(covered)]] if covered else rows
