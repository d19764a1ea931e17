"""A case on its page: what is owed on any day, and acts that show first what comes of them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from fordran import clock
from fordran.actions.keep_file import keep_file
from fordran.commands.served import Served
from fordran.console.case_act_table import CASE_ACTS
from fordran.console.pages import PAGES
from fordran.outside.media import media_of
from fordran.texts.catalogue import texts
from fordran.web.formatting import amount_text
from tests.api import sql_log
from tests.api.bodies import case_registration, customer
from tests.api.world import World
from tests.console.visiting import Browser, Shown

Browse = Callable[[str], Awaitable[Browser]]
MARKUP = '<script>alert("x")</script><b>Å</b>'


async def new_case(world: World, **changes: object) -> str:
    owner = {"account": world.account.id, "creditor": world.creditor.id}
    made = await world.create("/case--registrations", case_registration(world, **owner, **changes))
    case: str = made["_cases"][0]
    return case


async def in_days(world: World, days: int) -> str:
    async with world.database.connection() as connection:
        offset = await connection.fetchval("select clock_offset_days from installation")
    return (clock.stockholm_date(clock.business(clock.now(), offset)) + timedelta(days=days)).isoformat()


async def test_a_case_shows_what_the_statement_says(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    page = await handler.get(f"/console/cases/{world.case}")
    stated = (await world.operator.get(f"/cases/{world.case}/statement")).json()
    assert page.status == 200
    assert page.owed[0] == round(stated["total_remaining_transaction_amount"] * 100)
    for line in stated["lines"]:
        assert line["law"] in page.text


async def test_a_rate_with_decimals_is_shown(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    case = await new_case(world, case_settings={"interest_rate": {"reference_rate": False, "rate_percent": 12.5}})
    page = await handler.get(f"/console/cases/{case}?at=2027-06-30")
    assert page.status == 200
    assert "12,5 %" in page.text


async def test_a_case_is_stated_on_any_day_and_as_it_was_known(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    for query in ({"at": "2027-06-30"}, {"at": "2026-01-01"}, {"known": await in_days(world, 0)}):
        page = await handler.get(f"/console/cases/{world.case}", params=query)
        stated = (await world.operator.get(f"/cases/{world.case}/statement", params=query)).json()
        assert page.owed[0] == round(stated["total_remaining_transaction_amount"] * 100), query
    assert (await handler.get(f"/console/cases/{world.case}?at=nonsense&known=9")).status == 200
    before = await handler.get(f"/console/cases/{world.case}?known=2020-01-01")
    assert before.status == 200
    assert "Då kände vi inte till ärendet." in before.text


async def test_a_case_shows_its_debt_over_time_up_to_what_is_owed_today(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    page = await handler.get(f"/console/cases/{world.case}")
    (plot,) = page.tree.xpath("//figure[figcaption='Skulden över tid']")
    stated = (await world.operator.get(f"/cases/{world.case}/statement")).json()
    parts = [stated[f"total_remaining_{part}_amount"] for part in ("capital", "interest", "costs")]
    *_before, last = plot.xpath(".//tbody/tr")
    assert last.xpath("string(th)") == await in_days(world, 0)
    assert [cell.text_content() for cell in last.xpath("td")] == [
        amount_text(round(part * 100), "sv") for part in parts
    ]


async def test_what_a_debtor_sent_with_an_objection_is_among_the_documents(
    browse: Browse, world: World, served: Served
) -> None:
    handler = await browse("handler")
    case = await new_case(world)
    assert (await world.operator.post(f"/cases/{case}/disputes", json={"reason": "Trasig"})).status_code == 201
    async with world.database.transaction() as tx:
        dispute = await tx.fetchrow("select account_id, creditor_id, id from case_disputes where case_id = $1", case)
        file = await keep_file(
            tx,
            media_of(served.api.settings).put,
            account=dispute["account_id"],
            creditor=dispute["creditor_id"],
            filename="kvitto <b>.pdf",
            content_type="application/pdf",
            content=b"%PDF-1.4",
            now=clock.now(),
            dispute=dispute["id"],
        )
    page = await handler.get(f"/console/cases/{case}")
    (link,) = page.tree.xpath(f"//a[@href='/console/files/{file.id}']")
    assert link.text_content() == "kvitto <b>.pdf"


async def test_another_creditors_case_is_not_there(browse: Browse, world: World) -> None:
    user = await browse("creditor_user")
    mine = await user.get(f"/console/cases/{world.case}")
    assert mine.status == 200
    others = (
        await world.operator.get("/cases", params={"where": f'{{"account": {{"$ne": "{world.account.id}"}}}}'})
    ).json()
    for case in others["_items"]:
        page, nothing = await user.get(f"/console/cases/{case['_id']}"), await user.get(f"/console/cases/{'0' * 24}")
        assert (page.status, page.text) == (nothing.status, nothing.text) == (404, nothing.text)


async def filled(world: World, path: str) -> dict[str, str]:
    """What is filled in for each act that an open case takes."""
    return {
        "respite": {"until": await in_days(world, 14)},
        "dispute": {"reason": "Varan kom aldrig"},
        "plan": {"instalments": "3", "amount": "", "first_date": await in_days(world, 20)},
        "waive": {"component": "interest", "amount": "1", "reason": "Sjukdom"},
        "note": {"kind": "call", "text": "Ringde, lovade betala"},
        "letter": {"template": "", "subject": "Tack för samtalet", "text": "Vi ses på fredag.\n\nDu betalar då."},
        "close": {"reason": "written_off"},
    }[path]


STATUS_AFTER = {
    "respite": "respite",
    "dispute": "disputed",
    "plan": "amortization",
    "waive": None,
    "note": None,
    "letter": None,
    "close": None,  # it gives up more than one person may give up alone
}
TITLES = {act.path: texts("sv")(act.title) for act in CASE_ACTS}


async def sent(handler: Browser, world: World, case: str, path: str) -> Shown:
    """The confirmation of an act, from the case's own page; a letter is written on a page of its own, where there is room."""
    page = await handler.get(f"/console/cases/{case}")
    assert TITLES[path] in page.buttons
    if path == "letter":
        page = await handler.get(f"/console/cases/{case}/letter")
    return await handler.send(page, f"/console/cases/{case}/{path}", **await filled(world, path))


@pytest.mark.parametrize("path", STATUS_AFTER)
async def test_an_act_shows_what_comes_of_it_and_is_done_when_confirmed(
    browse: Browse, world: World, path: str
) -> None:
    handler = await browse("handler")
    case = await new_case(world)
    before = (await world.operator.get(f"/cases/{case}")).json()
    confirmation = await sent(handler, world, case, path)
    assert (confirmation.status, confirmation.h1) == (200, TITLES[path])
    assert confirmation.buttons[-2:] == ["Bekräfta", "Avbryt"]
    assert (await world.operator.get(f"/cases/{case}")).json() == before, "nothing is done before it is confirmed"
    done = await handler.send(confirmation, f"/console/cases/{case}/{path}", _confirmed="yes")
    assert done.status == 200
    assert ("väntar på att en andra person" if path == "close" else "Det är gjort.") in done.text
    after = (await world.operator.get(f"/cases/{case}")).json()
    assert after["status"] == (STATUS_AFTER[path] or before["status"])
    if path == "note":
        assert "Ringde, lovade betala" in done.text


async def test_an_act_is_in_the_audit_log_with_who_it_was(browse: Browse, world: World, people: dict[str, str]) -> None:
    handler = await browse("handler")
    case = await new_case(world)
    await handler.send(await sent(handler, world, case, "respite"), f"/console/cases/{case}/respite", _confirmed="yes")
    await handler.get(f"/console/cases/{case}")
    entries = (await world.operator.get("/audit--log", params={"where": f'{{"document": "{case}"}}'})).json()["_items"]
    mine = [entry for entry in entries if entry["user"] == people["handler"]]
    assert {(entry["by"], entry["kind"], entry["act"]) for entry in mine} == {
        ("console", "read", "GET /console/cases/{id}"),
        ("console", "changed", "POST /console/cases/{id}/respite"),
    }


async def test_a_case_that_waits_names_no_day_on_which_it_goes_on(browse: Browse, world: World) -> None:
    """The date beside it is the one on which the claim is time-barred, which nobody plans by."""
    handler = await browse("handler")
    case = await new_case(world)
    async with world.database.transaction() as tx:
        await tx.execute("update cases set next_step = 'review', next_step_date = '2029-11-08' where id = $1", case)
    for path in (f"/console/cases/{case}", "/console/cases"):
        page = await handler.get(path)
        assert "Väntar på en handläggare" in page.text
        assert "2029-11" not in page.text


async def test_a_form_sent_twice_is_done_once(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    case = await new_case(world)
    confirmation = await sent(handler, world, case, "note")
    action = f"/console/cases/{case}/note"
    first = await handler.send(confirmation, action, _confirmed="yes", follow=False)
    second = await handler.send(confirmation, action, _confirmed="yes", follow=False)
    assert first.answer.headers["location"] == second.answer.headers["location"]
    notes = (await world.operator.get(f"/cases/{case}/notes")).json()
    assert notes["_meta"]["total"] == 1
    other = await handler.send(confirmation, action, _confirmed="yes", text="Något annat")
    assert (other.status, other.trouble) == (409, "sent_twice")


async def test_a_form_that_is_out_of_date_does_nothing_and_shows_both(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    case = await new_case(world)
    action = f"/console/cases/{case}/dispute"
    confirmation = await sent(handler, world, case, "dispute")
    until = await in_days(world, 7)
    assert (await world.operator.post(f"/cases/{case}/respite", json={"until": until})).status_code == 201
    late = await handler.send(confirmation, action, _confirmed="yes")
    assert (late.status, late.trouble) == (409, "out_of_date")
    assert "Varan kom aldrig" in late.text
    assert "Anstånd" in late.text
    assert (await world.operator.get(f"/cases/{case}")).json()["status"] == "respite"
    anew = await handler.send(late, action)
    assert anew.h1 == "Invändning"
    done = await handler.send(anew, action, _confirmed="yes")
    assert "Det är gjort." in done.text
    assert (await world.operator.get(f"/cases/{case}")).json()["status"] == "disputed"


@pytest.mark.parametrize(
    ("path", "values", "sentence"),
    [
        ("respite", {"until": ""}, "Fyll i det här fältet."),
        ("respite", {"until": "2020-01-01"}, "Välj en dag som inte har varit."),
        ("respite", {"until": "i morgon"}, "Skriv en dag som 2026-12-24."),
        ("dispute", {"reason": "  "}, "Fyll i det här fältet."),
        ("plan", {"instalments": "tre", "amount": "", "first_date": "2030-01-01"}, "Skriv ett tal som 1 234,50."),
        ("letter", {}, "Fyll i det här fältet, eller välj en mall."),
        ("letter", {"text": "Hej"}, "Fyll i det här fältet, eller välj en mall."),
        ("letter", {"subject": "x" * 121, "text": "Hej"}, "Skriv högst 120 tecken."),
        ("close", {"reason": ""}, "Fyll i det här fältet."),
    ],
)
async def test_what_cannot_be_read_is_said_beside_its_field_and_on_top(
    browse: Browse, world: World, path: str, values: dict[str, str], sentence: str
) -> None:
    handler = await browse("handler")
    case = await new_case(world)
    page = await handler.get(f"/console/cases/{case}{'/letter' if path == 'letter' else ''}")
    wrong = await handler.send(page, f"/console/cases/{case}/{path}", **values)
    assert (wrong.status, wrong.h1) == (422, TITLES[path])
    summed = wrong.tree.xpath("//div[contains(@class, 'errors')]//a")
    assert sentence in [link.text_content() for link in summed]
    for link in summed:
        (field,) = wrong.tree.xpath(f"//*[@id='{link.get('href')[1:]}']")
        assert field.get("aria-invalid") == "true"
    for name, value in values.items():
        assert wrong.form(f"/console/cases/{case}/{path}").get(name, "").strip() == value.strip()


async def test_an_act_that_the_case_does_not_allow_says_why(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    token = await handler.token()
    values = {"_token": token, "until": await in_days(world, 5)}
    page = await handler.post(f"/console/cases/{world.cancelled_case}/respite", values)
    assert (page.status, page.trouble) == (409, "not_now")


async def test_markup_in_names_and_notes_is_text(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    case = await new_case(world, customer=customer(id_number="19640823-3234", name=MARKUP))
    page = await handler.get(f"/console/cases/{case}")
    assert MARKUP in page.text
    assert "<script>alert" not in page.answer.text
    action = f"/console/cases/{case}/note"
    confirmation = await handler.send(page, action, kind="note", text=MARKUP)
    done = await handler.send(confirmation, action, _confirmed="yes")
    assert "<script>alert" not in confirmation.answer.text + done.answer.text
    assert MARKUP in done.text


async def test_ten_thousand_characters_are_kept_whole(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    case = await new_case(world)
    action, text = f"/console/cases/{case}/note", "Åäö " * 2_499 + "slut"
    page = await handler.send(await handler.get(f"/console/cases/{case}"), action, kind="note", text=text)
    done = await handler.send(page, action, _confirmed="yes")
    assert done.status == 200
    notes = (await world.operator.get(f"/cases/{case}/notes")).json()["_items"]
    assert notes[0]["text"] == text


async def test_the_list_has_the_same_cases_as_the_interface(browse: Browse, world: World) -> None:
    for person in ("handler", "creditor_user"):
        browser = await browse(person)
        page = await browser.get("/console/cases?all=yes")
        where = {"params": {"max_results": 100}}
        listed = (
            await (world.operator if person == "handler" else world.callers[person]).get("/cases", **where)
        ).json()
        links = set(page.tree.xpath("//td/a/@href"))
        assert links == {f"/console/cases/{case['_id']}" for case in listed["_items"][:50]} or len(links) == 50
        assert str(listed["_meta"]["total"]) in page.text


async def test_the_list_can_be_taken_away(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    as_csv = (await handler.get("/console/cases.csv?all=yes")).answer
    assert as_csv.headers["content-type"].startswith("text/csv")
    case = (await world.operator.get(f"/cases/{world.case}")).json()
    heading, *rows = [line.split(";") for line in as_csv.text.lstrip("\ufeff").splitlines()]
    assert heading[:3] == ["Ärendenummer", "OCR", "Kund"]
    (row,) = [dict(zip(heading, row, strict=True)) for row in rows if row[1] == case["ocr_number"]]
    stated = (await world.operator.get(f"/cases/{world.case}/statement")).json()
    assert row["Skuld i dag"] == f"{stated['total_remaining_transaction_amount']:.2f}".replace(".", ",")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["Registrerat"])
    assert "GMT" not in as_csv.text
    listed = await handler.get("/console/cases?all=yes")
    (cells,) = listed.tree.xpath(f"//tr[td/a[@href='/console/cases/{world.case}']]")
    own = await handler.get(f"/console/cases/{world.case}")
    assert cells.xpath("string(td[last()])").strip() == own.tree.xpath("string(//*[@data-owed])").strip()
    as_excel = (await handler.get("/console/cases.xlsx?all=yes")).answer
    assert as_excel.content[:2] == b"PK"
    assert (await handler.get("/console/cases.exe")).status == 404


async def test_pages_are_few_statements(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    sql_log.listen(world.database)
    counts = {}
    for path, most in ((f"/console/cases/{world.case}", 21), ("/console/cases", 8), ("/console", 16)):
        async with sql_log.hearing() as heard:
            assert (await handler.get(path)).status == 200
        counts[path] = (len(heard), most)
    assert all(took <= most for took, most in counts.values()), counts


def test_every_act_has_a_form_and_a_deed() -> None:
    names = {page.name for page in PAGES}
    for act in CASE_ACTS:
        assert {f"GET /console/cases/{{id}}/{act.path}", f"POST /console/cases/{{id}}/{act.path}"} <= names
