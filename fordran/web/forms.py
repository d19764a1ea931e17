"""Forms: a token in each, bound to the session or to a cookie of its own, and a number that detects a form sent twice.

The token decides whether a form is ours. Browsers send `Origin: null` where a page says `no-referrer`, as ours do, and that is
taken; any other origin than our own is refused before the token is looked at.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.types import Message, Receive

from fordran.web.troubles import BadForm, ForeignForm

TOKEN_FIELD, ONCE_FIELD = "_token", "_once"
MOST_BYTES = 256 * 1024
MOST_FILE_BYTES = 32 * 1024 * 1024
MOST_FIELDS = 200
STRANGER_COOKIE = "fordran_form"
LONGEST_TYPE = 1000
"""Of a `Content-Type`. The library takes long for one of many parts."""
_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
_CHARSET = re.compile(r"charset\*?\s*=", re.IGNORECASE)
_UTF_8 = re.compile(r';\s*charset="?utf-?8"?\s*(?=;|$)', re.IGNORECASE)


def names_other_charset(type_: str) -> bool:
    """Whether a `Content-Type` asks for its form to be read otherwise than as UTF-8.

    The library would take any codec of Python's, of which some make texts that cannot be stored.

    >>> [names_other_charset(f"multipart/form-data; {more}") for more in ("boundary=x", "charset=UTF-8", "charset=utf-7")]
    [False, False, True]
    """
    return bool(_CHARSET.search(_UTF_8.sub("", type_)))


class FormTokens:
    """Makes and checks tokens with the installation's key."""

    def __init__(self, key: bytes) -> None:
        self._key = hashlib.sha256(b"fordran forms" + key).digest()

    def of(self, bound_to: str) -> str:
        """The token of a session, or of a stranger's cookie."""
        return hmac.new(self._key, bound_to.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def fits(self, token: str, bound_to: str) -> bool:
        """Whether it is the token of that session or cookie."""
        return hmac.compare_digest(self.of(bound_to).encode(), token.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True)
class Form:
    """The contents of a form: texts by name, the last of a name counts; and files."""

    texts: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, UploadFile] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A text without blanks around it; empty if the field is missing. Browsers end lines in CR LF; here they end in LF."""
        return self.texts.get(name, "").replace("\r\n", "\n").strip()

    @property
    def once(self) -> str:
        """The form's own number."""
        return self.text(ONCE_FIELD)[:64]

    @property
    def own(self) -> dict[str, str]:
        """The values that a person entered, without those that every form has."""
        return {name: self.text(name) for name in self.texts if not name.startswith("_")}


def new_number() -> str:
    """The number of a form that is shown now."""
    return secrets.token_urlsafe(12)


def check_origin(request: Request) -> None:
    """Refuse what another site's page sent."""
    origin = request.headers.get("origin")
    if origin is None or origin == "null":
        return
    if urlsplit(origin).netloc.lower() != request.headers.get("host", "").lower():
        raise ForeignForm


def is_sent_from_here(request: Request) -> bool:
    """Whether one of our pages sent it, as the browser says; no page can make a browser say so."""
    return request.headers.get("sec-fetch-site") == "same-origin"


class FormBody:
    """The body of a request on its way in, which ends when it is longer than a form can be, whatever its head says."""

    def __init__(self, receive: Receive) -> None:
        self.most = MOST_BYTES
        self._receive = receive
        self._read = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > self.most:
            raise BadForm
        return message


async def read_form(request: Request, inflow: FormBody, *, with_files: bool = False) -> Form:
    """The body as a form, which is no longer than our forms can be."""
    type_ = request.headers.get("content-type", "")
    if len(type_) > LONGEST_TYPE or type_.split(";")[0].strip().lower() not in _TYPES:
        raise BadForm
    if names_other_charset(type_):
        raise BadForm
    if with_files:
        inflow.most = MOST_FILE_BYTES
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced[:15]) > inflow.most:
        raise BadForm
    try:
        sent = await request.form(max_files=4 if with_files else 0, max_fields=MOST_FIELDS, max_part_size=MOST_BYTES)
    except (HTTPException, MultiPartException, ValueError, AssertionError) as trouble:
        raise BadForm from trouble
    return _form(sent)


def _form(sent: FormData) -> Form:
    items = sent.multi_items()
    texts = {name: value for name, value in items if isinstance(value, str)}
    if any("\x00" in text for text in texts.values()):
        raise BadForm
    return Form(texts, {name: value for name, value in items if isinstance(value, UploadFile) and value.filename})
