"""What fires which events: acts of the published table are done, and fire just what the table says, together all of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import httpx

from fordran import clock
from fordran.actions.payouts.export_payouts import Exporter, export_payouts
from fordran.actions.payouts.prepare_payouts import prepare_payouts
from fordran.api.app import Api
from fordran.domain.kinds.event_types import EVENT_TYPES, FIRED_BY
from fordran.formats.bank import BankPayer
from fordran.formats.pain002_making import make_pain002
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.outside.order_files import OrderFolder
from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.flow.days import EVENING, Days
from tests.actions.flow.people import person
from tests.actions.office import APPLYING, Office, open_office
from tests.actions.payouts.people import person as staff
from tests.api.bodies import account, creditor_data

STEP, LETTER = "the worker, when a step is due", "the worker, when a letter leaves"
INVOICE = "the worker, when an invoice leaves"
ELSEWHERE = {
    "fordran import": "tests/actions/imports/test_import_file.py",
    "fordran bank import": "does what POST /bank--files does",
    "POST /cases/{id}/assignments": "tests/actions/parties/test_assign_claim.py",
    "POST /cases/{id}/wrong-person": "tests/actions/parties/test_wrong_person.py",
    "POST /webhooks/{id}/test": "tests/api/test_webhooks.py",
    "the worker, when a channel gives an invoice up": "tests/actions/delivery/test_show.py",
    "the worker, when a letter cannot leave": "tests/actions/flow/test_stops.py",
    "the worker, when a webhook has failed for 72 hours": "tests/actions/webhooks/test_webhooks_delivered.py",
}
"""Acts that are not done here, and where they are."""


@dataclass
class Ear:
    """Hears what each act fires."""

    app: Api
    heard: dict[str, set[str]] = field(default_factory=dict)

    @asynccontextmanager
    async def during(self, *acts: str) -> AsyncIterator[None]:
        """Hear what acts fire, which may be what the table says of them."""
        before = await self._known()
        yield
        told = await self._known() - before
        types = {type_ for _, type_ in told}
        assert types <= {type_ for act in acts for type_ in FIRED_BY[act]}, acts
        for act in acts:
            self.heard.setdefault(act, set()).update(types & set(FIRED_BY[act]))

    async def _known(self) -> set[tuple[str, str]]:
        async with self.app.database.connection() as connection:
            rows = await connection.fetch("select id, type, data from events")
        return {(row["id"], row["type"]) for row in rows}


async def test_every_act_fires_what_the_table_says(app: Api, days: Days, office: Office, tmp_path: Path) -> None:
    ear = Ear(app)
    days.at(date(2026, 9, 1))
    await _people_and_places(ear, office)
    await _registrations(ear, office)
    await _holds(ear, office)
    await _bank(ear, office)
    await _refunds(ear, office, tmp_path)
    # What is queued about what has ended since is stopped here, and not while others are listened to.
    await days.work(date(2026, 9, 1), EVENING, only=("make letters", "send letters"))
    await _flow(ear, office, days)
    await _payouts(ear, app, days, tmp_path)
    await _reversals(ear, office, days)
    assert ear.heard == {act: set(types) for act, types in FIRED_BY.items() if act not in ELSEWHERE}


def test_every_type_is_fired_by_something() -> None:
    assert {type_ for types in FIRED_BY.values() for type_ in types} == set(EVENT_TYPES)
    assert set(ELSEWHERE) <= set(FIRED_BY)


async def _edit(office: Office, method: str, path: str, body: Any = None) -> None:
    tag = (await office.get(path))["_etag"] if not path.endswith("s") else ""
    answer = await office.client.request(method, f"/{path}", json=body, headers={"If-Match": tag})
    assert answer.status_code in (200, 204), answer.text


async def _people_and_places(ear: Ear, office: Office) -> None:
    async with ear.during("POST /accounts"):
        made = await office.post("accounts", account())
    async with ear.during("PATCH /accounts/{id}"):
        await _edit(office, "PATCH", f"accounts/{made['_id']}", {"name": "Ett annat namn"})
    async with ear.during("POST /creditors"):
        creditor = (await office.post("creditors", creditor_data() | {"account": made["_id"]}))["_id"]
    async with ear.during("PATCH /creditors/{id}"):
        await _edit(office, "PATCH", f"creditors/{creditor}", {"name": "Ett annat namn"})
    async with ear.during("DELETE /creditors/{id}"):
        await _edit(office, "DELETE", f"creditors/{creditor}")
    kept = await office.post("accounts", account())
    debt = office.case_body() | {"account": kept["_id"], "creditor": kept["_creditor"]}
    await office.post("case--registrations", debt)
    async with ear.during("DELETE /creditors/{id}"):
        await _edit(office, "DELETE", f"creditors/{kept['_creditor']}")


async def _registrations(ear: Ear, office: Office) -> None:
    async with ear.during("POST /invoice--registrations"):
        body = office.invoice_body()
        await office.post("invoice--registrations", body)
        credits = {"invoice_type": "credit_invoice", "reference_number": body["invoice_number"]}
        await office.post("invoice--registrations", office.invoice_body(1000, **credits))
    async with ear.during("POST /case--registrations"):
        case = await office.register_debt()
    customer = (await office.case(case))["customer"]
    async with ear.during("POST /customers/{id}/corrections"):
        right = {"field": "name", "value": "Karin Åberg", "reason": "Folkbokföringen."}
        await office.post(f"customers/{customer}/corrections", right)
    async with ear.during("PATCH /customers/{id}"):
        await _edit(office, "PATCH", f"customers/{customer}", {"bankruptcy": True})
    async with ear.during("POST /creditor--payments"):
        await office.pay(case, 100)
        await office.pay(case, 5000)
    case = await office.register_debt()
    async with ear.during("POST /creditor--creditings"):
        await office.credit(case, 100)
        await office.credit(case, 5000)
    case = await office.register_debt()
    async with ear.during("POST /creditor--cancellations"):
        await office.cancel(case)
    case = await office.register_debt()
    async with ear.during("POST /cases/{id}/close"):
        await office.post(f"cases/{case}/close", {"reason": "returned"})
    async with ear.during("POST /cases/{id}/reopen"):
        await office.post(f"cases/{case}/reopen", {"reason": "Av misstag."})
    body = office.case_body(customer=person(7)) | {"start_flow": False}
    case = (await office.post("case--registrations", body))["_cases"][0]
    async with ear.during("POST /cases/{id}/notes"):
        await office.post(f"cases/{case}/notes", {"text": "Ringde.", "kind": "call"})
    async with ear.during("POST /cases/{id}/start"):
        await office.post(f"cases/{case}/start", {})


async def _reversals(ear: Ear, office: Office, days: Days) -> None:
    """Each of a case that is open again after it, and of one that was paid on a later day."""
    acts = {
        "creditor--payments": lambda case: office.pay(case, 5000, days.day),
        "creditor--creditings": lambda case: office.credit(case, 1000),
        "creditor--cancellations": office.cancel,
    }
    for path, act in acts.items():
        for is_paid_later, is_deletion in product((False, path != "creditor--payments"), (False, True)):
            case = await office.register_debt()
            made = await act(case)
            if is_paid_later:
                days.at(days.day + timedelta(days=1))
                await office.pay(case, 5000, days.day)
            if is_deletion:
                async with ear.during(f"DELETE /{path}/{{id}}"):
                    await _edit(office, "DELETE", f"{path}/{made['_id']}")
            else:
                async with ear.during(f"POST /{path}/{{id}}/reversals"):
                    await office.post(f"{path}/{made['_id']}/reversals", {"reason": "Fel ärende."})


async def _holds(ear: Ear, office: Office) -> None:
    case = await office.register_debt()
    holds = (
        ("respite", {"until": "2026-09-20"}),
        ("disputes", {"reason": "Fel vara"}),
        ("amortization-plans", {"instalments": 3, "first_date": "2026-10-01"}),
    )
    for name, body in holds:
        async with ear.during(f"POST /cases/{{id}}/{name}"):
            await office.post(f"cases/{case}/{name}", body)
        async with ear.during(f"DELETE /cases/{{id}}/{name}"):
            tag = (await office.case(case))["_etag"]
            answer = await office.client.delete(f"/cases/{case}/{name}", headers={"If-Match": tag})
            assert answer.status_code == 204, answer.text
    await office.post(f"cases/{case}/disputes", {"reason": "Fel vara"})
    async with ear.during("POST /cases/{id}/dispute-answers"):
        await office.post(f"cases/{case}/dispute-answers", {"outcome": "accepted"})
    await _settled(ear, office)


async def _settled(ear: Ear, office: Office) -> None:
    _, anna = await staff(office.app, "anna")
    _, bo = await staff(office.app, "bo")

    async def objected(kronor: int, by: httpx.AsyncClient, **more: str) -> str:
        case = await office.register_debt(kronor)
        answer = await by.post(f"/cases/{case}/disputes", json={"reason": "Fel vara"} | more)
        assert answer.status_code == 201, answer.text
        (dispute,) = (await office.get(f"cases/{case}/disputes"))["_items"]
        return f"cases/{case}/disputes/{dispute['_id']}"

    path = await objected(1000, anna, kind="evidently_wrong", explanation="Kvitterad.")
    async with ear.during("POST /cases/{id}/disputes/{dispute}/confirm"):
        assert (await bo.post(f"/{path}/confirm")).status_code == 201
    rejected = await objected(1000, office.client)
    async with ear.during("POST /cases/{id}/dispute-answers"):
        case = rejected.split("/")[1]
        await office.post(f"cases/{case}/dispute-answers", {"outcome": "rejected"})
    async with ear.during("POST /cases/{id}/disputes/{dispute}/settle"):
        for outcome in ("to_court", "credited"):
            await office.post(f"{rejected}/settle", {"outcome": outcome, "evidence": "Brev."})


async def _bank(ear: Ear, office: Office) -> None:
    hall = BankHall(office.app.database, office)
    case, ocr = await hall.debt(300)
    first = paid(40_000, ocr)
    taken = paid(40_000, ocr, kind="recall", end_to_end_id=first.end_to_end_id)
    async with ear.during("POST /bank--files"):
        for file in (camt054(deposit(first)), camt054(deposit(taken, day=date(2026, 4, 20)), message_id="recall")):
            answer = await office.client.post("/bank--files", content=file)
            assert answer.status_code == 201, answer.text
    nameless = paid(20_000, ocr, kind="recall", end_to_end_id="")
    for day in (date(2026, 4, 10), date(2026, 4, 11)):
        await hall.bring(camt054(deposit(paid(20_000, ocr), day=day), message_id=str(day)))
    (other, _), (third, _) = await hall.debt(50), await hall.debt(100)
    await hall.bring(camt054(deposit(nameless, paid(10_000, "1"), paid(20_000, "2"), day=date(2026, 4, 20))))
    recall, small, large = (item["_id"] for item in await hall.waiting())
    async with ear.during("POST /unmatched--payments/{id}/split"):
        parts = [{"case": case, "amount": 1}, {"case": other, "amount": 99}]
        await office.post(f"unmatched--payments/{small}/split", {"parts": parts})
    async with ear.during("POST /unmatched--payments/{id}/match"):
        await office.post(f"unmatched--payments/{recall}/match", {"case": case})
        await office.post(f"unmatched--payments/{large}/match", {"case": third})
    async with ear.during("POST /bank--transactions/{id}/unmatch"):
        await office.post(f"bank--transactions/{large}/unmatch", {"reason": "Fel ärende."})


async def _refunds(ear: Ear, office: Office, folder: Path) -> None:
    """Acts by which money turns out not to be owed, of debts that a payer whose account is known has paid."""
    hall = BankHall(office.app.database, office)
    known = BankPayer(name="Karin Öberg", account="SE3550000000054910000003")

    async def paid_case(kronor: int, payer: BankPayer = known) -> str:
        case, ocr = await hall.debt(1000)
        await hall.bring(camt054(deposit(paid(kronor * 100, ocr, payer=payer)), message_id=ocr))
        return case

    paid_twice, credited = await paid_case(900), await paid_case(900)
    async with ear.during("POST /creditor--payments"):
        await office.pay(paid_twice, 500, "2026-04-02")
    async with ear.during("POST /creditor--creditings"):
        await office.credit(credited, 500)
    body = office.invoice_body()
    invoiced = (await office.post("invoice--registrations", body))["_case"]
    ocr = (await office.case(invoiced))["ocr_number"]
    await hall.bring(camt054(deposit(paid(900_00, ocr, payer=known)), message_id=ocr))
    async with ear.during("POST /invoice--registrations"):
        credits = {"invoice_type": "credit_invoice", "reference_number": body["invoice_number"]}
        await office.post("invoice--registrations", office.invoice_body(500, **credits))
    case = await paid_case(900)
    await office.post(f"cases/{case}/disputes", {"reason": "Fel vara"})
    async with ear.during("POST /cases/{id}/dispute-answers"):
        await office.post(f"cases/{case}/dispute-answers", {"outcome": "accepted"})
    case = await paid_case(900)
    await office.post(f"cases/{case}/disputes", {"reason": "Fel vara"})
    (dispute,) = (await office.get(f"cases/{case}/disputes"))["_items"]
    async with ear.during("POST /cases/{id}/disputes/{dispute}/settle"):
        settled = {"outcome": "credited", "evidence": "Kreditnota 7."}
        await office.post(f"cases/{case}/disputes/{dispute['_id']}/settle", settled)
    overpaid, open_ = await paid_case(1500), await office.register_debt()
    await office.post("creditor--payments", office.payment_body(open_, 1000, "2026-08-01") | {"for": "capital"})
    async with ear.during("POST /cases/{id}/waivers"):
        for case in (overpaid, open_):
            for component in ("interest", "costs"):
                waiver = {"component": component, "reason": "Goodwill."}
                await office.client.post(f"/cases/{case}/waivers", json=waiver)
    await _matched_refunds(ear, office, hall, known)
    case, other = await paid_case(1500, BankPayer()), await office.register_debt(100)
    async with ear.during("POST /cases/{id}/refunds"):
        await office.post(f"cases/{case}/refunds", {"amount": 300, "use_for": other})
    case = await paid_case(1500)
    exporter = Exporter(Operator(), MediaFolder(folder / "media").put, OrderFolder(folder / "refunds"))
    assert await export_payouts(office.app.database, exporter, clock.now())
    (refund,) = (await office.get(f"cases/{case}/refunds"))["_items"]
    back = paid(round(refund["amount"] * 100), end_to_end_id=refund["_id"], is_returned=True)
    async with ear.during("POST /bank--files"):
        for file in (
            camt054(deposit(paid(100_00, (await office.case(other))["ocr_number"], payer=known)), message_id="over"),
            camt054(deposit(back), message_id="back"),
        ):
            assert (await office.client.post("/bank--files", content=file)).status_code == 201


async def _matched_refunds(ear: Ear, office: Office, hall: BankHall, payer: BankPayer) -> None:
    """Payments that a person matches, and that are more than is owed."""
    before = {item["_id"] for item in await hall.waiting()}
    await hall.bring(
        camt054(deposit(paid(200_00, "3", payer=payer), paid(200_01, "4", payer=payer)), message_id="much")
    )
    first, second = (item["_id"] for item in await hall.waiting() if item["_id"] not in before)
    (one, _), (two, _) = await hall.debt(50), await hall.debt(50)
    async with ear.during("POST /unmatched--payments/{id}/match"):
        await office.post(f"unmatched--payments/{first}/match", {"case": one})
    (waiting,) = (item for item in await hall.waiting() if item["_id"] == second)
    async with ear.during("POST /unmatched--payments/{id}/split"):
        parts = [{"case": two, "amount": waiting["amount"]}]
        await office.post(f"unmatched--payments/{second}/split", {"parts": parts})


async def _flow(ear: Ear, office: Office, days: Days) -> None:
    await _before_application(ear, office, days)
    chosen, waits = {"case_settings": APPLYING}, {"start_flow": False}
    debt = office.debt(10_000, invoice_date="2026-07-16")
    body = office.case_body(debt, customer=person(7)) | chosen
    case = (await office.post("case--registrations", body))["_cases"][0]
    # Invoices that were registered before leave on the first of these days.
    async with ear.during(STEP, LETTER, INVOICE):
        await days.live(date(2026, 12, 1))
    assert (await office.case(case))["state"] == "enforcement"
    async with ear.during("POST /cases/{id}/enforcement-replies"):
        await office.post(f"cases/{case}/enforcement-replies", {"reply": "served"})
        await office.post(f"cases/{case}/enforcement-replies", {"reply": "ended"})
    await _stop_an_application(ear, office, days)
    old = office.debt(10_000, invoice_date="2023-12-29")
    case = (await office.post("case--registrations", office.case_body(old, customer=person(8)) | waits))["_cases"][0]
    days.at(date(2026, 12, 30))
    await office.post(f"cases/{case}/start", {})
    async with ear.during(STEP, LETTER):
        await days.work(date(2026, 12, 30))
    assert (await office.case(case))["status"] == "time_barred"


async def _before_application(ear: Ear, office: Office, days: Days) -> None:
    await office.give_mandate()
    debt = office.debt(10_000, invoice_date="2026-07-16", claim_kind="loan", consumer_credit=True)
    body = office.case_body(debt, customer=person(17), case_settings={"use_enforcement": True})
    case = (await office.post("case--registrations", body))["_cases"][0]
    async with ear.during("POST /cases/{id}/forbearance"):
        await office.post(f"cases/{case}/forbearance", {"offered_on": "2026-08-20"})
    async with ear.during(STEP, LETTER, INVOICE):
        await days.live(days.day + timedelta(days=4))
    async with ear.during("POST /cases/{id}/confirm-unpaid"):
        await office.post(f"cases/{case}/confirm-unpaid", {})
    async with ear.during("POST /cases/{id}/release-application"):
        await office.post(f"cases/{case}/release-application", {})
    async with ear.during("POST /application--releases"):
        await office.post("application--releases", {"cases": [case]})


async def _stop_an_application(ear: Ear, office: Office, days: Days) -> None:
    debt = office.debt(10_000, invoice_date="2026-07-16")
    body = office.case_body(debt, customer=person(9)) | {"case_settings": APPLYING}
    case = (await office.post("case--registrations", body))["_cases"][0]
    await days.work(date(2026, 12, 2))
    await days.work(date(2026, 12, 28), only=("advance cases",))
    (letter,) = (await office.get("letters", where=f'{{"case": "{case}", "kind": "enforcement"}}'))["_items"]
    async with ear.during("POST /letters/{id}/stop"):
        await office.post(f"letters/{letter['_id']}/stop", None)


async def _payouts(ear: Ear, app: Api, days: Days, folder: Path) -> None:
    day = date(2027, 3, 1)
    days.at(day)
    office = await open_office(app, case_config={}, payout_details={"sek": {"bankgiro": "991-2346"}})
    hall = BankHall(app.database, office)
    for _ in range(2):
        _, ocr = await hall.debt(1000)
        await hall.bring(camt054(deposit(paid(50_000, ocr), day=day), message_id=f"payout {ocr}"))
    async with app.database.transaction() as tx:
        await prepare_payouts(tx, office.account, days.at(date(2027, 4, 1)))
    payouts = (await office.get("finance--payouts"))["_items"]
    mine = [one for one in payouts if one["creditor"] == office.creditor and one["ready_for_payout"]]
    async with ear.during("PATCH /finance--payouts/{id}"):
        await _edit(office, "PATCH", f"finance--payouts/{mine[0]['_id']}", {"payout_date": "2027-04-01"})
    async with ear.during("fordran payouts export"):
        exporter = Exporter(Operator(), MediaFolder(folder / "media").put, OrderFolder(folder / "orders"))
        exported = await export_payouts(app.database, exporter, clock.now())
        assert exported
    async with ear.during("POST /bank--files"):
        rejected = make_pain002(exported.order, "RJCT", reason="AC01")
        assert (await office.client.post("/bank--files", content=rejected)).status_code == 201
