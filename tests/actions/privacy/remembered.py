"""Somebody of whom everything is known that can be: invoiced, reminded, in dispute, paid too much and paid back."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from fordran import clock
from fordran.actions.days.run_day import DAY, DayServices
from fordran.actions.payouts.export_payouts import Exporter, export_payouts
from fordran.actions.payouts.prepare_payouts import prepare_payouts
from fordran.actions.privacy.erase_person import ErasureResult, RetentionTerms, erase_person
from fordran.actions.privacy.files import remove_files
from fordran.actions.proof.differences import Discrepancy
from fordran.actions.proof.letters.verify_letters import verify_letters
from fordran.actions.proof.verify import verify
from fordran.formats.bank import BankPayer
from fordran.operator import Operator
from fordran.outside.erased_files import ErasedFiles
from fordran.outside.media import MediaFolder
from fordran.outside.order_files import OrderFolder
from fordran.settings import Settings
from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.flow.days import Days
from tests.actions.office import Office

NAME, NUMBER, COMPACT = "Rut Örnfeldt", "19640823-3234", "6408233234"
EMAIL, PHONE, STREET = "rut@ornfeldt.example", "070-174 06 05", "Örnstigen 77"
CONTACT = ("ornfeldt.example", "174 06 05", "viktigkund")
IDENTITY = ("rnfeldt", "6408233234", "640823-3234", "Örnstigen", "SE3550000000054910000003")
CUSTOMER = {
    "name": NAME,
    "id_number": NUMBER,
    "is_person": True,
    "email": EMAIL,
    "mobile_number": PHONE,
    "customer_number": "KUND-5",
    "address": {"address_line_1": STREET, "zip_code": "11122", "city": "Stockholm"},
}
PAYER = BankPayer(name=NAME, street=STREET, account="SE3550000000054910000003")


@dataclass
class Desk:
    """The office and its worker, with files on a disk."""

    office: Office
    days: Days
    settings: Settings

    @property
    def media(self) -> MediaFolder:
        return MediaFolder(self.settings.data / "media")

    async def live(self, until: date) -> None:
        """Let a worker do what is due, on every day on which something is."""
        while (due := await self.days._next_due()) is not None and self.days.day < due < until:
            await self.work(due)
        await self.work(until)

    async def work(self, day: date) -> None:
        now = self.days.at(day)
        means = DayServices(self.media.put, Operator())
        for thing in DAY:
            did = 1 if thing.name != "prepare payouts" else 0
            while did:
                async with self.days.transaction() as tx:
                    did = await thing.do(tx, means, now)

    async def remembered(self) -> list[str]:
        """Somebody with an invoice and a debt, both closed in June 2026; their cases."""
        office = self.office
        self.days.at(date(2026, 3, 2))
        body = office.invoice_body(
            1000,
            customer=CUSTOMER,
            labels=["viktigkund"],
            your_reference=NAME,
            invoice_body_text=f"Hej {NAME}!",
            matrix=[
                {
                    "article_description": f"Klippning {NAME}",
                    "total_price_excluding_vat": 1000.5,
                    "unit_price": 0.333333,
                }
            ],
        )
        made = await office.post("invoice--registrations", body, headers={"Idempotency-Key": f"rut-{office.creditor}"})
        invoiced: str = made["_case"]
        debts = office.case_body(office.debt(700, debt_description=f"Lån till {NAME}"), customer=CUSTOMER)
        owed: str = (await office.post("case--registrations", debts))["_cases"][0]
        await self.work(date(2026, 3, 3))
        await self.live(date(2026, 5, 4))
        await self._disputed(owed)
        await self.live(date(2026, 6, 8))
        await self._paid(invoiced, owed)
        return [invoiced, owed]

    async def _disputed(self, case: str) -> None:
        await self.office.post(f"cases/{case}/disputes", {"reason": f"Jag, {NAME}, har betalat"})
        await self.work(self.days.day)
        etag = (await self.office.case(case))["_etag"]
        answer = await self.office.client.delete(f"/cases/{case}/disputes", headers={"If-Match": etag})
        assert answer.status_code in (200, 204), answer.text

    async def _paid(self, invoiced: str, owed: str) -> None:
        """Everything is paid over the bank, the invoice with too much, which goes back."""
        hall = BankHall(self.office.app.database, self.office)
        receipts = []
        for case, more in ((invoiced, 50_00), (owed, 0)):
            total = (await self.office.statement(case))["total_remaining_transaction_amount"]
            reference = (await self.office.case(case))["ocr_number"]
            receipts.append(paid(round(total * 100) + more, reference, payer=PAYER, information=(f"Från {NAME}",)))
        became = await hall.bring(camt054(deposit(*receipts, day=self.days.day)))
        assert became["matched"] == len(receipts), became
        await self.work(self.days.day)
        now = clock.now()
        async with self.days.transaction() as tx:
            await prepare_payouts(tx, self.office.account, now)
        exporter = Exporter(Operator(), self.media.put, OrderFolder(self.settings.data / "payouts"))
        await export_payouts(self.office.app.database, exporter, now)
        for case in (invoiced, owed):
            shown = await self.office.case(case)
            assert shown["state"] == "closed", shown["status"]
            assert shown["refund_amount"] == 0

    async def erase(self, number: str = NUMBER, months: int = 36) -> ErasureResult:
        async with self.days.transaction() as tx:
            erased = await erase_person(tx, number, RetentionTerms(months), clock.now())
        async with self.days.transaction() as tx:
            await remove_files(tx, ErasedFiles(self.settings.data).remove)
        return erased

    async def places_of(self, *words: str) -> dict[str, list[str]]:
        """Word → tables and files that hold it."""
        found: dict[str, list[str]] = {word: [] for word in words}
        async with self.days.transaction() as tx:
            tables = [row[0] for row in await tx.fetch("select tablename from pg_tables where schemaname = 'fordran'")]
            for table in tables:
                for word in words:
                    if await tx.fetchval(
                        f"select exists (select 1 from {table} t where t::text ilike $1)", f"%{word}%"
                    ) or await self._in_bytes(tx, table, word):
                        found[word].append(table)
        texts = await asyncio.to_thread(_texts_under, self.settings.data)
        for word in words:
            found[word] += [name for name, text in texts.items() if word in text]
        return {word: places for word, places in found.items() if places}

    async def _in_bytes(self, tx: Any, table: str, word: str) -> bool:
        if table != "idempotent_answers":
            return False
        return bool(
            await tx.fetchval(
                "select exists (select 1 from idempotent_answers where convert_from(body, 'UTF8') ~ $1)", word
            )
        )

    async def differences(self) -> list[Discrepancy]:
        async with self.days.transaction() as tx:
            found = [one async for one in verify(tx, self.media.get)]
        async with self.days.transaction() as tx:
            return found + [one async for one in verify_letters(tx, self.media.get, Operator().name)]


def _texts_under(folder: Path) -> dict[str, str]:
    """Every file that is text, and what it says."""
    return {
        str(file.relative_to(folder)): file.read_bytes().decode(errors="replace")
        for file in folder.rglob("*")
        if file.is_file()
    }
