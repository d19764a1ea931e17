"""Promises that one request cannot break: what is not clearly asked for is not done, secrets are told once, and people and
creditors are kept apart. Each is drawn anew again and again, and looked at from the other side.
"""

from __future__ import annotations

import asyncio
import json
import random
import string
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import asyncpg
import httpx

from fordran.api.http.switches import SPELLINGS
from fordran.domain.numbers.digits import luhn_fits
from tools.fuzz.asking import Asking
from tools.fuzz.counts import Counts
from tools.fuzz.installation import Installation
from tools.fuzz.values import Hostile

_JSON = {"content-type": "application/json"}
_READ_BY_SIBLINGS = ("customers", "cases", "invoices", "invoice--registrations", "letters", "events")


class Promises:
    """One installation, and what is asked of it from two sides."""

    def __init__(self, installation: Installation, counts: Counts, seeded: int) -> None:
        self.installation = installation
        self.counts = counts
        self.chance = random.Random(seeded)
        self.hostile = Hostile(installation, counts, seeded)
        self.secrets: list[str] = []

    def run(self, most: int, is_over: Callable[[], bool] = lambda: False) -> None:
        """At most so many of each kind, and a look into the database at the end."""
        with Asking(self.installation, self.counts, "promises") as asking:
            description = asking.ask("GET", "/openapi.json").json()
            posts = [one for one in self.hostile.examples(description) if one[0] == "POST" and "auth" not in one[1]]
            for _ in range(most):
                if is_over():
                    break
                self.switch(asking, *self.chance.choice(posts)[1:])
                self.tell_once(asking)
                self.siblings(asking)
                self.twins(asking)
        for table in asyncio.run(_holding(self.installation.database_url, self.secrets)):
            self.counts.found(f"promises: the table {table} holds a webhook's secret")

    # Switches ---------------------------------------------------------------------------------------------------------------

    def switch(self, asking: Asking, path: str, body: dict[str, Any]) -> None:
        """A dry run that is not clearly asked for is refused, and nothing is stored."""
        name = path.split("/")[1]
        counted = f"/{name}" if name != "clock" else "/cases"
        before = asking.ask("GET", counted).headers.get("x-total-count")
        query = self.unclear()
        answer = asking.ask("POST", f"{path}?{query}", headers=_JSON, content=json.dumps(body).encode())
        after = asking.ask("GET", counted).headers.get("x-total-count")
        if answer.status_code != 400 or before != after:
            self.counts.found(f"promises: POST {path}?{query}: {answer.status_code}, {before} before and {after} after")

    def unclear(self) -> str:
        """A switch that says neither yes nor no, or more than one thing."""
        odd = (
            "",
            "on",
            "off",
            "yes",
            "no",
            "y",
            "t",
            "TRUE",
            "True",
            "2",
            "-1",
            "01",
            "null",
            "[]",
            "true,false",
            " 1",
        )
        drawn = "".join(self.chance.choices(string.printable + "åя١", k=self.chance.randint(1, 8)))
        value = self.chance.choice((*odd, drawn))
        if value in SPELLINGS or self.chance.random() < 0.3:
            pair = self.chance.choices(list(SPELLINGS), k=2)
            return f"dry_run={pair[0]}&x=1&dry_run={pair[1]}"
        return self.chance.choice(("dry_run", f"dry_run={quote(value)}", f"pretty&dry_run={quote(value)}"))

    # Secrets ----------------------------------------------------------------------------------------------------------------

    def tell_once(self, asking: Asking) -> None:
        """A secret is in the first answer to a key, and in no second one."""
        body = {"account": self.installation.account, "url": "http://127.0.0.1:9/hook", "event_types": ["case.closed"]}
        many = [body] * self.chance.randint(2, 4)
        made = self.twice(asking, "/webhooks", self.chance.choice((body, many)))
        items = made.get("_items", [made])
        rotated = self.twice(asking, f"/webhooks/{items[0]['_id']}/rotate-secret", None)
        self.secrets += [item["secret"] for item in (*items, rotated)]
        for item in items:
            tag = asking.ask("GET", f"/webhooks/{item['_id']}").headers["etag"]
            asking.ask("DELETE", f"/webhooks/{item['_id']}", headers={"if-match": tag})

    def twice(self, asking: Asking, path: str, body: Any) -> dict[str, Any]:
        """The first answer to a keyed request, which is sent twice."""
        headers = _JSON | {"idempotency-key": f"{self.chance.getrandbits(80):x}"}
        content = None if body is None else json.dumps(body).encode()
        first, second = (asking.ask("POST", path, headers=headers, content=content) for _ in range(2))
        if "secret" in second.text.replace("rotate-secret", "").replace("previous_secret", ""):
            self.counts.found(f"promises: POST {path} told a secret twice: {second.text[:300]}")
        found: dict[str, Any] = first.json()
        return found

    # Creditors of one account -----------------------------------------------------------------------------------------------

    def siblings(self, asking: Asking) -> None:
        """What one creditor has told of a person, another never sees; nor does it change what the first one sees."""
        number, marks = self.person(), [f"m{self.chance.getrandbits(50):x}" for _ in range(7)]
        told = {
            "name": f"Elsa {marks[0]}",
            "customer_number": marks[1],
            "id_number": f"19{number}",
            "email": f"{marks[2]}@{marks[3]}.example",
            "mobile_number": f"070-{self.chance.getrandbits(20)}",
            "address": {"address_line_1": marks[4], "zip_code": marks[5], "city": marks[6]},
        }
        own = self.installation.tokens["creditor_user"]
        first = self.registered(asking, own, self.installation.creditor, told)
        before = self.read(asking, own, f"/customers/{first}").text
        spelling = self.chance.choice((f"19{number}", f"19{number[:6]} {number[7:]}", f"19{number.replace('-', '')}"))
        sibling = self.installation.sibling
        other = self.registered(asking, sibling.token, sibling.creditor, {"name": "Okänd", "id_number": spelling})
        where = quote(json.dumps({"customer": other}))
        seen = [self.read(asking, sibling.token, f"/customers/{other}").text]
        for name in _READ_BY_SIBLINGS:
            query = f"?where={where}" if name in ("cases", "invoices") else "?sort=-_id&max_results=5"
            seen.append(self.read(asking, sibling.token, f"/{name}{query}").text)
        shown = [mark for mark in (*marks, str(told["mobile_number"])) if any(mark in text for text in seen)]
        if shown:
            self.counts.found(f"promises: a sibling was shown {shown} of {told}")
        if self.read(asking, own, f"/customers/{first}").text != before:
            self.counts.found(f"promises: a sibling changed what is seen of {told}")

    # People with ten digits in common ---------------------------------------------------------------------------------------

    def twins(self, asking: Asking) -> None:
        """Two who were born a hundred years apart are two customers, however their numbers are written."""
        number, own = self.person(most_year=25), self.installation.tokens["creditor_user"]
        plain = number.replace("-", "")
        elder = (f"19{number}", f"19{plain}", number.replace("-", "+"))
        younger = (f"20{number}", f"20{plain}", number, plain)
        first = {self.registered(asking, own, self.installation.creditor, _named(text)) for text in elder}
        second = {self.registered(asking, own, self.installation.creditor, _named(text)) for text in younger}
        if (len(first), len(second)) != (1, 1) or first & second:
            self.counts.found(f"promises: {number}: {first} are of the elder and {second} of the younger")
        for text, ids in ((elder[0], first), (younger[0], second)):
            page = self.read(asking, own, f"/customers?id_number={quote(text)}").json()
            if {item["_id"] for item in page["_items"]} != ids:
                self.counts.found(f"promises: searching for {text} finds {[item['_id'] for item in page['_items']]}")

    # Means ------------------------------------------------------------------------------------------------------------------

    def person(self, most_year: int = 99) -> str:
        """A personal number without its century, with a check digit that fits."""
        year, month, day = self.chance.randint(0, most_year), self.chance.randint(1, 12), self.chance.randint(1, 28)
        nine = f"{year:02}{month:02}{day:02}{self.chance.randint(1, 989):03}"
        last = next(digit for digit in string.digits if luhn_fits(nine + digit))
        return f"{nine[:6]}-{nine[6:]}{last}"

    def registered(self, asking: Asking, token: str, creditor: str, customer: dict[str, Any]) -> str:
        """Register 1 kr on a customer; the customer's id."""
        body = {
            "account": self.installation.account,
            "creditor": creditor,
            "customer": customer,
            "invoice_type": "invoice",
            "invoice_number": f"R-{self.chance.getrandbits(60):x}",
            "invoice_date": "2026-03-03",
            "invoice_due_date": "2026-04-02",
            "currency": "SEK",
            "matrix": [{"article_description": "Papper", "total_price_excluding_vat": 1}],
            "start_flow": False,
        }
        content = json.dumps(body).encode()
        made = asking.ask("POST", "/invoice--registrations", headers=_JSON | {"x-api-key": token}, content=content)
        assert made.status_code == 201, made.text
        case = self.read(asking, token, f"/cases/{made.json()['_case']}")
        id_: str = case.json()["customer"]
        return id_

    def read(self, asking: Asking, token: str, path: str) -> httpx.Response:
        return asking.ask("GET", path, headers={"x-api-key": token})


def _named(number: str) -> dict[str, Any]:
    return {"name": "Tvilling", "id_number": number}


async def _holding(database_url: str, secrets: list[str]) -> list[str]:
    """The tables that hold one of the secrets in clear, as text or as bytes."""
    connection = await asyncpg.connect(database_url)
    try:
        tables = await connection.fetch("select tablename from pg_tables where schemaname = 'fordran'")
        found = []
        for (name,) in tables:
            held = "\n".join(text for (text,) in await connection.fetch(f'select t::text from fordran."{name}" t'))
            cores = [secret.removeprefix("whsec_") for secret in secrets]
            if any(core in held or core.encode().hex() in held for core in cores):
                found.append(name)
        return found
    finally:
        await connection.close()
