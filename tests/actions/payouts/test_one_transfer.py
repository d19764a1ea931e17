"""One transfer a day: a creditor's payouts of a day leave together, and each of them is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.books.trace import trace
from fordran.api.app import Api
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk
from tests.actions.payouts.test_payouts_export import texts
from tests.formats.conftest import assert_valid  # noqa: F401  (a fixture)

NOVEMBER, DECEMBER = date(2026, 11, 16), date(2026, 12, 1)
NETTED = {
    "commission_share_percent": 50,
    "commission_excluded_vat": False,
    "payout_frequency": "daily",
    "one_transfer_per_day": True,
}
GIRO = {"bankgiro": "991-2346"}
IBAN = {"iban": "SE3550000000054910000003"}


async def netting_desk(app: Api, folder: Path, account: dict[str, str] = GIRO, **config: Any) -> PayoutDesk:
    """A desk with nothing that others left to be paid."""
    desk = await open_desk(app, folder, case_config=NETTED | config, payout_details={"sek": account})
    while await desk.export(DECEMBER):
        pass
    return desk


async def earn(desk: PayoutDesk, day: date = NOVEMBER) -> None:
    case = await desk.debt(
        500, fees_already_claimed={"reminder": {"amount": 60, "fee_registration_date": "2026-04-10"}}
    )
    await desk.charge(case, "debt_collection", 180_00, day)
    await desk.paid(case, 740_00, day)


async def theirs(desk: PayoutDesk) -> dict[str, dict[str, Any]]:
    where = json.dumps({"creditor": desk.office.creditor})
    items = (await desk.office.get("finance--payouts", where=where, sort="_id"))["_items"]
    return {payout["finance_category"]: payout for payout in items}


@pytest.mark.parametrize(("account", "named"), [(GIRO, "RfrdDocInf/Nb"), (IBAN, "Ustrd")])
async def test_payouts_of_a_day_are_one_transfer_that_names_them_all(
    app: Api,
    tmp_path: Path,
    account: dict[str, str],
    named: str,
    assert_valid: Callable[[str, bytes], None],  # noqa: F811
) -> None:
    desk = await netting_desk(app, tmp_path, account)
    await earn(desk)
    await desk.prepare(DECEMBER)
    file = desk.file()
    done = await desk.export(date(2026, 12, 4), file)
    assert done is not None
    assert (done.payouts, done.transfers, done.refunds) == (4, 2, 0), "the other one is to the operator"
    assert_valid("pain.001.001.03", file.read_bytes())
    paid = await theirs(desk)
    assert paid.keys() == {"capital", "creditor_outlay", "creditor_commission"}
    assert texts(file, "InstdAmt")[0] == "672.50"
    references = {payout["payout_reference"] for payout in paid.values()}
    told = ", ".join(texts(file, named))
    assert all(reference in told for reference in references)
    (known_by,) = {payout["creditor_payment_reference"] for payout in paid.values()}
    assert known_by == texts(file, "EndToEndId")[0]
    assert known_by not in {payout["_id"] for payout in paid.values()}
    assert await desk.differences() == []
    async with desk.database.connection() as connection:
        traced = await trace(connection, paid["capital"]["_id"])
    assert traced["payouts"][0]["bank_order"]["end_to_end_id"] == known_by


async def test_payouts_of_other_days_and_creditors_are_transfers_of_their_own(app: Api, tmp_path: Path) -> None:
    desk = await netting_desk(app, tmp_path, commission_payout_frequency="monthly")
    other = await netting_desk(app, tmp_path)
    for one in (desk, other):
        await earn(one)
    file = desk.file()
    for one in (desk, other):
        await one.prepare(DECEMBER)
    done = await desk.export(DECEMBER, file)
    assert done is not None
    # Of each creditor capital and outlay, which were to be paid in November and are on the next day of banks, and
    # commission on the Friday after the month; and what is left of the fees to us, for each account.
    assert (done.payouts, done.transfers) == (8, 6)
    assert sorted(texts(file, "InstdAmt")) == ["112.50", "112.50", "560.00", "560.00", "67.50", "67.50"]


async def test_without_it_each_payout_is_a_transfer(app: Api, tmp_path: Path) -> None:
    desk = await netting_desk(app, tmp_path, one_transfer_per_day=False)
    await earn(desk)
    await desk.prepare(DECEMBER)
    done = await desk.export(DECEMBER)
    assert done is not None
    assert done.payouts == done.transfers == 4


async def test_a_payout_alone_is_known_by_its_own_id(app: Api, tmp_path: Path) -> None:
    desk = await netting_desk(app, tmp_path)
    await desk.paid(await desk.debt(500), 500_00, NOVEMBER)
    await desk.prepare(DECEMBER)
    await desk.export(DECEMBER)
    payout = await desk.payout()
    assert payout["creditor_payment_reference"] == payout["_id"]


async def test_more_than_a_message_can_name_are_several_transfers(app: Api, tmp_path: Path) -> None:
    desk = await netting_desk(app, tmp_path, IBAN, payout_capital_by_invoice=True)
    for number in range(9):
        await desk.paid(
            await desk.debt(100, payout_reference=f"Faktura {number} om varor i november"), 100_00, NOVEMBER
        )
    await desk.prepare(DECEMBER)
    file = desk.file()
    done = await desk.export(DECEMBER, file)
    assert done is not None
    assert (done.payouts, done.transfers) == (9, 3)
    told = " ".join(texts(file, "Ustrd"))
    assert all(f"Faktura {number} om" in told for number in range(9))
    assert await desk.wrong() == []


async def test_a_payout_that_is_not_approved_stays_behind(app: Api, tmp_path: Path) -> None:
    desk = await netting_desk(app, tmp_path, payout_approvals=1)
    await earn(desk)
    await desk.prepare(DECEMBER)
    done = await desk.export(DECEMBER)
    assert done is not None
    assert (done.payouts, done.transfers, done.amount) == (1, 1, 67_50), "our own, which asks for none"
    assert {payout["approvals_missing"] for payout in (await theirs(desk)).values()} == {1}
