"""Objections: their kinds, how a creditor answers, and how they end.

An objection in substance stops collection until it is settled, whether or not the creditor finds it justified: inkassolag
(1974:182) 4 och 8 §§. The rule is in docs/rules/objections.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code

DisputeKind: TypeAlias = Literal[
    "substance",  # not ordered, faulty, already paid, wrong debtor, withdrawn purchase
    "unclear",  # the ground is not understood
    "evidently_wrong",  # a person has written why it cannot change the claim
    "none",  # cannot pay, or hardship: no objection to the claim itself
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeKindRecord:
    """A kind of objection and how it behaves."""

    code: DisputeKind
    holds: bool = True
    """Whether collection of what it objects to stops."""
    asks_for_ground: bool = False
    """Whether the receipt asks the debtor for the ground. It is asked for once on a case."""
    needs_second_person: bool = False
    """Whether staff note it with an explanation, and a second person of the staff confirms it."""


DISPUTE_KINDS: Mapping[DisputeKind, DisputeKindRecord] = by_code(
    DisputeKind,
    (
        DisputeKindRecord(code="substance"),
        DisputeKindRecord(code="unclear", asks_for_ground=True),
        DisputeKindRecord(code="evidently_wrong", needs_second_person=True),
        DisputeKindRecord(code="none", holds=False),
    ),
)

DisputeOutcome: TypeAlias = Literal["rejected", "partly", "accepted"]
"""The creditor's answer to an objection."""

Settlement: TypeAlias = Literal["credited", "closed", "withdrawn_by_debtor", "to_court"]
"""The ways to settle an objection that the creditor has rejected. One that went to court still holds."""

DisputeEnd: TypeAlias = Literal[
    DisputeOutcome,
    Settlement,
    "evidently_wrong",
    "noted",
    "withdrawn",
    "overtaken",
]
"""How an objection was answered or ended. `noted`: it held nothing. `overtaken`: a reply of the enforcement authority moved
the case, which no reply does any more."""
