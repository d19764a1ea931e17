"""How long an answer is waited for at half of the highest rate, beside the bare application's at the same rate.

Requests are sent by the clock, and each waits from the moment at which it was due. Once with no worker, and once with the worker
at its work: the invoices that were imported are to be printed, which takes processors as long as this lasts.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import repeat

from fordran.resources.cases import CASES
from tools.bench.ground import Ground, Installation
from tools.bench.measures.registering import INVOICES, MOST_PER_SECOND, invoice_plan, invoices
from tools.bench.pairs import Driven, Load, drive, get
from tools.bench.results import Result

ABOUT = (
    "what half, 99 of 100 and 999 of 1,000 wait for at half of the highest rate, without and with the worker at work"
)
BY_DEFAULT = False
AIM = 0.5
SECONDS = 5.0
"""At the least: of a thousand, the one that waits longest has to be seen more than once."""

_ONE, _PAGE = "/cases/{id}", "/cases?sort=-_created"


def measure(ground: Ground) -> Iterator[Result]:
    """What 99 of 100 wait at most for the bare application, as a part of what they wait for the service."""
    of, service, installation = ground.imported(), ground.service(), ground.installation()
    token, ids = installation.token(service, operator=True), installation.ids(CASES.view)
    bare = ground.bare("waiting", _ONE, _PAGE, writes={INVOICES: invoice_plan(ground, of)})
    load = replace(ground.load, seconds=max(SECONDS, ground.load.seconds))
    most = int(MOST_PER_SECOND * load.seconds)
    for worker in ("", ", the worker at work"):
        with _working(installation) if worker else nullcontext():
            asked_by_name: dict[str, list[Iterator[Sequence[str]]]] = {
                "one case": [repeat([get(_ONE.replace("{id}", id_), token) for id_ in ids])] * 2,
                "the 25 newest cases": [repeat([get(_PAGE, token)])] * 2,
                "register an invoice": [invoices(of, token, f"W{side}{len(worker)}", most) for side in "SB"],
            }
            for name, asked in asked_by_name.items():
                ground.say(f"Driving both by the clock: {name}{worker}.")
                yield _waited(name + worker, list(zip((service, bare), asked, strict=True)), load)


def _waited(name: str, sides: Sequence[Driven], load: Load) -> Result:
    """Both sides in turn, at half of what the first can do."""
    per_second = drive(sides[0], load)["per_second"] / 2
    rounds = [[drive(side, load, per_second=per_second) for side in sides] for _ in range(load.rounds)]
    ratios = [bare["p99_ms"] / service["p99_ms"] for service, bare in rounds]
    made_of = {"a second": per_second}
    for what, kind in (("half", "median_ms"), ("99 %", "p99_ms"), ("99.9 %", "p999_ms")):
        for side, place in (("service", 0), ("bare", 1)):
            made_of[f"{side} {what} ms"] = statistics.median(told[place][kind] for told in rounds)
    return Result(f"wait for {name}", statistics.median(ratios), "× bare", AIM, made_of, (min(ratios), max(ratios)))


@contextmanager
def _working(installation: Installation) -> Iterator[None]:
    """With a worker as `serve` runs one."""
    environment = {**os.environ, **installation.settings.environment()}
    with (installation.settings.data / "worker.log").open("wb") as log:
        worker = subprocess.Popen(
            [sys.executable, "-m", "fordran.commands.worker"], env=environment, stdin=subprocess.PIPE, stderr=log
        )
        try:
            yield
            assert worker.poll() is None, "the worker ended by itself"
        finally:
            worker.terminate()
            worker.communicate()
