"""Our own money leaves the client bank account: what is left of fees, month by month, to the operator's own account."""

from __future__ import annotations

import json
from contextlib import aclosing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.actions.payouts.export_payouts import OwnAccountIsWrong, export_payouts
from fordran.api.app import Api
from fordran.domain.books.journal import (
    CLIENT_FUND_LIABILITIES,
    CLIENT_FUNDS,
    OWN_BANK,
    OWN_CLAIM_ON_CLIENT_FUNDS,
    OWN_FEES_IN_CLIENT_FUNDS,
)
from fordran.operator import Operator
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk
from tests.api.world import HERE, sign_in

NOVEMBER, DECEMBER = date(2026, 11, 16), date(2026, 12, 1)
NAMES = {"p": "urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"}
SHARE = {"case_config": {"commission_share_percent": 50, "commission_excluded_vat": False, "payout_frequency": "daily"}}


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    return await open_desk(app, tmp_path, **SHARE)


async def earn(desk: PayoutDesk, *fees: tuple[str, int], capital: int = 500, day: date = NOVEMBER) -> str:
    """A case that was paid with its fees; its id."""
    case = await desk.debt(capital)
    for article, ore in fees:
        await desk.charge(case, article, ore, day)
    await desk.paid(case, capital * 100 + sum(ore for _, ore in fees), day)
    return case


async def ours(desk: PayoutDesk, resource: str = "finance--payouts") -> list[dict[str, Any]]:
    """The operator's own, of the desk's account."""
    where = {"account": desk.office.account, "finance_category": "operator_fees"}
    return list((await desk.office.get(resource, where=json.dumps(where)))["_items"])


async def test_what_is_left_of_a_months_fees_is_one_payout_to_the_operator(desk: PayoutDesk) -> None:
    await earn(desk, ("debt_collection", 180_00))
    await earn(desk, ("reminder", 60_00), day=date(2026, 11, 30))
    await desk.prepare(date(2026, 11, 30))
    (running,) = await ours(desk)
    assert (running["ready_for_payout"], running["not_ready_reason"]) == (False, "period_running")
    await desk.prepare(DECEMBER)
    (payout,) = await ours(desk)
    assert (payout["creditor"], payout["account"]) == ("", desk.office.account)
    assert payout["total_amount"] == 67.5 + 22.5, "less the share of 90 and of 30 kr, each with its VAT"
    assert payout["vat_amount"] == 0
    assert payout["summary"]["debt_collection"]["amount"] == 67.5
    assert (payout["finance_interval"], payout["finance_period_month"]) == ("monthly", 11)
    assert payout["ready_for_payout"] is True
    assert payout["payout_reference"].startswith("avgifter-")


async def test_it_is_paid_to_the_operators_own_account_in_the_same_order(desk: PayoutDesk) -> None:
    await earn(desk, ("debt_collection", 180_00))
    await desk.prepare(DECEMBER)
    file = desk.file()
    assert await desk.export(DECEMBER, file) is not None
    (payout,) = await ours(desk)
    assert payout["payout_date"] == "Tue, 01 Dec 2026 11:00:00 GMT"
    (transfer,) = [
        found
        for found in etree.parse(file).iterfind(".//p:CdtTrfTxInf", NAMES)
        if found.findtext("p:PmtId/p:EndToEndId", namespaces=NAMES) == payout["_id"]
    ]
    assert transfer.findtext("p:CdtrAcct/p:Id/p:Othr/p:Id", namespaces=NAMES) == "5555560"
    assert transfer.findtext("p:Cdtr/p:Nm", namespaces=NAMES) == Operator().name
    assert transfer.findtext("p:Amt/p:InstdAmt", namespaces=NAMES) == "67.50"
    (line,) = await ours(desk, "finance--payout-specifications")
    assert (line["creditor"], line["state"], line["amount"]) == ("", "paid_out", 67.5)
    assert line["bank_account"]["account_number"] == "555-5560"
    assert await desk.wrong() == []


async def test_when_all_is_paid_nothing_is_left_on_the_client_bank_account(desk: PayoutDesk) -> None:
    before = await desk.balances()
    await earn(desk, ("debt_collection", 180_00), ("reminder", 60_00))
    await desk.prepare(DECEMBER)
    await desk.export(DECEMBER)
    moved = await desk.balances()
    moved.subtract(before)
    accounts = (CLIENT_FUNDS, *CLIENT_FUND_LIABILITIES, OWN_FEES_IN_CLIENT_FUNDS, OWN_CLAIM_ON_CLIENT_FUNDS)
    assert {account: moved[account] for account in accounts} == dict.fromkeys(accounts, 0)
    assert moved[OWN_BANK] == 90_00, "240 kr less half of it and 25 % on that"
    assert await desk.differences() == []


async def test_what_was_taken_back_is_covered_by_later_fees(desk: PayoutDesk) -> None:
    case = await desk.debt(500)
    await desk.charge(case, "debt_collection", 180_00, NOVEMBER)
    payment = await desk.paid(case, 180_00, NOVEMBER)
    await desk.prepare(DECEMBER)
    await desk.export(DECEMBER)
    await desk.taken_back(case, payment, 180_00, DECEMBER)
    await earn(desk, ("reminder", 60_00), day=DECEMBER)
    await desk.prepare(date(2027, 1, 4))
    (waiting,) = [payout for payout in await ours(desk) if "payout_date" not in payout]
    assert (waiting["total_amount"], waiting["ready_for_payout"]) == (22.5 - 67.5, False)
    assert waiting["not_ready_reason"] == "below_minimum"
    await earn(desk, ("debt_collection", 180_00), day=date(2027, 1, 5))
    await desk.prepare(date(2027, 2, 1))
    (ready,) = [payout for payout in await ours(desk) if "payout_date" not in payout]
    assert (ready["total_amount"], ready["ready_for_payout"]) == (22.5, True)


async def test_nobody_but_the_operator_sees_it(desk: PayoutDesk, app: Api) -> None:
    case = await earn(desk, ("debt_collection", 180_00))
    await desk.prepare(DECEMBER)
    await desk.export(DECEMBER)
    (payout,) = await ours(desk)
    (line,) = await ours(desk, "finance--payout-specifications")
    now = clock.now()
    async with desk.database.transaction() as tx:
        scopes: list[dict[str, Any]] = [{"account": desk.office.account}, {"creditors": [desk.office.creditor]}]
        clients = [await add_client(tx, name="Theirs", networks=[HERE], now=now, **scope) for scope in scopes]
    for client in clients:
        async with aclosing(await sign_in(app, client.api_code)) as theirs:
            for path, own in (("finance--payouts", payout), ("finance--payout-specifications", line)):
                page = (await theirs.get(f"/{path}", params={"max_results": "100"})).json()
                assert page["_items"]
                assert {one["finance_category"] for one in page["_items"]} == {"capital", "creditor_commission"}
                assert page["_meta"]["total"] == len(page["_items"])
                assert (await theirs.get(f"/{path}/{own['_id']}")).status_code == 404
            assert "operator_fees" not in (await theirs.get("/events", params={"max_results": "100"})).text
            traced = await theirs.get(f"/cases/{case}/trace")
            assert traced.status_code == 200
            assert "operator_fees" not in traced.text
    assert "operator_fees" in (await desk.office.client.get(f"/cases/{case}/trace")).text


async def test_it_can_be_paid_by_hand_as_any_other(desk: PayoutDesk) -> None:
    await earn(desk, ("debt_collection", 180_00))
    await desk.prepare(DECEMBER)
    (payout,) = await ours(desk)
    body = {"payout_date": "2026-12-01"}
    path, tag = f"/finance--payouts/{payout['_id']}", {"if-match": payout["_etag"]}
    assert (await desk.office.client.patch(path, json=body, headers=tag)).status_code == 200
    assert await desk.wrong() == []


async def test_nothing_is_paid_while_the_operators_own_account_is_no_account(desk: PayoutDesk) -> None:
    await earn(desk)
    await desk.prepare(DECEMBER)
    exporter = replace(desk.exporter(desk.file()), operator=Operator(own_account="555-5561"))
    with pytest.raises(OwnAccountIsWrong, match="own_account"):
        await export_payouts(desk.database, exporter, noon(DECEMBER))
    assert "payout_date" not in await desk.payout()


async def test_an_iban_will_do(desk: PayoutDesk) -> None:
    await earn(desk, ("debt_collection", 180_00))
    await desk.prepare(DECEMBER)
    exporter = replace(desk.exporter(desk.file()), operator=Operator(own_account="SE3550000000054910000003"))
    await export_payouts(desk.database, exporter, noon(DECEMBER))
    (line,) = await ours(desk, "finance--payout-specifications")
    assert line["bank_account"]["iban"] == "SE3550000000054910000003"


async def test_of_the_authoritys_fee_no_share_is_paid_and_all_of_it_comes_back_to_us(desk: PayoutDesk) -> None:
    await earn(desk, ("enforcement", 300_00), ("enforcement", 380_00))
    (share,) = await desk.specifications(finance_category="creditor_commission")
    assert (share["amount"], share["vat_amount"]) == (190, 47.5)
    assert [line["amount"] for line in await ours(desk, "finance--payout-specifications")] == [300, 142.5]
    assert await desk.wrong() == []
