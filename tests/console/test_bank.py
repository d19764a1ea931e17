"""Bank: what waits, the cases it is likeliest for and why, and every decision shown before it is done, once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from fordran.domain.bank.likeness import Candidate, likeliest, neighbours
from fordran.formats.bank import BankPayer
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from tests.api.world import World
from tests.console.test_case import new_case
from tests.console.visiting import Browser, Shown

Browse = Callable[[str], Awaitable[Browser]]
KARIN = BankPayer(name="ÖBERG KARIN", organization_no="8112289874", account="50501055")


def file_of(*receipts: DemoTransaction) -> bytes:
    return make_bgmax([Deposit("5555552", date(2026, 4, 10), 1, receipts)], created=datetime(2026, 4, 10, tzinfo=UTC))


async def sent_file(browser: Browser, content: bytes) -> Shown:
    """The page after a file was uploaded by its form."""
    page = await browser.get("/console/bank")
    values = page.form("/console/bank/files")
    values.pop("file", None)
    return await browser.post("/console/bank/files", values, files={"file": ("bg.txt", content, "text/plain")})


async def case_of(world: World) -> dict[str, Any]:
    case: dict[str, Any] = (await world.operator.get(f"/cases/{world.case}")).json()
    return case


async def waiting(world: World, amount: float) -> str:
    """The id of the one payment of that amount that waits."""
    answer = await world.operator.get("/unmatched--payments", params={"max_results": 100})
    (id_,) = [one["_id"] for one in answer.json()["_items"] if one["suspense_amount"] == amount]
    return str(id_)


async def test_a_file_is_uploaded_and_what_became_of_it_is_told(browse: Browse, world: World) -> None:
    finance = await browse("finance")
    ocr = (await case_of(world))["ocr_number"]
    page = await sent_file(finance, file_of(DemoTransaction(300, ocr, serial="1", payer=KARIN)))
    assert "1 transaktion, 1 matchade, 0 väntar" in page.text
    again = await sent_file(finance, file_of(DemoTransaction(300, ocr, serial="1", payer=KARIN)))
    assert "1 fanns redan" in again.text


async def test_a_file_that_is_none_is_refused_beside_its_field(browse: Browse) -> None:
    finance = await browse("finance")
    page = await sent_file(finance, b"no bank file")
    assert page.status == 422
    assert page.tree.xpath("//p[@id='f-file-wrong']")
    assert page.tree.xpath("//nav[@class='side']"), "a page that answers a form has its menu"


async def test_the_likeliest_case_comes_first_with_its_reasons(browse: Browse, world: World) -> None:
    finance = await browse("finance")
    case = await case_of(world)
    wrong = sorted(one for one in neighbours(case["ocr_number"]) if len(one) == len(case["ocr_number"]))
    # A slip that no check digit lets through, so that no case has it.
    slip = case["ocr_number"][:-1] + str((int(case["ocr_number"][-1]) + 1) % 10)
    assert slip not in wrong
    await sent_file(finance, file_of(DemoTransaction(12_300, slip, serial="2", payer=KARIN)))
    page = await finance.get(f"/console/bank/{await waiting(world, 123)}")
    assert case["customer_name"] in page.text
    assert "OCR-numret skiljer sig på en siffra" in page.text
    assert page.buttons.count("Matcha") >= 2


async def test_a_match_is_shown_before_it_is_done_and_done_once(browse: Browse, world: World) -> None:
    finance = await browse("finance")
    await sent_file(finance, file_of(DemoTransaction(5_000, "88", serial="3", payer=KARIN)))
    id_ = await waiting(world, 50)
    before = await case_of(world)
    act = f"/console/bank/{id_}/match"
    values = (await finance.get(f"/console/bank/{id_}")).form(act) | {"case": before["ocr_number"]}
    trial = await finance.post(act, values)
    assert (trial.status, trial.h1) == (200, "Matcha")
    assert "Matchad" in trial.text
    assert {"Bekräfta", "Avbryt"} <= set(trial.buttons)
    assert (await case_of(world))["total_remaining_transaction_amount"] == before["total_remaining_transaction_amount"]
    confirmed = trial.form(act) | {"_confirmed": "yes"}
    done = await finance.post(act, confirmed)
    assert "Det är gjort." in done.text
    after = await case_of(world)
    fields = ("total_remaining_transaction_amount",)
    assert all(after[name] == pytest.approx(before[name] - 50) for name in fields)
    again = await finance.post(act, confirmed)
    assert (again.status, "Det är gjort." in again.text) == (200, True)
    assert (await case_of(world))["total_remaining_transaction_amount"] == after["total_remaining_transaction_amount"]


async def test_a_split_has_to_make_up_all_that_waits(browse: Browse, world: World) -> None:
    finance = await browse("finance")
    await sent_file(finance, file_of(DemoTransaction(7_000, "99", serial="4", payer=KARIN)))
    id_ = await waiting(world, 70)
    act = f"/console/bank/{id_}/split"
    ocr = (await case_of(world))["ocr_number"]
    page = await finance.get(f"/console/bank/{id_}")
    less = await finance.send(page, act, case_0=ocr, amount_0="69,99")
    assert (less.status, "Beloppen måste bli hela det belopp som väntar." in less.text) == (422, True)
    unknown = await finance.send(page, act, case_0="4711", amount_0="70")
    assert unknown.status == 422
    assert "Inget ärende har det numret." in unknown.text
    no_number = await finance.send(page, act, case_0=ocr, amount_0="sjuttio")
    assert "Skriv ett tal som 1 234,50." in no_number.text
    trial = await finance.send(page, act, case_0=ocr, amount_0="70,00")
    assert trial.h1 == "Dela upp på flera ärenden"


async def test_a_refund_goes_to_an_account_that_can_be_paid(browse: Browse, world: World) -> None:
    finance = await browse("finance")
    await sent_file(finance, file_of(DemoTransaction(8_000, "55", serial="5", payer=KARIN)))
    id_ = await waiting(world, 80)
    act = f"/console/bank/{id_}/refund"
    page = await finance.get(f"/console/bank/{id_}")
    wrong = await finance.send(page, act, kind="bankgiro", number="123")
    assert wrong.status == 422
    assert wrong.tree.xpath("//input[@name='number' and @aria-invalid='true']")
    trial = await finance.send(page, act, kind="bankgiro", number="991-2346")
    assert trial.h1 == "Återbetala"
    done = await finance.post(act, trial.form(act) | {"_confirmed": "yes"})
    assert "Ska återbetalas" in done.text
    page = await finance.get("/console/refunds")
    (row,) = [row for row in page.tree.xpath("//main//tbody/tr") if "991-2346" in row.text_content()]
    assert "The finance" in row.text_content(), "who gave the account"
    assert "Väntar på godkännande" in row.text_content()
    assert "80,00" in page.tree.xpath("string(//main//tfoot)")
    trial = await finance.send(await finance.get("/console/payouts"), "/console/payouts/export")
    assert "991-2346" not in trial.text, "nobody has approved it"
    assert "Orderns summa" in trial.text


async def test_an_overpaid_case_is_refunded_by_amount_and_account(browse: Browse, world: World) -> None:
    finance = await browse("finance")
    case = await new_case(world)
    ocr = (await world.operator.get(f"/cases/{case}")).json()["ocr_number"]
    await sent_file(finance, file_of(DemoTransaction(9_000_00, ocr, serial="6", payer=BankPayer(name="KARIN"))))
    owed = (await world.operator.get(f"/cases/{case}")).json()["refund_amount"]
    assert owed > 1000
    act, page = f"/console/cases/{case}/refund", await finance.get(f"/console/cases/{case}")
    assert page.form(act)["amount"] == f"{owed}".replace(".", ",")
    wrong = await finance.send(page, act, kind="bankgiro", number="123")
    assert wrong.status == 422
    assert wrong.tree.xpath("//input[@name='number' and @aria-invalid='true']"), wrong.tree.xpath("string(//main)")
    trial = await finance.send(page, act, amount="200", kind="bank_account", number="5000-0054910")
    assert trial.h1 == "Återbetala"
    await finance.send(trial, act, _confirmed="yes")
    (refund,) = (await world.operator.get(f"/cases/{case}/refunds")).json()["_items"]
    assert (refund["amount"], refund["bank_account"]["number"], refund["is_automatic"]) == (200, "5000-0054910", False)
    assert "5000-0054910" in (await finance.get("/console/refunds")).text


async def test_a_handler_looks_and_does_nothing(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    page = await handler.get("/console/bank")
    assert "Ladda upp" not in page.buttons
    id_ = (await world.some("unmatched--payments"))[0]["_id"]
    one = await handler.get(f"/console/bank/{id_}")
    assert "Matcha" not in one.buttons
    assert "Återbetala" not in one.buttons
    ask = await handler.get(f"/console/bank/{id_}/ask")
    assert ask.h1 == "Fråga betalaren"
    assert "Karin Öberg" in ask.text or "ÖBERG KARIN" in ask.text


def test_reasons_are_weighed() -> None:
    def candidate(case: str, *found_by: Any, owed: int = 0, **more: Any) -> Candidate:
        return Candidate(case, frozenset(found_by), more.get("invoice", "F1"), owed, 900, more.get("closed", False))

    found = likeliest(
        500,
        ["f1 "],
        [
            candidate("name alone", "payer_name", invoice="F2"),
            candidate("the same and closed", "payer_name", invoice="F2", closed=True),
            candidate("owes it and invoiced so", "payer_name", owed=500),
            candidate("has the reference", "ocr", owed=1, invoice="F3"),
        ],
    )
    assert [(one.case, one.reasons) for one in found] == [
        ("owes it and invoiced so", ("invoice_number", "owed", "payer_name")),
        ("has the reference", ("ocr",)),
        ("name alone", ("payer_name",)),
        ("the same and closed", ("payer_name", "closed")),
    ]
