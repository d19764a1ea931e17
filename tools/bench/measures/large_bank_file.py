"""A large bank file: how much memory the command takes to take it in, which must not grow with the file."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import orjson

from fordran.domain.numbers import bankgiro
from fordran.formats.bank import BankPayer
from fordran.formats.camt_making import make_camt054
from fordran.formats.making import DemoTransaction, Deposit
from fordran.operator import Operator
from tools.bench.ground import Ground
from tools.bench.measures import night
from tools.bench.results import Result

ABOUT = "the memory that a bank file of 500 MB takes"
BY_DEFAULT = False
MEGABYTES = 500
AIM = 2
"""The file is at least so many times what the process held at its most."""
IN_A_DEPOSIT = 5_000
MILLION = 1_000_000
DAY = date(2026, 11, 2)


def measure(ground: Ground) -> Iterator[Result]:
    """How many times the file is what the process that takes it in ever held."""
    settings = asyncio.run(night.empty_installation(ground, f"large_bank_file_{MEGABYTES}")).settings
    file = ground.folder / "large.xml"
    payments = write_file(file, MEGABYTES * MILLION)
    ground.say(f"Taking in {payments:,} payments of a file of {MEGABYTES} MB.")
    began = time.perf_counter()
    taken_in, used = _import(file, {**os.environ, **settings.environment()})
    assert taken_in == payments
    held_mb = used.ru_maxrss * 1024 / MILLION
    made_of = {
        "MB held": held_mb,
        "payments": float(payments),
        "seconds": time.perf_counter() - began,
        "ms of Python": (used.ru_utime + used.ru_stime) / payments * 1000,
    }
    yield Result("a bank file against what takes it in", MEGABYTES / held_mb, "× of its memory", AIM, made_of)


def _import(file: Path, environment: dict[str, str]) -> tuple[int, resource.struct_rusage]:
    """How many transactions the command took in, and what its process used."""
    command = [sys.executable, "-m", "fordran", "bank", "import", str(file), "--json"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        # Asked of this one alone: what is known of all children is the most that any of them held.
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, f"exit code {process.returncode}"
    return int(orjson.loads(said)["transactions"]), used


def write_file(path: Path, size: int) -> int:
    """Write a notification of deposits until it has that size; how many payments are in it. Nobody is known by them."""
    payments = deposits = 0
    with path.open("wb") as file:
        while file.tell() < size:
            deposits += 1
            receipts = tuple(_receipt(payments + place) for place in range(IN_A_DEPOSIT))
            head, entry, tail = _parts(Deposit(bankgiro.compact(Operator().bankgiro), DAY, deposits, receipts))
            if deposits == 1:
                file.write(head)
            file.write(entry)
            payments += IN_A_DEPOSIT
        file.write(tail)
    return payments


def _parts(deposit: Deposit) -> tuple[bytes, bytes, bytes]:
    """What stands before the entry of a deposit in a file of its own, but for sums of the file; the entry; and the rest."""
    account, created = "SE4550000000058398257466", datetime(2026, 11, 2, tzinfo=UTC)
    document = make_camt054([deposit], account=account, created=created)
    begins, ends = document.index(b"<Ntry>"), document.index(b"</Ntry>") + len(b"</Ntry>")
    return document[: document.index(b"<TxsSummry>")], document[begins:ends], document[ends:]


def _receipt(serial: int) -> DemoTransaction:
    payer = BankPayer(
        name=f"Kim Lindström {serial}",
        street=f"Storgatan {serial % 400}",
        postal_code="111 22",
        town="Stockholm",
        country="SE",
    )
    told = tuple(
        f"Rad {line}: hyra för månad {serial % 12 + 1}, lägenhet {serial}. ".ljust(140, "_") for line in range(8)
    )
    return DemoTransaction(
        100_00 + serial % 5000, payer=payer, information=told, serial=f"B{serial:012d}", end_to_end_id=f"E{serial}"
    )
