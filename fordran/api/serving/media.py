"""Files: uploading the invoice of a case, the logo or power of attorney of a creditor, papers of the authority; reading."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Literal
from urllib.parse import quote

from pydantic import Field, WithJsonSchema
from starlette.datastructures import FormData

from fordran import clock
from fordran.actions.cases.registering import sees
from fordran.actions.enforcements.keep_document import keep_document
from fordran.actions.file_copies import CannotMask, copy_for
from fordran.actions.keep_file import (
    DOMAINS,
    DOTTED_PATHS,
    MOST_FILE_BYTES,
    KeptFile,
    Put,
    content_type_of,
    find_file,
    keep_original_invoice,
)
from fordran.actions.keep_logo import PrintableLogo, keep_logo, printable
from fordran.actions.keep_mandate import keep_mandate
from fordran.actions.refusals import NotAllowed
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import http_error, not_found
from fordran.api.http.forms import FORM_TYPE, file_in, form_of
from fordran.api.http.request import Request
from fordran.api.roles import ACCOUNT_ADMINS_UP, STAFF
from fordran.api.serving.once import is_dry_run, once
from fordran.formats.logos import LogoTooComplex, NotALogo, read_logo
from fordran.outside.media import Media, NoSuchFile
from fordran.shape.fields import Refused, Shape
from fordran.shape.kinds import TEXT, Text
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import is_id

# Beside the file a form has a few short fields and their borders.
MOST_FORM_BYTES = MOST_FILE_BYTES + 64 * 1024
MOST_FILES = 5

File = Annotated[bytes, TEXT, WithJsonSchema({"type": "string", "format": "binary"})]


class FileForm(Shape):
    """A file and what it is for. Its content decides its type: a logo is PNG or SVG of at most 100 KiB, everything else PDF,
    JPEG, PNG, GIF or BMP of at most 25 MiB. `documents` are papers of the enforcement authority."""

    file: File
    """The file itself."""
    domain: Literal["media--files", "cases", "creditors", "enforcements"] = "media--files"
    """The document that the file belongs to."""
    dotted_path: Literal["original_invoice", "logo", "enforcement_mandate", "documents"] = Field(
        description="The field of the document that is to show the file."
    )


class FileKept(Shape):
    status: Literal["OK"] = Field(alias="_status")
    """`OK`."""
    url: Text = Field(description="A signed link to the file, valid for an hour.")


@dataclass(frozen=True)
class Uploaded:
    """A file that was sent, whole, and what it is for."""

    domain: str
    dotted_path: str
    filename: str
    content_type: str
    content: bytes
    logo: PrintableLogo | None = None


def upload(media: Media) -> EndpointHandler:
    """The endpoint that takes a file for a document."""

    async def serve(request: Request, database: Database) -> Answer:
        sent = await _uploaded(request)
        reference = request.path["reference_id"]
        put = _nowhere if is_dry_run(request) else media.put

        async def work(tx: Connection) -> Answer:
            kept = None
            if is_id(reference):
                kept = await _keep(tx, request.signed_in, put, reference, sent)
            if kept is None:
                raise http_error(404, "Resource Document Not Found")
            return answer({"_status": "OK", "url": request.link_to(kept.id)}, 201)

        document = [sent.domain, sent.dotted_path, sent.filename, sha256(sent.content).hexdigest()]
        return await once(request, database, work, document)

    return serve


async def _keep(tx: Connection, caller: Caller, put: Put, reference: str, sent: Uploaded) -> KeptFile | None:
    """Keep what was sent for a case, a creditor or an application; None where that is not the caller's."""
    if sent.logo is None:
        keep = _KEEPERS[sent.dotted_path]
        return await keep(tx, caller, put, reference, sent.filename, sent.content_type, sent.content, clock.now())
    return await keep_logo(tx, caller, put, reference, sent.filename, sent.logo, sent.content, clock.now())


_KEEPERS: Mapping[str, Callable[..., Awaitable[KeptFile | None]]] = {
    "original_invoice": keep_original_invoice,
    "enforcement_mandate": keep_mandate,
    "documents": keep_document,
}


def _nowhere(_id: str, _content: bytes) -> None:
    """Where a dry run puts a file."""


async def _uploaded(request: Request) -> Uploaded:
    """The file of a form that is as it has to be; 400 or 413 otherwise."""
    body = await request.body(MOST_FORM_BYTES)
    if request.media_type != FORM_TYPE:
        raise http_error(400, f"Unknown or no Content-Type header supplied: send {FORM_TYPE}.")

    async def parts() -> AsyncGenerator[bytes, None]:
        yield body

    async with form_of(request, parts(), MOST_FILES) as form:
        domain, dotted_path = _purpose(form)
        file = file_in(form, FileForm)
        content = await file.read()
    if len(content) > MOST_FILE_BYTES:
        raise http_error(413, f"The file is larger than {MOST_FILE_BYTES // (1024 * 1024)} MiB.")
    name = _plain_name(file.filename or "")
    if dotted_path == "logo":
        return await _uploaded_logo(request, domain, name, content)
    if dotted_path == "enforcement_mandate" and not request.signed_in.roles & ACCOUNT_ADMINS_UP.names:
        raise http_error(403, "Only who may change a creditor may give its power of attorney.")
    if dotted_path == "documents" and not request.signed_in.roles & STAFF.names:
        raise http_error(403, "Only the operator's staff keeps papers of the enforcement authority.")
    content_type = content_type_of(content)
    if content_type is None:
        raise http_error(400, "The provided file's content type is not allowed.")
    return Uploaded(domain, dotted_path, name, content_type, content)


async def _uploaded_logo(request: Request, domain: str, name: str, content: bytes) -> Uploaded:
    """A logo, of somebody who may change creditors."""
    if not request.signed_in.roles & ACCOUNT_ADMINS_UP.names:
        raise http_error(403, "Only who may change a creditor may give it a logo.")
    try:
        logo = await printable(read_logo(content), request.path["reference_id"])
    except LogoTooComplex as wrong:
        raise Refused({"file": wrong.message}) from None
    except NotALogo as wrong:
        raise http_error(400, str(wrong)) from None
    return Uploaded(domain, "logo", name, logo.content_type, content, logo)


def _purpose(form: FormData) -> tuple[str, str]:
    """The domain that a form names, and the field that is to show its file."""
    domain = form.get("domain") or DOMAINS[0]
    if domain not in DOMAINS:
        raise http_error(400, f"Domain '{str(domain)[:100]}' is not valid.")
    dotted_path = form.get("dotted_path")
    if not dotted_path:
        raise http_error(400, "Dotted Path Not Found in request form")
    if dotted_path not in DOTTED_PATHS:
        raise http_error(400, "Dotted Path is not valid")
    return str(domain), str(dotted_path)


def _plain_name(name: str) -> str:
    """The file's own name, without folders and without what no file name should hold."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(letter for letter in last if letter.isprintable() and letter not in '"<>|:*?')[:200] or "file"


def read_file(media: Media) -> EndpointHandler:
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
        if kept.is_protected and not (request.caller and request.caller.may_see_protected):
            raise NotAllowed("error.file_of_a_protected_person")
        await request.hold(kept.size)
        try:
            content = await asyncio.to_thread(lambda: copy_for("interface", media.get(id_)))
        except (NoSuchFile, CannotMask):
            raise not_found() from None
        headers = [
            (b"content-disposition", f"inline; filename*=UTF-8''{quote(kept.filename)}".encode()),
            (b"content-security-policy", b"sandbox"),
        ]
        return Answer(200, content, headers, kept.content_type.encode())

    return serve
