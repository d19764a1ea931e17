"""Compressing answers for clients that ask for it: zstd or gzip, of what is long enough and not compressed already.

An `ETag` is the tag of a document, however it is written: it is the same compressed, indented or projected.
"""

from __future__ import annotations

import gzip
from dataclasses import replace
from functools import lru_cache

import zstandard

from fordran.api.http.answers import Answer

LEAST_BYTES = 1400
"""The smallest size worth compressing: one packet."""
GZIP_LEVEL, ZSTD_LEVEL = 1, 1
"""The time of the process is dearer than the last tenth of the bytes."""

LONGEST_ACCEPTED = 1000
"""How much of an `Accept-Encoding` is read, and remembered."""

VARY = (b"vary", b"accept-encoding")
_KINDS = (b"application/json", b"application/xml", b"text/")
_CODINGS = ("zstd", "gzip")
"""The supported encodings, in order of preference."""


def compressed(done: Answer, accepted: str | None) -> Answer:
    """The answer as the client wants it, by what it accepts. What must not be stored by others is left alone: a secret
    beside a text of the client's own could be guessed from how short the two become."""
    if len(done.body) < LEAST_BYTES or not done.content_type.startswith(_KINDS):
        return done
    if any(name == b"cache-control" and b"no-store" in value for name, value in done.headers):
        return done
    coding = _coding((accepted or "")[:LONGEST_ACCEPTED])
    if coding is None:
        return replace(done, headers=[*done.headers, VARY])
    headers = [*done.headers, VARY, (b"content-encoding", coding.encode())]
    return replace(done, body=_packed(done.body, coding), headers=headers)


def _packed(body: bytes, coding: str) -> bytes:
    if coding == "zstd":
        return zstandard.ZstdCompressor(level=ZSTD_LEVEL).compress(body)
    return gzip.compress(body, compresslevel=GZIP_LEVEL, mtime=0)


@lru_cache(maxsize=256)
def _coding(accepted: str) -> str | None:
    """The coding that the client likes best, of two that it likes equally the one that we do; None for none."""
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, parameter = (piece.strip() for piece in part.partition(";"))
        weights[name] = _weight(parameter)
    liked = {coding: weights.get(coding, weights.get("*", 0.0)) for coding in _CODINGS}
    best = max(_CODINGS, key=lambda coding: liked[coding])
    return best if liked[best] > 0 and liked[best] >= weights.get("identity", 0.0) else None


def _weight(parameter: str) -> float:
    name, _, number = (piece.strip() for piece in parameter.partition("="))
    if name != "q":
        return 1.0
    try:
        return min(max(float(number), 0.0), 1.0)
    except ValueError:
        return 0.0
