"""What a debtor does: a plan, more time, an objection, a message, details; each once, as it was shown, and within bounds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any

import pytest

from fordran import clock
from fordran.actions.debtors.debtor_sessions import forget_debtor_sessions
from fordran.commands.served import Served
from tests.actions.flow.days import Days
from tests.my.debtors import REMINDED, Debtor, posted

Make = Callable[..., Awaitable[Debtor]]
PNG = b"\x89PNG\r\n\x1a\n a picture"
FORMS = ("/plan", "/respite", "/dispute", "/messages")
FILLED = {"reason": "Jag har betalat.", "text": "Hej!"}


def filled(form: dict[str, str]) -> dict[str, str]:
    return form | {name: value for name, value in FILLED.items() if name in form}


async def bounded(one: Debtor, **bounds: int) -> None:
    """Let the creditor have other bounds, over the interface."""
    creditor = await one.office.get(f"creditors/{one.office.creditor}")
    answer = await one.office.client.patch(
        f"/creditors/{one.office.creditor}", json={"case_config": bounds}, headers={"if-match": creditor["_etag"]}
    )
    assert answer.status_code == 200, answer.text


async def test_a_plan_is_computed_with_its_whole_cost_before_it_is_asked_for(debtor: Make) -> None:
    one = await debtor()
    page = await one.get("/plan", instalments="5", first_date="2026-10-15")
    quoted = (await one.office.get(f"cases/{one.case}/amortization-plans", instalments="5", first_date="2026-10-15"))[
        "quote"
    ]
    text = page.text.replace("\xa0", " ")
    assert f"{quoted['total_amount']:,.2f}".replace(",", " ").replace(".", ",") in text
    assert len(page.tree.xpath("//main//tbody/tr")) == 5
    assert (await one.document())["status"] == "reminder_active"


async def test_a_plan_within_bounds_is_agreed_at_once(debtor: Make) -> None:
    one = await debtor()
    page = await one.get("/plan", instalments="12", first_date="2026-10-15")
    done = await one.send(page, "/plan")
    assert "Vi är överens om planen" in done.text
    assert (await one.document())["status"] == "amortization"
    (plan,) = (await one.office.get(f"cases/{one.case}/amortization-plans"))["_items"]
    assert (plan["status"], len(plan["instalments"])) == ("running", 12)
    assert await one.work_items() == []
    pay = await one.browser.get("/my/pay")
    assert "delbetalning senast 15 oktober 2026" in pay.text.replace("\xa0", " ")
    assert "Du har redan en plan" in (await one.get("/plan")).text


async def test_a_longer_plan_is_asked_for_and_a_person_decides(debtor: Make) -> None:
    one = await debtor()
    page = await one.get("/plan", instalments="13", first_date="2026-10-15")
    assert "handläggare" in page.text
    done = await one.send(page, "/plan")
    assert "Vi har fått ditt önskemål" in done.text
    assert (await one.document())["status"] == "reminder_active"
    ((kind, reason),) = await one.work_items()
    assert (kind, "13 instalments" in reason, "2026-10-15" in reason) == ("debtor_request", True, True)
    assert "handläggare ska bestämma" in (await one.get()).text


async def decide(one: Debtor, decision: dict[str, str], status: int = 200) -> dict[str, Any]:
    """Decide on the debtor's latest wish over the interface."""
    where = f'{{"case": "{one.case}", "kind": "debtor_request", "resolved": {{"$exists": false}}}}'
    item = (await one.office.get("work--items", where=where, sort="-_id"))["_items"][0]
    path, tag = f"/work--items/{item['_id']}", {"If-Match": item["_etag"]}
    answer = await one.office.client.patch(path, json=decision, headers=tag)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = await one.office.get(path[1:]) if status == 200 else answer.json()
    return found


async def test_a_wish_is_granted_or_refused_and_always_answered(debtor: Make) -> None:
    one = await debtor()
    await one.send(await one.get("/plan", instalments="13", first_date="2026-10-15"), "/plan")
    until = (REMINDED + timedelta(days=20)).isoformat()
    await one.send(await one.get("/respite", until=until), "/respite")
    refused = await decide(one, {"resolved": "Wed, 02 Sep 2026 10:00:00 GMT"}, 409)
    assert refused["_error"]["message"].startswith("The debtor waits for an answer")
    assert (await decide(one, {"decision": "refuse"}, 422))["_issues"] == {"answer": "required field"}
    settled = await decide(one, {"decision": "refuse", "answer": "Så långt anstånd ger vi inte."})
    assert (settled["note"], "resolved" in settled) == ("Så långt anstånd ger vi inte.", True)
    assert (await one.document())["status"] == "reminder_active"
    await decide(one, {"decision": "grant", "answer": "Hör av dig om det inte går."})
    document = await one.document()
    assert document["status"] == "amortization"
    (plan,) = (await one.office.get(f"cases/{one.case}/amortization-plans"))["_items"]
    assert len(plan["instalments"]) == 13
    read = (await one.get("/messages")).text.replace("\xa0", " ")
    assert "Så långt anstånd ger vi inte." in read
    assert "Vi har beviljat din avbetalningsplan: 13 delbetalningar" in read
    assert "Hör av dig om det inte går." in read
    assert "handläggare ska bestämma" not in (await one.get()).text


async def test_a_wish_ends_when_it_is_fulfilled_elsewhere(debtor: Make) -> None:
    one = await debtor()
    await one.send(await one.get("/plan", instalments="13", first_date="2026-10-15"), "/plan")
    await one.office.post(f"cases/{one.case}/amortization-plans", {"instalments": 6, "first_date": "2026-10-15"})
    (item,) = (await one.office.get("work--items", where=f'{{"case": "{one.case}"}}'))["_items"]
    assert "resolved" in item


async def test_the_creditors_own_bounds_hold(debtor: Make) -> None:
    one = await debtor()
    await bounded(one, my_instalments_most=3, my_respite_days_most=5)
    await one.send(await one.get("/plan", instalments="4", first_date="2026-10-15"), "/plan")
    until = (REMINDED + timedelta(days=6)).isoformat()
    await one.send(await one.get("/respite", until=until), "/respite")
    assert [kind for kind, _ in await one.work_items()] == ["debtor_request", "debtor_request"]
    assert (await one.document())["status"] == "reminder_active"
    await one.send(await one.get("/plan", instalments="3", first_date="2026-10-15"), "/plan")
    assert (await one.document())["status"] == "amortization"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("my_instalments_most", -1),
        ("my_instalments_most", 121),
        ("my_respite_days_most", 366),
        ("my_respite_days_most", "x"),
    ],
)
async def test_bounds_have_bounds_of_their_own(debtor: Make, name: str, value: object) -> None:
    one = await debtor()
    creditor = await one.office.get(f"creditors/{one.office.creditor}")
    answer = await one.office.client.patch(
        f"/creditors/{one.office.creditor}",
        json={"case_config": {name: value}},
        headers={"if-match": creditor["_etag"]},
    )
    assert answer.status_code == 422
    assert name in answer.text


async def test_more_time_within_bounds_is_given_at_once(debtor: Make) -> None:
    one = await debtor()
    until = (REMINDED + timedelta(days=14)).isoformat()
    page = await one.get("/respite", until=until)
    assert "Du har fått mer tid. Under tiden skickar vi inga krav." in page.text
    assert (await one.document())["status"] == "reminder_active"
    done = await one.send(page, "/respite")
    assert "Du har fått mer tid" in done.text
    document = await one.document()
    assert (document["status"], document["next_step"]) == ("respite", "respite_end")


async def test_more_time_than_that_is_asked_for(debtor: Make) -> None:
    one = await debtor()
    until = (REMINDED + timedelta(days=15)).isoformat()
    done = await one.send(await one.get("/respite", until=until), "/respite")
    assert "Vi har fått ditt önskemål" in done.text
    assert await one.work_items() == [("debtor_request", f"The debtor asks for a respite until {until}.")]
    assert (await one.document())["status"] == "reminder_active"


@pytest.mark.parametrize("until", ["2026-09-02", "2020-01-01", "2030-01-01", "x", "9999-99-99", "2026-09-1"])
async def test_a_day_that_cannot_be_is_said_to_be_wrong(debtor: Make, until: str) -> None:
    one = await debtor()
    page = await one.get("/respite", until=until)
    assert page.status == 422
    assert "Välj en dag som kommer" in page.text
    form = posted(await one.get("/respite"), f"/my/cases/{one.case}/respite") | {"until": until}
    assert (await one.browser.post(f"/my/cases/{one.case}/respite", form)).status == 422
    assert (await one.document())["status"] == "reminder_active"


@pytest.mark.parametrize(
    ("instalments", "first"),
    [("0", "2026-10-15"), ("x", "2026-10-15"), ("121", "2026-10-15"), ("6", "2020-01-01"), ("6", "x"), ("", "")],
)
async def test_a_plan_that_cannot_be_is_said_to_be_wrong(debtor: Make, instalments: str, first: str) -> None:
    one = await debtor()
    page = await one.get("/plan", instalments=instalments, first_date=first)
    assert (page.status, len(page.tree.xpath("//*[@role='alert']"))) == (422, 1)
    form = posted(await one.get("/plan"), f"/my/cases/{one.case}/plan")
    answer = await one.browser.post(
        f"/my/cases/{one.case}/plan", form | {"instalments": instalments, "first_date": first}
    )
    assert answer.status == 422
    assert (await one.document())["status"] == "reminder_active"


async def test_an_objection_stops_collection_at_once(debtor: Make, days: Days) -> None:
    one = await debtor()
    page = await one.get("/dispute")
    assert "Vi kräver inte in pengarna" in page.text
    assert (await one.document())["status"] == "reminder_active"
    action = f"/my/cases/{one.case}/dispute"
    files = {"file_1": ("kvitto.png", PNG, "image/png"), "file_2": ("brev.pdf", b"%PDF-1.7 x", "application/pdf")}
    form = posted(page, action) | {"reason": "Jag betalade <b>i juni</b>.\nSe kvittot."}
    done = await one.browser.post(action, form, files=files)
    assert "inkassot är stoppat" in done.text
    document = await one.document()
    assert (document["status"], document["next_step"]) == ("disputed", "dispute_answer")
    (dispute,) = (await one.office.get(f"cases/{one.case}/disputes"))["_items"]
    assert dispute["reason"] == "Jag betalade <b>i juni</b>.\nSe kvittot."
    assert [file["filename"] for file in dispute["attachments"]] == ["kvitto.png", "brev.pdf"]
    kept = await one.office.client.get(dispute["attachments"][0]["url"])
    assert kept.content == PNG
    assert [kind for kind, _ in await one.work_items()] == ["debtor_objection"]
    await days.live(date(2026, 12, 1))
    assert (await one.document())["status"] == "disputed"
    await one.open()
    assert "kvitto.png" in (await one.get("/dispute")).text


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"MZ a program", "kan inte läsas"), (b"", "kan inte läsas"), (b"%PDF-" + b"x" * 10_500_000, "för stor")],
)
async def test_a_file_of_a_bad_kind_or_size_is_said_to_be_wrong_and_the_text_stays(
    debtor: Make, content: bytes, said: str
) -> None:
    one = await debtor()
    action = f"/my/cases/{one.case}/dispute"
    form = posted(await one.get("/dispute"), action) | {"reason": "Fel vara."}
    page = await one.browser.post(action, form, files={"file_2": ("kvitto.pdf", content, "application/pdf")})
    assert page.status == 422
    assert said in page.text
    assert posted(page, action)["reason"] == "Fel vara."
    assert (await one.document())["status"] == "reminder_active"


@pytest.mark.parametrize(("act", "field"), [("/dispute", "reason"), ("/messages", "text")])
async def test_ten_thousand_characters_are_too_many_and_none_is_lost(debtor: Make, act: str, field: str) -> None:
    one = await debtor()
    for text, status in (("å" * 10_000, 422), ("", 422), ("   ", 422)):
        page = await one.send(await one.get(act), act, **{field: text})
        assert page.status == status
        assert posted(page, f"/my/cases/{one.case}{act}")[field].strip() == text.strip()
    assert await one.work_items() == []


async def test_a_message_reaches_the_work_list_and_its_answer_the_debtor(debtor: Make) -> None:
    one = await debtor()
    for text in ("Hej <i>där</i>!", "Är ni kvar?"):
        page = await one.send(await one.get("/messages"), "/messages", text=text)
        assert text in page.text
    assert await one.work_items() == [("debtor_message", "The debtor has written to us.")]
    notes = (await one.office.get(f"cases/{one.case}/notes"))["_items"]
    assert [(note["kind"], note["text"], "user" in note) for note in notes] == [
        ("from_debtor", "Är ni kvar?", False),
        ("from_debtor", "Hej <i>där</i>!", False),
    ]
    await one.office.post(f"cases/{one.case}/notes", {"kind": "note", "text": "Ring i morgon."})
    await one.office.post(f"cases/{one.case}/notes", {"kind": "message", "text": "Hen skrev även ett brev."})
    await one.office.post(f"cases/{one.case}/notes", {"kind": "to_debtor", "text": "Ja, vi är kvar."})
    page = await one.get("/messages")
    assert "Ja, vi är kvar." in page.text
    assert "Ring i morgon." not in page.text
    assert "även ett brev" not in page.text
    (item,) = (await one.office.get("work--items", where=f'{{"case": "{one.case}"}}'))["_items"]
    assert "resolved" in item
    refused = await one.office.client.post(f"/cases/{one.case}/notes", json={"kind": "from_debtor", "text": "x"})
    assert refused.status_code == 422


@pytest.mark.parametrize("act", FORMS)
async def test_a_form_sent_twice_is_done_once(debtor: Make, act: str) -> None:
    one = await debtor()
    action = f"/my/cases/{one.case}{act}"
    form = filled(posted(await one.get(act), action))
    first = await one.browser.post(action, form, follow=False)
    after, items = await one.document(), await one.work_items()
    second = await one.browser.post(action, form, follow=False)
    assert (first.status, second.status) == (303, 303)
    assert second.answer.headers["location"] == first.answer.headers["location"]
    assert (await one.document(), await one.work_items()) == (after, items)
    assert len((await one.office.get(f"cases/{one.case}/notes"))["_items"]) == (act == "/messages")


@pytest.mark.parametrize("act", ["/plan", "/respite", "/dispute"])
async def test_where_the_case_changed_meanwhile_nothing_is_done_and_nothing_lost(debtor: Make, act: str) -> None:
    one = await debtor()
    page = await one.get(act)
    await one.office.pay(one.case, 100, "2026-09-02")
    before = await one.document()
    answer = await one.send(page, act, **({"reason": "Fel vara."} if act == "/dispute" else {}))
    assert answer.status == 409
    assert "har ändrats" in answer.text
    assert await one.document() == before
    again = await one.send(answer, act)
    assert again.status == 200
    assert (await one.document())["status"] != before["status"]


@pytest.mark.parametrize("act", FORMS)
async def test_a_form_needs_the_token_of_its_own_session(debtor: Make, act: str) -> None:
    one, other = await debtor(), await debtor()
    action = f"/my/cases/{one.case}{act}"
    form = filled(posted(await one.get(act), action))
    theirs = posted(await other.get(act), f"/my/cases/{other.case}{act}")["_token"]
    for token in ("", "x" * 64, theirs):
        page = await one.browser.post(action, form | {"_token": token})
        assert (page.status, page.trouble) == (403, "foreign_form")
    page = await one.browser.post(action, form | {"_once": ""})
    assert page.status == 400
    assert (await one.document())["status"] == "reminder_active"


async def test_details_are_changed_and_nothing_else(debtor: Make) -> None:
    one = await debtor()
    customer = (await one.document())["customer"]
    before = await one.office.get(f"customers/{customer}")
    page = await one.browser.get("/my/details")
    done = await one.browser.send(
        page,
        "/my/details",
        email="ny@exempel.se",
        mobile_number="070-123 45 67",
        email_consent="yes",
        sms_consent="yes",
    )
    assert "Uppgifterna är sparade" in done.text
    after = await one.office.get(f"customers/{customer}")
    assert (after["email"], after["mobile_number"], after["email_consent"]) == ("ny@exempel.se", "070-123 45 67", True)
    changed = {name for name in after if after[name] != before.get(name)} - {"_etag", "_updated"}
    assert changed == {"email", "mobile_number", "email_consent", "sms_consent"}
    stale = await one.browser.send(page, "/my/details", email="gammal@exempel.se", _once="another")
    assert stale.status == 409
    assert "gammal@exempel.se" in stale.answer.text
    assert "ny@exempel.se" in stale.text


@pytest.mark.parametrize(
    "given",
    [
        {"email": "ingen adress"},
        {"email": "x" * 10_000 + "@x.se"},
        {"mobile_number": "ring mig"},
        {"email": "", "email_consent": "yes"},
        {"mobile_number": "", "sms_consent": "yes"},
    ],
)
async def test_details_that_lead_nowhere_are_refused(debtor: Make, given: dict[str, str]) -> None:
    one = await debtor()
    page = await one.browser.send(await one.browser.get("/my/details"), "/my/details", **given)
    assert page.status == 422
    assert page.tree.xpath("//*[@role='alert']")


async def test_an_account_for_refunds_reaches_a_person(debtor: Make) -> None:
    one = await debtor()
    wrong = await one.browser.send(
        await one.browser.get("/my/details"), "/my/details/account", account_kind="bankgiro", account_number="123"
    )
    assert wrong.status == 422
    done = await one.browser.send(
        await one.browser.get("/my/details"), "/my/details/account", account_kind="bankgiro", account_number="991-2346"
    )
    assert "Vi har fått kontot" in done.text
    assert [kind for kind, _ in await one.work_items()] == ["debtor_request"]
    (note,) = (await one.office.get(f"cases/{one.case}/notes"))["_items"]
    assert "991-2346" in note["text"]


async def test_what_a_debtor_does_is_in_the_audit_log_with_the_letter(debtor: Make, served: Served) -> None:
    one = await debtor()
    await one.send(await one.get("/respite"), "/respite")
    async with served.api.database.connection() as connection:
        acts = await connection.fetch(
            """select distinct "by", act, user_id from audit_log where document_id = $1 and kind = 'changed' and "by" = 'my'""",
            one.case,
        )
    assert [tuple(row) for row in acts] == [("my", "POST /my/cases/{id}/respite", one.letter["_id"])]


async def test_forgotten_sessions_and_wrong_codes_leave_nothing(debtor: Make, days: Days) -> None:
    one = await debtor(is_open=False)
    await one.browser.send(await one.browser.get("/my"), "/my", code="AAAAA-AAAAA")
    await one.open()
    async with days.transaction() as tx:
        await forget_debtor_sessions(tx, clock.now() + timedelta(days=365))
        left = await tx.fetchrow("select (select count(*) from debtor_sessions), (select count(*) from wrong_codes)")
    assert tuple(left) == (0, 0)


async def test_what_was_written_when_the_page_had_closed_is_given_back(debtor: Make) -> None:
    one = await debtor()
    page = await one.get("/messages")
    objecting = await one.get("/dispute")
    one.browser.client.cookies.delete("fordran_my")
    ours = {"sec-fetch-site": "same-origin"}
    for act, shown, name in (("/messages", page, "text"), ("/dispute", objecting, "reason")):
        action = f"/my/cases/{one.case}{act}"
        sent = posted(shown, action) | {name: "Jag betalade\nförra veckan"}
        # As a browser sends a form that takes files, with none chosen.
        none_chosen = {"files": {"file_1": ("", b"")}} if act == "/dispute" else {}
        over = await one.browser.post(action, sent, headers=ours, **none_chosen)
        assert (over.status, over.trouble, over.h1) == (401, "session_ended", "Sidan har stängts")
        assert "Jag betalade förra veckan" in over.text
        assert "Jag betalade" not in (await one.browser.post(action, sent, headers={})).text


async def test_what_was_written_before_the_page_was_opened_anew_is_given_back_and_can_be_sent(debtor: Make) -> None:
    one = await debtor()
    action = f"/my/cases/{one.case}/messages"
    sent = posted(await one.get("/messages"), action) | {"text": "Hej igen!"}
    one.browser.client.cookies.delete("fordran_my")
    await one.open()
    page = await one.browser.post(action, sent, headers={"sec-fetch-site": "same-origin"})
    assert (page.status, page.trouble) == (403, "other_session")
    assert "Hej igen!" in page.text
    done = await one.browser.post(action, posted(page, action))
    assert "Hej igen!" in done.text
    assert [kind for kind, _ in await one.work_items()] == ["debtor_message"]
