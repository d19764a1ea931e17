"""Installations to import into, files to import, and what is in a database apart from ids and times."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from fordran import clock
from fordran.actions.accounts.create_account import create_account
from fordran.actions.accounts.create_creditor import create_creditor
from fordran.actions.imports.kinds import ImportKind
from fordran.actions.proof.verify import verify
from fordran.commands.import_run import Imported, import_file, look_through
from fordran.resources.accounts import AccountInput
from fordran.resources.creditors import CreditorInput
from fordran.shape.fields import read
from fordran.shape.json_in import json_of
from fordran.store.connections.database import Database
from fordran.store.reading.scope import SYSTEM
from fordran.store.rows.ids import is_id


@dataclass(frozen=True)
class Place:
    """An account with two creditors."""

    account: str
    creditors: Sequence[str]


async def settled(database: Database) -> Place:
    """A new account with two creditors."""
    address = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm", "country": "SE"}
    creditor = {
        "name": "Borgenär AB",
        "organization_no": "5560160680",
        "standard_debt_description": "Varor",
        "sender_address": address,
        "invoice_address": address,
        "payout_details": {"sek": {"bankgiro": "991-2346"}},
        "reminder_fee_terms": {"agreed": True, "valid_from": "2000-01-01", "attested_by": "Eva Ek"},
    }
    account = {
        "name": "Konto AB",
        "organization_no": "5560160680",
        "agreement_address": address,
        "initial_creditor_data": creditor,
    }
    now = clock.now()
    async with database.transaction() as tx:
        made = await create_account(tx, SYSTEM, read(AccountInput, account), now)
        second = read(CreditorInput, creditor | {"account": made.id, "name": "Borgenär två AB"})
        return Place(made.id, [made.creditor, await create_creditor(tx, SYSTEM, second, now)])


def invoice(place: Place, number: str, **more: Any) -> dict[str, Any]:
    """A registration that is right."""
    return {
        "account": place.account,
        "creditor": place.creditors[0],
        "customer": {"name": "Åsa Öberg", "id_number": "811218-9876"},
        "invoice_type": "invoice",
        "invoice_number": number,
        "invoice_date": "2026-03-03",
        "invoice_due_date": "2026-04-02",
        "currency": "SEK",
        "matrix": [{"article_description": "Arbete", "total_price_excluding_vat": 100}],
        **more,
    }


def debt(place: Place, number: str, **more: Any) -> dict[str, Any]:
    """A registration of an overdue debt that is right."""
    address = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm"}
    return {
        "account": place.account,
        "creditor": place.creditors[0],
        "first_action": "reminder",
        "currency": "SEK",
        "customer": {"name": "Åsa Öberg", "id_number": "811218-9876", "address": address},
        "debts": [
            {
                "invoice_number": number,
                "invoice_date": "2026-03-03",
                "capital_to_claim": 1000,
                "invoice_due_days_after_invoice_date": 30,
            }
        ],
        **more,
    }


def json_lines(path: Path, documents: Sequence[Any]) -> Path:
    """A file of them."""
    path.write_text("".join(json.dumps(document) + "\n" for document in documents))
    return path


async def run(url: str, path: Path, kind: str = "invoices", **defaults: str) -> Imported:
    """Import a file."""
    found = await asyncio.to_thread(look_through, path, kind, defaults)
    return await import_file(url, found, lambda _: None)


async def one_by_one(database: Database, kind: ImportKind, documents: Sequence[Any]) -> None:
    """Register them as the API does, each in a transaction of its own."""
    for document in documents:
        async with database.transaction() as tx:
            given = read(kind.shape, json_of(json.dumps(document)))
            await kind.register(tx, SYSTEM, given, clock.now())


def drawn_invoices(place: Place, seed: int, how_many: int) -> list[dict[str, Any]]:
    """Registrations of a few customers, known by number, by the creditor's number, by both or not at all."""
    draw = random.Random(seed)
    return [_drawn_invoice(place, draw, f"F{number}") for number in range(how_many)]


def _drawn_invoice(place: Place, draw: random.Random, number: str) -> dict[str, Any]:
    customer = _drawn_customer(draw)
    if "customer_number" not in customer and draw.random() < 0.2:
        customer["car_registration"] = {"number": draw.choice(["ABC123", "???"])}
    optional = {
        "your_reference": 'Rad\teller\nrad \\ "citat"',
        "labels": ["a", "å"],
        "case_settings": {"interest_rate": {"reference_rate": False, "rate_percent": 8.5}},
        "start_flow": False,
        "debt_description": "Kontorsvaror; två",
        "letter_template": "old",
        "preferred_invoice_distribution": "email",
        "custom_column_headlines": ["Ett", "Två"],
        "payout_reference": "P-1",
        "reference_number": "R-1",
    }
    chosen = {name: value for name, value in optional.items() if draw.random() < 0.3}
    lines = [_drawn_line(draw) for _ in range(draw.randint(1, 4))]
    if draw.random() < 0.2:
        lines.append({"article_description": "Rabatt", "total_price_excluding_vat": 0.1, "is_discount": True})
    more = {"creditor": draw.choice(place.creditors), "customer": customer, "matrix": lines}
    return invoice(place, number, **more, **chosen)


def _drawn_customer(draw: random.Random) -> dict[str, Any]:
    who = draw.randrange(8)
    # The last one has the number of two others, and another name.
    customer: dict[str, Any] = {"name": "Ada Ek" if who == 7 else "Kund"}
    if draw.random() < 0.5:
        customer["id_number"] = ["811218-9876", "556016-0680", "19811218-9876", "bad", "701063-2391"][who % 5]
    if draw.random() < 0.5:
        customer["customer_number"] = f"K{who}"
    if draw.random() < 0.3:
        customer[draw.choice(["is_person", "is_company", "is_foreign"])] = True
    if draw.random() < 0.4:
        customer["email"] = draw.choice(["a@example.se", "B@Example.se", "none"])
    if draw.random() < 0.4:
        customer["address"] = {"address_line_1": f"Gatan {draw.randrange(3)}", "zip_code": "111 22", "city": "Lund"}
    return customer


def _drawn_line(draw: random.Random) -> dict[str, Any]:
    line: dict[str, Any] = {
        "article_description": draw.choice(["Arbete", "Resa\\väg", "Å\nÄ"]),
        "total_price_excluding_vat": float(Decimal(draw.randrange(10_000, 100_000)) / 100),
        "unit_vat_percent": draw.choice(["25%", "12%", "6%", "0%"]),
    }
    if draw.random() < 0.3:
        line |= {"unit_price": 0.123456, "number_of_units": 3, "total_price_excluding_vat": 0.37}
    return line


_OF_CASES = {
    "invoices": "case_id",
    "ocr_numbers": "case_id",
    "bookings": "case_id",
    "invoice_registrations": "case_id",
    "case_registrations": "registration_id",
    "steps": "case_id",
    "events": "case_id",
    "customers": "id",
}
"""Tables, and the column by which their rows are put in the order of the cases."""

_OWN = {
    *("created", "updated", "at", "serial", "position", "registered", "registration_date"),
    *("content_hash", "head_hash", "hash", "document"),
    *("revision", "ocr", "ocr_number", "ocr_numbers_ocr"),
}
"""What holds moments, hashes over ids and moments, how often a row was written, or a number that is only ever given once."""


async def contents(database: Database) -> dict[str, list[Any]]:
    """Every row that registrations make, with ids numbered in the order in which they first appear."""
    numbers: dict[str, int] = {}
    async with database.connection() as connection:
        cases = await _rows(connection, "cases")
        cases.sort(key=lambda case: (case["invoice_number"], case["creditor_id"]))
        found = {"cases": [_numbered(case, numbers) for case in cases]}
        for table, column in _OF_CASES.items():
            rows = await _rows(connection, table)
            if table == "case_registrations":
                rows = [row | {"registration_id": row["id"]} for row in rows]
            rows = [row for row in rows if row[column] is not None]  # some events are about no case
            rows.sort(key=lambda row, column=column: (numbers[row[column]], row.get("type", "")))  # type: ignore[misc]
            found[table] = [_numbered(row, numbers) for row in rows]
        tallies = await connection.fetch(
            """select resource, partner_id is null, account_id is null, creditor_id, sum(documents) from tally_changes
               where resource not like 'file%' and resource not like 'rows%' group by 1, 2, 3, 4 order by 1, 4"""
        )
        found["tallies"] = [_numbered(list(map(str, row)), numbers) for row in tallies]
    return found


async def _rows(connection: Any, table: str) -> list[dict[str, Any]]:
    rows = [json.loads(row["row"]) for row in await connection.fetch(f"select to_jsonb(t)::text as row from {table} t")]
    for row in rows:
        if "document" in row:
            row["sent"] = {name: value for name, value in row["document"].items() if name != "file_import_report"}
    return rows


def _numbered(value: Any, numbers: dict[str, int]) -> Any:
    if isinstance(value, dict):
        return {key: _numbered(item, numbers) for key, item in value.items() if key not in _OWN}
    if isinstance(value, list):
        return [_numbered(item, numbers) for item in value]
    if isinstance(value, str) and is_id(value):
        return ("id", numbers.setdefault(value, len(numbers)))
    return value


async def count(database: Database, table: str) -> int:
    """How many rows a table has."""
    async with database.connection() as connection:
        found: int = await connection.fetchval(f"select count(*) from {table}")
    return found


async def differences(database: Database) -> list[Any]:
    """What `verify` finds."""
    async with database.transaction() as tx:
        return [found async for found in verify(tx)]


async def assert_same(one: Database, other: Database) -> None:
    """Every row of the one is in the other, apart from ids and times."""
    left, right = await contents(one), await contents(other)
    for table in left:
        assert len(left[table]) == len(right[table]), table
        for row, like in zip(left[table], right[table], strict=True):
            assert row == like, table
