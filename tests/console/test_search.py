"""The search box: whatever somebody knows of something finds it, in one statement, and nothing that is another's."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import date

import pytest

from fordran.store.reading import search
from fordran.store.reading.plain_names import LETTERS, PLAIN, plain
from fordran.store.reading.scope import SYSTEM
from fordran.store.reading.search import parse_search
from tests.api import sql_log
from tests.api.bodies import case_registration, customer
from tests.api.world import World
from tests.citus.nodes import plans_of_one_server
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]
ID = "19640823-3234"


@pytest.fixture(scope="module")
async def known(world: World) -> dict[str, str]:
    """A case of the world's first creditor whose customer has a name, number, address and telephone of its own."""
    person = customer(
        id_number=ID,
        name="Örjan Sökberg-Åhs",
        email="Orjan.Sok@example.com",
        mobile_number="+46701234567",
        customer_number="K-4711",
    )
    owner = {"account": world.account.id, "creditor": world.creditor.id}
    made = await world.create("/case--registrations", case_registration(world, **owner, customer=person))
    case = (await world.operator.get(f"/cases/{made['_cases'][0]}")).json()
    return {
        "case": case["_id"],
        "customer": case["customer"],
        "ocr": case["ocr_number"],
        "number": case["case_number"],
        "invoice": case["debt"]["invoice_number"],
    }


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Sökberg",
            "sökb",
            "ÖRJAN sökberg",
            "åhs örjan",
            "Sokberg",
            "orjan",
            "SÖKBREG",
            "örjan sökbrg",
            "Sokbergg",
            ID,
            "196408233234",
            "640823-3234",
            "6408233234",
        ),
        *("orjan.sok@example.com", "070-123 45 67", "+46 70 123 45 67", "0701234567", "K-4711"),
    ],
)
async def test_a_customer_is_found_by_whatever_is_known_and_gone_to(
    browse: Browse, known: dict[str, str], text: str
) -> None:
    for person in ("handler", "creditor_user", "account_admin"):
        page = await (await browse(person)).get("/console/search", params={"q": text}, follow=False)
        there = f"/console/customers/{known['customer']}"
        is_number = sum(map(str.isdigit, text)) >= 10 and text.startswith(("19", "64"))
        assert page.status == (303 if is_number else 200), person
        assert there in ([page.answer.headers["location"]] if is_number else page.tree.xpath("//td/a/@href"))


@pytest.mark.parametrize("latest", [1, 100])
async def test_a_name_is_found_by_the_index_too_once_the_latest_customers_do_not_have_it(
    browse: Browse, known: dict[str, str], world: World, monkeypatch: pytest.MonkeyPatch, latest: int
) -> None:
    monkeypatch.setattr(search, "LATEST", latest)
    monkeypatch.setattr(search, "LATEST_OF_ONE", latest)
    later = customer(id_number="19811228-9874", name="Karin Senare", customer_number="K-4712")
    owner = {"account": world.account.id, "creditor": world.creditor.id}
    await world.create("/case--registrations", case_registration(world, **owner, customer=later))
    for person in ("handler", "creditor_user", "account_admin"):
        page = await (await browse(person)).get("/console/search", params={"q": "sökb örj"})
        assert f"/console/customers/{known['customer']}" in page.tree.xpath("//td/a/@href")
    assert "Sökberg" not in (await (await browse("handler")).get("/console/search", params={"q": "sökb senare"})).text


@pytest.mark.parametrize("latest", [0, 3000])
async def test_a_word_of_a_name_is_found_by_its_beginning_whatever_stands_before_it(
    world: World, monkeypatch: pytest.MonkeyPatch, latest: int
) -> None:
    monkeypatch.setattr(search, "LATEST", latest)
    name = "Wrangel-Quist (Vqrge) & D'Xqeill; h_mark 100% Zqst"
    owner = {"account": world.account.id, "creditor": world.creditor.id}
    person = customer(id_number="19740701-2399", name=name)
    await world.create("/case--registrations", case_registration(world, **owner, customer=person))
    for text in ("wrangel", "QUIST", "vqr", "xqeill", "zqst quist"):
        found = await _names(world, text)
        assert name in found, text
    for text in ("ist", "angel", "quist nobody", "h%k"):
        assert name not in await _names(world, text), text


async def _names(world: World, text: str) -> list[str]:
    async with world.database.transaction() as tx:
        return [one["name"] for one in await search.search(tx, SYSTEM, text, date(2026, 11, 16))]


@plans_of_one_server
async def test_of_several_words_the_index_is_asked_for_the_rarest_alone(world: World) -> None:
    """The others would be gathered whole, and many may have them."""
    statement, values = search.statement_for(SYSTEM, "anna sökberg", date(2026, 11, 16))
    async with world.database.transaction() as tx:
        for other in ("seqscan", "indexscan", "indexonlyscan"):
            await tx.execute(f"set local enable_{other} = off")
        plan = "\n".join(row[0] for row in await tx.fetch(f"explain (costs off) {statement}", *values))
    asked = re.search(r"Bitmap Index Scan on customers_by_plain_words\n +Index Cond: (.*)", plan)
    assert asked is not None, plan
    assert asked[1].count("@@") == 1, plan
    assert "IS TRUE" in plan


@pytest.mark.parametrize("what", ["ocr", "number", "invoice", "case"])
async def test_a_case_is_found_by_its_numbers(browse: Browse, known: dict[str, str], what: str) -> None:
    page = await (await browse("handler")).get("/console/search", params={"q": f" {known[what]} "})
    assert f"/console/cases/{known['case']}" in (page.answer.url.path, *page.tree.xpath("//a/@href"))


async def test_a_case_is_found_by_an_amount(browse: Browse, known: dict[str, str], world: World) -> None:
    case = (await world.operator.get(f"/cases/{known['case']}")).json()
    kronor = f"{case['debt']['initial_capital']:.2f}".replace(".", ",")
    page = await (await browse("handler")).get("/console/search", params={"q": f"{kronor} kr"}, follow=False)
    assert page.status == 200, "an amount leads nobody straight to a person"
    assert f"/console/cases/{known['case']}" in page.tree.xpath("//a/@href")


async def test_a_case_is_found_by_the_amount_that_its_page_shows(browse: Browse, known: dict[str, str]) -> None:
    handler = await browse("handler")
    owed = (await handler.get(f"/console/cases/{known['case']}")).tree.xpath("string((//*[@data-owed])[1])")
    page = await handler.get("/console/search", params={"q": owed}, follow=False)
    assert page.status == 200, "an amount leads nobody straight to a person"
    row = page.tree.xpath(f"//tr[.//a[@href='/console/cases/{known['case']}']]")
    assert owed in row[0].text_content()


async def test_a_case_is_found_by_the_amount_of_a_letter(browse: Browse, known: dict[str, str], world: World) -> None:
    async with world.app.database.transaction() as tx:
        letter = await tx.fetchrow("select id, case_id from letters order by id limit 1")
        await tx.execute("update letters set amount = 1234567 where id = $1", letter["id"])
    page = await (await browse("handler")).get("/console/search", params={"q": "12 345,67"}, follow=False)
    assert page.status == 200
    assert page.tree.xpath("//td/a/@href") == [f"/console/cases/{letter['case_id']}"]


async def test_the_beginning_of_a_number_finds_it_and_leads_nobody_there(browse: Browse, known: dict[str, str]) -> None:
    page = await (await browse("handler")).get("/console/search", params={"q": known["ocr"][:-1]}, follow=False)
    assert page.status == 200
    assert f"/console/cases/{known['case']}" in page.tree.xpath("//td/a/@href")


def test_letters_and_their_plain_ones_are_as_many() -> None:
    assert len(LETTERS) == len(PLAIN)
    assert all(plain(letter) == chosen for letter, chosen in zip(LETTERS, PLAIN, strict=True))
    assert plain("o\u0308berg") == "oberg"


async def test_what_is_anothers_is_not_found(browse: Browse, known: dict[str, str], world: World) -> None:
    groupless = await browse("groupless")
    for text in ("Sökberg", ID, known["ocr"], known["case"], "K-4711", "0701234567", "orjan.sok@example.com"):
        page = await groupless.get("/console/search", params={"q": text})
        assert (page.status, page.h1) == (200, "Sök")
        assert "Inga träffar" in page.text


@pytest.mark.parametrize(
    "text", ["", "   ", "'", "a:* | b", "%", "\\", "<script>", "!!!", "x" * 10_000, "& & &", "1" * 300, ":*"]
)
async def test_any_text_may_be_searched_for(browse: Browse, text: str) -> None:
    page = await (await browse("handler")).get("/console/search", params={"q": text})
    assert page.status == 200
    assert "<script>" not in page.answer.text.replace("<script src=", "")


async def test_a_search_is_one_statement(browse: Browse, known: dict[str, str], world: World) -> None:
    handler = await browse("handler")
    sql_log.listen(world.database)
    async with sql_log.hearing() as heard:
        await handler.get("/console/search", params={"q": "Karin"})
    assert len([one for one in heard if "union all" in one and "customers" in one]) == 1
    assert len(heard) <= 6


async def test_what_was_found_is_in_the_audit_log(browse: Browse, known: dict[str, str], world: World) -> None:
    await (await browse("finance")).get("/console/search", params={"q": "Sökberg"}, follow=False)
    where = '{"act": "GET /console/search", "resource": "customers"}'
    entries = (await world.operator.get("/audit--log", params={"where": where})).json()["_items"]
    assert any(known["customer"] in entry["documents"] for entry in entries)


@pytest.mark.parametrize(
    ("text", "ore"),
    [("1 234,50", 123450), ("1234.5 kr", 123450), ("100:-", 10000), ("tio", None), ("1,234", None), ("0701-23", None)],
)
def test_an_amount_is_read_as_people_write_it(text: str, ore: int | None) -> None:
    assert parse_search(text, date(2026, 11, 15)).ore == ore


def test_an_e_mail_address_is_looked_for_as_nothing_else_that_has_letters() -> None:
    meant = parse_search("Kund500@Example.com", date(2026, 11, 16))
    assert (meant.email, meant.words) == ("kund500@example.com", ())
    statement, _ = search.statement_for(SYSTEM, "kund500@example.com", date(2026, 11, 16))
    assert "to_tsvector" not in statement


async def test_a_case_is_found_by_the_number_of_a_letter_about_it(browse: Browse, world: World) -> None:
    async with world.app.database.transaction() as tx:
        letter = await tx.fetchrow("select id, case_id, letter_number from letters order by id limit 1")
        number = letter["letter_number"] or "B1001-77"
        await tx.execute("update letters set letter_number = $2 where id = $1", letter["id"], number)
    page = await (await browse("handler")).get("/console/search", params={"q": number.lower()})
    assert f"/console/cases/{letter['case_id']}" in (page.answer.url.path, *page.tree.xpath("//a/@href"))
