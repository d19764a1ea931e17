"""What is recorded of money that goes to the bank in a file, and of what comes back from it: payouts that were exported or paid
by hand, a refund that is returned, a payment that is recalled after its refund had left."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

from fordran.actions.payouts.export_payouts import Exporter, export_payouts
from fordran.formats.camt_making import make_camt054
from fordran.formats.making import DemoTransaction, Deposit
from fordran.formats.pain002_making import make_pain002
from fordran.operator import Operator
from fordran.outside.order_files import OrderFolder
from tools.pages.recording.cases import Owner
from tools.pages.recording.money import OUR_BANKGIRO, PAYER
from tools.pages.recording.persons import as_person
from tools.pages.recording.place import TODAY, Place
from tools.pages.recording.tape import Document, Tape, Unexpected

IBAN = "SE2399900000000000000000"


async def overpay(tape: Tape, owner: Owner) -> tuple[Document, DemoTransaction]:
    """A payment of more than is owed, which closes its case, and a refund of the rest."""
    where = {"state": "reminder", "creditor": owner.creditor, "status": "reminder_active"}
    case = (await tape.some("cases", json.dumps(where)))[-1]
    owed = round(case["total_remaining_transaction_amount"] * 100)
    paid = DemoTransaction(owed + 75_00, case["ocr_number"], serial="11", end_to_end_id="E-2026-11", payer=PAYER)
    await _bring(tape, paid, 15)
    answer = await tape.http.post(f"/cases/{case['_id']}/refunds", json={"amount": 70, "bankgiro": "991-2346"})
    assert answer.is_success, answer.text
    wrong = await tape.http.post(f"/cases/{case['_id']}/refunds", json={"amount": 3, "bankgiro": "5050-1055"})
    assert wrong.is_success, wrong.text
    return case, paid


async def go_and_come_back(tape: Tape, place: Place, owner: Owner, refunded: str) -> None:
    """A file for the bank, and what the bank makes of it and of what it had brought."""
    case, paid = await overpay(tape, owner)
    await _approve(tape, place)
    exporter = Exporter(Operator(), place.put, OrderFolder(place.folder / "payouts"))
    assert await export_payouts(place.database, exporter, TODAY) is not None
    await tape.also("GET /cases/{id}/trace", case["_id"])
    await _show_what_was_exported(tape)
    (refund, *_) = (await tape.http.get(f"/cases/{refunded}/refunds")).json()["_items"]
    await _bring(
        tape,
        DemoTransaction(round(refund["amount"] * 100), serial="12", end_to_end_id=refund["_id"], is_returned=True),
        16,
    )
    refunds = (await tape.http.get(f"/cases/{case['_id']}/refunds")).json()["_items"]
    await _bring(
        tape, DemoTransaction(paid.amount, paid.reference, kind="recall", end_to_end_id=paid.end_to_end_id), 16
    )
    body = {"refund": refunds[0]["_id"], "reason": "Betalaren svarar inte."}
    await tape.do("POST /cases/{id}/refund-write-offs", case["_id"], body=body)
    await _reject(tape)


async def _reject(tape: Tape) -> None:
    """The bank accepts the order but for one payout, whose account is wrong."""
    (order, *_) = (await tape.http.get("/bank--orders")).json()["_items"]
    wrong = [transfer for transfer in order["transfers"] if transfer["kind"] == "payout"][-1]
    batches = {f"{order['_id']}-1": ("PART", {wrong["end_to_end_id"]: ("RJCT", "AC01")})}
    file = make_pain002(order["_id"], "PART", batches=batches)
    answer = await tape.http.post("/bank--files", files={"file": ("pain002.xml", file)})
    assert answer.is_success, answer.text
    await tape.also("GET /bank--orders/{id}", order["_id"])


async def _approve(tape: Tape, place: Place) -> None:
    """A second person approves what waits for one."""
    async with as_person(tape, place):
        listed = await tape.do("GET /approvals")
        first, *others = listed["_items"]
        await tape.do("POST /approvals/{id}/approve", first["_id"], body={"fingerprint": first["fingerprint"]})
        (wrong,) = [one for one in others if one["amount"] == 3]
        body = {"fingerprint": wrong["fingerprint"], "reason": "Fel konto."}
        await tape.do("POST /approvals/{id}/reject", wrong["_id"], body=body)
        await tape.do("GET /approvals/{id}", wrong["_id"])
        for one in others:
            if one is wrong:
                continue
            answer = await tape.http.post(f"/approvals/{one['_id']}/approve")
            assert answer.is_success, answer.text


async def _show_what_was_exported(tape: Tape) -> None:
    """A case whose money left for its creditor in that file, with the order that it left in."""
    for line in await tape.some("finance--payout-specifications", '{"finance_category": "capital"}'):
        traced = (await tape.http.get(f"/cases/{line['case']}/trace")).json()
        if '"bank_order"' in json.dumps(traced):
            await tape.also("GET /cases/{id}/trace", line["case"])
            return
    raise Unexpected("no case has money in a file for the bank")


async def be_paid_by_hand(tape: Tape, owner: Owner) -> None:
    """The creditor's commission, which somebody paid without a file, so that it is printed; and a payout that waits."""
    where = {"creditor": owner.creditor, "finance_category": "creditor_commission"}
    (commission, *_) = await tape.some("finance--payouts", json.dumps(where))
    paid, tag = {"payout_date": "2026-06-16"}, {"If-Match": commission["_etag"]}
    await tape.also("PATCH /finance--payouts/{id}", commission["_id"], body=paid, headers=tag)
    await tape.also("GET /finance--payouts/{id}", commission["_id"])
    (waits, *_) = await tape.some("finance--payouts", '{"not_ready_reason": "period_running"}')
    await tape.also("GET /finance--payouts/{id}", waits["_id"])


async def _bring(tape: Tape, receipt: DemoTransaction, day: int) -> None:
    """The bank tells of something in a file, as camt.054."""
    told = Deposit(OUR_BANKGIRO, date(2026, 6, day), int(receipt.serial or day), (receipt,))
    file = make_camt054([told], account=IBAN, created=datetime(2026, 6, day, tzinfo=UTC))
    answer = await tape.http.post("/bank--files", files={"file": (f"camt-{day}-{receipt.serial}.xml", file)})
    assert answer.is_success, answer.text
