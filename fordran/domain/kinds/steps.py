"""Steps: what the flow does with a case by itself, and what a case waits for. When each is due is flow/next_step.py."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.case_states import STANDING, CasePosition, State
from fordran.domain.kinds.letter_kinds import LETTER_KINDS, STEP_LETTERS, StepLetter
from fordran.domain.kinds.records import by_code

Step: TypeAlias = Literal[StepLetter, "surveillance", "respite_end", "close_time_barred"]


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A step: the letter that it sends, and the state that it takes the case to. Neither is there for every step."""

    code: Step
    letter: StepLetter | None = None
    state: State | None = None

    @property
    def target(self) -> CasePosition | None:
        """The state and status that the step takes a case to; None for a step that leaves it where it is."""
        return None if self.state is None else CasePosition(self.state, STANDING[self.state][0])


STEPS: Mapping[Step, StepRecord] = by_code(
    Step,
    (
        *(StepRecord(letter, letter, LETTER_KINDS[letter].state) for letter in STEP_LETTERS),
        StepRecord("surveillance", state="surveillance"),
        StepRecord("respite_end"),
        StepRecord("close_time_barred"),
    ),
)

FirstAction: TypeAlias = Literal["reminder", "debt_collection", "surveillance", "none"]
"""The first step that a registration asks for; with `none` the case waits until a person starts it."""

Awaited: TypeAlias = Literal[
    "start", "dispute_answer", "letter", "enforcement_reply", "application", "review", "delivery", "payment"
]
"""Reasons for waiting if no step is next: a person's act, a letter or payment on its way, or the delivery of the invoice."""
AWAITED: tuple[Awaited, ...] = get_args(Awaited)

NextStepCode: TypeAlias = Literal[Step, Awaited]
"""The `next_step` of a case."""

StepOutcome: TypeAlias = Literal["done"]
