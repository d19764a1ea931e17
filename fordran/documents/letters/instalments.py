"""Letters about an instalment plan: the plan itself, the notice of an instalment, one missed, and the plan's end."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from fordran.documents.letter_parts.blocks import Block, LetterColumn, beside, heading, paragraph, points, table
from fordran.documents.letter_parts.claim_blocks import (
    Otherwise,
    claims_table,
    costs_sentence,
    interest_sentences,
    what_follows,
)
from fordran.documents.letter_parts.correspondence import (
    Contents,
    LetterDocument,
    PageLayout,
    PaymentRequest,
    contact,
    opening,
    opening_facts,
)
from fordran.domain.flow.plans import Instalment
from fordran.domain.kinds.letter_kinds import LetterKind

MOST_IN_ONE_TABLE = 4
ON_THE_FIRST_PAGE = (12, 10, 8, 6, 4, 0)
"""As many instalments stand on the first page, the most that leave room for the payment; the others stand overleaf."""
MOST_ROOMY = 24
"""More rows than these stand closer, so that five years are one sheet."""
MOST_OF_A_NARROW_PLAN = 100_000_00
"""Amounts below this find room in three tables beside each other."""


class NoSuchInstalment(ValueError):
    """The number is not that of an instalment of the plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalmentPlan(LetterDocument):
    """The agreement in writing, which lag (1981:739) 3 § 2 asks for before it may cost anything.

    States every instalment (the first page has as many of the first twelve as leave room for the payment), the
    interest in them, how the plan ends, and the fee (3 § 2 and 4 §).
    """

    kind: ClassVar[LetterKind | None] = "amortization_plan"
    instalments: tuple[Instalment, ...]
    missed_days: int
    """How late an instalment may be before the plan ends."""

    @property
    def deadline(self) -> date | None:
        """The day of the first instalment."""
        return self.instalments[0].date

    def contents(self) -> Contents:
        """The debt, when how much of it is paid, and what applies meanwhile."""
        voice, first, last = self.voice, self.instalments[0], self.instalments[-1]
        agreed = voice.text(
            "plan_opening",
            creditor=self.creditor.name,
            count=len(self.instalments),
            first=first.date,
            last=last.date,
        )
        return Contents(
            title=voice.text("plan"),
            facts=opening_facts(self, first.date),
            body=[
                *opening(self, agreed),
                claims_table(self.claims, voice),
                *map(paragraph, costs_sentence(self.claims, voice)),
                heading(voice.text("plan_terms")),
                points(self._terms()),
                heading(voice.text("instalments")),
            ],
            choices=self._schedules(),
            payments=[PaymentRequest(self.claim, first.amount, first.date)],
            small_print=[voice.text("explained"), voice.text("supervision")],
        )

    def _terms(self) -> list[str]:
        voice = self.voice
        interest, fee = self._planned() - self.remaining, self.claim.remaining_costs().get("amortization_setup", 0)
        terms = [
            voice.text("plan_interest", debt=voice.money(self.remaining), interest=voice.money(interest)),
            voice.text("plan_faster"),
            voice.text("plan_no_demands"),
            voice.text("plan_ends", days=self.missed_days),
        ]
        if fee:
            terms.append(voice.text("plan_fee", amount=voice.money(fee)))
        wrong = voice.text("plan_wrong", first=self.instalments[0].date, contact=contact(self.agent, voice))
        return [*terms, wrong]

    def _schedules(self) -> list[PageLayout]:
        """Every instalment on the first page, and where they find no room there fewer and fewer."""
        count = len(self.instalments)
        whole = [PageLayout([self._tables(self._rows(), self._total())])] if count <= ON_THE_FIRST_PAGE[0] else []
        return whole + [self._parted(most) for most in ON_THE_FIRST_PAGE if most < count]

    def _parted(self, most: int) -> PageLayout:
        """So many instalments on the first page, and the others overleaf."""
        voice, rows = self.voice, self._rows()
        more = paragraph(voice.text("instalments_overleaf", first=most + 1, last=len(rows)))
        named = heading(voice.text("instalments_from", first=most + 1, last=len(rows)))
        return PageLayout(
            here=[*([self._tables(rows[:most])] if most else []), more],
            overleaf=[named, self._tables(rows[most:], self._total())],
        )

    def _planned(self) -> int:
        return sum(instalment.amount for instalment in self.instalments)

    def _rows(self) -> list[list[str]]:
        voice, left = self.voice, self._planned()
        rows = []
        for number, instalment in enumerate(self.instalments, 1):
            left -= instalment.amount
            rows.append([str(number), str(instalment.date), voice.number(instalment.amount), voice.number(left)])
        return rows

    def _total(self) -> list[str]:
        return ["", self.voice.text("sum"), self.voice.number(self._planned()), ""]

    def _tables(self, rows: list[list[str]], total: list[str] | None = None) -> Block:
        """The rows in a table; many in two or three beside each other, so that the letter is one sheet."""
        if len(rows) <= MOST_IN_ONE_TABLE:
            return table(self._columns("instalment_rest"), rows, total)
        is_dense = len(rows) > MOST_ROOMY
        abreast = 3 if is_dense and self._planned() < MOST_OF_A_NARROW_PLAN else 2
        columns = self._columns("left" if abreast == 3 else "instalment_rest")
        each = -(-len(rows) // abreast)
        parts = [rows[start : start + each] for start in range(0, len(rows), each)]
        ends = [None] * (len(parts) - 1) + [total]
        tables = zip(parts, ends, strict=True)
        return beside(*([table(columns, part, end, is_dense=is_dense)] for part, end in tables))

    def _columns(self, rest: str) -> list[LetterColumn]:
        voice = self.voice
        return [
            LetterColumn(voice.text("instalment_number"), is_kept=True),
            LetterColumn(voice.text("pay_by")),
            LetterColumn(voice.text("instalment_amount"), is_numeric=True),
            LetterColumn(voice.text(rest), is_numeric=True),
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _OfInstalment(LetterDocument):
    """A letter about one instalment of a plan, counted from 1."""

    instalments: tuple[Instalment, ...]
    number: int

    def __post_init__(self) -> None:
        LetterDocument.__post_init__(self)
        if not 1 <= self.number <= len(self.instalments):
            raise NoSuchInstalment(f"the plan has {len(self.instalments)} instalments, and no {self.number}")

    @property
    def instalment(self) -> Instalment:
        """The one that the letter is about."""
        return self.instalments[self.number - 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalmentNotice(_OfInstalment):
    """The next instalment: its number, the rest of the plan after it, and the debt today.

    `amount` is due with it; earlier payments may have changed it.
    """

    kind: ClassVar[LetterKind | None] = "amortization_notice"
    amount: int

    @property
    def deadline(self) -> date | None:
        """The day of the instalment."""
        return self.instalment.date

    def contents(self) -> Contents:
        """The amount and day of payment, the rest of the plan afterwards, and the debt today."""
        voice, pay_by, count = self.voice, self.instalment.date, len(self.instalments)
        due = voice.text(
            "instalment_opening",
            number=self.number,
            count=count,
            creditor=self.creditor.name,
            amount=voice.money(self.amount),
            pay_by=pay_by,
        )
        rest = sum(instalment.amount for instalment in self.instalments[self.number :])
        after = voice.text("instalment_after", rest=voice.money(rest)) if rest else voice.text("instalment_last")
        return Contents(
            title=voice.text("instalment", number=self.number, count=count),
            facts=opening_facts(self, pay_by),
            body=[
                *opening(self, f"{due} {after}"),
                heading(voice.text("debt_today")),
                claims_table(self.claims, voice),
                *map(paragraph, costs_sentence(self.claims, voice)),
                paragraph(voice.text("instalment_hard", pay_by=pay_by, contact=contact(self.agent, voice))),
            ],
            payments=[PaymentRequest(self.claim, self.amount, pay_by)],
            small_print=[voice.text("explained"), voice.text("supervision")],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MissedInstalment(_OfInstalment):
    """An instalment that was not paid. The plan ends unless it is paid by a new day; the letter costs nothing.

    `amount` is to be paid.
    """

    kind: ClassVar[LetterKind | None] = "amortization_reminder"
    amount: int
    pay_by: date

    @property
    def deadline(self) -> date | None:
        """The new day to pay the instalment by."""
        return self.pay_by

    def contents(self) -> Contents:
        """The missed amount, the new day to pay it, the consequences, and that the reminder costs nothing."""
        voice = self.voice
        missed = voice.text(
            "missed_opening",
            number=self.number,
            count=len(self.instalments),
            amount=voice.money(self.amount),
            date=self.instalment.date,
            pay_by=self.pay_by,
        )
        otherwise = voice.text("missed_otherwise", creditor=self.creditor.name)
        return Contents(
            title=voice.text("missed_instalment"),
            facts=opening_facts(self, self.pay_by),
            body=[
                *opening(self, f"{missed} {otherwise} {voice.text('missed_is_free')}"),
                heading(voice.text("debt_today")),
                claims_table(self.claims, voice),
                *map(paragraph, costs_sentence(self.claims, voice)),
                paragraph(voice.text("instalment_hard", pay_by=self.pay_by, contact=contact(self.agent, voice))),
            ],
            payments=[PaymentRequest(self.claim, self.amount, self.pay_by)],
            small_print=[voice.text("crossed_in_the_post"), voice.text("explained"), voice.text("supervision")],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanEnded(_OfInstalment):
    """An instalment was missed for too long: the plan has ended, and the whole debt is demanded.

    `otherwise` is what comes next where the case goes on if it is neither paid nor disputed.
    """

    kind: ClassVar[LetterKind | None] = "amortization_default"
    pay_by: date
    otherwise: Otherwise = "enforcement"

    @property
    def deadline(self) -> date | None:
        """The day to pay or object by."""
        return self.pay_by

    def contents(self) -> Contents:
        """Why the plan ended, all that is owed, and what to do about it: a demand under inkassolag (1974:182) 5 §."""
        voice, ways = self.voice, contact(self.agent, self.voice)
        ended = voice.text(
            "plan_ended_opening",
            number=self.number,
            count=len(self.instalments),
            date=self.instalment.date,
            creditor=self.creditor.name,
            pay_by=self.pay_by,
        )
        return Contents(
            title=voice.text("plan_ended"),
            facts=opening_facts(self, self.pay_by),
            body=[
                *opening(self, ended),
                claims_table(self.claims, voice),
                *map(paragraph, [*costs_sentence(self.claims, voice), *interest_sentences(self.claims, voice)]),
                beside(
                    [
                        heading(voice.text("objections")),
                        paragraph(voice.text("objections_text", pay_by=self.pay_by, contact=ways)),
                    ],
                    [
                        heading(voice.text("otherwise")),
                        paragraph(what_follows(self, self.otherwise, self.pay_by)),
                        paragraph(voice.text("plan_ended_help", pay_by=self.pay_by, contact=ways)),
                    ],
                ),
            ],
            payments=self.payments_of_all(self.pay_by),
            small_print=[voice.text("crossed_in_the_post"), voice.text("explained"), voice.text("supervision")],
        )
