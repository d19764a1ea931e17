"""Spans by OpenTelemetry: requests, statements, jobs of the worker, deliveries and deliveries to webhooks.

Only `fordran/tracing.py` imports this module, where tracing is on. A span holds no personal data: routes instead of URLs,
statements without values, names of error classes instead of their texts.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Protocol, TypeAlias, TypeVar

from asyncpg.connection import LoggedQuery
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import Link, SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from fordran import clock

EXPORT_SECONDS = 5.0
"""How long a collector may take. A stopping process waits for it no longer than that in all."""
LONGEST_STATEMENT = 4000
MOST_HELD = 1000
"""Spans of one run of a job that are held until the run ends."""
_JOB, _DONE = "fordran.job", "fordran.job.done"
_UNTRACED = frozenset({"/health", "/ready", "/metrics"})
"""Programs ask for them every few seconds."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_LITERAL = re.compile(r"[eE]'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'", re.DOTALL)
_propagator = TraceContextTextMapPropagator()

T = TypeVar("T")
SendMessage: TypeAlias = Callable[[Any], Awaitable[None]]


class NamedRequest(Protocol):
    """A request, which has the name of its endpoint once that is found."""

    id: str
    name: str


Answering = Callable[[Mapping[str, Any], Any, SendMessage], Awaitable[None]]


class JobOutcome(Protocol):
    """A run of a job: how much it did, and whether it failed."""

    done: int
    has_failed: bool


class AnsweredMessage(Protocol):
    """How sending to a webhook went."""

    @property
    def status(self) -> int | None: ...
    @property
    def error(self) -> str | None: ...


def exporter_to(endpoint: str) -> SpanExporter:
    """Sends spans to a collector by OTLP over HTTP. Its headers come from OTEL_EXPORTER_OTLP_HEADERS."""
    return OTLPSpanExporter(endpoint=endpoint, timeout=EXPORT_SECONDS)


class Spans:
    """Makes the spans of one process, and sends them in the background."""

    def __init__(self, exporter: SpanExporter, sample_ratio: float, service_name: str) -> None:
        by_ratio = TraceIdRatioBased(sample_ratio)
        self.provider = TracerProvider(
            # A client cannot have more traced than the ratio by saying that its own trace is sampled.
            sampler=ParentBased(by_ratio, remote_parent_sampled=by_ratio),
            resource=Resource.create({"service.name": service_name, "service.version": version("fordran")}),
            shutdown_on_exit=False,
        )
        self.provider.add_span_processor(BusyJobs(BatchSpanProcessor(exporter)))
        self.tracer = self.provider.get_tracer("fordran")

    def close(self) -> None:
        """Send what is left, unless the collector takes too long."""
        closing = threading.Thread(target=self.provider.shutdown, daemon=True)
        closing.start()
        closing.join(EXPORT_SECONDS)

    def traceparent(self) -> str | None:
        """The current span, as the header `traceparent` names it."""
        span = trace.get_current_span().get_span_context()
        if not span.is_valid:
            return None
        return f"00-{span.trace_id:032x}-{span.span_id:016x}-{span.trace_flags:02x}"

    def around_requests(self, answer: Answering) -> Answering:
        """Answers requests as `answer` does, each in a span that continues the client's trace."""

        async def answer_traced(scope: Mapping[str, Any], request: NamedRequest, send: SendMessage) -> None:
            if scope["path"] in _UNTRACED:
                await answer(scope, request, send)
                return
            with self._current("request", _sent_with(scope), SpanKind.SERVER) as span:

                async def send_noted(message: Any) -> None:
                    if message["type"] == "http.response.start":
                        _note_status(span, message["status"])
                    await send(message)

                try:
                    await answer(scope, request, send_noted)
                finally:
                    _name_request(span, scope["method"], request)

        return answer_traced

    def statement(self, logged: LoggedQuery) -> None:
        """A span of a statement that has been answered, in the span that asked for it. Its values are left out."""
        # The library tells of the last statement when the request's own span may have ended.
        if not trace.get_current_span().get_span_context().trace_flags.sampled:
            return
        text = without_values(logged.query)
        ended = _nanoseconds(clock.unix())
        span = self.tracer.start_span(
            text.split(None, 1)[0].rstrip(";").lower() if text.strip() else "statement",
            kind=SpanKind.CLIENT,
            start_time=ended - _nanoseconds(logged.elapsed),
            attributes={"db.system.name": "postgresql", "db.query.text": text},
        )
        if logged.exception is not None:
            _note_error(span, type(logged.exception).__name__)
        span.end(ended)

    @contextmanager
    def job(self, name: str, run: JobOutcome) -> Iterator[None]:
        """A run of a job, in a trace of its own. One that does nothing is not sent."""
        with self._current(f"job {name}", Context(), SpanKind.INTERNAL, {_JOB: name}) as span:
            try:
                yield
            finally:
                span.set_attribute(_DONE, run.done)
                if run.has_failed:
                    span.set_status(StatusCode.ERROR)

    def delivered(self, cause: str | None, channel: str, outcome: object, began: float) -> None:
        """A delivery that has been tried since `began`, in the trace of its cause, with a link to the job that tried."""
        span = self.tracer.start_span(
            f"deliver by {channel}",
            context=_caused_by(cause),
            kind=SpanKind.PRODUCER,
            links=_to_current(),
            start_time=_nanoseconds(began),
            attributes={"fordran.channel": channel, "fordran.outcome": type(outcome).__name__},
        )
        span.end()

    async def webhook(self, cause: str | None, sending: Awaitable[AnsweredMessageType]) -> AnsweredMessageType:
        """Send to a webhook, in the trace of the event's cause. The receiver gets the span as its `traceparent`."""
        with self._current("deliver webhook", _caused_by(cause), SpanKind.CLIENT, links=_to_current()) as span:
            outcome = await sending
            if outcome.status is not None:
                span.set_attribute("http.response.status_code", outcome.status)
            if outcome.error is not None:
                span.set_status(StatusCode.ERROR)
            return outcome

    def _current(
        self,
        name: str,
        context: Context | None,
        kind: SpanKind,
        attributes: Mapping[str, str] | None = None,
        links: list[Link] | None = None,
    ) -> AbstractContextManager[trace.Span]:
        """A span that is the current one for a block. The text of an exception may hold anything, so it is left out."""
        return self.tracer.start_as_current_span(
            name,
            context=context,
            kind=kind,
            attributes=attributes,
            links=links,
            record_exception=False,
            set_status_on_exception=False,
        )


AnsweredMessageType = TypeVar("AnsweredMessageType", bound=AnsweredMessage)


class BusyJobs(SpanProcessor):
    """Passes spans on, except those of runs of jobs that found nothing to do: every job looks several times a second."""

    def __init__(self, then: SpanProcessor) -> None:
        self._then = then
        self._held: dict[int, list[ReadableSpan]] = {}
        """Trace of a run that has not ended → its spans."""
        self._idle: OrderedDict[int, None] = OrderedDict()
        """Traces of the last idle runs, whose last statement is logged after their end."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        if span.parent is None and _JOB in (span.attributes or {}):
            self._held[_trace_of(span)] = []
        self._then.on_start(span, parent_context)

    def on_end(self, span: ReadableSpan) -> None:
        of = _trace_of(span)
        held = self._held.get(of)
        if held is None:
            if of not in self._idle:
                self._then.on_end(span)
            return
        held.append(span)
        is_run = span.parent is None
        if is_run and not (span.attributes or {}).get(_DONE) and span.status.status_code is not StatusCode.ERROR:
            del self._held[of]
            self._idle[of] = None
            if len(self._idle) > MOST_HELD:
                self._idle.popitem(last=False)
        elif is_run or len(held) > MOST_HELD:
            for each in self._held.pop(of):
                self._then.on_end(each)

    def shutdown(self) -> None:
        self._then.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._then.force_flush(timeout_millis)


@lru_cache(maxsize=2000)
def without_values(query: str) -> str:
    """A statement without its literals. Values of requests are parameters, but who acts is in the text of a `begin`.

    >>> without_values("begin; set local fordran.actor = '{\\"user\\": \\"it''s\\"}'")
    'begin; set local fordran.actor = ?'
    """
    return _LITERAL.sub("?", query)[:LONGEST_STATEMENT]


def _sent_with(scope: Mapping[str, Any]) -> Context:
    """The client's span, by its header `traceparent`; nothing where it is missing, malformed or given twice."""
    given = [value for name, value in scope["headers"] if name == b"traceparent"]
    return _read(given[0].decode("latin-1")) if len(given) == 1 else Context()


def _caused_by(cause: str | None) -> Context | None:
    """The span that was stored as the cause of a delivery; None is the current one."""
    return None if cause is None else _read(cause)


def _read(traceparent: str) -> Context:
    return _propagator.extract({"traceparent": traceparent}, context=Context())


def _to_current() -> list[Link]:
    span = trace.get_current_span().get_span_context()
    return [Link(span)] if span.is_valid else []


def _name_request(span: trace.Span, method: str, request: NamedRequest) -> None:
    span.set_attribute("http.request.method", method if method in _METHODS else "_OTHER")
    span.set_attribute("fordran.request_id", request.id)
    _, _, route = request.name.partition(" ")
    if route:
        span.update_name(request.name)
        span.set_attribute("http.route", route)


def _note_status(span: trace.Span, status: int) -> None:
    span.set_attribute("http.response.status_code", status)
    if status >= 500:
        span.set_status(StatusCode.ERROR)


def _note_error(span: trace.Span, kind: str) -> None:
    span.set_attribute("error.type", kind)
    span.set_status(StatusCode.ERROR)


def _trace_of(span: ReadableSpan) -> int:
    context = span.get_span_context()
    return context.trace_id if context else 0


def _nanoseconds(seconds: float) -> int:
    return round(seconds * 1_000_000_000)
