"""Payments of operator invoices by a bank file of the operator's own account."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

from fordran.actions.payouts.pay_invoice import OwnPayments, pay_from_file
from fordran.api.app import Api
from fordran.formats.making import Deposit
from fordran.formats.recognise import read_bank_file
from fordran.operator import Operator
from tests.actions.bank_hall import BANKGIRO, bgmax, deposit, paid
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk
from tests.actions.payouts.test_operator_invoices import DECEMBER, NEW_YEAR, invoices, issue, kept, moved, wrong

OWN = Operator().own_account
DAY, IMPORTED = date(2027, 1, 12), date(2027, 1, 13)


async def bring(desk: PayoutDesk, *deposits: Deposit) -> OwnPayments:
    payments = list(read_bank_file(io.BytesIO(bgmax(*deposits)), sandbox=True))
    async with desk.database.transaction() as tx:
        return await pay_from_file(tx, payments, OWN, noon(IMPORTED))


def counts(done: OwnPayments) -> tuple[int, int, int, int]:
    return done.paid, done.known, done.others, len(done.unmatched)


async def test_a_payment_that_names_its_invoice_pays_it_once(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config={"settle_fees": "invoice"})
    await kept(desk, DECEMBER)
    await issue(desk, NEW_YEAR)
    (invoice,) = await invoices(desk)
    number, before = str(invoice["number"]), await desk.balances()
    own = OWN.replace("-", "")
    too_much, part, rest = paid(45_01, number), paid(20_00, number), paid(25_00, number)
    first = deposit(too_much, part, paid(45_00, "999999"), paid(45_00, ""), day=DAY, receiver=own)
    clients = deposit(paid(25_00, number), day=DAY, receiver=BANKGIRO)
    assert counts(await bring(desk, first, clients)) == (1, 0, 1, 3)
    (partly,) = await invoices(desk)
    assert (partly["status"], partly["settled_amount"]) == ("open", 20)
    assert counts(await bring(desk, first)) == (0, 1, 0, 3), "the same file again"
    second = deposit(rest, day=DAY, receiver=own)
    assert counts(await bring(desk, second)) == (1, 0, 0, 0)
    (settled,) = await invoices(desk)
    assert (settled["status"], settled["settled_amount"]) == ("settled", 45)
    assert await moved(desk, before, 1510, 1930, 1990) == [-45_00, 45_00, 0]
    async with desk.database.connection() as connection:
        days = await connection.fetch(
            "select distinct day, booked_on from operator_invoice_bookings where act = 'paid'"
        )
    assert [tuple(row) for row in days] == [(DAY, IMPORTED)]
    assert await wrong(desk) == []
