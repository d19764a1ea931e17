"""A month that was computed by hand: what is kept of fees, the creditor's share, VAT and outlays, to the öre.

December 2026, a share of 40 %, five claims of 500 kronor each:

| claim | charged | settled | share | kept |
|---|---|---|---|---|
| A pays 680.00 on the 7th | demand 180.00 | 180.00 | 72.00 | 108.00 |
| B pays 179.98 on the 8th | demand 180.00 | 179.98 | 71.99 | 107.99 |
| C pays 560.00 on the 9th | reminder 60.00 | 60.00 | 24.00 | 36.00 |
| D pays 1,180.00 on the 15th | application 300.00 and 380.00 | 380.00 | 152.00 | 228.00 |
| E pays nothing; its application is dismissed on the 20th | 300.00 and 380.00 | | | |
| | | 799.98 | 319.99 | 479.99 |

VAT is 25 % of 479.99: 119.9975, so 120.00. D repays the authority's 300.00, and for E the creditor does.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from fordran.actions.books.export_sie import export_sie
from fordran.actions.reports.operator_vat import operator_vat
from fordran.api.app import Api
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.formats.sie import read_sie
from fordran.operator import Operator
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk
from tests.actions.payouts.test_invoiced_outlays import applied, reversed_on
from tests.actions.payouts.test_operator_invoices import FEBRUARY, NEW_YEAR, in_december, invoices, issue, moved, wrong

AFTER_THE_MONTH = {
    1510: 420_00,  # the VAT, and the outlay for E
    1681: 0,  # 600.00 to the authority; 300.00 from D, 300.00 on the invoice
    1685: 1099_98,  # fees and the outlay, still with the clients' money
    1930: -600_00,
    1990: 2599_98,
    2420: -1500_00,  # the capital of A, C and D
    2429: -1099_98,
    2498: 0,
    2611: -120_00,
    3010: -479_99,
    3590: -319_99,  # the creditor's share
}
AFTER_ALL_IS_PAID = {
    1510: 0,
    1681: 0,
    1685: 0,
    1930: 599_99,  # the price of the service with its VAT
    1990: 0,
    2420: 0,
    2423: 0,
    2429: 0,
    2498: 0,
    2611: -120_00,
    2641: 0,
    3010: -479_99,
    3590: -319_99,
    4610: 319_99,
}


async def december(desk: PayoutDesk) -> None:
    """What happened in the month."""
    a, b, c = [await desk.debt(500) for _ in range(3)]
    for case, article, ore, paid, day in (
        (a, "debt_collection", 180_00, 680_00, 7),
        (b, "debt_collection", 180_00, 179_98, 8),
        (c, "reminder", 60_00, 560_00, 9),
    ):
        await desk.charge(case, article, ore, in_december(day))
        await desk.paid(case, paid, in_december(day))
    d, _ = await applied(desk, in_december(1))
    await desk.paid(d, 1180_00, in_december(15))
    e, fee = await applied(desk, in_december(2))
    await reversed_on(desk, e, fee, in_december(20))


async def test_a_month_by_hand(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config={"commission_share_percent": 40})
    before = await desk.balances()
    await december(desk)
    await issue(desk, NEW_YEAR)
    assert dict(zip(AFTER_THE_MONTH, await moved(desk, before, *AFTER_THE_MONTH), strict=True)) == AFTER_THE_MONTH

    (invoice,) = await invoices(desk)
    shown = ("net_amount", "vat_amount", "total_amount", "kept_amount", "outlay_amount", "amount_to_pay")
    assert [invoice[name] for name in shown] == [479.99, 120, 599.99, 479.99, 300, 420]
    assert {line["article"]: line["amount"] for line in invoice["lines"]} == {
        "debt_collection": 215.99,
        "reminder": 36,
        "enforcement": 228,
    }
    async with desk.database.transaction() as tx:
        vat = await operator_vat(tx, in_december(1), in_december(31))
    assert (vat.total("vat_base"), vat.total("output_vat"), vat.total("input_vat")) == (479_99, 120_00, 0)

    await desk.prepare(NEW_YEAR)
    capital = [payout["total_amount"] for payout in await desk.payouts(finance_category="capital")]
    assert sum(capital) == 1080, "1,500 less what the invoice asks for"
    share = await desk.payout("creditor_commission")
    assert (share["amount"], share["vat_amount"]) == (319.99, 0)
    await desk.prepare(FEBRUARY)
    await desk.export(FEBRUARY)
    assert dict(zip(AFTER_ALL_IS_PAID, await moved(desk, before, *AFTER_ALL_IS_PAID), strict=True)) == AFTER_ALL_IS_PAID
    assert await wrong(desk) == []


async def test_the_export_of_the_month_has_the_same(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config={"commission_share_percent": 40})

    async def exported() -> dict[int, int]:
        async with desk.database.transaction() as tx:
            days = (in_december(1), in_december(31), date(2027, 3, 1))
            file, _ = await export_sie(tx, Operator(), LedgerNumbers(), *days)
        sums = dict.fromkeys(AFTER_THE_MONTH, 0)
        for voucher in read_sie(file).vouchers:
            for row in voucher.rows:
                sums[int(row.ledger_account)] = sums.get(int(row.ledger_account), 0) + row.amount
        return sums

    before = await exported()
    await december(desk)
    await issue(desk, NEW_YEAR)
    after = await exported()
    assert {account: after[account] - before[account] for account in AFTER_THE_MONTH} == AFTER_THE_MONTH
