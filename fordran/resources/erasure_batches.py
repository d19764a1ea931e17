"""Erasure batch: people whose retention has ended, who are erased once a person of the operator's confirms it."""

from __future__ import annotations

from fordran.domain.kinds.erasure_batches import ErasureBatchStatus, ErasureOutcome
from fordran.domain.service.retention import KEPT, NOT_PERSONAL, ErasureStage
from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal, RetentionRule
from fordran.shape.kinds import Id, Integer, Moment, Text
from fordran.shape.resource import Resource


class ListedCustomer(Shape):
    account: Id
    """The customer's account."""
    customer: Id
    """The customer."""
    stage: ErasureStage
    """The stage that is due."""
    outcome: ErasureOutcome | None = None
    """The outcome; absent until then."""


class ErasureBatch(Shape):
    status: ErasureBatchStatus
    """How far it has come."""
    listed_on: Moment
    """The business day on which the list was made."""
    customers: Integer
    """How many customers are on the list."""
    payers: Integer
    """How many payments of people without a case are on the list, whose payer is erased."""
    erased: Integer
    """How many customers were erased."""
    kept: Integer
    """How many could not be erased: something came that has to be kept, or it failed."""
    left: Integer
    """How many customers are still to come."""
    put_off_until: Moment | None = None
    """The day on which the list waits for a decision again."""
    note: Text | None = None
    """Why it was put off."""
    decided_by: Id | None = None
    """The user who confirmed it or put it off."""
    decided: Moment | None = None
    """When."""
    ended: Moment | None = None
    """When the last of the list was seen to."""
    listed: list[ListedCustomer]
    """Every customer on the list."""


class ErasureConfirmation(Shape):
    """Confirms that everybody on the list may be erased."""


class ErasureDelay(Shape):
    """Puts a list off."""

    until: CountableDay
    """The day on which the list waits for a decision again: one to come."""
    note: Text
    """Why."""


class ErasureBatchDecided(Shape):
    """How far an erasure batch has come, once it was decided on."""

    status: ErasureBatchStatus
    """How far it has come."""
    customers: Integer
    """How many customers are on the list."""
    left: Integer
    """How many customers are still to come."""
    put_off_until: Moment | None = None
    """The day on which the list waits for a decision again."""


ERASURE_BATCHES = Resource(
    "erasure--batches",
    ErasureBatch,
    owner="operator",
    personal=False,
    about="People whose retention has ended, erased once somebody confirms it.",
    made_costs={"listed": 600},
    kept=(
        NothingPersonal("erasure_batches", "how many were listed, and what the operator decided"),
        RetentionRule(
            "erasure_batch_customers", ("stage", "outcome"), KEPT, "as it was", NOT_PERSONAL, "says it by ids alone"
        ),
    ),
)
