"""Traces: one from a request to the delivery and the webhook that it causes, without a word about anybody."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from fordran import tracing
from fordran.api.app import Api, create_app
from fordran.outside.webhook import WebhookSender
from fordran.settings import Settings
from fordran.spans import MOST_HELD, Spans, without_values
from fordran.worker.job_log import JobLog
from fordran.worker.stream import Stream
from tests.actions.delivery.house import House
from tests.actions.office import Office
from tests.api.world import client_of
from tests.outside.receivers import Receiver, receiver

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{PARENT}-01"


@pytest.fixture(scope="module")
def exporter() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    tracing.activate(Spans(exporter, 1.0, "fordran"))
    yield exporter
    tracing.stop()


@pytest.fixture(scope="module")
async def app(settings: Settings, exporter: InMemorySpanExporter) -> AsyncIterator[Api]:
    """An application that is made while tracing is on."""
    api = create_app(settings)
    yield api
    await api.database.close()


@pytest.fixture(autouse=True)
def nothing_yet(exporter: InMemorySpanExporter) -> None:
    flush()
    exporter.clear()


def flush() -> None:
    assert tracing.active is not None
    tracing.active.provider.force_flush()


def sent(exporter: InMemorySpanExporter, trace_id: str | None = None) -> list[ReadableSpan]:
    """The spans that were sent, of one trace or all."""
    flush()
    return [span for span in exporter.get_finished_spans() if trace_id in (None, f"{span.context.trace_id:032x}")]


def requests(exporter: InMemorySpanExporter) -> list[ReadableSpan]:
    """The spans of requests. A connection that the pool opens meanwhile may have spans of its own."""
    return [span for span in sent(exporter) if span.kind is SpanKind.SERVER]


def attribute(span: ReadableSpan, name: str) -> Any:
    return (span.attributes or {}).get(name)


async def set_sandbox(app: Api, is_sandbox: bool) -> None:
    async with app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = $1", is_sandbox)


async def deliver_letters(house: House) -> None:
    """Run the worker's loop of deliveries until something lies in the print folder and is noted."""
    stop = asyncio.Event()
    async with house.post() as post, asyncio.timeout(20):
        running = asyncio.create_task(post.run(stop))
        while not house.items("print"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        stop.set()
        await running


async def deliver_events(app: Api, there: Receiver, count: int) -> None:
    """Run the worker's loop of webhooks until so many messages have come."""
    stop, sender = asyncio.Event(), WebhookSender(is_sandbox=True)
    running = asyncio.create_task(Stream(app.database, sender).run(stop))
    try:
        async with asyncio.timeout(20):
            while len(there.received) < count:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        stop.set()
        await running
        await sender.close()


async def test_one_trace_leads_from_a_request_to_its_delivery_and_its_webhook(
    house: House, office: Office, exporter: InMemorySpanExporter
) -> None:
    async with receiver() as there:
        await set_sandbox(house.app, True)  # where a receiver may be on this machine
        await office.post(
            "webhooks", {"account": office.account, "url": there.url, "event_types": ["invoice.registered"]}
        )
        await set_sandbox(house.app, False)
        office.client.headers["traceparent"] = TRACEPARENT
        try:
            await house.invoice()
        finally:
            del office.client.headers["traceparent"]
        await house.print()
        await deliver_letters(house)
        await deliver_events(house.app, there, 1)

    spans = sent(exporter, TRACE)
    (request,) = (span for span in spans if span.kind is SpanKind.SERVER)
    assert request.name == "POST /invoice--registrations"
    assert attribute(request, "http.route") == "/invoice--registrations"
    assert attribute(request, "http.response.status_code") == 201
    assert f"{request.parent.span_id:016x}" == PARENT
    others = [span for span in spans if span is not request]
    assert {span.parent.span_id for span in others} == {request.context.span_id}

    statements = [span for span in others if attribute(span, "db.system.name")]
    assert {"begin", "commit"} <= {span.name for span in statements}
    assert any("insert into events" in attribute(span, "db.query.text") for span in statements)
    (delivery,) = (span for span in others if span.kind is SpanKind.PRODUCER)
    assert (delivery.name, attribute(delivery, "fordran.outcome")) == ("deliver by print", "Sent")
    (webhook,) = (span for span in others if span.name == "deliver webhook")
    assert attribute(webhook, "http.response.status_code") == 200
    # The receiver can go on with the same trace.
    assert there.received[0].headers["traceparent"] == f"00-{TRACE}-{webhook.context.span_id:016x}-01"
    jobs = {span.context.span_id: span.name for span in sent(exporter) if span.name.startswith("job ")}
    assert {jobs[link.context.span_id] for span in (delivery, webhook) for link in span.links} == {
        "job write batches",
        "job send webhooks",
    }


async def test_no_span_says_anything_about_anybody(
    house: House, office: Office, exporter: InMemorySpanExporter
) -> None:
    customer = {"name": "Rakel Öberg", "id_number": "19811228-9874", "email": "rakel@example.com"}
    id_ = await house.invoice(customer, preferred_invoice_distribution="email")
    await house.work()
    invoice = await office.get(f"invoices/{id_}")
    await office.get("customers", where='{"name": "Rakel Öberg"}')
    # Whose statement fails with a sentence that quotes a value.
    async with house.app.database.connection() as connection:
        with trace.use_span(tracing.active.tracer.start_span("failing"), end_on_exit=True):  # type: ignore[union-attr]
            with pytest.raises(Exception, match="Rakel"):
                await connection.execute("select $1::text::integer", "Rakel")
            await asyncio.sleep(0)
    assert "InvalidTextRepresentationError" in {attribute(span, "error.type") for span in sent(exporter)}
    text = " ".join(span.to_json() for span in sent(exporter))
    assert "POST /invoice--registrations" in text
    # Ids and times are in the text, too: fewer digits of the number would be found in those now and then.
    numbers = ("1228-9874", "12289874")
    known = (*numbers, "Rakel", "Öberg", "\\u00d6berg", "rakel@", "127.0.0.1", "Björkvägen", id_, office.creditor)
    assert [word for word in (*known, invoice["customer"]) if word in text] == []


async def test_the_text_of_an_error_is_left_out(exporter: InMemorySpanExporter) -> None:
    assert tracing.active is not None
    jobs = JobLog()
    with pytest.raises(ValueError, match="Rakel"), jobs.run("failing"):
        raise ValueError("Rakel Öberg")
    (span,) = [one for one in sent(exporter) if one.name == "job failing"]
    assert span.status.status_code is StatusCode.ERROR
    assert "Rakel" not in span.to_json()


async def test_a_run_that_does_nothing_is_not_sent(app: Api, exporter: InMemorySpanExporter) -> None:
    jobs, began = JobLog(), time.time_ns()
    for done in (0, 3, 0):
        with jobs.run("count") as run:
            async with app.database.transaction() as tx:
                await tx.fetchval("select 1")
            run.done = done
        await asyncio.sleep(0)
    # What the test before has left may end meanwhile.
    spans = [span for span in sent(exporter) if span.start_time >= began]
    assert len({span.context.trace_id for span in spans}) == 1
    assert [attribute(span, "fordran.job.done") for span in spans if span.name == "job count"] == [3]
    assert {"begin", "select", "commit"} <= {span.name for span in spans}


async def test_a_long_run_is_not_held_in_memory(exporter: InMemorySpanExporter) -> None:
    assert tracing.active is not None
    with JobLog().run("long"):
        for _ in range(MOST_HELD + 1):
            tracing.active.tracer.start_span("part").end()
        assert len(sent(exporter)) > MOST_HELD // 2


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [("traceparent", "Rakel")],
        [("traceparent", f"00-{'0' * 32}-{PARENT}-01")],
        [("traceparent", TRACEPARENT), ("traceparent", TRACEPARENT)],
    ],
)
async def test_a_wrong_traceparent_begins_a_trace(
    app: Api, exporter: InMemorySpanExporter, headers: list[tuple[str, str]]
) -> None:
    async with client_of(app) as client:
        await client.get("/nowhere/Rakel", headers=headers)
    (request,) = requests(exporter)
    assert request.parent is None
    assert "Rakel" not in request.to_json()
    assert attribute(request, "http.response.status_code") == 404


async def test_probes_are_not_traced(app: Api, exporter: InMemorySpanExporter) -> None:
    async with client_of(app) as client:
        await client.get("/health")
        await client.get("/ready")
    assert requests(exporter) == []


def test_a_client_cannot_have_more_traced_than_the_ratio() -> None:
    exporter = InMemorySpanExporter()
    spans = Spans(exporter, 0.0, "fordran")
    spans.delivered(TRACEPARENT, "print", object(), 0.0)
    spans.close()
    assert exporter.get_finished_spans() == ()


async def test_a_stopping_application_sends_what_is_left(settings: Settings, exporter: InMemorySpanExporter) -> None:
    before, own = tracing.active, InMemorySpanExporter()
    tracing.activate(Spans(own, 1.0, "fordran"))
    try:
        api, messages, answers = create_app(settings), asyncio.Queue[Any](), asyncio.Queue[Any]()
        living = asyncio.create_task(api.live(messages.get, answers.put))
        messages.put_nowait({"type": "lifespan.startup"})
        await answers.get()
        async with client_of(api) as client:
            await client.get("/nowhere")
        assert own.get_finished_spans() == ()
        messages.put_nowait({"type": "lifespan.shutdown"})
        await living
        assert len(own.get_finished_spans()) == 1
        assert tracing.active is None
    finally:
        tracing.activate(before)


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("select * from cases where id = $1", "select * from cases where id = $1"),
        (
            "begin; set local fordran.actor = '{\"user\":\"it''s\"}'; select 1",
            "begin; set local fordran.actor = ?; select 1",
        ),
        (r"set local fordran.actor = E'a\'b''c'; select 1", "set local fordran.actor = ?; select 1"),
        (r"select 'a\', 'b'", "select ?, ?"),
    ],
)
def test_a_statement_is_shown_without_its_literals(query: str, shown: str) -> None:
    assert without_values(query) == shown


def test_nothing_is_imported_while_tracing_is_off() -> None:
    seen = (
        "import sys, fordran.commands.served, fordran.commands.worker, fordran.worker.loop\n"
        "from fordran import tracing\n"
        "tracing.start(None, 1.0, 'fordran')\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry') or name == 'fordran.spans'])"
    )
    assert subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True).stdout == "[]\n"
