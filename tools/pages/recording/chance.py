"""What comes of chance, told anew in a fixed order: ids, tags, tokens, secrets, hashes."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

_ID = re.compile(r"\b[0-9a-f]{24}\b")
_TAG = re.compile(r"\b[0-9a-f]{40}\b")
_SHA256 = re.compile(r"\b[0-9a-f]{64}\b")
_REQUEST = re.compile(r"\b[0-9a-f]{16}\b|\b[0-9a-f]{32}\b")
_JWT = re.compile(r"eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+")
_CODE = re.compile(r"\bfordran_[\w-]{20,}")
_SECRET = re.compile(r"\bwhsec_[\w+/=-]+")
_SIGNATURE = re.compile(r"v1,[\w+/]+=*")
_LINK = re.compile(r"signature=[\w-]+")
_TOOK = re.compile(r'"(milliseconds)": \d+')
# Of a document that is printed: links in it are signed, and take more or less room when it is compressed.
_SIZE = re.compile(r'"(size|length)": \d{5,}')
_ORDER_FILE = re.compile(r'"/[^"]+/payouts/(payouts-)')
_PAYER = re.compile(r'"(payer_number)": "\d+"')
_RECEIVER = re.compile(r"http://127\.0\.0\.1:\d+")
RECEIVER = "https://kontorsvaror.example"


def told_anew(found: Any) -> Any:
    """The same with everything that comes of chance in a fixed order."""
    text = json.dumps(found, ensure_ascii=False)
    # First: one of sixteen digits looks like the number of a request.
    text = _PAYER.sub(r'"\1": "379768247162767"', text)
    # Later documents have greater ids, and still do.
    order = {id_: number for number, id_ in enumerate(sorted(set(_ID.findall(text))), 1)}
    text = _ID.sub(lambda match: f"6a30f4c0{order[match[0]]:016x}", text)
    text = _by_turns(_SHA256, text, lambda number: hashlib.sha256(b"%d" % number).hexdigest())
    text = _by_turns(_TAG, text, lambda number: hashlib.sha1(b"%d" % number, usedforsecurity=False).hexdigest())
    text = _by_turns(_REQUEST, text, lambda number: hashlib.sha256(b"request %d" % number).hexdigest()[:16])
    text = _by_turns(_CODE, text, lambda number: "fordran_" + _base64("code", number))
    text = _by_turns(_SECRET, text, lambda number: "whsec_" + _base64("secret", number) + "=")
    text = _by_turns(_SIGNATURE, text, lambda number: "v1," + _base64("signature", number) + "=")
    text = _by_turns(_LINK, text, lambda number: "signature=" + _base64("link", number))
    text = _JWT.sub("eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3ODE2MDA0MDB9." + _base64("token", 1), text)
    text = _TOOK.sub(r'"\1": 12', text)
    text = _ORDER_FILE.sub(r'"/var/lib/fordran/payouts/\1', text)
    text = _SIZE.sub(r'"\1": 43500', text)
    return json.loads(_RECEIVER.sub(RECEIVER, text))


def _by_turns(what: re.Pattern[str], text: str, make: Callable[[int], str]) -> str:
    """Each different find replaced by one that is made of its turn."""
    turns: dict[str, int] = {}
    return what.sub(lambda match: make(turns.setdefault(match[0], len(turns) + 1)), text)


def _base64(what: str, number: int) -> str:
    digest = hashlib.sha256(f"{what} {number}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=").replace("-", "A").replace("_", "B")
