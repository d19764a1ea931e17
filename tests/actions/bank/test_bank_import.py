"""Importing bank files: what a transaction becomes on its case, in suspense, and in the books."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from fordran.formats.bank import BankPayer, BankReference
from tests.actions.bank_hall import BankHall, bgmax, camt053, camt054, deposit, paid
from tests.actions.office import COMPANY, Office


@pytest.fixture(scope="module")
def hall(office: Office) -> BankHall:
    return BankHall(office.app.database, office)


# One payment --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [bgmax, camt054, camt053])
async def test_a_payment_settles_its_case_as_of_its_bank_date(hall: BankHall, make: Any) -> None:
    case, ocr = await hall.debt(1000)
    before = await hall.reconciled()
    assert await hall.bring(make(deposit(paid(100_274, ocr)))) == {"transactions": 1, "matched": 1}
    shown = await hall.office.case(case)
    assert (shown["status"], shown["total_remaining_transaction_amount"]) == ("paid", 0)
    assert shown["closed"] == "Fri, 10 Apr 2026 00:00:00 GMT"
    assert {line["origin"] for line in shown["transactions"] if line["amount"] < 0} == {"bank"}
    assert await hall.reconciled() == before + 100_274


async def test_interest_stops_at_the_bank_date_and_not_at_the_day_of_import(hall: BankHall) -> None:
    case, ocr = await hall.debt(10_000)
    await hall.bring(bgmax(deposit(paid(500_000, ocr), day=date(2026, 4, 30))))
    shown = await hall.office.case(case)
    # 30 days at 10 % on 10 000 kr.
    assert shown["total_added_interest_amount"] == 82.19
    assert shown["total_remaining_capital_amount"] == 5082.19


async def test_more_than_is_owed_is_a_refund_owed_to_the_payer(hall: BankHall) -> None:
    case, ocr = await hall.debt(100)
    await hall.bring(bgmax(deposit(paid(15_000, ocr), day=date(2026, 3, 20))))
    shown = await hall.office.case(case)
    assert (shown["status"], shown["refund_amount"]) == ("paid", 50)
    # On a closed case only the refund can grow.
    await hall.bring(bgmax(deposit(paid(700, ocr), day=date(2026, 5, 20))))
    shown = await hall.office.case(case)
    assert (shown["status"], shown["refund_amount"], shown["total_remaining_transaction_amount"]) == ("paid", 57, 0)
    await hall.reconciled()


async def test_a_payment_that_comes_late_is_replayed_at_its_own_date(hall: BankHall) -> None:
    case, ocr = await hall.debt(10_000)
    await hall.bring(bgmax(deposit(paid(200_000, ocr), day=date(2026, 6, 1))))
    await hall.bring(bgmax(deposit(paid(800_000, ocr), day=date(2026, 3, 31))))
    shown = await hall.office.case(case)
    # 2 000 kr were left from the due date to 1 June: 62 days at 10 %, which the payment of that day covered first.
    assert (shown["total_added_interest_amount"], shown["total_remaining_capital_amount"]) == (33.97, 33.97)


async def test_a_payment_on_a_day_that_cannot_be_waits_for_a_person(hall: BankHall) -> None:
    case, ocr = await hall.debt(1000)
    days = {"the day before": date(2025, 1, 24), "the first day": date(2025, 1, 25), "to come": date(2031, 1, 1)}
    waiting = []
    for remark, day in days.items():
        brought = await hall.bring(bgmax(deposit(paid(10_000, ocr), day=day)))
        if remark == "the first day":
            assert brought == MATCHED
        else:
            assert brought == WAITS
            (found,) = (await hall.office.get("unmatched--payments", sort="-_id", max_results="1"))["_items"]
            assert found["reason"] == "impossible_day"
            waiting.append(found["_id"])
    assert (await hall.office.case(case))["total_remaining_capital_amount"] == 900
    early, to_come = waiting
    refused = await hall.office.post(f"unmatched--payments/{to_come}/match", {"case": case}, 409)
    assert refused["_error"]["type"] == "payment_on_day_to_come"
    await hall.office.post(f"unmatched--payments/{early}/match", {"case": case})
    assert (await hall.office.case(case))["total_remaining_capital_amount"] == 800
    await hall.reconciled()


# What a payment is for ----------------------------------------------------------------------------------------------------------

MATCHED, WAITS = {"transactions": 1, "matched": 1}, {"transactions": 1, "suspense": 1}


@pytest.mark.parametrize(
    ("reference", "information", "outcome", "remark"),
    [
        ("{ocr}", (), MATCHED, "the OCR number"),
        ("0000000{ocr}", (), MATCHED, "filled up with zeros by the bank"),
        ("{spaced}", (), MATCHED, "typed in groups"),
        ("OCR {ocr}", (), MATCHED, "called an OCR number"),
        ("", ("Betalning ocr-nr: {ocr}, tack",), MATCHED, "called an OCR number in the message"),
        ("99", ("OCR {ocr}",), MATCHED, "a wrong number in the field, the right one in the message"),
        ("", ("tack {ocr}",), WAITS, "a short number in a message may be anything"),
        ("", (), WAITS, "nothing said"),
        ("faktura", (), WAITS, "no number"),
        ("{ocr}0", (), WAITS, "another number"),
        ("{ocr}", ("OCR {other}",), WAITS, "two cases, and no word of how much each gets"),
    ],
)
async def test_a_payment_is_matched_by_what_it_says(
    hall: BankHall, reference: str, information: tuple[str, ...], outcome: dict[str, int], remark: str
) -> None:
    case, ocr = await hall.debt()
    _, other = await hall.debt()
    words = {"ocr": ocr, "other": other, "spaced": " ".join(ocr)}
    receipt = paid(10_000, reference.format(**words), information=tuple(line.format(**words) for line in information))
    assert await hall.bring(bgmax(deposit(receipt))) == outcome, remark
    is_paid = (await hall.office.case(case))["total_remaining_transaction_amount"] < 1000
    assert is_paid == (outcome == MATCHED), remark
    await hall.reconciled()


async def test_a_payment_to_another_bankgiro_waits(hall: BankHall) -> None:
    _, ocr = await hall.debt()
    assert await hall.bring(bgmax(deposit(paid(10_000, ocr), receiver="9912346"))) == WAITS
    assert (await hall.waiting())[-1]["reason"] == "other_receiver"


@pytest.mark.parametrize(
    ("said", "organization_no", "outcome", "remark"),
    [
        ("{invoice_number}", COMPANY.replace("-", ""), MATCHED, "the invoice number, from the company that owes"),
        ("{debt_reference}", COMPANY.replace("-", ""), MATCHED, "the debt reference likewise"),
        ("{invoice_number}", "5561034249", WAITS, "another company's number says nothing"),
        ("{invoice_number}", "", WAITS, "nor does the invoice number alone"),
    ],
)
async def test_an_invoice_number_counts_from_the_customer_itself(
    hall: BankHall, said: str, organization_no: str, outcome: dict[str, int], remark: str
) -> None:
    customer = {"name": "Bolaget AB", "id_number": COMPANY, "is_company": True, "address": {"country": "SE"}}
    customer["address"] = {"address_line_1": "A 1", "zip_code": "111 22", "city": "B", "country": "SE"}
    body = hall.office.case_body(customer=customer)
    case = (await hall.office.post("case--registrations", body))["_cases"][0]
    debt = (await hall.office.case(case))["debt"]
    receipt = paid(10_000, said.format(**debt), payer=BankPayer(name="Bolaget", organization_no=organization_no))
    assert await hall.bring(bgmax(deposit(receipt))) == outcome, remark


# Several references -------------------------------------------------------------------------------------------------------------


async def test_stated_amounts_are_followed_and_what_is_for_nobody_waits(hall: BankHall) -> None:
    (one, first), (two, second) = await hall.debt(), await hall.debt()
    references = (BankReference(first, 30_000), BankReference(second, 20_000), BankReference("77", 10_000))
    assert await hall.bring(bgmax(deposit(paid(60_000, extra_references=references)))) == WAITS
    waiting = (await hall.waiting())[-1]
    assert (waiting["amount"], waiting["suspense_amount"], waiting["reason"]) == (600, 100, "reference_unknown")
    remaining = [(await hall.office.case(case))["total_remaining_transaction_amount"] for case in (one, two)]
    assert [round(1002.74 - left, 2) for left in remaining] == [300, 200]
    await hall.reconciled()


async def test_a_credit_note_lowers_its_own_case_and_no_other(hall: BankHall) -> None:
    (one, first), (_, second) = await hall.debt(), await hall.debt()
    own = (BankReference(first, 30_000), BankReference(first, -10_000))
    assert await hall.bring(camt054(deposit(paid(20_000, extra_references=own)))) == MATCHED
    assert (await hall.office.case(one))["total_remaining_transaction_amount"] == 802.74
    others = (BankReference(first, 30_000), BankReference(second, -10_000))
    assert await hall.bring(camt054(deposit(paid(20_000, extra_references=others)))) == WAITS
    assert (await hall.waiting())[-1]["reason"] == "credit_note"


async def test_without_amounts_a_payment_is_divided_only_if_it_is_what_the_cases_owe(hall: BankHall) -> None:
    (one, first), (two, second) = await hall.debt(1000), await hall.debt(500)
    both = (BankReference(first), BankReference(second))
    # With interest: 10 days at 10 % on 1 000 and on 500 kr.
    assert await hall.bring(camt054(deposit(paid(100_274 + 50_137, extra_references=both)))) == MATCHED
    assert [(await hall.office.case(case))["status"] for case in (one, two)] == ["paid", "paid"]
    (one, first), (two, second) = await hall.debt(1000), await hall.debt(500)
    both = (BankReference(first), BankReference(second))
    assert await hall.bring(camt054(deposit(paid(150_000, extra_references=both)))) == MATCHED, "the capitals"
    (one, first), (two, second) = await hall.debt(1000), await hall.debt(500)
    both = (BankReference(first), BankReference(second))
    assert await hall.bring(camt054(deposit(paid(140_000, extra_references=both)))) == WAITS
    assert (await hall.waiting())[-1]["reason"] == "amounts_unknown"
    await hall.reconciled()


# Once for ever ------------------------------------------------------------------------------------------------------------------


async def test_a_file_and_each_transaction_count_once(hall: BankHall) -> None:
    case, ocr = await hall.debt()
    booking = deposit(paid(10_000, ocr), paid(10_000, "1"))
    first = camt054(booking, message_id="A")
    assert await hall.bring(first) == {"transactions": 2, "matched": 1, "suspense": 1}
    state = await hall.state()
    for again in (
        first,
        camt054(booking, message_id="B"),
        camt054(booking, version="001.02", message_id="C"),
        camt053(booking),
        camt053(booking, version="001.02", opening_ore=500),
    ):
        assert await hall.bring(again) == {"transactions": 2, "duplicates": 2}
        assert await hall.state() == state
    assert (await hall.office.case(case))["total_remaining_transaction_amount"] == 902.74


async def test_equal_payments_of_one_booking_are_each_their_own(hall: BankHall) -> None:
    case, ocr = await hall.debt()
    twice = [paid(10_000, ocr, serial="7", end_to_end_id="E7")] * 2
    assert await hall.bring(bgmax(deposit(*twice))) == {"transactions": 2, "matched": 2}
    assert await hall.bring(camt054(deposit(*twice))) == {"transactions": 2, "matched": 2}
    assert (await hall.office.case(case))["total_remaining_transaction_amount"] == 602.74


# Sums that the bank did not itemise ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("sum", "items"), ("items", "sum"), ("sum", "items", "sum", "items")])
async def test_a_booking_counts_once_whether_it_comes_as_a_sum_or_itemised(
    hall: BankHall, order: tuple[str, ...]
) -> None:
    case, ocr = await hall.debt()
    before = await hall.reconciled()
    waiting = len(await hall.waiting())
    booking = deposit(paid(10_000, ocr), paid(5_000, "1"))
    files = {
        "items": camt054(booking),
        "sum": camt053(type(booking)(booking.receiver, booking.date, booking.serial, booking.receipts, itemised=False)),
    }
    for name in order:
        await hall.bring(files[name])
    assert await hall.reconciled() == before + 15_000
    assert len(await hall.waiting()) == waiting + 1
    assert (await hall.office.case(case))["total_remaining_transaction_amount"] == 902.74


async def test_what_a_person_did_with_a_sum_is_not_undone_when_it_is_itemised(hall: BankHall) -> None:
    case, ocr = await hall.debt()
    booking = deposit(paid(10_000, ocr))
    unitemised = type(booking)(booking.receiver, booking.date, booking.serial, booking.receipts, itemised=False)
    assert await hall.bring(camt053(unitemised)) == WAITS
    waiting = (await hall.waiting())[-1]
    assert (waiting["reason"], waiting["is_itemised"]) == ("not_itemised", False)
    await hall.office.post(f"unmatched--payments/{waiting['_id']}/match", {"case": case})
    before = await hall.state()
    assert await hall.bring(camt054(booking)) == {"transactions": 1, "duplicates": 1}
    after = await hall.state()
    assert (after["cases"], after["balances"]) == (before["cases"], before["balances"])


# Deductions ---------------------------------------------------------------------------------------------------------------------


async def test_a_deduction_lowers_what_its_booking_pays_on_the_same_case(hall: BankHall) -> None:
    case, ocr = await hall.debt()
    _, other = await hall.debt()
    before = await hall.reconciled()
    booking = deposit(paid(60_000, ocr), paid(40_000, ocr), paid(5_000, other), paid(70_000, ocr, kind="deduction"))
    assert await hall.bring(bgmax(booking)) == {"transactions": 4, "matched": 4}
    assert (await hall.office.case(case))["total_remaining_transaction_amount"] == 702.74
    assert await hall.reconciled() == before + 35_000
    whole = deposit(paid(60_000, ocr), paid(60_000, ocr, kind="deduction"))
    assert await hall.bring(bgmax(whole)) == {"transactions": 2, "matched": 2}
    assert (await hall.office.case(case))["total_remaining_transaction_amount"] == 702.74
    assert await hall.office.differences() == []


async def test_a_deduction_that_its_booking_does_not_cover_waits(hall: BankHall) -> None:
    case, ocr = await hall.debt()
    _, other = await hall.debt()
    before = await hall.reconciled()
    booking = deposit(paid(60_000, other), paid(50_000, ocr, kind="deduction"))
    assert await hall.bring(bgmax(booking)) == {"transactions": 2, "matched": 1, "suspense": 1}
    waiting = (await hall.waiting())[-1]
    assert (waiting["kind"], waiting["suspense_amount"], waiting["reason"]) == ("deduction", -500, "no_payment")
    match = f"unmatched--payments/{waiting['_id']}/match"
    assert "deduction" in (await hall.office.post(match, {"case": case}, 409))["_error"]["message"]
    await hall.bring(bgmax(deposit(paid(30_000, ocr)), deposit(paid(40_000, ocr))))
    await hall.office.post(match, {"case": case})
    assert (await hall.office.case(case))["total_remaining_transaction_amount"] == 802.74
    assert await hall.reconciled() == before + 80_000
    assert await hall.office.differences() == []


# Recalls ------------------------------------------------------------------------------------------------------------------------


def recall_of(receipt: Any, **more: Any) -> Any:
    return paid(receipt.amount, receipt.reference, kind="recall", end_to_end_id=receipt.end_to_end_id, **more)


@pytest.mark.parametrize("order", [("payment", "recall"), ("recall", "payment")])
async def test_a_recall_reverses_its_payment_in_whatever_order_they_come(
    hall: BankHall, order: tuple[str, ...]
) -> None:
    case, ocr = await hall.debt()
    before = await hall.reconciled()
    receipt = paid(100_274, ocr)
    files = {
        "payment": camt054(deposit(receipt)),
        "recall": camt054(deposit(recall_of(receipt), day=date(2026, 4, 20))),
    }
    for name in order:
        await hall.bring(files[name])
    shown = await hall.office.case(case)
    # As if it had never come: 20 days of interest up to the recall.
    assert (shown["status"], shown["total_remaining_transaction_amount"]) == ("initialized", 1005.48)
    assert (await hall.office.statement(case, "2026-04-15"))["total_remaining_transaction_amount"] == 0
    assert await hall.reconciled() == before
    assert await hall.office.differences() == []


async def test_a_recall_in_the_file_of_its_payment_reverses_it(hall: BankHall) -> None:
    case, ocr = await hall.debt()
    before = await hall.reconciled()
    receipt = paid(100_274, ocr)
    both = camt053(deposit(recall_of(receipt), day=date(2026, 4, 20)), deposit(receipt))
    assert await hall.bring(both) == {"transactions": 2, "matched": 1, "recalled": 1}
    assert (await hall.office.case(case))["total_remaining_transaction_amount"] == 1005.48
    assert await hall.reconciled() == before


@pytest.mark.parametrize("order", [("payment", "recall"), ("recall", "payment")])
async def test_a_payment_that_waited_can_be_recalled(hall: BankHall, order: tuple[str, ...]) -> None:
    before, waiting = await hall.reconciled(), len(await hall.waiting())
    receipt = paid(4_200, "123")
    files = {
        "payment": camt054(deposit(receipt)),
        "recall": camt054(deposit(recall_of(receipt), day=date(2026, 4, 20))),
    }
    for name in order:
        await hall.bring(files[name])
    assert (await hall.reconciled(), len(await hall.waiting())) == (before, waiting)


async def test_a_recall_of_one_of_two_alike_waits_for_a_person(hall: BankHall) -> None:
    case, ocr = await hall.debt()
    for day in (date(2026, 4, 10), date(2026, 4, 11)):
        await hall.bring(camt054(deposit(paid(10_000, ocr), day=day)))
    nameless = paid(10_000, ocr, kind="recall", end_to_end_id="")
    assert await hall.bring(camt054(deposit(nameless, day=date(2026, 4, 20)))) == WAITS
    waiting = (await hall.waiting())[-1]
    assert (waiting["kind"], waiting["suspense_amount"]) == ("recall", -100)
    await hall.office.post(f"unmatched--payments/{waiting['_id']}/match", {"case": case})
    assert (await hall.office.case(case))["total_remaining_capital_amount"] == 902.74
    await hall.reconciled()
    assert await hall.office.differences() == []


async def test_what_left_by_our_own_order_settles_nothing(hall: BankHall) -> None:
    before = await hall.state()
    outcome = await hall.bring(camt053(deposit(paid(10_000, "utbetalning", kind="withdrawal")), opening_ore=50_000))
    assert outcome == {"transactions": 1, "withdrawals": 1}
    after = await hall.state()
    assert (after["cases"], after["balances"]) == (before["cases"], before["balances"])


# Files that cannot be trusted ---------------------------------------------------------------------------------------------------


def _broken() -> list[tuple[str, bytes, str]]:
    booking = deposit(paid(10_000, "1"), paid(5_000, "2"))
    bg, notice, statement = bgmax(booking), camt054(booking), camt053(booking)
    return [
        ("bgmax sum", bg.replace(b"000000000000015000SEK", b"000000000000015001SEK"), "line 5: The deposit is 15001"),
        ("bgmax count", bg.replace(b"SEK00000002", b"SEK00000003"), "line 5: The deposit counts 3"),
        ("bgmax file count", bg.replace(b"\r\n7000000002", b"\r\n7000000001"), "line 6: The file counts 1"),
        ("bgmax cut off", bg[: bg.index(b"\r\n70") + 2], "line 5: The file ends before"),
        ("bgmax currency", bg.replace(b"SEK", b"EUR"), "line 2: The currency is 'EUR'"),
        ("camt.054 sum", notice.replace(b">150.00<", b">151.00<"), "line 7: Entry 1"),
        ("camt.054 count", notice.replace(b"<NbOfTxs>2<", b"<NbOfTxs>3<"), "line 7: Entry 1: NbOfTxs is 3"),
        ("camt.054 currency", notice.replace(b'Ccy="SEK"', b'Ccy="EUR"'), "line 7: The currency is 'EUR'"),
        ("camt.054 broken", notice[:-20], "line "),
        (
            "camt.053 balance",
            statement.replace(
                b">150.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt>", b">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt>"
            ),
            "line 6: The opening balance",
        ),
        ("no bank file", b"%PDF-1.7", "line 1: The file is neither"),
        ("nothing", b"", "line 1: The file is neither"),
    ]


@pytest.mark.parametrize(
    ("remark", "file", "sentence"), _broken(), ids=lambda value: value if isinstance(value, str) else ""
)
async def test_a_broken_file_is_refused_whole_with_the_line(
    hall: BankHall, remark: str, file: bytes, sentence: str
) -> None:
    before = await hall.office.counts()
    answer = await hall.office.client.post("/bank--files", content=file)
    assert answer.status_code == 422, answer.text
    assert answer.json()["_issues"]["file"].startswith(sentence), remark
    assert await hall.office.counts() == before
