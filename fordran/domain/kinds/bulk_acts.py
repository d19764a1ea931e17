"""Bulk acts: what can be done to many cases at once, how far it has come, and what became of each case."""

from typing import Literal, TypeAlias

BulkActKind: TypeAlias = Literal[
    "assign", "snooze", "respite", "note", "letter", "close", "release_application", "confirm_unpaid"
]

BulkActStatus: TypeAlias = Literal["running", "stopped", "done"]

BulkOutcome: TypeAlias = Literal[
    "done",
    "waiting",  # for a second person
    "refused",
]
