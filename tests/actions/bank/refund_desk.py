"""A refund desk: debts that are paid too much, what goes back to the bank, and what comes back from it."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from lxml import etree

from fordran import clock
from fordran.actions.letters.ask_where_to_refund import ask_where_to_refund
from fordran.actions.refunds.look_after_refunds import look_after_refunds
from fordran.formats.bank import BankPayer
from fordran.formats.making import DemoTransaction
from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk

DAY = date(2026, 4, 10)
KARIN = BankPayer(name="Karin Öberg", account="SE3550000000054910000003")
NOBODY = BankPayer(name="Karin Öberg")
ACCOUNT = {"bankgiro": "991-2346"}


@dataclass
class RefundDesk:
    desk: PayoutDesk

    @property
    def hall(self) -> BankHall:
        return BankHall(self.desk.database, self.desk.office)

    async def debt(self, kronor: float = 1000) -> tuple[str, str]:
        """A new debt without interest: its case and its OCR number."""
        case = await self.desk.debt(kronor)
        return case, (await self.case(case))["ocr_number"]

    async def case(self, id_: str) -> dict[str, Any]:
        return await self.desk.office.case(id_)

    async def pay(
        self, ocr: str, kronor: float, payer: BankPayer = NOBODY, day: date = DAY, **more: Any
    ) -> DemoTransaction:
        """A payment over the bank."""
        receipt = paid(round(kronor * 100), ocr, payer=payer, **more)
        await self.hall.bring(camt054(deposit(receipt, day=day)))
        return receipt

    async def overpaid(self, by: float = 200, payer: BankPayer = NOBODY) -> tuple[str, DemoTransaction]:
        """A case of 1000 kronor that was paid too much."""
        case, ocr = await self.debt()
        return case, await self.pay(ocr, 1000 + by, payer)

    async def recall(self, receipt: DemoTransaction, day: date = date(2026, 5, 4)) -> None:
        """The bank takes a payment back."""
        gone = paid(receipt.amount, receipt.reference, kind="recall", end_to_end_id=receipt.end_to_end_id)
        assert await self.hall.bring(camt054(deposit(gone, day=day))) == {"transactions": 1, "recalled": 1}

    async def send_back(self, refund: dict[str, Any], **more: Any) -> dict[str, int]:
        """The bank could not pay a refund: it comes back, with the reference that we gave it."""
        receipt = paid(round(refund["amount"] * 100), end_to_end_id=refund["_id"], is_returned=True, **more)
        return dict(await self.hall.bring(camt054(deposit(receipt, day=date(2026, 5, 6)))))

    async def export(self) -> list[tuple[str, str]]:
        """Export all that can be paid; whom the order pays, and how much."""
        file = self.desk.file()
        if await self.desk.export(clock.stockholm_date(clock.now()), file) is None:
            return []
        return _paid_in(file)

    async def refunds(self, case: str) -> list[dict[str, Any]]:
        """What `GET /cases/{id}/refunds` shows, oldest first."""
        return list((await self.desk.office.get(f"cases/{case}/refunds", sort="_id"))["_items"])

    async def refund(self, case: str) -> dict[str, Any]:
        """The only refund of a case."""
        (one,) = await self.refunds(case)
        return one

    async def order(self, case: str, body: Any, status: int = 201, **more: Any) -> dict[str, Any]:
        return await self.desk.office.post(f"cases/{case}/refunds", body, status, **more)

    async def items(self, case: str) -> list[str]:
        """The kinds of what waits for a person about a case."""
        where = json.dumps({"case": case, "resolved": {"$exists": False}})
        return sorted(item["kind"] for item in (await self.desk.office.get("work--items", where=where))["_items"])

    async def letters(self, case: str) -> list[str]:
        """The kinds of letters about a case, after the worker has looked for what to ask."""
        async with self.desk.database.transaction() as tx:
            await look_after_refunds(tx, clock.now())
            while await ask_where_to_refund(tx, clock.now()):
                pass
        page = await self.desk.office.get("letters", where=json.dumps({"case": case}))
        return [letter["kind"] for letter in page["_items"]]

    async def ask(self) -> int:
        """What one worker asks in a transaction of its own; how many cases it found to ask about."""
        async with self.desk.database.transaction() as tx:
            return await ask_where_to_refund(tx, clock.now())

    async def told(self, case: str, prefix: str = "refund.") -> list[tuple[str, dict[str, Any]]]:
        """What clients hear of a case's refunds."""
        async with self.desk.database.connection() as connection:
            rows = await connection.fetch(
                "select type, data::text as data from events where case_id = $1 order by serial", case
            )
        return [(row["type"], json.loads(row["data"])) for row in rows if row["type"].startswith(prefix)]

    async def is_right(self) -> None:
        """The books balance, and verifying finds nothing."""
        await self.hall.reconciled()
        assert await self.desk.office.differences() == []


def _paid_in(file: Path) -> list[tuple[str, str]]:
    names = {"p": "urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"}
    tree = etree.parse(io.BytesIO(file.read_bytes()))
    return [
        (
            transfer.findtext(".//p:CdtrAcct//p:IBAN", "", names)
            or transfer.findtext(".//p:CdtrAcct//p:Othr/p:Id", "", names),
            transfer.findtext(".//p:InstdAmt", "", names),
        )
        for transfer in tree.iterfind(".//p:CdtTrfTxInf", names)
    ]


async def open_refund_desk(app: Any, folder: Path) -> RefundDesk:
    """A desk of its own, with nothing that others left to be paid."""
    desk = RefundDesk(await open_desk(app, folder))
    while await desk.export():
        pass
    return desk
