"""Money over HTTP: importing a bank file, deciding on payments that wait, approving payouts that leave."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, BinaryIO, cast

from fordran import clock
from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.bank.match_payment import find_waiting
from fordran.actions.bank.settle_payments import settle_all
from fordran.actions.bank.store_file import COUNTED, StoredFile, sent_file, store_bank_file
from fordran.actions.cases.registering import etag_of
from fordran.actions.payouts.approve_payout import approve_payout
from fordran.actions.transfers.reopen_payouts import reopen_all
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, Headers, answer
from fordran.api.http.errors import not_found
from fordran.api.http.forms import FORM_TYPE, file_in, form_of
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.media import File
from fordran.api.serving.once import once
from fordran.formats.bank import BadBankFile
from fordran.resources.bank_files import BANK_FILES
from fordran.resources.bank_transactions import BANK_TRANSACTIONS
from fordran.resources.finance_payouts import FINANCE_PAYOUTS, ApproveInput
from fordran.settings import Settings
from fordran.shape.fields import Refused, Shape, read
from fordran.shape.kinds import Text
from fordran.shape.moments import rfc_1123
from fordran.shape.resource import META
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find

MOST_BYTES = 2 * 1024 * 1024 * 1024
IN_MEMORY = 1024 * 1024
"""Bytes of a file that are kept in memory; a longer one lies on disk while it is read."""


class BankFileForm(Shape):
    """A file from the bank: BgMax, camt.053, camt.054 or pain.002, told by its content. It may also be sent as the body."""

    file: File
    """The file from the bank."""


class BankFileQuery(Shape):
    """Parameters of a file that is sent as the body itself."""

    filename: Text | None = None
    """The name of a file that is sent as the body itself."""


Decide = Callable[[Connection, Caller, Any, Any, datetime], Awaitable[str | None]]
Find = Callable[[Connection, str], Awaitable[Any]]


def import_file(settings: Settings) -> EndpointHandler:
    """The endpoint that takes a bank file, as the `file` of a form or as the body itself."""
    # One at a time in a process: each holds a connection from its first transaction to its last, and all of a processor.
    turn = asyncio.Lock()

    async def serve(request: Request, database: Database) -> Answer:
        read(BankFileQuery, {name: text for name, text in request.query.items() if name == "filename"})
        async with _stream(request) as (stream, filename), turn:
            file = await asyncio.to_thread(sent_file, stream, filename)

            async def work(tx: Connection) -> Answer:
                try:
                    return _answer(await store_bank_file(tx, file, settings.operator.bankgiro, clock.now()))
                except BadBankFile as bad:
                    raise Refused({"file": str(bad)}) from bad

            done = await once(request, database, work, file.sha256.hex())
            await settle_all(database, clock.now())
            await reopen_all(database, clock.now())
            return done

    return serve


def _answer(stored: StoredFile) -> Answer:
    etag = etag_of(stored.id, stored.revision)
    counts = {name: stored.counts[name] for name in ("transactions", *COUNTED)}
    meta = {"_id": stored.id, "_created": rfc_1123(stored.created), "_etag": etag, "_status": "OK"}
    headers: Headers = [(b"location", f"/{BANK_FILES.name}/{stored.id}".encode()), (b"etag", f'"{etag}"'.encode())]
    return answer(meta | {"kind": stored.kind} | counts, 201 if stored.is_new else 200, headers)


@asynccontextmanager
async def _stream(request: Request) -> AsyncIterator[tuple[BinaryIO, str]]:
    """The file that was sent, in a stream that can be wound back, and its name."""
    if request.media_type == FORM_TYPE:
        async with form_of(request, request.stream(MOST_BYTES), most_files=1) as form:
            file = file_in(form, BankFileForm)
            yield file.file, file.filename or ""
        return
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as kept:
        async for part in request.stream(MOST_BYTES):
            kept.write(part)
        yield cast(BinaryIO, kept), request.query.get("filename", "")


def decide_on_payment(shape: type[Shape], decide: Decide, find_it: Find = find_waiting) -> EndpointHandler:
    """The endpoint of a decision on a payment, mostly one that waits. What it makes due is settled before it is answered."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json()

        async def work(tx: Connection) -> Answer:
            waiting = await find_it(tx, request.path["id"])
            if waiting is None:
                raise not_found()
            given = await read_all_issues(tx, request.signed_in, shape, document)
            asks = await decide(tx, request.signed_in, waiting, given, clock.now())
            waits = asks is not None and await in_force(tx, request.rules.setting)
            item = await find(tx, BANK_TRANSACTIONS, request.signed_in, waiting["id"])
            assert item is not None
            shown = {name: item.document[name] for name in (*META, "status", "suspense_amount")}
            approval = {"_approval": asks} if waits else {}
            return answer(shown | approval | {"_status": "OK"}, 202 if waits else 201)

        done = await once(request, database, work, document)
        await settle_all(database, clock.now())
        return done

    return serve


async def approve_a_payout(request: Request, database: Database) -> Answer:
    """A person approves a payout in its current form; no body is needed."""
    sent = await request.body()
    document = request.json_in(sent) if sent else {}

    async def work(tx: Connection) -> Answer:
        id_ = request.path["id"]
        if await find(tx, FINANCE_PAYOUTS, request.signed_in, id_) is None:
            raise not_found()
        given = await read_all_issues(tx, request.signed_in, ApproveInput, document)
        await approve_payout(tx, request.signed_in, id_, given, clock.now())
        item = await find(tx, FINANCE_PAYOUTS, request.signed_in, id_)
        assert item is not None
        shown = {name: item.document[name] for name in (*META, "approvals", "approvals_missing")}
        return answer(shown | {"_status": "OK"}, 201)

    return await once(request, database, work, document)
