"""Bulk act: one act on all cases that a filter finds, carried out by the worker, with what was refused and why."""

from __future__ import annotations

from typing import Any, ClassVar

from fordran.domain.kinds.bulk_acts import BulkActKind, BulkActStatus
from fordran.domain.service.retention import PSEUDONYMISED, STORAGE_LIMITATION
from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Flag, Id, Integer, Moment, Text
from fordran.shape.resource import Resource


class BulkRefusal(Shape):
    case: Id
    """The case to which it was not done."""
    code: Text
    """The code of the reason."""
    reason: Text
    """Why it was refused, in a sentence."""


class BulkAct(Shape):
    act: BulkActKind
    """The act."""
    where: dict[str, Any]
    """The filter that found the cases, as of the list of cases."""
    body: dict[str, Any]
    """The input of the act."""
    dry_run: Flag
    """Whether it is only tried: each case is asked, and nothing is changed."""
    status: BulkActStatus
    """How far it has come."""
    asked_by: Id
    """The user who asked for it, and in whose name it is done."""
    cases: Integer
    """How many cases the filter found when it was asked for."""
    done: Integer
    """How many it was done to; of a dry run, would be."""
    waiting: Integer
    """How many wait for a second person, as `/approvals` show."""
    refused: Integer
    """How many refused it."""
    left: Integer
    """How many are still to come."""
    refusals: list[BulkRefusal]
    """Every case that refused it, and why."""
    ended: Moment | None = None
    """When the last case was seen to, or when it was stopped."""


class BulkActInput(Shape):
    takes_null: ClassVar[frozenset[str]] = frozenset({"where"})
    act: BulkActKind
    """The act."""
    where: dict[str, Any]
    """A filter as `where` of `GET /cases` takes it; `{}` is every case. It may find at most 100,000."""
    body: dict[str, Any] = {}
    """The input of the act: what its own endpoint takes. `snooze` takes `snoozed_until`, and `assign` takes `assigned_to`."""
    dry_run: Flag = False
    """Whether to try it alone, which counts and says what would be refused, and changes nothing."""


class SnoozeInput(Shape):
    """Hides the open work items of a case until a day."""

    snoozed_until: CountableDay
    """The day on which they are shown again."""


class BulkActAsked(Shape):
    """The answer of asking for a bulk act: also how many cases it is about."""

    cases: Integer
    """How many cases the filter found."""


class BulkActTurned(Shape):
    """How far a bulk act has come, once it was stopped or gone on with."""

    status: BulkActStatus
    """How far it has come."""
    cases: Integer
    """How many cases the filter found when it was asked for."""
    done: Integer
    """How many it was done to."""
    waiting: Integer
    """How many wait for a second person."""
    refused: Integer
    """How many refused it."""
    left: Integer
    """How many are still to come."""


class BulkActControl(Shape):
    """Stops a bulk act, or goes on with it."""


BULK_ACTS = Resource(
    "bulk--acts",
    BulkAct,
    owner="operator",
    personal=True,
    about="Acts on many cases at once.",
    input=BulkActInput,
    made_costs={"refusals": 600},
    kept=(
        RetentionRule(
            "bulk_acts",
            (),
            PSEUDONYMISED,
            "row deleted",
            STORAGE_LIMITATION,
            "whose filter or text names the person; forgotten 90 days after it has ended in any case",
        ),
        RetentionRule(
            "bulk_act_cases",
            (),
            PSEUDONYMISED,
            "row deleted",
            STORAGE_LIMITATION,
            "forgotten with its bulk act in any case",
        ),
    ),
)
