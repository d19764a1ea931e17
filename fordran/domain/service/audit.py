"""The audit log: by what somebody acts, what an entry tells of, and what is recorded of a table."""

from typing import Literal, TypeAlias

AuditBy: TypeAlias = Literal["api", "console", "my", "worker", "command", "database"]
"""`my` is the debtor's page; `database` where somebody wrote past the service."""

AuditKind: TypeAlias = Literal["created", "changed", "deleted", "read", "sent", "signed_in"]

AuditRecords: TypeAlias = Literal[
    "everything",  # what is made, changed and deleted
    "changes",  # what is changed and deleted: it is made by an act whose own document is recorded, or by the service
    "nothing",
]
