"""Audit log: who did what, when, from where, on which document; and who read what is known of debtors."""

from __future__ import annotations

from typing import Any

from fordran.domain.service.audit import AuditBy, AuditKind
from fordran.domain.service.retention import KEPT, PSEUDONYMISED, SECURITY, STORAGE_LIMITATION
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Id, Text
from fordran.shape.resource import JsonAccess, Resource


class AuditEntry(Shape):
    by: AuditBy
    """`my` for a debtor on the debtor's page; `database` where somebody wrote past the service."""
    user: Text | None = None
    """A user's id; for a command the name of who ran it on the server, for the database the role; none for a signed link.
    For a debtor the letter whose code was used, or the case, where the code was of its invoice or of a link."""
    user_name: Text | None = None
    """The user's name, while there is such a user."""
    address: Text | None = None
    """Where the request came from."""
    request_id: Text | None = None
    """`X-Request-Id` of the answer."""
    act: Text | None = None
    """The endpoint, the worker's duty, the command, or the program that was connected to the database."""
    kind: AuditKind
    """The act."""
    resource: Text
    """The resource, or the table of what is none."""
    document: Id | None = None
    """The `_id` of the document that it is about."""
    documents: list[Id] | None = None
    """Of the reading of a list: what it showed."""
    account: Id | None = None
    """Whose the document is; of a reading, the reader's."""
    creditor: Id | None = None
    """Whose the document is."""
    before: dict[str, Any] | None = None
    """Fields that were changed or deleted, as they were."""
    after: dict[str, Any] | None = None
    """Fields that were made or changed, as they became."""


def _side(name: str, side: int, kinds: str) -> JsonAccess:
    """One side of an entry's changes; an entry that holds none tells of a document that is read where it lies."""
    stored = f"nullif(own_changes -> {{key}} -> {side}, 'null')"
    return JsonAccess(
        part=f"""(case when own_changes is null then "{name}" -> {{key}} else {stored} end)""",
        presence=f"""(case when kind in ({kinds}) then coalesce(own_changes, "{name}") end)""",
    )


AUDIT_LOG = Resource(
    "audit--log",
    AuditEntry,
    owner="operator",
    personal=False,
    about="Who did what, when, from where, on which document.",
    looked_into={
        "before": _side("before", 0, "'changed', 'deleted'"),
        "after": _side("after", 1, "'created', 'changed'"),
    },
    kept=(
        RetentionRule(
            "audit_log",
            ("changes",),
            PSEUDONYMISED,
            "values deleted",
            STORAGE_LIMITATION,
            "of the person's documents; once more when the bookkeeping is let go of",
        ),
        RetentionRule(
            "audit_log",
            (
                *("by", "user_id", "address", "request_id", "act", "kind", "resource", "document_id", "documents"),
                "creditor_id",
            ),
            KEPT,
            "as it was",
            SECURITY,
            "who did what, by ids alone",
        ),
    ),
)
