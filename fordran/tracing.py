"""Traces: whether this process makes them. Off unless `tracing_endpoint` is set.

While it is off, nothing of OpenTelemetry is imported, and a request makes no further call. `fordran/spans.py` makes the spans.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fordran.spans import Spans

active: Spans | None = None
"""Makes the spans of this process; None while tracing is off."""


def start(endpoint: str | None, sample_ratio: float, service_name: str) -> None:
    """Send traces from now on, where there is an endpoint. To be called before the application or the worker is made."""
    if endpoint is None:
        return
    from fordran.spans import Spans, exporter_to

    activate(Spans(exporter_to(endpoint), sample_ratio, service_name))


def activate(spans: Spans | None) -> None:
    """Have these spans made from now on."""
    global active
    active = spans


def observe(connection: Any) -> None:
    """Have the statements of a new connection traced, where tracing is on."""
    if active is not None:
        connection.add_query_logger(active.statement)


def stop() -> None:
    """Send what is left, and make no more."""
    if active is not None:
        active.close()
    activate(None)
