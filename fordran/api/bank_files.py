"""Bank files over HTTP: importing one, and deciding on payments that wait."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, BinaryIO, cast

from starlette.datastructures import Headers as FormHeaders
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from fordran import clock
from fordran.actions.bank.match_payment import WaitingRow, find_waiting
from fordran.actions.bank.settle_payments import settle_all
from fordran.actions.bank.store_file import COUNTED, StoredFile, sent_file, store_bank_file
from fordran.actions.cases.registering import etag_of
from fordran.api.answers import Answer, Headers, answer
from fordran.api.errors import http_error, not_found
from fordran.api.reading import Serve
from fordran.api.request import Request
from fordran.api.writing import once, read_all_issues
from fordran.formats.bank import BadBankFile
from fordran.resources.bank_files import BANK_FILES
from fordran.resources.bank_transactions import BANK_TRANSACTIONS
from fordran.settings import Settings
from fordran.shape.fields import Refused, Shape
from fordran.shape.moments import rfc_1123
from fordran.shape.resource import META
from fordran.store.database import Connection, Database
from fordran.store.rows import find
from fordran.store.scope import Caller

MOST_BYTES = 2 * 1024 * 1024 * 1024
IN_MEMORY = 1024 * 1024
"""Bytes of a file that are kept in memory; a longer one lies on disk while it is read."""

Decide = Callable[[Connection, Caller, WaitingRow, Any, datetime], Awaitable[None]]


def import_file(settings: Settings) -> Serve:
    """The endpoint that takes a bank file, as the `file` of a form or as the body itself."""
    # One at a time in a process: each holds a connection from its first transaction to its last, and all of a processor.
    turn = asyncio.Lock()

    async def serve(request: Request, database: Database) -> Answer:
        async with _stream(request) as (stream, filename), turn:
            file = await asyncio.to_thread(sent_file, stream, filename)

            async def act(tx: Connection) -> Answer:
                try:
                    return _told(await store_bank_file(tx, file, settings.operator.bankgiro, clock.now()))
                except BadBankFile as bad:
                    raise Refused({"file": str(bad)}) from bad

            done = await once(request, database, act, file.sha256.hex())
            await settle_all(database, clock.now())
            return done

    return serve


def _told(stored: StoredFile) -> Answer:
    etag = etag_of(stored.id, stored.revision)
    counts = {name: stored.counts[name] for name in ("transactions", *COUNTED)}
    meta = {"_id": stored.id, "_created": rfc_1123(stored.created), "_etag": etag, "_status": "OK"}
    headers: Headers = [(b"location", f"/{BANK_FILES.name}/{stored.id}".encode()), (b"etag", f'"{etag}"'.encode())]
    return answer(meta | {"kind": stored.kind} | counts, 201 if stored.is_new else 200, headers)


@asynccontextmanager
async def _stream(request: Request) -> AsyncIterator[tuple[BinaryIO, str]]:
    """The file that was sent, in a stream that can be wound back, and its name."""
    kind = (request.header(b"content-type") or "").split(";")[0].strip().lower()
    if kind == "multipart/form-data":
        headers = FormHeaders(raw=request.scope["headers"])
        try:
            form = await MultiPartParser(headers, request.stream(MOST_BYTES), max_files=1, max_fields=20).parse()
        except (MultiPartException, KeyError, ValueError, UnicodeDecodeError):
            raise http_error(400, "The form cannot be read as multipart/form-data.") from None
        try:
            file = form.get("file")
            if not isinstance(file, UploadFile):
                raise http_error(400, "File is a required attribute.")
            yield file.file, file.filename or ""
        finally:
            await form.close()
        return
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as kept:
        async for part in request.stream(MOST_BYTES):
            kept.write(part)
        yield cast(BinaryIO, kept), request.query.get("filename", "")


def decide_on_payment(shape: type[Shape], decide: Decide) -> Serve:
    """The endpoint of a decision on a payment that waits. What it makes due is settled before it is answered."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json()

        async def act(tx: Connection) -> Answer:
            waiting = await find_waiting(tx, request.path["id"])
            if waiting is None:
                raise not_found()
            given = await read_all_issues(tx, request.signed_in, shape, document)
            await decide(tx, request.signed_in, waiting, given, clock.now())
            item = await find(tx, BANK_TRANSACTIONS, request.signed_in, waiting["id"])
            assert item is not None
            shown = {name: item.document[name] for name in (*META, "status", "suspense_amount")}
            return answer(shown | {"_status": "OK"}, 201)

        done = await once(request, database, act, document)
        await settle_all(database, clock.now())
        return done

    return serve
