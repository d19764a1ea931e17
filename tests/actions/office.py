"""An office: one creditor's system, which registers invoices and debts, reports payments, and reads what came of it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import date
from typing import Any

import httpx

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.actions.proof.differences import Discrepancy
from fordran.actions.proof.verify import verify
from fordran.api.app import Api
from tests.api.bodies import ADDRESS, account, creditor_data
from tests.api.world import HERE, sign_in

Body = dict[str, Any]

_numbers = itertools.count(1)

APPLYING: Body = {"use_enforcement": True, "application_release": "automatic", "unpaid_confirmation_days": 0}
"""Settings of a case whose application waits for nobody but the creditor's power of attorney."""

PERSON, COMPANY = "19811228-9874", "556016-0680"


@dataclass
class Office:
    app: Api
    client: httpx.AsyncClient
    """The operator's, who may do everything."""
    account: str
    creditor: str

    # Bodies -------------------------------------------------------------------------------------------------------------------

    def invoice_body(self, *amounts: float, **changes: Any) -> Body:
        """An invoice of so many kronor without VAT, due in 30 days."""
        lines = [
            {"article_description": "Papper", "total_price_excluding_vat": amount, "unit_vat_percent": "0%"}
            for amount in amounts or (1000,)
        ]
        return {
            "account": self.account,
            "creditor": self.creditor,
            "customer": self.customer_body(),
            "invoice_type": "invoice",
            "invoice_number": self.number(),
            "invoice_date": "2026-03-01",
            "invoice_due_date": "2026-03-31",
            "currency": "SEK",
            "matrix": lines,
        } | changes

    def case_body(self, *debts: Body, **changes: Any) -> Body:
        return {
            "account": self.account,
            "creditor": self.creditor,
            "first_action": "debt_collection",
            "currency": "SEK",
            "customer": self.customer_body(address=ADDRESS),
            "debts": list(debts) or [self.debt()],
        } | changes

    def debt(self, capital: float = 1000, **changes: Any) -> Body:
        return {
            "invoice_number": self.number(),
            "debt_description": "Papper",
            "invoice_date": "2026-03-01",
            "capital_to_claim": capital,
            "invoice_due_days_after_invoice_date": 30,
        } | changes

    def customer_body(self, **changes: Any) -> Body:
        return {"name": "Karin Öberg", "id_number": PERSON, "is_person": True} | changes

    def payment_body(self, case: str, amount: float, on: str | date = "2026-04-10", **changes: Any) -> Body:
        return self.crediting_body(case, amount) | {"bank_transaction_date": str(on)} | changes

    def crediting_body(self, case: str, amount: float, **changes: Any) -> Body:
        return {
            "account": self.account,
            "creditor": self.creditor,
            "case": case,
            "currency": "SEK",
            "amount": amount,
            "origin": "creditor_system",
        } | changes

    def cancellation_body(self, case: str, **changes: Any) -> Body:
        return {"creditor": self.creditor, "case": case, "origin": "creditor_system"} | changes

    @staticmethod
    def number() -> str:
        return f"N-{next(_numbers)}"

    # Acts ---------------------------------------------------------------------------------------------------------------------

    async def post(self, path: str, body: Any, status: int = 201, **more: Any) -> Body:
        answer = await self.client.post(f"/{path}", json=body, **more)
        assert answer.status_code == status, answer.text
        said: Body = answer.json()
        return said

    async def refused(self, path: str, body: Any) -> Any:
        """What is wrong with a body that has to be refused."""
        return (await self.post(path, body, 422))["_issues"]

    async def register_invoice(self, *amounts: float, **changes: Any) -> str:
        """A new invoice; its case."""
        case: str = (await self.post("invoice--registrations", self.invoice_body(*amounts, **changes)))["_case"]
        return case

    async def register_debt(self, capital: float = 1000, **changes: Any) -> str:
        """A new debt; its case."""
        made = await self.post("case--registrations", self.case_body(self.debt(capital, **changes)))
        case: str = made["_cases"][0]
        return case

    async def pay(self, case: str, amount: float, on: str | date = "2026-04-10") -> Body:
        return await self.post("creditor--payments", self.payment_body(case, amount, on))

    async def credit(self, case: str, amount: float) -> Body:
        return await self.post("creditor--creditings", self.crediting_body(case, amount))

    async def cancel(self, case: str) -> Body:
        return await self.post("creditor--cancellations", self.cancellation_body(case))

    # What is there ------------------------------------------------------------------------------------------------------------

    async def get(self, path: str, **params: str) -> Body:
        answer = await self.client.get(f"/{path}", params=params)
        assert answer.status_code == 200, answer.text
        said: Body = answer.json()
        return said

    async def case(self, id_: str) -> Body:
        return await self.get(f"cases/{id_}")

    async def statement(self, case: str, at: str | date | None = None, known: str | None = None) -> Body:
        asked = {"at": at, "known": known}
        return await self.get(f"cases/{case}/statement", **{name: str(day) for name, day in asked.items() if day})

    async def waive(self, case: str, **given: Any) -> Body:
        return await self.post(f"cases/{case}/waivers", {"reason": "Sjukdom.", **given})

    async def counts(self) -> dict[str, int]:
        """How many rows each table has, but for the audit log and its count, which those who only read write, too."""
        async with self.app.database.connection() as connection:
            tables = await connection.fetch("select tablename from pg_tables where schemaname = 'fordran'")
            counted = {row[0]: row[0] for row in tables if row[0] != "audit_log"}
            counted["tally_changes"] += " where resource <> 'rows of audit_log'"
            counts = " union all ".join(f"select '{name}', count(*) from {rows}" for name, rows in counted.items())
            return dict(await connection.fetch(counts))

    async def give_mandate(self, **days: str) -> None:
        """Give the creditor's power of attorney for applications."""
        form = {"domain": "creditors", "dotted_path": "enforcement_mandate"}
        file = {"file": ("fullmakt.pdf", b"%PDF-1.7\n%%EOF\n")}
        answer = await self.client.post(f"/media--upload/{self.creditor}", data=form, files=file)
        assert answer.status_code == 201, answer.text
        if days:
            etag = (await self.get(f"creditors/{self.creditor}"))["_etag"]
            body, tag = {"enforcement_mandate": days}, {"If-Match": etag}
            answer = await self.client.patch(f"/creditors/{self.creditor}", json=body, headers=tag)
            assert answer.status_code == 200, answer.text

    async def write_by_email(self) -> None:
        """Let all letters leave by e-mail, on any day of the week: print waits for a banking day."""
        async with self.app.database.transaction() as tx:
            await tx.execute("update customer_details set email = 'kund@kund.example', email_consent = true")

    async def differences(self) -> list[Discrepancy]:
        """What verifying finds."""
        async with self.app.database.transaction() as tx:
            return [found async for found in verify(tx)]


async def open_office(app: Api, **creditor: Any) -> Office:
    """An office with an account and a creditor of its own."""
    now = clock.now()
    async with app.database.transaction() as tx:
        operator = await add_client(tx, name="Office", operator=True, networks=[HERE], now=now)
    client = await sign_in(app, operator.api_code)
    body = account(initial_creditor_data=creditor_data(**creditor), case_settings={})
    made = (await client.post("/accounts", json=body)).json()
    return Office(app, client, made["_id"], made["_creditor"])
