"""Payouts: what settled money owes to creditors, gathered into payouts, from the contract's fields to the last öre."""

from __future__ import annotations

import asyncio
import random
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.books.reconciliation import reconciliation
from fordran.actions.payouts.prepare_payouts import prepare_next_account
from fordran.api.app import Api
from fordran.domain.books.journal import CLIENT_FUND_LIABILITIES, CLIENT_FUNDS, OWED_TO_CREDITOR
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk

MONDAY = date(2026, 11, 16)
NEXT_MONDAY = MONDAY + timedelta(days=7)


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    return await open_desk(app, tmp_path)


# Specifications ---------------------------------------------------------------------------------------------------------------


async def test_a_settlement_makes_specifications_with_every_field_of_the_contract(desk: PayoutDesk) -> None:
    case = await desk.debt(1000, payout_reference="P-7")
    await desk.paid(case, 400_00, MONDAY)
    (line,) = await desk.specifications()
    assert line | {"_id": "", "_etag": "", "_created": "", "_updated": ""} == {
        "_id": "",
        "_etag": "",
        "_created": "",
        "_updated": "",
        "creditor": desk.office.creditor,
        "account": desk.office.account,
        "bank_account": {
            "account_number": "991-2346",
            "clearing_number": "9900",
            "bank_name": "Bankgirot",
            "iban": "",
            "swift": "",
        },
        "payout_frequency": "weekly",
        "payout_day": "friday",
        "minimum_payout_amount": 0,
        "currency": "SEK",
        "is_active": True,
        "_status": "OK",
        "article": "capital",
        "amount": 400,
        "vat_amount": 0,
        "total_amount": 400,
        "booking_date": "2026-11-16T00:00:00Z",
        "case": case,
        "invoice_number": (await desk.office.case(case))["debt"]["invoice_number"],
        "finance_category": "capital",
        "payout_interval": "weekly",
        "state": "loose",
    }
    assert line["_created"] == "2026-11-16T11:00:00Z"


async def test_what_the_creditor_got_itself_makes_none(desk: PayoutDesk) -> None:
    case = await desk.debt(1000)
    await desk.paid(case, 400_00, MONDAY, reached_us=False)
    await desk.office.pay(case, 100)
    assert await desk.specifications() == []


async def test_each_part_of_a_payment_goes_to_its_category(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(
        app, tmp_path, case_config={"commission_share_percent": 50, "commission_excluded_vat": False}
    )
    fees = {"reminder": {"amount": 60, "fee_registration_date": "2026-04-10"}}
    case = await desk.debt(1000, fees_already_claimed=fees)
    await desk.charge(case, "debt_collection", 180_00, MONDAY)
    await desk.paid(case, 1240_00, MONDAY)
    lines = {line["finance_category"]: line for line in await desk.specifications()}
    assert {name: (line["article"], line["amount"], line["vat_amount"]) for name, line in lines.items()} == {
        "capital": ("capital", 1000, 0),
        "creditor_outlay": ("reminder", 60, 0),
        "creditor_commission": ("commission", 90, 22.5),
    }
    assert lines["creditor_commission"]["payout_interval"] == "monthly"


@pytest.mark.parametrize(
    ("config", "vat_amount", "remark"),
    [
        ({"vat_area": "sweden"}, 0, "as any creditor"),
        ({"commission_excluded_vat": True}, 0, "agreed to be without"),
        ({"commission_excluded_vat": False}, 22.5, "agreed to be with VAT"),
        ({"commission_excluded_vat": False, "vat_area": "norway"}, 0, "taxed elsewhere"),
    ],
)
async def test_commission_has_vat_where_that_is_agreed(
    app: Api, tmp_path: Path, config: dict[str, Any], vat_amount: float, remark: str
) -> None:
    desk = await open_desk(app, tmp_path, case_config={"commission_share_percent": 50} | config)
    case = await desk.debt(1000)
    await desk.charge(case, "debt_collection", 180_00, MONDAY)
    await desk.paid(case, 180_00, MONDAY)
    (line,) = await desk.specifications(finance_category="creditor_commission")
    assert (line["amount"], line["vat_amount"]) == (90, vat_amount), remark


async def test_a_recalled_payment_makes_negative_specifications(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(
        app, tmp_path, case_config={"commission_share_percent": 33, "commission_excluded_vat": False}
    )
    case = await desk.debt(1000)
    await desk.charge(case, "debt_collection", 180_00, MONDAY)
    payment = await desk.paid(case, 500_01, MONDAY)
    await desk.taken_back(case, payment, 500_01, MONDAY + timedelta(days=1))
    lines = await desk.specifications()
    for category in ("capital", "creditor_commission"):
        amounts = [line["total_amount"] for line in lines if line["finance_category"] == category]
        assert len(amounts) == 2
        assert sum(amounts) == 0
    assert await desk.wrong() == []


async def test_a_crediting_after_the_payment_takes_back_what_it_covered(desk: PayoutDesk) -> None:
    case = await desk.debt(1000)
    await desk.paid(case, 1000_00, MONDAY)
    await desk.office.credit(case, 250)
    assert [line["amount"] for line in await desk.specifications()] == [1000, -250]
    assert (await desk.office.case(case))["refund_amount"] == 250
    assert await desk.wrong() == []


async def test_a_share_is_taken_back_on_the_terms_it_was_given_on(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(
        app, tmp_path, case_config={"commission_share_percent": 50, "commission_excluded_vat": False}
    )
    case = await desk.debt(1000)
    await desk.charge(case, "debt_collection", 180_00, MONDAY)
    payment = await desk.paid(case, 180_00, MONDAY)
    creditor = await desk.office.get(f"creditors/{desk.office.creditor}")
    changed = {"case_config": {"commission_share_percent": 10, "commission_excluded_vat": True}}
    tag = {"if-match": creditor["_etag"]}
    answer = await desk.office.client.patch(f"/creditors/{creditor['_id']}", json=changed, headers=tag)
    assert answer.status_code == 200, answer.text
    await desk.taken_back(case, payment, 180_00, MONDAY)
    lines = await desk.specifications(finance_category="creditor_commission")
    assert [(line["amount"], line["vat_amount"]) for line in lines] == [(90, 22.5), (-90, -22.5)]
    assert await desk.wrong() == []


# Preparing --------------------------------------------------------------------------------------------------------------------


async def test_a_payout_is_not_ready_while_its_period_runs(desk: PayoutDesk) -> None:
    case = await desk.debt(1000)
    await desk.paid(case, 400_00, MONDAY)
    assert (await desk.prepare(MONDAY)).gathered == 1
    first = await desk.payout()
    assert (first["ready_for_payout"], first["not_ready_reason"]) == (False, "period_running")
    await desk.paid(case, 100_00, MONDAY + timedelta(days=6))
    await desk.prepare(MONDAY + timedelta(days=6))
    assert (await desk.payout())["ready_for_payout"] is False
    await desk.prepare(NEXT_MONDAY)
    last = await desk.payout()
    assert last["_id"] == first["_id"]
    assert last["ready_for_payout"] is True
    assert "not_ready_reason" not in last
    assert (last["amount"], last["vat_amount"], last["total_amount"]) == (500, 0, 500)
    article = {"count": 2, "amount": 500, "vat_amount": 0, "total_amount": 500}
    assert last["summary"] == {"capital": article}
    assert last["ledger_account"] == 1990
    assert last["payout_reference"]
    lines = await desk.specifications(payout=last["_id"])
    assert {line["state"] for line in lines} == {"prepared"}
    assert {line["payout_reference"] for line in lines} == {last["payout_reference"]}


async def test_preparing_again_changes_nothing(desk: PayoutDesk) -> None:
    await desk.paid(await desk.debt(1000), 400_00, MONDAY)
    await desk.prepare(NEXT_MONDAY)
    before = await desk.payouts()
    assert (await desk.prepare(NEXT_MONDAY)).gathered == 0
    assert await desk.payouts() == before


PERIODS = [
    (
        "daily",
        date(2028, 12, 31),
        {"day": 366, "quarter": 4, "half_year": 2, "year": 2028},
        "12-31",
        "12-31",
        "a leap year",
    ),
    (
        "daily",
        date(2027, 1, 1),
        {"day": 1, "quarter": 1, "half_year": 1, "year": 2027},
        "01-01",
        "01-01",
        "its first day",
    ),
    (
        "weekly",
        date(2026, 12, 31),
        {"week": 53, "quarter": 4, "half_year": 2, "year": 2026},
        "12-28",
        "01-03",
        "week 53",
    ),
    (
        "weekly",
        date(2027, 1, 3),
        {"week": 53, "quarter": 4, "half_year": 2, "year": 2026},
        "12-28",
        "01-03",
        "its Sunday",
    ),
    ("weekly", date(2027, 1, 4), {"week": 1, "quarter": 1, "half_year": 1, "year": 2027}, "01-04", "01-10", "week 1"),
    ("monthly", date(2028, 2, 29), {"month": 2, "quarter": 1, "half_year": 1, "year": 2028}, "02-01", "02-29", "leap"),
    (
        "quarterly",
        date(2026, 11, 16),
        {"quarter": 4, "half_year": 2, "year": 2026},
        "10-01",
        "12-31",
        "the last quarter",
    ),
]


@pytest.mark.parametrize(("interval", "day", "numbers", "start", "end", "remark"), PERIODS)
async def test_a_payout_says_its_period(
    app: Api, tmp_path: Path, interval: str, day: date, numbers: dict[str, int], start: str, end: str, remark: str
) -> None:
    desk = await open_desk(app, tmp_path, case_config={"payout_frequency": interval})
    await desk.paid(await desk.debt(1000), 100_00, day)
    await desk.prepare(day)
    payout = await desk.payout()
    said = {
        name: payout.get(f"finance_period_{name}") for name in ("day", "week", "month", "quarter", "half_year", "year")
    }
    assert {name: value for name, value in said.items() if value is not None} == numbers, remark
    assert payout["finance_interval"] == interval
    shown = [payout[f"finance_period_{which}_date"] for which in ("start", "end")]
    assert [_month_and_day(text) for text in shown] == [start, end]
    assert all(text.endswith(" 00:00:00 GMT") for text in shown)
    (line,) = await desk.specifications()
    assert line["payout_interval"] == interval


def _month_and_day(text: str) -> str:
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    _, day, month, *_ = text.split()
    return f"{months.index(month) + 1:02}-{day}"


async def test_what_is_less_than_the_minimum_is_carried_over(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config={"minimum_payout_amount": 100.5})
    case = await desk.debt(1000)
    await desk.paid(case, 60_00, MONDAY)
    await desk.prepare(MONDAY)
    await desk.prepare(NEXT_MONDAY)
    carried = await desk.payout()
    assert (carried["ready_for_payout"], carried["not_ready_reason"]) == (False, "below_minimum")
    assert carried["finance_period_week"] == NEXT_MONDAY.isocalendar().week
    await desk.paid(case, 40_50, NEXT_MONDAY)
    await desk.prepare(NEXT_MONDAY + timedelta(days=7))
    ready = await desk.payout()
    assert (ready["_id"], ready["ready_for_payout"], ready["amount"]) == (carried["_id"], True, 100.5)
    (line, _) = await desk.specifications()
    assert line["minimum_payout_amount"] == 100.5


async def test_what_was_taken_back_is_paid_by_what_comes_later(desk: PayoutDesk) -> None:
    case, other = await desk.debt(1000), await desk.debt(1000)
    payment = await desk.paid(case, 300_00, MONDAY)
    await desk.prepare(NEXT_MONDAY)
    assert await desk.export(NEXT_MONDAY) is not None
    await desk.taken_back(case, payment, 300_00, NEXT_MONDAY)
    later = NEXT_MONDAY + timedelta(days=7)
    await desk.prepare(later)
    (owing,) = await desk.payouts(payout_date={"$exists": False})
    assert (owing["amount"], owing["ready_for_payout"]) == (-300, False)
    await desk.paid(other, 1000_00, later)
    await desk.prepare(later + timedelta(days=7))
    (ready,) = await desk.payouts(payout_date={"$exists": False})
    assert (ready["_id"], ready["amount"], ready["ready_for_payout"]) == (owing["_id"], 700, True)
    assert await desk.wrong() == []


async def test_by_invoice_each_case_has_its_own_payout_by_its_own_reference(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config={"payout_capital_by_invoice": True})
    named, unnamed = await desk.debt(1000, payout_reference="Wish 7"), await desk.debt(1000)
    for case in (named, unnamed):
        await desk.paid(case, 100_00, MONDAY)
        await desk.paid(case, 50_00, MONDAY)
    await desk.prepare(NEXT_MONDAY)
    payouts = await desk.payouts()
    number = (await desk.office.case(unnamed))["debt"]["invoice_number"]
    assert {(payout["payout_reference"], payout["amount"]) for payout in payouts} == {("Wish 7", 150), (number, 150)}
    assert all(payout["ready_for_payout"] for payout in payouts)


async def test_by_invoice_what_one_took_back_is_paid_by_the_largest_other(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path, case_config={"payout_capital_by_invoice": True})
    first, large, small = [await desk.debt(1000) for _ in range(3)]
    payment = await desk.paid(first, 200_00, MONDAY)
    await desk.prepare(NEXT_MONDAY)
    await desk.export(NEXT_MONDAY)
    await desk.taken_back(first, payment, 200_00, NEXT_MONDAY)
    await desk.prepare(NEXT_MONDAY)
    await desk.paid(large, 900_00, NEXT_MONDAY)
    await desk.paid(small, 50_00, NEXT_MONDAY)
    await desk.prepare(NEXT_MONDAY)
    assert len(await desk.payouts(payout_date={"$exists": False})) == 3
    await desk.prepare(NEXT_MONDAY + timedelta(days=7))
    ready = await desk.payouts(payout_date={"$exists": False})
    assert sorted(payout["amount"] for payout in ready) == [50, 700]
    assert all(payout["ready_for_payout"] for payout in ready)
    assert await desk.wrong() == []


@pytest.mark.parametrize(
    ("details", "reason", "remark"),
    [
        ({}, "no_payout_account", "none is known"),
        ({"sek": {"bankgiro": "991-2347"}}, "payout_account_invalid", "a check digit that does not fit"),
    ],
)
async def test_a_payout_without_an_account_to_go_to_says_so(
    app: Api, tmp_path: Path, details: dict[str, Any], reason: str, remark: str
) -> None:
    desk = await open_desk(app, tmp_path)
    await desk.paid(await desk.debt(1000), 100_00, MONDAY)
    async with desk.database.transaction() as tx:
        await tx.execute("update creditors set payout_details = $2 where id = $1", desk.office.creditor, details)
    await desk.prepare(NEXT_MONDAY)
    payout = await desk.payout()
    assert (payout["ready_for_payout"], payout["not_ready_reason"]) == (False, reason), remark


@pytest.mark.parametrize(
    ("sek", "shown"),
    [
        ({"plusgiro": "4-2"}, {"account_number": "4-2", "clearing_number": "9960", "bank_name": "Plusgirot"}),
        (
            {"clearing_number": "5000", "account_number": "0054910", "bank_name": "SEB"},
            {"account_number": "0054910", "clearing_number": "5000", "bank_name": "SEB"},
        ),
        (
            {"iban": "SE3550000000054910000003", "swift": "ESSESESS"},
            {"iban": "SE3550000000054910000003", "swift": "ESSESESS"},
        ),
    ],
)
async def test_a_creditor_may_have_another_account_than_a_bankgiro(
    app: Api, tmp_path: Path, sek: dict[str, str], shown: dict[str, str]
) -> None:
    desk = await open_desk(app, tmp_path, payout_details={"sek": sek})
    creditor = await desk.office.get(f"creditors/{desk.office.creditor}")
    assert creditor["payout_details"]["sek"] == {"bankgiro": ""} | sek
    await desk.paid(await desk.debt(1000), 100_00, MONDAY)
    await desk.prepare(NEXT_MONDAY)
    assert (await desk.payout())["ready_for_payout"] is True
    (line,) = await desk.specifications()
    empty = dict.fromkeys(("account_number", "clearing_number", "bank_name", "iban", "swift"), "")
    assert line["bank_account"] == empty | shown


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"payout_frequency": "yearly"}, "payout_frequency"),
        ({"payout_day": "sunday"}, "payout_day"),
        ({"minimum_payout_amount": -1}, "minimum_payout_amount"),
        ({"commission_share_percent": 101, "commission_excluded_vat": True}, "commission_share_percent"),
        ({"commission_share_percent": 80.5, "commission_excluded_vat": False}, "commission_share_percent"),
    ],
)
async def test_payout_settings_outside_their_bounds_are_refused(
    desk: PayoutDesk, config: dict[str, Any], field: str
) -> None:
    creditor = await desk.office.get(f"creditors/{desk.office.creditor}")
    answer = await desk.office.client.patch(
        f"/creditors/{creditor['_id']}", json={"case_config": config}, headers={"if-match": creditor["_etag"]}
    )
    assert answer.status_code == 422
    assert field in answer.json()["_issues"]["case_config"]


async def test_two_who_prepare_at_once_make_one_payout(desk: PayoutDesk) -> None:
    case = await desk.debt(1000)
    for _ in range(5):
        await desk.paid(case, 10_00, MONDAY)
    done = await asyncio.gather(*(desk.prepare(NEXT_MONDAY) for _ in range(5)))
    assert sum(one.gathered for one in done) == 5
    assert (await desk.payout())["amount"] == 50


async def test_what_is_settled_while_payouts_are_prepared_is_in_one_of_them_in_the_end(desk: PayoutDesk) -> None:
    cases = [await desk.debt(1000) for _ in range(6)]

    async def settle(case: str) -> None:
        for _ in range(4):
            await desk.paid(case, 1_00, MONDAY)

    await asyncio.gather(*(settle(case) for case in cases), *(desk.prepare(MONDAY) for _ in range(6)))
    await desk.prepare(MONDAY)
    payout = await desk.payout()
    assert (payout["amount"], payout["summary"]["capital"]["count"]) == (24, 24)
    assert await desk.wrong() == []


async def test_the_worker_prepares_each_account_once_a_day(desk: PayoutDesk) -> None:
    await desk.paid(await desk.debt(1000), 10_00, MONDAY)

    async def work(day: date) -> int:
        async with desk.database.transaction() as tx:
            return await prepare_next_account(tx, noon(day))

    for day in (MONDAY, NEXT_MONDAY):
        while await work(day):
            pass
        assert await work(day) == 0
    assert (await desk.payout())["ready_for_payout"] is True


# The books --------------------------------------------------------------------------------------------------------------------


async def test_client_funds_are_what_is_owed_after_any_history(app: Api, tmp_path: Path) -> None:
    draw = random.Random(20261116)
    config = {
        "commission_share_percent": 37.5,
        "commission_excluded_vat": False,
        "payout_frequency": "daily",
        "minimum_payout_amount": 50,
    }
    desk = await open_desk(app, tmp_path, case_config=config)
    cases = [await desk.debt(500) for _ in range(5)]
    payments: list[tuple[str, str, int]] = []
    day = date(2026, 12, 21)
    for _ in range(60):
        case = draw.choice(cases)
        act = draw.random()
        if act < 0.5:
            amount = draw.randrange(1, 200_00)
            payments.append((case, await desk.paid(case, amount, day), amount))
        elif act < 0.65 and payments:
            taken = payments.pop(draw.randrange(len(payments)))
            await desk.taken_back(*taken, day)
        elif act < 0.75:
            await desk.charge(case, draw.choice(["reminder", "debt_collection"]), draw.choice([60_00, 180_00]), day)
        elif act < 0.8:
            await desk.office.credit(case, draw.randrange(1, 50))
        elif act < 0.9:
            await desk.prepare(day)
        else:
            await desk.prepare(day)
            await desk.export(day)
            day += timedelta(days=draw.randrange(4))
    balances = await desk.balances()
    assert balances[CLIENT_FUNDS] == -sum(balances[account] for account in CLIENT_FUND_LIABILITIES)
    assert balances[OWED_TO_CREDITOR["creditor_commission"]] == 0
    assert await desk.wrong() == []
    async with desk.database.transaction() as tx:
        report = await reconciliation(tx, date(2026, 11, 1), date(2028, 12, 31))
    assert all(row[-2] == 0 for row in report.rows), "every day"
    assert report.rows[-1][-1] == 0, "and the documents say the same"
