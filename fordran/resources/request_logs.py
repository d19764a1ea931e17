"""Request log: registrations kept for users whose `log_*` flags ask for it, with their answers, for 90 days."""

from __future__ import annotations

from typing import Any

from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Integer, Text
from fordran.shape.resource import Resource


class RequestLog(Shape):
    user: Id
    resource: Text
    status: Integer
    request: dict[str, Any]
    answer: dict[str, Any]


REQUEST_LOGS = Resource(
    "request--logs",
    RequestLog,
    owner="user_alone",
    personal=True,
    about="Registrations kept as they were sent.",
)
