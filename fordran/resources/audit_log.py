"""Audit log: who did what, when, from where, on which document; and who read what is known of debtors."""

from __future__ import annotations

from typing import Any

from fordran.domain.audit import AuditBy, AuditKind
from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Text
from fordran.shape.resource import Resource


class AuditEntry(Shape):
    by: AuditBy
    """`database` where somebody wrote past the service."""
    user: Text | None = None
    """A user's id; for a command the name of who ran it on the server, for the database the role."""
    user_name: Text | None = None
    address: Text | None = None
    request_id: Text | None = None
    act: Text | None = None
    """The endpoint, the worker's duty, the command, or the program that was connected to the database."""
    kind: AuditKind
    resource: Text
    document: Id | None = None
    documents: list[Id] | None = None
    """Of the reading of a list: what it showed."""
    account: Id | None = None
    creditor: Id | None = None
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None


AUDIT_LOG = Resource(
    "audit--log",
    AuditEntry,
    owner="operator",
    personal=False,
    about="Who did what, when, from where, on which document.",
)
