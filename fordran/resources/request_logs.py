"""Request log: registrations kept for users whose `log_*` flags ask for it, with their answers, for 90 days."""

from __future__ import annotations

from typing import Any

from fordran.domain.service.retention import PSEUDONYMISED, STORAGE_LIMITATION
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Id, Integer, Text
from fordran.shape.resource import Resource


class RequestLog(Shape):
    user: Id
    """The user who asked."""
    resource: Text
    """The kind of registration."""
    status: Integer
    """Of the answer."""
    request: dict[str, Any]
    """The body as sent; an array under `_items`."""
    answer: dict[str, Any]
    """The body as answered."""


REQUEST_LOGS = Resource(
    "request--logs",
    RequestLog,
    owner="user_alone",
    personal=True,
    about="Registrations kept as they were sent.",
    kept=(
        RetentionRule(
            "request_logs", (), PSEUDONYMISED, "row deleted", STORAGE_LIMITATION, "forgotten after 90 days in any case"
        ),
    ),
)
