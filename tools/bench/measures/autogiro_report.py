"""A report of Autogiro on payments: its lines read, checked and turned into values."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator

from fordran.formats.autogiro import read_autogiro
from fordran.formats.autogiro_records import DebitOutcome
from tools.bench.ground import Ground
from tools.bench.results import Result

ABOUT = "lines a processor second of an Autogiro payment specification"
BY_DEFAULT = False
LINES = 100_000
AIM = 3000
AMOUNT = 300_00
NOT_PAID = 20
"""One in so many has no funds."""


def measure(ground: Ground) -> Iterator[Result]:
    """How many lines of a report a second of processor reads, the quickest of some rounds."""
    report = specification(LINES)
    spent = []
    for _ in range(ground.load.rounds):
        began = time.process_time()
        (read,) = read_autogiro(io.BytesIO(report))
        spent.append(time.process_time() - began)
        assert sum(isinstance(one, DebitOutcome) for one in read.records) == LINES
    made_of = {"lines": float(LINES), "processor seconds": min(spent), "slowest": max(spent)}
    yield Result("lines of an Autogiro report", LINES / min(spent), "a processor second", AIM, made_of)


def specification(lines: int) -> bytes:
    """A payment specification with one deposit of so many debits."""
    statuses = ["1" if place % NOT_PAID == 0 else "0" for place in range(lines)]
    paid = statuses.count("0")
    debits = (
        f"82202611180    {place + 1:016d}{AMOUNT:012d}0009912346{f'R{place:015d}':16}{'':10}{status}"
        for place, status in enumerate(statuses)
    )
    written = [
        f"01AUTOGIRO{'':12}  20261118{'':12}{'BET. SPEC & STOPP TK':20}4711170009912346",
        f"15{33000082032327:035d}20261118{1:05d}{paid * AMOUNT:018d}   {paid:08d}",
        *debits,
        f"09202611189900{1:06d}{lines:012d}{0:018d}{0:018d}",
    ]
    return "\r\n".join(written).encode("latin-1")
