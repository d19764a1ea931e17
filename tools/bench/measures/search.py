"""The search box among a million customers of one account: how long its statement takes for whatever people write into it.

A twentieth as many are spread over the other accounts, of which one asks too: what is common in the large account may be
nobody's in a small one.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from datetime import datetime

from fordran import clock
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import ACCOUNT, CREDITOR, SYSTEM, Caller
from fordran.store.reading.search import search
from tools.bench.ground import Ground
from tools.bench.results import Result

ABOUT = "the slowest search among a million customers, by what is looked for"
BY_DEFAULT = False
CREDITORS = 1_000
CUSTOMERS, OTHERS = 1_000_000, 50_000
AIM_MS = 50
TIMES = 9

# Names have a few common words and a rare one; every tenth has an e-mail address, a number of the creditor's and a telephone.
_CUSTOMERS = """
insert into customers (account_id, id, created, updated, name, name_folded, id_number, id_number_compact, id_number_status,
                       is_person, address, customer_number, mobile_number, email, email_folded)
select d.account_id, lpad(to_hex(n), 12, '0') || left(md5('customer' || n), 12), $1, $1, w.name, lower(w.name),
       '19' || lpad(n::text, 10, '0'), '19' || lpad(n::text, 10, '0'), 'valid', true, '{}',
       case when n % 10 = 0 then 'K' || n end, case when n % 10 = 0 then '+4670' || lpad(n::text, 7, '0') end,
       case when n % 10 = 0 then 'kund' || n || '@example.com' end,
       case when n % 10 = 0 then 'kund' || n || '@example.com' else '' end
from generate_series(1, $2::integer) n
join (select id as account_id, row_number() over (order by id) - 1 as place, count(*) over () as accounts from accounts) d
    on d.place = case when n <= $3::integer then 0 else 1 + n % (d.accounts - 1) end
cross join lateral (select (array['Anna', 'Erik', 'Maria', 'Karin'])[1 + (hashint4(n) & 3)] || ' ' ||
    initcap(left(md5(n::text), 6)) ||
    (array['sson', ' Andersson', ' Lind', ' Åberg'])[1 + (hashint4(n) >> 2 & 3)] as name) w
"""
_DETAILS = """
insert into customer_details (account_id, id, created, updated, customer_id, creditor_id, name, name_folded, id_number,
                              id_number_status, is_person, address, customer_number, mobile_number, email, email_folded)
select c.account_id, c.id, c.created, c.updated, c.id, d.id, c.name, c.name_folded, c.id_number, c.id_number_status, true,
       c.address, c.customer_number, c.mobile_number, c.email, c.email_folded
from customers c
join (select account_id, id, row_number() over (partition by account_id order by id) - 1 as place,
             count(*) over (partition by account_id) as creditors from creditors) d
    on d.account_id = c.account_id and d.place = ('x' || left(c.id, 12))::bit(48)::bigint % d.creditors
"""
_INDEXES = """
select i.indexname, i.indexdef from pg_indexes i
where i.tablename = any('{customers,customer_details}') and i.schemaname = 'fordran' and i.indexdef not like 'CREATE UNIQUE%'
"""
ASKED = {
    "a rare name": "c4ca42sson",
    "a common name": "anna",
    "two common words": "anna andersson",
    "the beginning of a common name": "an",
    "three letters": "and",
    "one letter": "a",
    "a common and a rare word": "anna c81e",
    "the middle of a name": "dersso",
    "nobody's name": "qqqqqq",
    "a name with a slip": "c4ca42son",
    "a name without its accent": "c4ca aberg",
    "common words with a slip": "ana anderson",
    "a wrong word and a common one": "anna qqqqqq",
    "a personal number": "190000-000777",
    "a personal number without its hyphen": "190000000777",
    "a personal number of ten digits": "0000000777",
    "an e-mail address": "kund500@example.com",
    "a telephone number": "070-000 05 00",
    "a customer number": "K500",
    "an OCR number": "1234567897",
    "an amount": "1 250,50",
    "nobody's number": "99999999",
}
"""What people write → by what it is looked for."""


def measure(ground: Ground) -> Iterator[Result]:
    """How much faster than its aim the slowest search is, for the operator, accounts and creditors, large and small."""
    installation = ground.installation(CREDITORS)
    ground.say(f"Filling an installation with {CUSTOMERS + OTHERS:,} customers.")
    installation.ask(lambda tx: _fill(tx, clock.now()))
    ground.say("Searching.")
    found = installation.ask(_timed)
    for who, took in found.items():
        slowest = max(took.values())
        yield Result(f"search, {who}: {AIM_MS} ms to the slowest", AIM_MS / slowest, "times", 1, took)


async def _fill(tx: Connection, now: datetime) -> None:
    indexes = await tx.fetch(_INDEXES)
    for index in indexes:
        await tx.execute(f'drop index "{index["indexname"]}"')
    await tx.execute("alter table customers disable trigger user")
    await tx.execute("alter table customer_details disable trigger user")
    await tx.execute(_CUSTOMERS, now, CUSTOMERS + OTHERS, CUSTOMERS, timeout=1200)
    await tx.execute(_DETAILS, timeout=1200)
    for index in indexes:
        await tx.execute(index["indexdef"], timeout=1200)
    await tx.execute("analyze", timeout=600)


async def _timed(tx: Connection) -> dict[str, dict[str, float]]:
    """Who asks → what is asked → milliseconds, the median of several."""
    owners = await tx.fetch(
        "select account_id, min(id) as creditor from creditors group by account_id order by account_id limit 2"
    )
    callers = {"operator": SYSTEM}
    for size, (account, creditor) in zip(("large", "small"), owners, strict=True):
        callers[f"{size} account"] = Caller(user="", name="", level=ACCOUNT, account=account)
        of = Caller(user="", name="", level=CREDITOR, account=account, creditors=(creditor,))
        callers[f"creditor of the {size} account"] = of
    today = clock.stockholm_date(clock.now())
    times: dict[str, dict[str, float]] = {}
    for who, caller in callers.items():
        times[who] = {}
        for what, text in ASKED.items():
            took = []
            for _ in range(TIMES):
                began = time.perf_counter()
                await search(tx, caller, text, today)
                took.append((time.perf_counter() - began) * 1000)
            times[who][what] = statistics.median(took)
    return times
