"""An audit from outside finds every öre of three months, and whatever is changed in a paper."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import pytest

from fordran.actions.bank.import_bank_file import import_bank_file
from fordran.actions.bank.store_file import sent_file
from fordran.actions.books.close_period import Books, close_period
from fordran.actions.books.export_sie import export_sie
from fordran.api.app import Api
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.domain.payouts.operator_invoice import last_day_of
from fordran.formats.making import Deposit
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from tests.actions.bank_hall import deposit, paid
from tests.actions.books.test_reconciliation import left, statement
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk
from tests.actions.payouts.test_invoiced_outlays import applied, reversed_on
from tests.actions.payouts.test_operator_invoices import invoices, issue
from tools.audit.checks import audit
from tools.audit.papers import orders

ROOT = Path(__file__).parents[3]
DECEMBER, JANUARY, FEBRUARY = date(2026, 12, 1), date(2027, 1, 1), date(2027, 2, 1)
TERMS = {"payout_frequency": "daily", "commission_share_percent": 40}


@dataclass
class Auditor:
    """A desk that keeps a copy of each paper."""

    desk: PayoutDesk
    folder: Path
    balance: int = 0
    asked: set[str] = field(default_factory=set)

    def keep(self, kind: str, name: str, content: bytes) -> None:
        (self.folder / kind).mkdir(parents=True, exist_ok=True)
        (self.folder / kind / name).write_bytes(content)

    async def told(self, day: date, *deposits: Deposit, on: date | None = None) -> None:
        """The bank's statement of a day, which is imported on the next day or later."""
        file = statement(day, self.balance, *deposits)
        self.balance += sum(one.net for one in deposits)
        self.keep("statements", f"{day}.xml", file)
        sent = sent_file(io.BytesIO(file), f"{day}.xml")
        await import_bank_file(self.desk.database, sent, Operator().bankgiro, noon(on or day + timedelta(days=1)))

    async def pays_out(self, day: date, executed: date) -> None:
        """An order to the bank, and its execution."""
        path = self.folder / "orders" / f"{day}.xml"
        path.parent.mkdir(exist_ok=True)
        await self.desk.prepare(day)
        assert await self.desk.export(day, path) is not None
        new = [order for id_, order in orders(path.parent).items() if id_ not in self.asked]
        self.asked |= {order.id for order in new}
        await self.told(executed, *(deposit(left(order.amount, order.id), day=executed) for order in new))

    async def number(self, case: str) -> str:
        return str((await self.desk.office.case(case))["ocr_number"])

    async def closed(self, month: date, on: date) -> None:
        async with self.desk.database.transaction() as tx:
            await close_period(tx, Books(Operator(), LedgerNumbers(), "off"), month, None, noon(on))

    async def exported(self, month: date) -> None:
        async with self.desk.database.transaction() as tx:
            days = (month, last_day_of(month), date(2027, 3, 1))
            file, _ = await export_sie(tx, Operator(), LedgerNumbers(), *days)
        self.keep("sie", f"{month:%Y-%m}.si", file)


async def lived(auditor: Auditor) -> None:
    """Three months with a fee, an overpayment, money of nobody, late money, an outlay, an invoice and payouts."""
    desk = auditor.desk
    a, b, c = [await desk.debt(1000) for _ in range(3)]
    await desk.charge(a, "debt_collection", 180_00, DECEMBER)
    e, fee = await applied(desk, date(2026, 12, 2))
    day = date(2026, 12, 7)
    receipts = (paid(1180_01, await auditor.number(a)), paid(1050_00, await auditor.number(b)), paid(77_00, "77"))
    await auditor.told(day, deposit(*receipts, day=day))
    await auditor.pays_out(date(2026, 12, 9), date(2026, 12, 10))
    await reversed_on(desk, e, fee, date(2026, 12, 20))
    await issue(desk, JANUARY)
    await desk.prepare(JANUARY)
    await auditor.closed(DECEMBER, date(2027, 1, 4))
    day = date(2026, 12, 30)
    await auditor.told(day, deposit(paid(1000_00, await auditor.number(c)), day=day), on=date(2027, 1, 7))
    await auditor.pays_out(date(2027, 1, 8), date(2027, 1, 11))
    await auditor.closed(JANUARY, date(2027, 2, 3))
    await auditor.pays_out(date(2027, 2, 8), date(2027, 2, 9))
    for month in (DECEMBER, JANUARY, FEBRUARY):
        await auditor.exported(month)
    media = MediaFolder(desk.folder / "media")
    for invoice in await invoices(desk):
        auditor.keep("invoices", f"{invoice['number']}.xml", media.get(invoice["ubl"]["id"]))


@pytest.fixture
async def auditor(app: Api, tmp_path: Path) -> Auditor:
    desk = await open_desk(app, tmp_path, case_config=TERMS, vat_no="SE556016068001")
    made = Auditor(desk, tmp_path / "papers")
    await lived(made)
    return made


@contextmanager
def changed(path: Path, old: str, new: str) -> Iterator[None]:
    """A paper that is changed for a while."""
    before = path.read_bytes()
    assert old.encode() in before, path.name
    path.write_bytes(before.replace(old.encode(), new.encode(), 1))
    yield
    path.write_bytes(before)


async def test_every_ore_is_found_and_every_change_too(auditor: Auditor) -> None:
    assert audit(auditor.folder) == []
    sie, told = auditor.folder / "sie", auditor.folder / "statements"
    (invoice,) = (auditor.folder / "invoices").glob("*.xml")
    order = auditor.folder / "orders" / "2026-12-09.xml"
    for path, old, new, said in (
        (sie / "2026-12.si", " 2307.01 ", " 2307.00 ", "0.01 kr off balance"),
        (
            sie / "2027-01.si",
            "avser 2026-12-30",
            "avser 2026-12-29",
            "2026-12-30: the bank and the orders have 1000.00",
        ),
        (told / "2026-12-07.xml", ">2307.01<", ">2307.02<", "the entries are"),
        (order, '"SEK">2000.00<', '"SEK">2000.01<', "left the account by no order of that amount"),
        (invoice, ">27.00</cbc:TaxAmount>", ">27.01</cbc:TaxAmount>", "VAT of the invoices is 27.01 kr"),
    ):
        with changed(path, old, new):
            found = audit(auditor.folder)
        assert said in " ".join(found), (path.name, new, found)
    ended = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools.audit", auditor.folder), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await ended.communicate()
    assert (ended.returncode, printed.splitlines()[-1]) == (0, b"0 differences")
    (sie / "2027-01.si").rename(sie / "2027-01.kept")
    assert "No export is there between 2026-12 and 2027-02." in audit(auditor.folder)
