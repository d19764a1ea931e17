"""Clients that ask again and again, on connections that they keep, and try nothing twice."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import orjson

from tools.load.ground import Installation

Next = Callable[[], bytes]


@dataclass
class Hammer:
    """What came of all requests: statuses, and those that got no answer at all."""

    host: str
    port: int
    answers: Counter[int] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """How long each answer took, in seconds; emptied by whoever looks at them."""
    is_over: bool = False

    async def client(self, make_request: Next, pause_seconds: float) -> None:
        """One client. A connection that the service said it would close, or closed before anything was sent, is opened anew."""
        reader = writer = None
        while not self.is_over:
            if writer is None or reader is None or reader.at_eof():
                try:
                    reader, writer = await asyncio.open_connection(self.host, self.port)
                except OSError as trouble:
                    self.failed.append(f"connecting: {trouble!r}")
                    await asyncio.sleep(0.1)
                    continue
            try:
                asked = time.perf_counter()
                writer.write(make_request())
                status, closes, _ = await answer_on(reader)
                self.answers[status] += 1
                self.waits.append(time.perf_counter() - asked)
            except (OSError, EOFError, TimeoutError) as trouble:
                self.failed.append(f"asking: {trouble!r}")
                closes = True
            if closes:
                writer.transport.abort()
                writer = None
            await asyncio.sleep(pause_seconds)
        if writer is not None:
            writer.transport.abort()

    async def during(self, work: asyncio.Future[None] | asyncio.Task[None], clients: list[tuple[Next, float]]) -> None:
        """Ask while something else is done, and a little before and after."""
        asking = [asyncio.create_task(self.client(*one)) for one in clients]
        try:
            await work
            await asyncio.sleep(0.3)
        finally:
            self.is_over = True
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*asking)
        await asyncio.sleep(0)


async def answer_on(reader: asyncio.StreamReader) -> tuple[int, bool, bytes]:
    """The next answer on a connection: its status, whether it is the last there, its body."""
    async with asyncio.timeout(20):
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = head.split(b"content-length: ")[1].split(b"\r\n")[0] if b"content-length: " in head else b"0"
        body = await reader.readexactly(int(length))
    return int(head.split()[1]), b"connection: close" in head, body


def in_turn(*requests: bytes) -> Next:
    """The requests, round and round."""
    endless = itertools.cycle(requests)
    return lambda: next(endless)


async def new_account(installation: Installation, port: int) -> dict[str, str]:
    """An account with a creditor that takes registrations: what making it answered."""
    address = {"address_line_1": "Gatan 1", "zip_code": "11122", "city": "Stockholm", "country": "SE"}
    owner = {"name": "Load", "organization_no": "5560160680"}
    creditor = owner | {
        "standard_debt_description": "Papper",
        "sender_address": address,
        "invoice_address": address,
        "payout_details": {"sek": {"bankgiro": "991-2346"}},
        "reminder_fee_terms": {"agreed": True, "valid_from": "2000-01-01", "attested_by": "Eva Ek"},
    }
    account = owner | {"agreement_address": address, "initial_creditor_data": creditor}
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(installation.post("/accounts", orjson.dumps(account)))
    status, _, body = await answer_on(reader)
    writer.transport.abort()
    assert status == 201, body
    made: dict[str, str] = orjson.loads(body)
    return made
