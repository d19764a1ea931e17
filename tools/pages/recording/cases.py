"""What is recorded of registrations, cases and what is done to them, letters and files."""

from __future__ import annotations

import asyncio
import json
import tempfile
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from fordran import clock
from fordran.actions.bulk.carry_out import carry_out_some
from fordran.actions.cases.locked_case import lock_case
from fordran.actions.cases.work_list import ASKS_FOR_RESPITE, put_on_work_list
from fordran.actions.delivery.bounce import bounced
from fordran.actions.letters.make_letters import make_letters
from fordran.commands.import_run import import_file, look_through
from fordran.domain.message import Message
from fordran.domain.payouts.four_eyes import FourEyes
from fordran.operator import Operator
from fordran.shape.moments import moment_of
from tools.pages.recording.persons import as_person
from tools.pages.recording.place import TODAY, Place
from tools.pages.recording.tape import Document, Tape

PERSON = {
    "name": "Karin Lind",
    "customer_number": "K-1017",
    "id_number": "850709-9805",
    "is_person": True,
    "address": {"address_line_1": "Åsgatan 1", "zip_code": "752 22", "city": "Uppsala", "country": "SE"},
    "mobile_number": "070-174 06 05",
    "email": "karin.lind@post.example",
}


@dataclass(frozen=True)
class Owner:
    """Whose claims they are."""

    account: str
    creditor: str

    @property
    def ids(self) -> dict[str, str]:
        return {"account": self.account, "creditor": self.creditor}


async def register(tape: Tape, owner: Owner) -> tuple[Document, Document]:
    """Register an invoice, and two debts whose flow waits."""
    invoice = owner.ids | {
        "customer": PERSON | {"address": PERSON["address"]},
        "invoice_type": "invoice",
        "invoice_number": "3042",
        "invoice_date": "2026-06-16",
        "invoice_due_date": "2026-07-16",
        "currency": "SEK",
        "our_reference": "Anna Berg",
        "matrix": [
            {
                "article_number": "C-7",
                "article_description": "Kontorsstol",
                "unit_price": 800,
                "number_of_units": 2,
                "total_price_excluding_vat": 1600,
                "unit_vat_percent": "25%",
            }
        ],
        "labels": ["butik"],
    }
    wrong = invoice | {"currency": "EUR", "matrix": [{"article_description": "Stol", "unit_vat_percent": "13%"}]}
    await tape.refused(422, "POST", "/invoice--registrations", json=wrong)
    await tape.refused(
        400, "POST", "/invoice--registrations", content=b"{", headers={"Content-Type": "application/json"}
    )
    dry = {"dry_run": "true"}
    await tape.also("POST /invoice--registrations", code=422, body=[invoice, wrong])
    parked = PERSON | {"car_registration": {"number": "ABC123", "ownership_date": "2026-06-01"}}
    del parked["customer_number"]
    of_a_car = invoice | {"customer": parked, "invoice_number": "3045"}
    await tape.also("POST /invoice--registrations", code=201, body=[of_a_car, of_a_car | {"invoice_number": "3046"}])
    (owned, *_) = [one for one in await tape.some("customers") if "car_registration" in one]
    await tape.also("GET /customers/{id}", owned["_id"])
    registered = await tape.do("POST /invoice--registrations", body=invoice)
    for number, act in (("3047", "release"), ("3048", "void")):
        held = invoice | {"invoice_number": number, "hold": True}
        made = await tape.also("POST /invoice--registrations", code=201, body=held)
        await tape.do(f"POST /invoices/{{id}}/{act}", made["_invoice"], body={})
    debt = {
        "invoice_number": "3001",
        "debt_description": "Kontorsvaror",
        "invoice_date": "2026-03-03",
        "capital_to_claim": 1450,
        "initial_capital": 1450,
        "invoice_due_days_after_invoice_date": 30,
        "interest_days_after_invoice_date": 30,
        "fees_included_in_capital_to_claim": {"invoice_fee": 50},
        "fees_already_claimed": {"reminder": {"amount": 60, "fee_registration_date": "2026-04-10"}},
    }
    debts = owner.ids | {
        "first_action": "debt_collection",
        "currency": "SEK",
        "customer": PERSON,
        "debts": [debt],
        "start_flow": False,
        "case_settings": {"reminder_pay_days": 14, "interest_rate": {"reference_rate": True}},
    }
    await tape.also(
        "POST /case--registrations", body=[debts, debts | {"debts": [debt | {"invoice_number": "3002"}]}], params=dry
    )
    case = await tape.do("POST /case--registrations", body=debts)
    await tape.also("GET /case--registrations/{id}", case["_id"])
    parking = {
        "place": "Storgatan 1, Uppsala",
        "date": "2026-03-02",
        "time": "14:30",
        "plate": "ABC123",
        "breach": "Parkering utan giltig biljett",
        "notice_number": "77120",
    }
    fee = {
        "invoice_number": "3003",
        "debt_description": "Kontrollavgift",
        "invoice_date": "2026-03-03",
        "capital_to_claim": 900,
        "invoice_due_days_after_invoice_date": 10,
        "claim_kind": "control_fee",
        "control_fee": parking,
        "earlier_letters": [{"kind": "reminder", "date": "2026-05-20", "amount": 1260}],
        "interruptions": [{"date": "2026-05-04", "kind": "payment", "evidence": "Kontoutdrag."}],
        "judgment": {
            "number": "01-12345-26",
            "date": "2026-05-11",
            "amounts": {"capital": 900, "interest": 0, "costs": 360},
        },
        "plan": {"instalments": 3, "next_date": str(clock.stockholm_date(TODAY) + timedelta(days=30))},
    }
    parked_case = await tape.also("POST /case--registrations", code=201, body=debts | {"debts": [fee]})
    await tape.also("GET /case--registrations/{id}", parked_case["_id"])
    await tape.also("GET /cases/{id}", parked_case["_cases"][0])
    credit = debt | {"invoice_number": "3004", "claim_kind": "loan", "consumer_credit": True}
    lent = await tape.also("POST /case--registrations", code=201, body=debts | {"debts": [credit]})
    await tape.do("POST /cases/{id}/forbearance", lent["_cases"][0], body={"offered_on": "2026-06-01"})
    buyer = tape.operations["create_creditor"]["body"] | {"name": "Uppsala Fordringar AB", "account": owner.account}
    came = {"creditor": (await tape.http.post("/creditors", json=buyer)).json()["_id"], "date": "2026-06-15"}
    await tape.do("POST /cases/{id}/assignments", lent["_cases"][0], body=came)
    await tape.do("GET /cases/{id}/assignments", lent["_cases"][0])
    return registered, case


async def import_a_file(place: Place, invoice: Document) -> None:
    """A file with an invoice, and with one that is refused."""
    rows = [invoice | {"invoice_number": "3043"}, invoice | {"invoice_number": "3044", "currency": "EUR"}]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "invoices.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        found = await asyncio.to_thread(look_through, file, "invoices", {})
        await import_file(place.database.url, found, lambda _: None)


async def _delete(tape: Tape, name: str, body: Document) -> None:
    """Report something by mistake, and delete it."""
    made = await tape.also(f"POST /{name}", code=201, body=body)
    await tape.do(f"DELETE /{name}/{{id}}", made["_id"], tag=made["_etag"])


async def pay_and_credit(tape: Tape, owner: Owner, invoice: Document, case: Document) -> None:
    """A payment, a crediting and a cancellation that the creditor reports."""
    payment = owner.ids | {
        "case": case["_cases"][0],
        "currency": "SEK",
        "amount": 200,
        "bank_transaction_date": "2026-06-15",
        "creditor_payment_reference": "B-20417",
        "origin": "creditor_system",
    }
    await tape.also(
        "POST /creditor--payments",
        body=[payment, payment | {"amount": 100, "creditor_payment_reference": "B-20418"}],
        params={"dry_run": "true"},
    )
    await tape.do("POST /creditor--payments", body=payment)
    mistaken = payment | {"amount": 1, "creditor_payment_reference": "B-20419"}
    mistaken_id = (await tape.also("POST /creditor--payments", code=201, body=mistaken))["_id"]
    reason = {"reason": "Betalningen gällde en annan faktura."}
    await tape.do("POST /creditor--payments/{id}/reversals", mistaken_id, body=reason)
    await _delete(tape, "creditor--payments", mistaken | {"creditor_payment_reference": "B-20420"})
    left_out = ("bank_transaction_date", "creditor_payment_reference")
    crediting = {name: value for name, value in payment.items() if name not in left_out}
    await tape.do("POST /creditor--creditings", body=crediting | {"amount": 100})
    mistaken_id = (await tape.also("POST /creditor--creditings", code=201, body=crediting | {"amount": 1}))["_id"]
    reason = {"reason": "Krediteringen gällde en annan faktura."}
    await tape.do("POST /creditor--creditings/{id}/reversals", mistaken_id, body=reason)
    await _delete(tape, "creditor--creditings", crediting | {"amount": 1})
    cancellation = {"creditor": owner.creditor, "case": invoice["_case"], "origin": "creditor_system"}
    await tape.also(
        "POST /creditor--cancellations",
        body=[cancellation, cancellation | {"case": case["_cases"][0]}],
        params={"dry_run": "true"},
    )
    mistaken_id = (await tape.also("POST /creditor--cancellations", code=201, body=cancellation))["_id"]
    reason = {"reason": "Återkallelsen gällde ett annat ärende."}
    await tape.do("POST /creditor--cancellations/{id}/reversals", mistaken_id, body=reason)
    await _delete(tape, "creditor--cancellations", cancellation)
    await tape.do("POST /creditor--cancellations", body=cancellation)


async def act_on(tape: Tape, place: Place, case: str) -> None:
    """Everything that can be done to a case that waits, and the letters that follow."""

    async def tag() -> str:
        return str((await tape.some("cases", f'{{"_id": "{case}"}}'))[0]["_etag"])

    await tape.do("POST /cases/{id}/start", case)
    await tape.refused(409, "POST", f"/cases/{case}/start")
    told = {"date": "2026-05-20", "kind": "acknowledgement", "evidence": "Kundens brev."}
    await tape.do("POST /cases/{id}/interruptions", case, body=told)
    waiver = {"component": "costs", "article": "reminder", "amount": 10, "reason": "Kunden var sjuk."}
    await tape.do("POST /cases/{id}/waivers", case, body=waiver)
    await tape.do("GET /cases/{id}/waivers", case)
    address = {"address_line_1": "Kyrkogatan 4", "zip_code": "753 10", "city": "Uppsala"}
    helper = {"role": "helper", "name": "Cia Lind", "address": address, "from": "2026-06-01"}
    made = await tape.do("POST /cases/{id}/parties", case, body=helper)
    others = [one for one in await tape.some("customers", "{}") if one["name"] != "Nordkontor AB"]
    known = {one["customer"] for one in await tape.some("cases", f'{{"_id": "{case}"}}')}
    further = next(one for one in others if one["_id"] not in known)
    debtor = {"role": "debtor", "name": further["name"], "customer": further["_id"]}
    added = await tape.also("POST /cases/{id}/parties", case, code=201, body=debtor)
    changed = {"may_agree": True, "receives_letters": "no"}
    await tape.do("PATCH /cases/{id}/parties/{party}", case, made["party"], body=changed, tag=await tag())
    await tape.do("GET /cases/{id}/parties", case)
    await tape.do("DELETE /cases/{id}/parties/{party}", case, made["party"], tag=await tag())
    await tape.also(
        "DELETE /cases/{id}/parties/{party}", case, added["party"], code=204, headers={"If-Match": await tag()}
    )
    await tape.do("POST /cases/{id}/notes", case, body={"text": "Rang; betalar på fredag.", "kind": "call"})
    await tape.do("POST /cases/{id}/respite", case, body={"until": "2026-07-01"})
    await tape.do("DELETE /cases/{id}/respite", case, tag=await tag())
    await tape.do("POST /cases/{id}/disputes", case, body={"reason": "Stolen skickades tillbaka."})
    await tape.do("DELETE /cases/{id}/disputes", case, tag=await tag())
    await tape.http.post(f"/cases/{case}/disputes", json={"reason": "En vara saknades."})
    answer = {"outcome": "partly", "amount": 150, "answer": "Vi krediterar varan som saknades."}
    await tape.do("POST /cases/{id}/dispute-answers", case, body=answer)
    (_, dispute) = (await tape.http.get(f"/cases/{case}/disputes")).json()["_items"]
    settled = {"outcome": "withdrawn_by_debtor", "evidence": "Mejl från kunden den 17 juni."}
    await tape.do("POST /cases/{id}/disputes/{dispute}/settle", case, dispute["_id"], body=settled)
    noted = {"reason": "Priset är fel.", "kind": "evidently_wrong", "explanation": "Priset står i avtalet."}
    await tape.http.post(f"/cases/{case}/disputes", json=noted)
    (*_, dispute) = (await tape.http.get(f"/cases/{case}/disputes")).json()["_items"]
    async with as_person(tape, place, "Bo Lind"):
        await tape.do("POST /cases/{id}/disputes/{dispute}/confirm", case, dispute["_id"])
    await tape.do("POST /cases/{id}/amortization-plans", case, body={"instalments": 3, "first_date": "2026-07-16"})
    await tape.do("GET /cases/{id}/amortization-plans", case)
    await tape.do(
        "POST /cases/{id}/claims-in-insolvency", case, body={"kind": "debt_restructuring", "date": "2026-06-15"}
    )
    await tape.do("POST /cases/{id}/letters/preview", case, body={"kind": "amortization_plan"})
    free = {"template": "documents_wanted", "subject": "Tack för samtalet"}
    free |= {"text": "Som vi sa: den första delbetalningen är den 16 juli."}
    await tape.do("POST /cases/{id}/letters", case, body=free)
    await tape.do("DELETE /cases/{id}/amortization-plans", case, tag=await tag())
    await tape.also("GET /cases/{id}/amortization-plans", case, params={"instalments": "3"})
    await tape.do("GET /cases/{id}/disputes", case)
    await tape.do("GET /cases/{id}/notes", case)
    await tape.do("GET /cases/{id}/settings", case)
    letters = await tape.some("letters", f'{{"case": "{case}", "status": "queued"}}')
    await tape.do("POST /letters/{id}/stop", letters[0]["_id"])
    async with place.database.transaction() as tx:
        await make_letters(tx, place.put, Operator(), TODAY)
    await tape.also("GET /cases/{id}/disputes", case)
    form: dict[str, Any] = {"data": {"dotted_path": "original_invoice"}, "files": {"file": ("3001.pdf", b"%PDF-1.7 ")}}
    await tape.do("POST /media--upload/{reference_id}", case, **form)
    form["data"] = {"domain": "cases", "dotted_path": "original_invoice"}
    await tape.also("POST /media--upload/{reference_id}", case, code=201, **form)
    await tape.http.post(f"/cases/{case}/disputes", json={"reason": "Jag har inte fått stolen."})
    (*_, dispute) = (await tape.http.get(f"/cases/{case}/disputes")).json()["_items"]
    settled = {"outcome": "to_court", "evidence": "Stämningsansökan den 20 juni."}
    await tape.http.post(f"/cases/{case}/disputes/{dispute['_id']}/settle", json=settled)
    await tape.do("POST /cases/{id}/close", case, body={"reason": "written_off"})
    await tape.do(
        "POST /cases/{id}/reopen", case, body={"reason": "Borgenären vill fortsätta; avskrivningen var ett misstag."}
    )
    await tape.do("POST /cases/{id}/wrong-person", case, body={"note": "Fakturan gällde en granne med samma namn."})


async def state(tape: Tape, place: Place) -> None:
    """What is said of a case of the demo that has a history, and of one at the enforcement authority."""
    paid = await tape.some("cases", '{"state": "closed", "close_reason": "paid"}')
    longest = max(paid, key=lambda case: len(case["transactions"]))
    await tape.do("GET /cases/{id}/statement", longest["_id"])
    await tape.do("GET /cases/{id}/trace", longest["_id"])
    # As things were known before: what came later is named.
    known = (moment_of(longest["_created"]) + timedelta(days=1)).date()
    await tape.also("GET /cases/{id}/statement", longest["_id"], params={"at": "2026-06-15", "known": str(known)})
    waiting = (await tape.some("cases", '{"waits_for": "application_release"}'))[0]["_id"]
    await tape.do("POST /cases/{id}/confirm-unpaid", waiting)
    await tape.do("POST /cases/{id}/release-application", waiting)
    await tape.do("POST /application--releases", body={"cases": [waiting, longest["_id"]]})
    applied = await tape.some("cases", '{"status": "enforcement_applied"}')
    await _sign(tape, place, applied[0]["_id"])
    await tape.do("POST /cases/{id}/enforcement-replies", applied[0]["_id"], body={"reply": "served"})
    capital = applied[0]["total_remaining_capital_amount"]
    awarded = {"capital": capital, "interest": 12.5, "costs": 860}
    order = {"reply": "verdict", "case_number": "01-123456-26", "amounts": awarded}
    await tape.also("POST /cases/{id}/enforcement-replies", applied[0]["_id"], code=201, body=order)
    await tape.also("POST /cases/{id}/enforcement-replies", applied[0]["_id"], code=201, body={"reply": "ended"})
    (ended, *_) = await tape.some("enforcements", f'{{"cases": "{applied[0]["_id"]}"}}')
    await tape.do("POST /enforcements/{id}/renew", ended["_id"], body={})
    await tape.do("POST /test--helpers/authority-replies", body={"case": applied[0]["_id"], "reply": "received"})
    await tape.do("POST /test--helpers/payments", body={"case": waiting, "amount": 100})
    mailed = next(one for one in await tape.some("invoices", "{}") if _is_mailed(one["delivery"]))
    await tape.do("POST /test--helpers/bounces", body={"invoice": mailed["_id"]})
    await tape.refused(404, "GET", "/cases/000000000000000000000000")


def _is_mailed(delivery: dict[str, Any]) -> bool:
    return (delivery["channel"], delivery["status"]) == ("email", "shown")


async def _sign(tape: Tape, place: Place, case: str) -> None:
    """An application that waits to be signed once more: those of the demo are posted."""
    (sent, *_) = await tape.some("enforcements", f'{{"cases": "{case}"}}')
    notice = {
        "kind": "reduction",
        "date": sent["sent_date"],
        "send_by": sent["sent_date"],
        "capital_amount": 900,
        "interest_amount": 0,
        "costs_amount": 0,
        "document": sent["document"]["id"],
    }
    async with place.database.transaction() as tx:
        await tx.execute(
            """update enforcements set status = 'to_sign', sent_date = null, notices = $2, documents = $3, renewals = $4
               where id = $1""",
            sent["_id"],
            [notice],
            [
                {name: sent["document"][name] for name in ("id", "filename", "content_type", "size")}
                | {"date": sent["sent_date"]}
            ],
            [{"date": sent["sent_date"], "ended_date": sent["sent_date"], "document": sent["document"]["id"]}],
        )
    await tape.do("GET /cases/{id}/enforcements", case)
    body = {"date": TODAY.date().isoformat(), "signed_by": "Eva Lind"}
    await tape.do("POST /enforcements/{id}/posted", sent["_id"], body=body)
    contested = "update enforcements set status = $2, contested_date = $3, hand_over_by = $3, outlay_amount = 30000 where id = $1"
    async with place.database.transaction() as tx:
        await tx.execute(contested, sent["_id"], "contested", TODAY.date())
    await tape.do("POST /enforcements/{id}/hand-over", sent["_id"], body={"date": TODAY.date().isoformat()})
    async with place.database.transaction() as tx:
        await tx.execute(
            """update enforcements set status = 'sent', contested_date = null, hand_over_by = null, handed_over_date = null,
                   outlay_amount = null, documents = null, renewals = null where id = $1""",
            sent["_id"],
        )


async def come_back(tape: Tape, place: Place) -> None:
    """An invoice that was sent by e-mail and came back, so that it is printed."""
    (invoice, *_) = await tape.some("invoices", '{"delivery.channel": "email"}')
    async with place.database.transaction() as tx:
        assert await bounced(tx, invoice["delivery"]["message_id"], "550 5.1.1 no such user", TODAY)
    await tape.also("GET /invoices/{id}", invoice["_id"])


async def see_to_work(tape: Tape, place: Place, owner: Owner, case: str) -> None:
    """Something that waits for a person, and is seen to."""
    (open_, *_) = await tape.some("cases", '{"status": "debt_collection_active"}')
    async with place.database.transaction() as tx:
        locked = await lock_case(tx, case, owner.creditor, owner.account, TODAY)
        assert locked is not None
        await put_on_work_list(
            tx, locked, "step_failed", Message("work.technical", text="Adressen saknar postnummer."), TODAY
        )
        wish = Message(ASKS_FOR_RESPITE, day=clock.stockholm_date(TODAY) + timedelta(days=14))
        going = await lock_case(tx, open_["_id"], open_["creditor"], open_["account"], TODAY)
        assert going is not None
        await put_on_work_list(tx, going, "debtor_request", wish, TODAY)
    (item, *_) = await tape.some("work--items", f'{{"case": "{case}", "kind": "step_failed"}}')
    (wished, *_) = await tape.some("work--items", f'{{"case": "{open_["_id"]}", "kind": "debtor_request"}}')
    day = (clock.stockholm_date(TODAY) + timedelta(days=7)).isoformat()
    offer = {"decision": "propose", "respite_until": day, "good_until": day}
    await tape.also("PATCH /work--items/{id}", wished["_id"], body=offer, headers={"If-Match": wished["_etag"]})
    (wished,) = await tape.some("work--items", f'{{"_id": "{wished["_id"]}"}}')
    again = {"If-Match": wished["_etag"]}
    await tape.also("PATCH /work--items/{id}", wished["_id"], body={"resolved": False}, headers=again)
    await tape.also("GET /work--items/{id}", wished["_id"])
    (wished,) = await tape.some("work--items", f'{{"_id": "{wished["_id"]}"}}')
    decision = {"decision": "refuse", "answer": "Vi kan tyvärr inte ge mer tid."}
    await tape.also("PATCH /work--items/{id}", wished["_id"], body=decision, headers={"If-Match": wished["_etag"]})
    change = {"resolved": True, "note": "Adressen är rättad."}
    await tape.do("PATCH /work--items/{id}", item["_id"], body=change, tag=item["_etag"])
    await _handlers(tape, place, owner, case)
    await _complaint(tape, case)
    await _mandate(tape)
    await _returned(tape)


async def _handlers(tape: Tape, place: Place, owner: Owner, case: str) -> None:
    """A case is given to a handler, by hand and by a rule."""
    (group,) = await tape.some("access--groups", '{"access_group_type": "handler"}')
    eva = {"account": "", "name": "Eva Lind", "data_access": [{"access_group": group["_id"]}]}
    handler = (await tape.http.post("/users", json=eva)).json()
    (shown,) = await tape.some("cases", f'{{"_id": "{case}"}}')
    await tape.do("PATCH /cases/{id}", case, body={"assigned_to": handler["_id"]}, tag=shown["_etag"])
    rule = {"name": "Lån", "creditor": owner.creditor, "claim_kind": "loan", "handlers": [handler["_id"]]}
    made = await tape.do("POST /assignment--rules", body=rule)
    after = await tape.do(
        "PATCH /assignment--rules/{id}", made["_id"], body={"name": "Lån till privatpersoner"}, tag=made["_etag"]
    )
    await tape.http.post("/assignment--rules", json=rule | {"claim_kind": "rent", "name": "Hyror"})
    await tape.do("DELETE /assignment--rules/{id}", made["_id"], tag=after["_etag"])
    await _saved_view(tape)
    row = "invoice_type;invoice_number;customer.name\ninvoice;2026-118;Åsa Öberg\n".encode()
    asked = {"kind": "invoices", "creditor": (await tape.some("creditors"))[0]["_id"]}
    await tape.do("POST /file--import-reports", files={"file": ("invoices.csv", row)}, data=asked)
    await _in_bulk(tape, place)


async def _saved_view(tape: Tape) -> None:
    """A list of the console is saved with its filters, and deleted."""
    saved = {
        "name": "Påminda, störst först",
        "address": "/console/cases?state=reminder&sort=-next_step_date",
        "shared": True,
    }
    made = await tape.do("POST /saved--views", body=saved)
    await tape.http.post("/saved--views", json=saved | {"name": "Mina", "address": "/console/work?mine=yes"})
    await tape.do("DELETE /saved--views/{id}", made["_id"], tag=made["_etag"])


async def _in_bulk(tape: Tape, place: Place) -> None:
    """More time is given in many cases at once, which is tried first."""
    asked = {"act": "respite", "where": {"state": "debt_collection"}, "body": {"until": "2026-07-15"}, "dry_run": True}
    made = await tape.do("POST /bulk--acts", body=asked)
    await tape.do("POST /bulk--acts/{id}/stop", made["_id"], body={})
    await tape.do("POST /bulk--acts/{id}/resume", made["_id"], body={})
    await tape.also("POST /bulk--acts", body=[asked, asked], params={"dry_run": "true"})
    confirming = asked | {"act": "confirm_unpaid", "body": {}, "where": {}}
    refused = (await tape.http.post("/bulk--acts", json=confirming)).json()
    async with place.database.transaction() as tx:
        await carry_out_some(tx, FourEyes("off"), TODAY, refused["_id"], most=1)
    await tape.also("GET /bulk--acts/{id}", refused["_id"])


async def _mandate(tape: Tape) -> None:
    """A debtor lets a bank account be drawn, and no longer."""
    (case, *_) = await tape.some("cases", '{"state": "debt_collection"}')
    sent = {"case": case["_id"], "clearing_number": "5000", "account_number": "0054910"}
    made = await tape.do("POST /autogiro--mandates", body=sent)
    await tape.do("DELETE /autogiro--mandates/{id}", made["_id"], tag=made["_etag"])
    await tape.http.post("/autogiro--mandates", json=sent)


async def _complaint(tape: Tape, case: str) -> None:
    """A complaint about a case, answered."""
    said = {"from": "Karin Lind", "about": "Telefonköer", "received": "2026-06-15", "text": "Ingen svarar i telefonen."}
    made = await tape.do("POST /complaints", body={"case": case} | said)
    done = {
        "answered": "2026-06-16",
        "answer": "Vi ringde upp samma dag.",
        "outcome": "upheld",
        "cause": "Sjukfrånvaro",
    }
    await tape.do("PATCH /complaints/{id}", made["_id"], body=done, tag=made["_etag"])


async def _returned(tape: Tape) -> None:
    """A letter that came back."""
    (letter, *_) = await tape.some("letters", '{"status": "shown", "kind": "debt_collection"}')
    back = {"date": TODAY.date().isoformat(), "reason": "Flyttat, ny adress okänd"}
    await tape.do("POST /letters/{id}/returned", letter["_id"], body=back)
