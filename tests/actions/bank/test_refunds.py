"""Money that is not owed goes back: at once where the account is known, else where a person says; and what is refused."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.actions.cases.work_list import NAMES_ACCOUNT, CaseSubject, put_on_work_list
from fordran.actions.letters.ask_where_to_refund import ask_where_to_refund
from fordran.api.app import Api
from fordran.domain.message import ListValue, Message
from fordran.formats.bank import BankPayer
from tests.actions.bank.refund_desk import ACCOUNT, KARIN, NOBODY, RefundDesk, open_refund_desk
from tests.actions.bank_hall import bgmax, deposit, paid
from tests.actions.office import COMPANY
from tests.actions.waiting import until_it_waits
from tests.api.bodies import ADDRESS


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> RefundDesk:
    return await open_refund_desk(app, tmp_path)


async def test_what_is_paid_too_much_is_a_refund_at_once_where_the_account_is_known(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid(200, KARIN)
    refund = await desk.refund(case)
    assert (refund["amount"], refund["status"], refund["is_automatic"]) == (200, "ordered", True)
    assert (refund["name"], refund["bank_account"]) == (KARIN.name, {"kind": "iban", "number": KARIN.account})
    told = await desk.told(case)
    assert [name for name, _ in told] == ["refund.owed", "refund.ordered"]
    assert told[0][1] == {"amount": 200, "refund_amount": 200}
    assert told[1][1] == {"refund": refund["_id"], "payment": refund["payment"], "amount": 200}
    assert await desk.items(case) == []
    assert await desk.letters(case) == []
    assert (KARIN.account, "200.00") in await desk.export()
    after = await desk.refund(case)
    assert (after["status"], (await desk.case(case))["refund_amount"]) == ("exported", 0)
    assert after["bank_payout_request"]
    # What we give back is not told as taken by the bank.
    assert await desk.told(case, "payment.recalled") == []
    await desk.is_right()


async def test_a_payment_on_a_closed_case_goes_back_whole(desk: RefundDesk) -> None:
    case, ocr = await desk.debt()
    await desk.pay(ocr, 1000, KARIN)
    await desk.pay(ocr, 1000, KARIN, day=date(2026, 4, 20))
    assert [(refund["amount"], refund["status"]) for refund in await desk.refunds(case)] == [(1000, "ordered")]
    assert (KARIN.account, "1000.00") in await desk.export()
    await desk.is_right()


async def test_a_crediting_after_the_payment_makes_a_refund_too(desk: RefundDesk) -> None:
    case, ocr = await desk.debt()
    await desk.pay(ocr, 1000, KARIN)
    await desk.desk.office.credit(case, 300)
    assert (await desk.refund(case))["amount"] == 300


async def test_without_an_account_a_person_and_a_letter_ask_once(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid()
    assert await desk.refunds(case) == []
    assert await desk.items(case) == ["refund_owed"]
    assert await desk.letters(case) == ["refund_notice"]
    assert await desk.letters(case) == ["refund_notice"]
    assert await desk.export() == []
    made = await desk.order(case, {"amount": 200} | ACCOUNT)
    assert (made["_status"], made["status"], made["amount"], made["refund_amount"]) == ("OK", "ordered", 200, 200)
    refund = await desk.refund(case)
    assert ([refund["_id"]], refund["name"], refund["is_automatic"]) == (made["refunds"], NOBODY.name, False)
    assert await desk.items(case) == []
    assert await desk.export() == [("9912346", "200.00")]
    await desk.is_right()


async def test_two_workers_at_once_ask_once(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid()
    async with desk.desk.database.transaction() as first:
        assert await ask_where_to_refund(first, clock.now()) == 1
        second = asyncio.create_task(desk.ask())
        # The other has found the same case, and waits for it.
        await until_it_waits(first, second)
    assert await asyncio.wait_for(second, 20) == 1
    assert await desk.letters(case) == ["refund_notice"]


async def test_too_little_to_write_about_stands_on_the_work_list_alone(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid(24.99)
    assert (await desk.items(case), await desk.letters(case)) == (["refund_owed"], [])


async def test_what_is_owed_back_of_several_payments_is_a_refund_of_each(desk: RefundDesk) -> None:
    case, ocr = await desk.debt()
    for number in (1, 2, 3):
        await desk.pay(ocr, 1000, day=date(2026, 4, 10 + number))
    made = await desk.order(case, {"amount": 1500} | ACCOUNT)
    assert sorted(refund["amount"] for refund in await desk.refunds(case)) == [500, 1000]
    assert len(made["refunds"]) == 2
    assert await desk.items(case) == ["refund_owed"]
    assert sorted(amount for _, amount in await desk.export()) == ["1000.00", "500.00"]
    assert (await desk.case(case))["refund_amount"] == 500
    await desk.is_right()


@pytest.mark.parametrize(
    ("account", "shown", "remark"),
    [
        ({"bankgiro": "991-2346"}, {"kind": "bankgiro", "number": "991-2346"}, "a bankgiro"),
        ({"plusgiro": "4-2"}, {"kind": "plusgiro", "number": "4-2"}, "a plusgiro"),
        (
            {"clearing_number": "5000", "account_number": "0054910"},
            {"kind": "bank_account", "number": "5000-0054910"},
            "a bank account",
        ),
        ({"iban": KARIN.account}, {"kind": "iban", "number": KARIN.account}, "an IBAN"),
    ],
)
async def test_it_goes_to_any_kind_of_account(
    desk: RefundDesk, account: dict[str, str], shown: dict[str, str], remark: str
) -> None:
    case, _ = await desk.overpaid()
    await desk.order(case, {"amount": 200, "name": "Åsa Öberg"} | account)
    refund = await desk.refund(case)
    assert (refund["bank_account"], refund["name"]) == (shown, "Åsa Öberg"), remark
    assert [amount for _, amount in await desk.export()] == ["200.00"]


ONE_PLACE = "a refund goes to one place, and bankgiro is given too"
NO_PLACE = "one of bankgiro, plusgiro, account_number, iban, swish and use_for is required"


@pytest.mark.parametrize(
    ("body", "issues", "remark"),
    [
        (ACCOUNT, {"amount": "required field"}, "how much"),
        ({"amount": 0} | ACCOUNT, {"amount": "must be more than 0"}, "nothing"),
        ({"amount": -1} | ACCOUNT, {"amount": "must be more than 0"}, "less than nothing"),
        ({"amount": 200}, {"bankgiro": NO_PLACE}, "to where"),
        ({"amount": 200, "iban": KARIN.account} | ACCOUNT, {"iban": ONE_PLACE}, "to two places"),
        (
            {"amount": 200, "account_number": "0054910"},
            {"clearing_number": "required field with account_number"},
            "of which bank",
        ),
        (
            {"amount": 200, "clearing_number": "5000"} | ACCOUNT,
            {"clearing_number": "goes with account_number"},
            "half an account",
        ),
        (
            {"amount": 200, "bankgiro": "991-2345"},
            {"bankgiro": "is no bankgiro that money can be paid to"},
            "a check digit that does not fit",
        ),
        (
            {"amount": 200, "clearing_number": "0999", "account_number": "0054910"},
            {"account_number": "is no bank account that money can be paid to"},
            "no such bank",
        ),
        (
            {"amount": 200.01} | ACCOUNT,
            {"amount": "must not be more than what is owed back and not ordered, which is 200"},
            "an öre more than is owed back",
        ),
        (
            {"amount": 201, "iban": "SE3550000000054910000004"},
            {
                "iban": "is no iban that money can be paid to",
                "amount": "must not be more than what is owed back and not ordered, which is 200",
            },
            "all that is wrong at once",
        ),
    ],
)
async def test_an_order_that_is_wrong_is_refused_and_nothing_is_stored(
    desk: RefundDesk, body: dict[str, Any], issues: dict[str, str], remark: str
) -> None:
    case, _ = await desk.overpaid()
    before = await desk.desk.office.counts()
    assert await desk.desk.office.refused(f"cases/{case}/refunds", body) == issues, remark
    assert await desk.desk.office.counts() == before, remark


async def test_nothing_goes_back_twice(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid()
    body = {"amount": 200} | ACCOUNT
    key = {"idempotency-key": f"once {case}"}
    first = await desk.order(case, body, headers=key)
    assert await desk.order(case, body, headers=key) == first
    said = (await desk.order(case, body, 409))["_error"]["message"]
    assert said == "All that this case owes back, 200, is ordered or set off already."
    assert await desk.export() == [("9912346", "200.00")]
    said = (await desk.order(case, body, 409))["_error"]["message"]
    assert said == "This case owes nothing back."
    assert len(await desk.refunds(case)) == 1


async def test_what_goes_back_by_itself_is_not_ordered_by_a_person_too(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid(200, KARIN)
    await desk.order(case, {"amount": 1} | ACCOUNT, 409)


# For another claim ------------------------------------------------------------------------------------------------------------


async def test_it_pays_another_claim_as_of_its_own_bank_date(desk: RefundDesk) -> None:
    case, receipt = await desk.overpaid(300)
    other = await desk.desk.office.register_debt(1000)
    made = await desk.order(case, {"amount": 300, "use_for": other})
    assert (made["status"], made["refund_amount"]) == ("used", 0)
    refund = await desk.refund(case)
    assert (refund["status"], refund["use_for"], refund["amount"]) == ("used", other, 300)
    assert await desk.items(case) == []
    lines = (await desk.desk.office.statement(other))["lines"]
    settled = [line for line in lines if line["amount"] < 0]
    assert {line["date"] for line in settled} == {"2026-04-10"}
    assert sum(line["amount"] for line in settled) == -300
    (payment,) = (await desk.desk.office.get(f"cases/{other}/trace"))["payments"]
    assert payment["bank"]["own_reference"] == receipt.end_to_end_id
    assert [name for name, _ in await desk.told(case)] == ["refund.owed", "refund.ordered"]
    assert await desk.told(case, "payment.recalled") == []
    await desk.is_right()


async def test_what_the_other_claim_does_not_need_is_owed_back_there(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid(300)
    other, _ = await desk.debt(100)
    await desk.order(case, {"amount": 300, "use_for": other})
    shown = await desk.case(other)
    assert (shown["status"], shown["refund_amount"]) == ("paid", 200)
    assert await desk.items(other) == ["refund_owed"]
    await desk.is_right()


async def test_a_recall_takes_it_from_both_claims(desk: RefundDesk) -> None:
    case, receipt = await desk.overpaid(300)
    other, _ = await desk.debt(1000)
    await desk.order(case, {"amount": 300, "use_for": other})
    await desk.recall(receipt)
    for id_ in (case, other):
        shown = await desk.case(id_)
        assert (shown["total_remaining_capital_amount"], shown["refund_amount"]) == (1000, 0)
    assert await desk.items(case) == []
    await desk.is_right()


async def test_only_an_open_claim_of_the_same_debtor_will_do(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid()
    office = desk.desk.office
    body = office.case_body(customer=office.customer_body(id_number=COMPANY, is_person=False, address=ADDRESS))
    another = (await office.post("case--registrations", body))["_cases"][0]
    closed, ocr = await desk.debt(100)
    await desk.pay(ocr, 100)
    not_debtor = {"use_for": "must be another claim of the same debtor"}
    for use_for, issues in (
        (another, not_debtor),
        (case, not_debtor),
        (closed, {"use_for": "must be a claim on which something is owed"}),
        ("0" * 24, {"use_for": f"value '{'0' * 24}' must exist in resource 'cases', field '_id'"}),
    ):
        assert await office.refused(f"cases/{case}/refunds", {"amount": 1, "use_for": use_for}) == issues
    await office.post(f"cases/{'0' * 24}/refunds", {"amount": 1} | ACCOUNT, 404)


async def test_a_bank_that_names_a_bankgiro_is_believed(desk: RefundDesk) -> None:
    case, ocr = await desk.debt()
    payer = BankPayer(name="Firman AB", account="9912346")
    await desk.hall.bring(bgmax(deposit(paid(1100_00, ocr, payer=payer))))
    assert (await desk.refund(case))["bank_account"] == {"kind": "bankgiro", "number": "9912346"}


async def test_a_debtors_wish_for_an_account_is_granted_as_a_refund_to_it(desk: RefundDesk) -> None:
    case, _ = await desk.overpaid(200)
    named = {"kind": ListValue("payee_kind", "bank_account", "in_sentence"), "number": "5000-0054910"}
    async with desk.desk.database.transaction() as tx:
        row = await tx.fetchrow("select account_id, creditor_id from cases where id = $1", case)
        subject = CaseSubject(row["account_id"], row["creditor_id"], None, case)
        await put_on_work_list(tx, subject, "debtor_request", Message(NAMES_ACCOUNT, **named), clock.now())
    office = desk.desk.office
    where = json.dumps({"case": case, "kind": "debtor_request"})
    (item,) = (await office.get("work--items", where=where))["_items"]
    path, tag = f"/work--items/{item['_id']}", {"If-Match": item["_etag"]}
    answer = await office.client.patch(path, json={"decision": "grant"}, headers=tag)
    assert answer.status_code == 200, answer.text
    refund = await desk.refund(case)
    assert (refund["amount"], refund["status"], refund["is_automatic"]) == (200, "ordered", False)
    assert refund["bank_account"] == {"kind": "bank_account", "number": "5000-0054910"}
    (note,) = (await office.get(f"cases/{case}/notes"))["_items"]
    assert (note["kind"], "5000-0054910" in note["text"]) == ("to_debtor", True)
