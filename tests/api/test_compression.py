"""Answers are compressed where the client asks for it and it is worth it, and say the same."""

from __future__ import annotations

import gzip

import httpx
import pytest
import zstandard

from fordran.api.http.answers import Answer
from fordran.api.http.compression import LEAST_BYTES, compressed

LONG = b'{"a": "' + b"x" * LEAST_BYTES + b'"}'


def coding_of(answer: Answer) -> bytes:
    return dict(answer.headers).get(b"content-encoding", b"")


@pytest.mark.parametrize(
    ("accepted", "coding", "remark"),
    [
        ("gzip", b"gzip", ""),
        ("zstd", b"zstd", ""),
        ("gzip, zstd, br", b"zstd", "we like it better"),
        ("gzip;q=1.0, zstd;q=0.5", b"gzip", "the client likes it better"),
        ("*", b"zstd", "anything"),
        ("*;q=0.5, zstd;q=0", b"gzip", "anything but that"),
        ("GZIP", b"gzip", "in capitals"),
        ("br", b"", "what we cannot"),
        ("identity", b"", "none"),
        ("identity, gzip;q=0.2", b"", "rather none"),
        ("gzip;q=0", b"", "not that"),
        ("gzip;q=much", b"", "no weight"),
        ("", b"", "nothing said"),
        (None, b"", "no header"),
    ],
)
def test_what_the_client_likes_best_is_chosen(accepted: str | None, coding: bytes, remark: str) -> None:
    done = compressed(Answer(200, LONG), accepted)
    assert coding_of(done) == coding, remark
    assert (b"vary", b"accept-encoding") in done.headers


@pytest.mark.parametrize(
    ("answer", "remark"),
    [
        (Answer(200, b"{}"), "short"),
        (Answer(200, LONG, content_type=b"application/pdf"), "compressed already"),
        (Answer(200, LONG, [(b"cache-control", b"no-store")]), "not to be stored"),
        (Answer(204), "nothing"),
    ],
)
def test_what_gains_nothing_is_left_as_it_is(answer: Answer, remark: str) -> None:
    assert compressed(answer, "gzip, zstd") == answer, remark


@pytest.mark.parametrize(("coding", "read"), [("gzip", gzip.decompress), ("zstd", zstandard.decompress)])
async def test_a_compressed_answer_says_the_same(operator: httpx.AsyncClient, coding: str, read) -> None:  # type: ignore[no-untyped-def]
    plain = await operator.get("/locales", headers={"accept-encoding": "identity"})
    async with operator.stream("GET", "/locales", headers={"accept-encoding": coding}) as answer:
        raw = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers["content-encoding"] == coding
    assert int(answer.headers["content-length"]) == len(raw) < len(plain.content) / 2
    assert read(raw) == plain.content
    assert answer.headers["vary"] == plain.headers["vary"] == "X-API-Key, accept-encoding"


async def test_the_tag_is_the_document_s_however_it_is_written(operator: httpx.AsyncClient) -> None:
    listed = await operator.get("/cases", params={"max_results": 1})
    path = f"/cases/{listed.json()['_items'][0]['_id']}"
    plain = await operator.get(path, headers={"accept-encoding": "identity"})
    packed = await operator.get(path, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["etag"] == plain.headers["etag"]
    again = await operator.get(path, headers={"accept-encoding": "gzip", "if-none-match": plain.headers["etag"]})
    assert again.status_code == 304


async def test_a_head_tells_of_the_same_answer(operator: httpx.AsyncClient) -> None:
    get = await operator.get("/locales", headers={"accept-encoding": "gzip"})
    head = await operator.head("/locales", headers={"accept-encoding": "gzip"})
    names = ("content-encoding", "content-length", "vary")
    assert [head.headers[name] for name in names] == [get.headers[name] for name in names]
