"""Pages of cases compressed, against the same pages as they are: what it costs whoever asks for it, and what it saves."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from itertools import repeat

from tools.bench.ground import Ground
from tools.bench.pairs import compare, get
from tools.bench.results import Result
from tools.bench.servers import Server

ABOUT = "a page of 100 creditors by zstd and by gzip, against the same page plain"
BY_DEFAULT = True
TARGET = "/creditors?max_results=100"
AIMS = {"zstd": 0.85, "gzip": 0.5}


def measure(ground: Ground) -> Iterator[Result]:
    """Each coding as a part of what the service answers without."""
    service = ground.service()
    token = ground.installation().token(service, operator=True)
    plain = get(TARGET, token)
    size = _bytes(service, token, "identity")
    for coding, aim in AIMS.items():
        ground.say(f"Driving both: 100 creditors by {coding}, and plain.")
        packed = plain.replace("Accept: ", f"Accept-Encoding: {coding}\r\nAccept: ")
        found = compare((service, repeat([packed])), (service, repeat([plain])), ground.load)
        made_of = {
            f"{coding}/s": found.per_second[0],
            "plain/s": found.per_second[1],
            f"{coding} bytes": _bytes(service, token, coding),
            "plain bytes": size,
        }
        yield Result(f"list 100 creditors by {coding}", found.ratio, "× plain", aim, made_of, found.spread)


def _bytes(service: Server, token: str, coding: str) -> int:
    """How long the page is on the wire."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    try:
        connection.request("GET", TARGET, headers={"X-API-Key": token, "Accept-Encoding": coding})
        return len(connection.getresponse().read())
    finally:
        connection.close()
