"""Forms with files, as Starlette parses them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

from starlette.datastructures import FormData, UploadFile
from starlette.datastructures import Headers as FormHeaders
from starlette.formparsers import MultiPartException, MultiPartParser

from fordran.api.http.errors import http_error
from fordran.api.http.request import Request
from fordran.shape.fields import UNKNOWN_FIELD, Refused, Shape
from fordran.web.forms import LONGEST_TYPE, names_other_charset

FORM_TYPE = "multipart/form-data"
MOST_FIELDS = 20


@asynccontextmanager
async def form_of(request: Request, body: AsyncGenerator[bytes, None], most_files: int) -> AsyncIterator[FormData]:
    """A form and its files, for as long as the block lasts; `body` may still be coming."""
    headers = FormHeaders(raw=request.scope["headers"])
    if len(headers.get("content-type", "")) > LONGEST_TYPE:
        raise http_error(400, f"A Content-Type has at most {LONGEST_TYPE} characters.")
    if names_other_charset(headers.get("content-type", "")):
        raise http_error(400, "A form is read as UTF-8, and as no other charset.")
    try:
        form = await MultiPartParser(headers, body, max_files=most_files, max_fields=MOST_FIELDS).parse()
    except (MultiPartException, KeyError, ValueError, UnicodeDecodeError):
        raise http_error(400, f"The form cannot be read as {FORM_TYPE}.") from None
    try:
        yield form
    finally:
        await form.close()


def file_in(form: FormData, shape: type[Shape]) -> UploadFile:
    """The `file` of a form; 400 where there is none, or a text in its place. A misspelt other part is refused, too."""
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise http_error(400, "File is a required attribute.")
    if unknown := form.keys() - shape.model_fields.keys():
        raise Refused(dict.fromkeys(sorted(unknown), UNKNOWN_FIELD))
    return file
