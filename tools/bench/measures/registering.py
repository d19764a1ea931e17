"""Registering invoices and payments, against the bare application, which inserts the same rows without looking first."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import count

import httpx
import orjson

from fordran import clock
from fordran.actions.registrations.register_invoice import register_invoice
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.fields import read
from fordran.shape.json_in import json_of
from fordran.store.reading.scope import SYSTEM
from tools.bench.ground import Ground, Import
from tools.bench.invoices import registration
from tools.bench.pairs import against_bare, compare, drive, post
from tools.bench.processors import spending
from tools.bench.results import Result
from tools.bench.writes import InvoiceWrite, PaymentWrite, Write, invoice_write

ABOUT = "an invoice with ten lines, a payment, and a thousand invoices in one request"
BY_DEFAULT = True
AIM = 0.7
MOST_MS = 5.0
"""Processor time of one registration, of Python and PostgreSQL."""
AT_ONCE = 1000
MOST_COST = 1.3
"""Of what an invoice of a file costs."""

INVOICES, _PAYMENTS = "/invoice--registrations", "/creditor--payments"
# More than any server of ours answers in a second, so that no request is sent twice in a round.
MOST_PER_SECOND = 3000


def measure(ground: Ground) -> Iterator[Result]:
    """What is registered in a second, as a part of what the bare application inserts."""
    of, service, installation = ground.imported(), ground.service(), ground.installation()
    token = installation.token(service, operator=True)
    writes: dict[str, Write] = {INVOICES: invoice_plan(ground, of), _PAYMENTS: PaymentWrite(of.partner, clock.now())}
    bare = ground.bare("registering", writes=writes)
    most = int(MOST_PER_SECOND * ground.load.seconds)

    ground.say("Driving both: register an invoice.")
    ours, theirs = (invoices(of, token, series, most) for series in "SB")
    found = compare((service, ours), (bare, theirs), ground.load)
    yield against_bare("register an invoice of ten lines", found, AIM)
    with spending(ground.folder, service.pids) as spent:
        told = drive((service, ours), ground.load)
    each = spent.each(round(told["per_second"] * ground.load.seconds))
    took = each["ms of Python"] + each["ms of PostgreSQL"]
    yield Result("invoices for 10 ms of processors", 10 / took, "invoices", 10 / MOST_MS, each)
    ground.say("Driving both: record a payment.")
    # What the bare application books on a case cannot be replayed, so each server has cases of its own.
    cases = installation.ids("fordran_api.cases", 2 * most * ground.load.rounds)
    payments = [post(_PAYMENTS, token, _payment(of, case)) for case in cases]
    rounds = [payments[first : first + most] for first in range(0, len(payments), most)]
    found = compare((service, iter(rounds[::2])), (bare, iter(rounds[1::2])), ground.load)
    yield against_bare("record a payment", found, AIM)
    ground.say(f"Registering {AT_ONCE:,} invoices in one request.")
    yield _at_once(ground, token, of)


def invoices(of: Import, token: str, series: str, most: int) -> Iterator[Sequence[str]]:
    """For every round so many registrations, none of which was sent before."""
    for round_ in count():
        bodies = (
            registration(of.account, of.creditor, f"{series}-{round_}-{serial}", serial) for serial in range(most)
        )
        yield [post(INVOICES, token, body) for body in bodies]


def _at_once(ground: Ground, token: str, of: Import) -> Result:
    """As many documents as a request may have, like the file's: what one costs of processors, beside what it cost there."""
    service, rounds = ground.service(), ground.load.rounds
    rates = []
    with spending(ground.folder, service.pids) as spent:
        for round_ in range(rounds):
            sent = [registration(of.account, of.creditor, f"A-{round_}-{n}", n, lines=1) for n in range(AT_ONCE)]
            body = orjson.dumps(sent)
            began = time.perf_counter()
            answer = httpx.post(
                service.url + INVOICES,
                content=body,
                headers={"X-API-Key": token, "Content-Type": "application/json"},
                timeout=120,
            )
            rates.append(AT_ONCE / (time.perf_counter() - began))
            assert answer.status_code == 201, answer.text
    in_the_file, here = of.spent.whole / of.invoices, spent.whole / (rounds * AT_ONCE)
    made_of = {"a second": statistics.median(rates)} | spent.each(rounds * AT_ONCE)
    return Result(f"an invoice of {AT_ONCE:,} in one request", in_the_file / here, "× a file's", 1 / MOST_COST, made_of)


def invoice_plan(ground: Ground, of: Import) -> InvoiceWrite:
    """What the bare application inserts for an invoice: the rows of one that was registered and taken back."""
    sent = orjson.dumps(registration(of.account, of.creditor, "rehearsed", 1))
    body = read(InvoiceRegistrationInput, json_of(sent))
    return ground.installation().ask(
        lambda tx: invoice_write(tx, lambda inner: register_invoice(inner, SYSTEM, body, clock.now()), "rehearsed")
    )


def _payment(of: Import, case: str) -> dict[str, object]:
    return {
        "account": of.account,
        "creditor": of.creditor,
        "case": case,
        "currency": "SEK",
        "amount": 25.5,
        "bank_transaction_date": "2026-10-20",
        "origin": "creditor_system",
    }
