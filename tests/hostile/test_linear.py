"""Whatever is read before a request is counted takes time in proportion to its length, however hostile its text is.

The processor time of a text is compared with that of a short one. Pairs that look slow are measured again, so that a busy machine
is no failure.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request as StarletteRequest

from fordran.actions.accounts.signed_jwt import read_compact
from fordran.api.http.answers import Answer
from fordran.api.http.compression import compressed
from fordran.api.http.conditions import is_unchanged, sent_etag
from fordran.api.http.forms import form_of
from fordran.api.http.request import Request, all_parameters
from fordran.api.serving.query import page_number, results_per_page
from fordran.resources.cases import CASES
from fordran.shape.json_in import json_of
from fordran.shape.moments import moment_of
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.projection import compile_projection, parse_projection
from fordran.store.reading.search import parse_search
from fordran.store.reading.sorting import compile_sort, parse_sort
from fordran.store.reading.where import parse_where
from fordran.store.reading.where_sql import compile_where
from fordran.web.address import client_address
from fordran.web.cookies import PageRequest
from fordran.web.forms import FormBody, read_form
from fordran.web.languages import language_of

SHORT, LONGER = 4 * 1024, (16 * 1024, 64 * 1024)
"""A reader that fails at the shorter of the two is not tried with the longer, which would take minutes."""
SLACK = 1.5
"""A text that is n times as long may take n to this power as much: 8 times for 4, 64 for 16. Quadratic time is 16 and 256."""
UNITS = (
    " ", "\t", ",", ";", '"', "\\", '\\"', "\\0", "a", "1", "=", "-", ".", "%", "{", "[", ":", "*", "/", "&", "'", "+",
    "a.", "a=", "a;", "1.", "a,", "a=1&", "\r\n", "a:b\r\n", '="', "\xff", "%ff", '{"a":', '":"', "q=1,", "a a", "1,",
)  # fmt: skip
AROUND = (("", ""), ("a", "x"), ('"', '"'), ('a="', '"'), ('{"', '":1}'), ("for=", ""), ("[", ""), ("customer.", ""))
MOMENT, TODAY = datetime(2026, 3, 3, tzinfo=UTC), date(2026, 3, 3)
PROXIES = [ip_network("10.0.0.0/8")]


def request(name: bytes, text: str) -> Request:
    scope = {"type": "http", "method": "POST", "headers": [(name, text.encode("latin-1"))], "query_string": b""}
    return Request(scope, nothing_comes, "")


async def nothing_comes() -> dict[str, Any]:
    return {"type": "http.disconnect"}


def page_request(name: bytes, text: str, query: str = "") -> PageRequest:
    headers = [(name, text.encode("latin-1"))]
    return PageRequest({"type": "http", "method": "GET", "headers": headers, "query_string": query.encode("latin-1")})


def page_form(type_: str, body: str) -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body.encode("latin-1"), "more_body": False}

    inflow = FormBody(receive)
    headers = [(b"content-type", type_.encode("latin-1"))]
    sent = StarletteRequest({"type": "http", "method": "POST", "headers": headers, "query_string": b""}, inflow)
    run(read_form(sent, inflow, with_files=True))


def uploaded_form(text: str) -> None:
    async def read() -> None:
        async def body() -> Any:
            yield b"--x\r\n\r\n"

        async with form_of(request(b"content-type", f"multipart/form-data; {text}"), body(), 1):
            pass

    run(read())


def run(work: Awaitable[object]) -> None:
    async def waited() -> None:
        await work

    asyncio.run(waited())


PART = "multipart/form-data; boundary=x"
READERS: dict[str, Callable[[str], object]] = {
    "Cookie": lambda text: page_request(b"cookie", text).cookies,
    "Accept-Language": lambda text: language_of(None, text),
    "Accept-Encoding": lambda text: compressed(Answer(200, b" " * 2000), text),
    "X-Forwarded-For": lambda text: client_address("10.0.0.1", [text], [], PROXIES),
    "Forwarded": lambda text: client_address("10.0.0.1", [], [text], PROXIES),
    "If-None-Match": lambda text: is_unchanged(request(b"if-none-match", text), "x", MOMENT),
    "If-Modified-Since": lambda text: is_unchanged(request(b"if-modified-since", text), "x", MOMENT),
    "If-Match": lambda text: sent_etag(request(b"if-match", text)),
    "X-HTTP-Method-Override": lambda text: request(b"x-http-method-override", text),
    "X-API-Key": read_compact,
    "Origin": urlsplit,
    "Content-Type": lambda text: request(b"content-type", text).media_type,
    "the Content-Type of a page's form": lambda text: page_form(f"multipart/form-data; {text}", "--x\r\n\r\n"),
    "the Content-Type of an uploaded file": uploaded_form,
    "a page's form": lambda text: page_form("application/x-www-form-urlencoded", text),
    "the head of a part": lambda text: page_form(PART, f"--x\r\n{text}\r\n\r\n"),
    "the name of a part": lambda text: page_form(PART, f'--x\r\nContent-Disposition: form-data; name="{text}'),
    "the text of a part": lambda text: page_form(
        PART, f'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n{text}'
    ),
    "a query string": lambda text: all_parameters(text.encode("latin-1")),
    "the query string of a page": lambda text: page_request(b"host", "x", text).query_params,
    "page": page_number,
    "max_results": results_per_page,
    "where": lambda text: compile_where(parse_where(text), CASES, SqlParameters()),
    "a path in where": lambda text: compile_where({text: 1}, CASES, SqlParameters()),
    "sort": lambda text: compile_sort(parse_sort(text), CASES.columns),
    "projection": lambda text: compile_projection(parse_projection(text), CASES.fields),
    "a path in a projection": lambda text: compile_projection({text: True}, CASES.fields),
    "a search": lambda text: parse_search(text, TODAY),
    "a moment": moment_of,
    "JSON": json_of,
}


@pytest.mark.parametrize("name", READERS)
def test_a_text_takes_time_in_proportion_to_its_length(name: str) -> None:
    read = READERS[name]
    for size, unit, (before, after) in itertools.product(LONGER, UNITS, AROUND):
        short, long = (before + unit * (length // len(unit)) + after for length in (SHORT, size))
        most = (size / SHORT) ** SLACK
        ratio = min(ratios(read, short, long, most))
        assert ratio < most, f"{before}{unit}…{after}: {ratio:.0f} times as much for {size // SHORT} times the length"


def ratios(read: Callable[[str], object], short: str, long: str, most: float) -> Iterator[float]:
    """How many times as much the long text takes; up to twenty measurements, as long as it looks too much."""
    for _ in range(20):
        ratio = processor_time(read, long, 1) / processor_time(read, short, 3)
        yield ratio
        if ratio < most:
            return


def processor_time(read: Callable[[str], object], text: str, times: int) -> float:
    """The least of some measurements, in seconds. Texts may be refused; that is part of reading them."""
    least = float("inf")
    for _ in range(times):
        began = time.thread_time()
        with suppress(Exception):
            read(text)
        least = min(least, time.thread_time() - began)
    return max(least, 1e-6)
