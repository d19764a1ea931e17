"""Letter kinds: what a letter is for, when it is a step of the flow, and which fees it charges.

The document of a kind is found by its class in documents/letters; when a step's letter is due is flow/next_step.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.articles import FeeArticle
from fordran.domain.kinds.case_states import State
from fordran.domain.kinds.records import by_code
from fordran.domain.kinds.tones import Tone

Demand: TypeAlias = Literal[
    "debt_collection",
    "surveillance_letter",
    "amortization_default",
    "rest_notice",
]
"""Written demands of a collector, which inkassolag (1974:182) 5 § governs."""

StepLetter: TypeAlias = Literal["reminder", Demand, "enforcement", "amortization_notice", "amortization_reminder"]
"""Letters that are a step of the flow by themselves. The step has the letter's code."""

LetterKind: TypeAlias = Literal[
    StepLetter, "amortization_plan", "respite", "dispute", "dispute_answer", "refund_notice", "closing", "free"
]

LetterPurpose: TypeAlias = Literal["reminder", "demand", "instalments", "application", "refund", "answer"]
"""The purpose of a letter, which decides the rules of law that it has to pass (flow/lawfulness.py)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterKindRecord:
    """A kind of letter and how it behaves."""

    code: LetterKind
    purpose: LetterPurpose
    law: str
    state: State | None = None
    """The state whose own letter it is: sending it moves the case there. Claims that reach it together share one letter."""
    fees: tuple[FeeArticle, ...] = ()
    """The articles that it charges, in this order."""
    charges_when_posted: bool = False
    """Whether its fees are charged on the day a person posts it, and not on the day of its step."""
    of_instalment: bool = False
    """Whether it is about one instalment of a plan."""

    @property
    def settles(self) -> bool:
        """Whether it asks for all that is owed, so that paying it by its last day settles the claim."""
        return self.purpose in ("reminder", "demand")

    @property
    def asks_for_money(self) -> bool:
        """Whether it asks for money; the others inform or answer the debtor."""
        return self.settles or self.purpose in ("instalments", "application")


_AGREEMENT = "avtal om amorteringsplan"
_GOOD_PRACTICE = "inkassolag (1974:182) 4 §"
_DEMAND = "inkassolag (1974:182) 5 §"

LETTER_KINDS: Mapping[LetterKind, LetterKindRecord] = by_code(
    LetterKind,
    (
        LetterKindRecord(
            code="reminder",
            purpose="reminder",
            law="lag (1981:739) 2 §",
            state="reminder",
            fees=("late_payment_fee", "reminder"),
        ),
        LetterKindRecord(
            code="debt_collection",
            purpose="demand",
            law=_DEMAND,
            state="debt_collection",
            fees=("late_payment_fee", "debt_collection"),
        ),
        LetterKindRecord(code="surveillance_letter", purpose="demand", law=_DEMAND, state="surveillance"),
        LetterKindRecord(code="amortization_default", purpose="demand", law=_DEMAND, of_instalment=True),
        LetterKindRecord(code="rest_notice", purpose="demand", law=_DEMAND),
        LetterKindRecord(
            code="enforcement",
            purpose="application",
            law="lag (1990:746) 10 §",
            state="enforcement",
            fees=("enforcement",),
            # Lag (1990:746) 46 och 48 §§: costs of an application, which is made by being sent.
            charges_when_posted=True,
        ),
        LetterKindRecord(
            code="amortization_plan",
            purpose="instalments",
            law="lag (1981:739) 3 § 2",
            fees=("amortization_setup",),
        ),
        LetterKindRecord(
            code="amortization_notice",
            purpose="instalments",
            law=_AGREEMENT,
            fees=("amortization_advice",),
            of_instalment=True,
        ),
        LetterKindRecord(
            code="amortization_reminder", purpose="instalments", law="lag (1981:739) 2 §", of_instalment=True
        ),
        LetterKindRecord(code="respite", purpose="answer", law=_GOOD_PRACTICE),
        LetterKindRecord(code="dispute", purpose="answer", law=_GOOD_PRACTICE),
        LetterKindRecord(code="dispute_answer", purpose="answer", law=_GOOD_PRACTICE),
        LetterKindRecord(code="refund_notice", purpose="refund", law=_GOOD_PRACTICE),
        LetterKindRecord(code="closing", purpose="answer", law=_GOOD_PRACTICE),
        LetterKindRecord(code="free", purpose="answer", law=_GOOD_PRACTICE),
    ),
)

STEP_LETTERS: tuple[StepLetter, ...] = get_args(StepLetter)
DEMANDS: tuple[Demand, ...] = get_args(Demand)
assert {*DEMANDS} == {kind.code for kind in LETTER_KINDS.values() if kind.purpose == "demand"}

FreeTemplate: TypeAlias = Literal["contact_us", "documents_wanted", "payment_not_found", "message_received"]
"""Templates that a free letter can begin with. The texts are in the catalogues: `letter.free.<template>`."""
FREE_TEMPLATES: tuple[FreeTemplate, ...] = get_args(FreeTemplate)

LetterStatus: TypeAlias = Literal["queued", "made", "sent", "shown", "failed", "stopped"]
"""A sandbox sends nothing and shows a letter instead. The law or a person stops one."""


@dataclass(frozen=True, slots=True)
class LetterStatusRecord:
    """A status of a letter."""

    code: LetterStatus
    tone: Tone


LETTER_STATUSES: Mapping[LetterStatus, LetterStatusRecord] = by_code(
    LetterStatus,
    (
        LetterStatusRecord("queued", "info"),
        LetterStatusRecord("made", "info"),
        LetterStatusRecord("sent", "good"),
        LetterStatusRecord("shown", "good"),
        LetterStatusRecord("failed", "bad"),
        LetterStatusRecord("stopped", "bad"),
    ),
)

EnvelopeStatus: TypeAlias = Literal["queued", "made", "sent", "shown", "failed", "empty"]
