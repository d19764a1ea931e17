"""Closed lists of what happens: events and their deliveries, the audit log, imports."""

from __future__ import annotations

from fordran.domain.kinds.event_types import EVENT_TYPES, EventName
from fordran.domain.service.audit import AuditBy, AuditKind
from fordran.resources.file_import_reports import ImportedKind
from fordran.resources.webhook_deliveries import DeliveryOrigin, DeliveryStatus
from fordran.shape.closed import ClosedList, closed_list

HAPPENING_LISTS: tuple[ClosedList, ...] = (
    closed_list(
        "EventType",
        EventName,
        "What happened.",
        {name: event_type.about for name, event_type in EVENT_TYPES.items()},
    ),
    closed_list(
        "DeliveryStatus",
        DeliveryStatus,
        "How far a delivery has come.",
        {
            "waiting": "It is to be tried at its time.",
            "delivered": "The receiver answered with a status from 200 to 299.",
            "failed": "It was given up.",
        },
    ),
    closed_list(
        "DeliveryOrigin",
        DeliveryOrigin,
        "Why there is a delivery.",
        {
            "stream": "The event happened.",
            "replay": "Somebody asked for it again.",
            "test": "Somebody asked for a test.",
        },
    ),
    closed_list(
        "AuditBy",
        AuditBy,
        "By what somebody acted.",
        {
            "api": "This interface.",
            "console": "The pages for people.",
            "my": "The debtor's page.",
            "worker": "The service by itself.",
            "command": "The command line.",
            "database": "Somebody wrote past the service.",
        },
    ),
    closed_list(
        "AuditKind",
        AuditKind,
        "What was done.",
        {
            "created": "A document was made.",
            "changed": "A document was changed.",
            "deleted": "A document was deleted.",
            "read": "A document that tells of a debtor was read.",
            "sent": "Something was sent out.",
            "signed_in": "Somebody signed in.",
        },
    ),
    closed_list(
        "ImportedKind",
        ImportedKind,
        "What the rows of an imported file are.",
        {"invoices": "Invoices to distribute.", "cases": "Overdue debts."},
    ),
)
