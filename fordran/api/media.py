"""Files: uploading the original invoice of a case, and reading a file by token or by signed link."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from starlette.datastructures import Headers as FormHeaders
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from fordran import clock
from fordran.actions.cases.registering import sees
from fordran.actions.keep_file import DOMAINS, DOTTED_PATHS, content_type_of, find_file, keep_original_invoice
from fordran.api.answers import Answer, answer
from fordran.api.errors import http_error, not_found
from fordran.api.reading import Serve
from fordran.api.request import Request
from fordran.api.writing import is_dry_run, once
from fordran.outside.media import Media, NoSuchFile
from fordran.store.database import Connection, Database
from fordran.store.ids import is_id

MOST_BYTES = 25 * 1024 * 1024
# Beside the file a form has a few short fields and their borders.
MOST_FORM_BYTES = MOST_BYTES + 64 * 1024


def upload(media: Media) -> Serve:
    """The endpoint that takes a file for a document."""

    async def serve(request: Request, database: Database) -> Answer:
        form = await _form(request)
        domain = form.get("domain") or DOMAINS[0]
        if domain not in DOMAINS:
            raise http_error(400, f"Domain '{str(domain)[:100]}' is not valid.")
        dotted_path = form.get("dotted_path")
        if not dotted_path:
            raise http_error(400, "Dotted Path Not Found in request form")
        if dotted_path not in DOTTED_PATHS:
            raise http_error(400, "Dotted Path is not valid")
        file = form.get("file")
        if not isinstance(file, Uploaded):
            raise http_error(400, "File is a required attribute.")
        content = file.content
        if len(content) > MOST_BYTES:
            raise http_error(413, f"The file is larger than {MOST_BYTES // (1024 * 1024)} MiB.")
        content_type = content_type_of(content)
        if content_type is None:
            raise http_error(400, "The provided file's content type is not allowed.")
        name = _plain_name(file.filename)
        reference = request.path["reference_id"]
        put = _nowhere if is_dry_run(request) else media.put

        async def act(tx: Connection) -> Answer:
            kept = None
            if is_id(reference):
                kept = await keep_original_invoice(
                    tx, request.signed_in, put, reference, name, content_type, content, clock.now()
                )
            if kept is None:
                raise http_error(404, "Resource Document Not Found")
            return answer({"_status": "OK", "url": request.link_to(kept.id)}, 201)

        return await once(request, database, act, [domain, dotted_path, name, sha256(content).hexdigest()])

    return serve


def _nowhere(_id: str, _content: bytes) -> None:
    """Where a dry run puts a file."""


@dataclass(frozen=True)
class Uploaded:
    """A file of a form, read whole."""

    filename: str
    content: bytes


async def _form(request: Request) -> dict[str, str | Uploaded]:
    body = await request.body(MOST_FORM_BYTES)

    async def stream() -> Any:
        yield body

    kind = (request.header(b"content-type") or "").split(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise http_error(400, "Unknown or no Content-Type header supplied: send multipart/form-data.")
    headers = FormHeaders(raw=request.scope["headers"])
    try:
        form = await MultiPartParser(headers, stream(), max_files=5, max_fields=20).parse()
    except (MultiPartException, KeyError, ValueError, UnicodeDecodeError):
        raise http_error(400, "The form cannot be read as multipart/form-data.") from None
    try:
        return {
            name: Uploaded(value.filename or "", await value.read()) if isinstance(value, UploadFile) else value
            for name, value in form.items()
        }
    finally:
        await form.close()


def _plain_name(name: str) -> str:
    """The file's own name, without folders and without what no file name should hold."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(letter for letter in last if letter.isprintable() and letter not in '"<>|:*?')[:200] or "file"


def read_file(media: Media) -> Serve:
    """The endpoint that answers a file's bytes."""

    async def serve(request: Request, database: Database) -> Answer:
        id_ = request.path["id"]
        if not is_id(id_):
            raise not_found()
        async with database.connection() as connection:
            found = await find_file(connection, id_)
        if found is None:
            raise not_found()
        kept, partner, account, creditor = found
        if request.caller is not None and not sees(request.caller, partner, account, creditor):
            raise not_found()
        await request.hold(kept.size)
        try:
            content = await asyncio.to_thread(media.get, id_)
        except NoSuchFile:
            raise not_found() from None
        headers = [
            (b"content-disposition", f"inline; filename*=UTF-8''{quote(kept.filename)}".encode()),
            (b"cache-control", b"private, max-age=3600"),
            (b"content-security-policy", b"sandbox"),
        ]
        return Answer(200, content, headers, kept.content_type.encode())

    return serve
