"""Preparing payouts: a million loose specifications of ten thousand creditors, gathered account by account."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime

from fordran import clock
from fordran.actions.payouts.prepare_payouts import PreparationResult, accounts_to_prepare, prepare_payouts
from fordran.store.connections.database import Connection
from tools.bench.ground import Ground
from tools.bench.results import Result

ABOUT = "specifications a second, gathered into payouts"
BY_DEFAULT = False
CREDITORS = 10_000
SPECIFICATIONS = 1_000_000
AIM = 10_000

# Over twenty days, three lines in four of capital. They are of no booking, so the key to bookings goes.
_SPECIFICATIONS = """
insert into payout_specifications (account_id, id, created, updated, creditor_id, case_id, booking_id, payment_id, settles,
    settled_type, bank_date, booking_date, article, finance_category, amount, vat_amount, invoice_number)
select d.account_id, lpad(to_hex(n), 12, '0') || left(md5('specification' || n), 12), $1::timestamptz, $1, d.id, d.id, d.id,
       d.id, '', kind, day, day, kind, kind, 1 + n % 100000, 0, n::text
from generate_series(1, $2::integer) n
join (select account_id, id, row_number() over (order by id) - 1 as place from creditors) d on d.place = n % $3::integer
cross join lateral (select case when n / $3 % 4 = 0 then 'interest' else 'capital' end as kind,
                           $1::timestamptz::date - n / $3 % 20 as day) k
"""


def measure(ground: Ground) -> Iterator[Result]:
    """How many specifications a second are gathered, all accounts after one another."""
    installation = ground.installation(CREDITORS)
    ground.say(f"Filling an installation with {SPECIFICATIONS:,} specifications.")
    now = clock.now()
    installation.ask(lambda tx: fill(tx, now))
    accounts = installation.ask(accounts_to_prepare)
    ground.say("Preparing payouts.")
    done = PreparationResult()
    began = time.perf_counter()
    for account in accounts:
        done += installation.ask(lambda tx, account=account: prepare_payouts(tx, account, now))  # type: ignore[misc]
    seconds = time.perf_counter() - began
    assert done.gathered == SPECIFICATIONS
    yield Result(
        "prepare payouts",
        SPECIFICATIONS / seconds,
        "a second",
        AIM,
        {"specifications": SPECIFICATIONS, "payouts": done.open, "accounts": len(accounts), "seconds": seconds},
    )


async def fill(tx: Connection, now: datetime) -> None:
    """Put the specifications in, analysed."""
    foreign_key = "payout_specifications_booking_is_there"
    await tx.execute(f"alter table payout_specifications drop constraint {foreign_key}, disable trigger user")
    await tx.execute(_SPECIFICATIONS, now, SPECIFICATIONS, CREDITORS, timeout=1200)
    await tx.execute("alter table payout_specifications enable trigger user")
    await tx.execute("analyze payout_specifications", timeout=600)
