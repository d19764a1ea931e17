"""A house whose invoices really leave: the post of a worker, folders and a mail server of the test's own."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from fordran import clock
from fordran.actions.delivery.move_due_dates import move_due_dates
from fordran.actions.printing.print_invoice import print_due_invoices
from fordran.api.app import Api
from fordran.operator import Operator
from fordran.outside.channels import Channels
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.worker.post import DeliveryWorker, Reader
from tests.actions.office import COMPANY, Office

OPERATOR = Operator(
    name="Kravhuset AB",
    organization_no="556000-0001",
    address="Kravgatan 2",
    postal_code="222 22",
    city="Lund",
    registered_office="Lund",
    email="faktura@kravhuset.example",
    phone="046-12 34 56",
    bankgiro="991-2346",
    bank_account="SE4550000000058398257466",
    bic="ESSESESS",
    own_account="5050-1055",
)
ADDRESS = {"address_line_1": "Björkvägen 3", "zip_code": "852 31", "city": "Sundsvall"}
BUYER = {
    "name": "Köparen AB",
    "id_number": COMPANY,
    "is_person": False,
    "is_company": True,
    "address": ADDRESS,
    "e_invoice_address": "0007:5560160680",
}


@dataclass
class House:
    app: Api
    office: Office
    settings: Settings
    now: datetime
    readers: Sequence[Reader] = ()

    @asynccontextmanager
    async def post(self) -> AsyncIterator[DeliveryWorker]:
        channels = Channels.of(self.settings)
        try:
            yield DeliveryWorker(
                self.app.database, channels, OPERATOR, self.readers, gathers=False, now=lambda: self.now
            )
        finally:
            channels.close()

    async def work(self, seconds: int = 0) -> None:
        """Let so much time pass, and everything leave that is due then."""
        self.now += timedelta(seconds=seconds)
        await self.move_due_dates()
        await self.print()
        async with self.post() as post:
            await post.all()

    async def move_due_dates(self) -> int:
        """Move the due dates of invoices that leave late; how many."""
        async with self.app.database.transaction() as tx:
            return await move_due_dates(tx, self.now)

    async def print(self) -> None:
        """Make the documents of invoices."""
        media = MediaFolder(self.settings.data / "media")
        did = 1
        while did:
            async with self.app.database.transaction() as tx:
                did = await print_due_invoices(tx, media.put, OPERATOR, self.now)

    async def invoice(self, customer: Any = None, **changes: Any) -> str:
        """An invoice of today; its id."""
        today = clock.stockholm_date(self.now).isoformat()
        due = (clock.stockholm_date(self.now) + timedelta(days=30)).isoformat()
        body = {"name": "Karin Öberg", "customer_number": self.office.number(), "is_person": True, "address": ADDRESS}
        body |= customer or {}
        said = self.office.invoice_body(1000, customer=body, invoice_date=today, invoice_due_date=due, **changes)
        id_: str = (await self.office.post("invoice--registrations", said))["_invoice"]
        # It is due from the moment of its registration on.
        self.now = max(self.now, clock.now())
        return id_

    async def delivery(self, id_: str) -> dict[str, Any]:
        found: dict[str, Any] = (await self.office.get(f"invoices/{id_}"))["delivery"]
        return found

    async def told(self, id_: str) -> list[str]:
        """The events of an invoice's delivery, in their order."""
        async with self.app.database.connection() as connection:
            rows = await connection.fetch(
                """select type, data ->> 'channel' as channel from events
                   where data ->> 'invoice' = $1 and type <> 'invoice.registered' order by serial""",
                id_,
            )
        return [f"{row['type']} {row['channel']}" for row in rows]

    def items(self, folder: str) -> list[dict[str, Any]]:
        """What lies in batches of a folder, each with its batch."""
        manifests = sorted((self.settings.data / folder).glob("*/*/manifest.json"))
        return [
            item | {"batch": str(file.parent.relative_to(self.settings.data / folder))}
            for file in manifests
            for item in json.loads(file.read_text())["items"]
        ]


@asynccontextmanager
async def open_house(app: Api, office: Office, settings: Settings, data: Path, **more: Any) -> AsyncIterator[House]:
    """The house, in an installation that is no sandbox while the block lasts; creditors that say nothing have no delay."""
    async with app.database.transaction() as tx:
        await tx.execute(
            """update creditors set case_config = '{"send_delay_minutes": 0}' || coalesce(case_config, '{}')"""
        )
        await tx.execute("update installation set sandbox = false")
        await tx.execute("update deliveries set status = 'failed' where status = 'queued'")
    try:
        yield House(app, office, replace(settings, data=data, operator=OPERATOR, **more), clock.now())
    finally:
        async with app.database.transaction() as tx:
            await tx.execute("update installation set sandbox = true")
