"""Opening with a code: only a right one, eight wrong ones an hour, a session of its own that ends; and a letter that is real."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from fordran import clock
from fordran.actions.accounts.failures import FAILURE_SECONDS
from fordran.actions.debtors import wrong_codes
from fordran.commands.served import Served
from tests.actions.flow.days import Days
from tests.console.visiting import Browser, Shown
from tests.my.debtors import REMINDED, Debtor, address

Make = Callable[..., Awaitable[Debtor]]
WRONG = "AAAAA-AAAAA"


async def tried(browser: Browser, code: str) -> Shown:
    return await browser.send(await browser.get("/my"), "/my", code=code)


@pytest.mark.parametrize("spelt", ["{0}", " {0} ", "{1}", "{2}"])
async def test_a_code_opens_however_it_is_spelt(debtor: Make, spelt: str) -> None:
    one = await debtor(is_open=False)
    page = await tried(one.browser, spelt.format(one.code, one.code.lower(), one.code.replace("-", " ")))
    assert (page.status, page.h1) == (200, "Din skuld")


async def test_the_link_with_the_code_opens_and_leaves_no_code_in_the_address(debtor: Make) -> None:
    one = await debtor(is_open=False)
    page = await one.browser.get(f"/my?code={one.code}")
    assert (page.status, page.h1) == (200, "Din skuld")
    assert page.answer.url.query == b""
    assert page.answer.headers["referrer-policy"] == "no-referrer"


async def test_a_look_by_head_opens_nothing(debtor: Make) -> None:
    one = await debtor(is_open=False)
    await one.browser.client.head(f"/my?code={one.code}")
    assert "fordran_my" not in one.browser.client.cookies


@pytest.mark.parametrize("wrong", [WRONG, "", "x", "å" * 3000, "'; drop table cases", "ABCDE-FGHJ\u0660"])
async def test_a_wrong_code_opens_nothing_and_takes_its_time(served: Served, days: Days, wrong: str) -> None:
    browser = Browser(served, address())
    page = await browser.get("/my")
    began = clock.monotonic()
    answer = await browser.send(page, "/my", code=wrong)
    assert clock.monotonic() - began >= FAILURE_SECONDS
    assert answer.status == 403
    assert "Koden stämmer inte" in answer.text
    assert "fordran_my" not in browser.client.cookies
    await browser.close()


async def test_after_eight_wrong_codes_nothing_is_looked_at_for_an_hour(
    debtor: Make, served: Served, days: Days
) -> None:
    one = await debtor(is_open=False)
    statuses = [(await tried(one.browser, WRONG)).status for _ in range(9)]
    assert statuses == [403] * 8 + [429]
    refused = await tried(one.browser, one.code)
    assert (refused.status, refused.trouble) == (429, "too_often")
    assert 3500 < int(refused.answer.headers["retry-after"]) <= 3600
    by_link = await one.browser.get(f"/my?code={one.code}")
    assert by_link.status == 429
    checked = await one.browser.get("/my/genuine")
    checked = await one.browser.send(checked, "/my/genuine", letter_number=one.letter["letter_number"], code=one.code)
    assert checked.status == 429
    other = Browser(served, address())
    assert (await tried(other, one.code)).h1 == "Din skuld"
    await other.close()
    now = clock.now()
    days.patch.setattr(clock, "now", lambda: now + timedelta(seconds=3601))
    assert (await tried(one.browser, WRONG)).status == 403
    assert (await tried(one.browser, one.code)).h1 == "Din skuld"


async def test_many_wrong_codes_at_once_are_eight_at_most(served: Served, days: Days) -> None:
    browser = Browser(served, address())
    form = (await browser.get("/my")).form("/my")
    answers = await asyncio.gather(*(browser.post("/my", form | {"code": WRONG}) for _ in range(12)))
    assert sorted(answer.status for answer in answers) == [403] * 8 + [429] * 4
    await browser.close()


async def test_a_subscriber_of_ipv6_with_many_networks_does_not_try_from_each(
    served: Served, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wrong_codes, "MOST_WRONG_NEARBY", 12)

    async def statuses(*addresses: str) -> list[int]:
        found = []
        for one in addresses:
            browser = Browser(served, one)
            found.append((await tried(browser, WRONG)).status)
            await browser.close()
        return found

    assert await statuses(*(f"2001:db8:7:1::{host}" for host in range(1, 10))) == [403] * 8 + [429]
    assert await statuses(*(f"2001:db8:7:{network}::1" for network in range(2, 7))) == [403] * 4 + [429]
    assert await statuses("2001:db8:8:1::1") == [403], "another subscriber"


async def test_wrong_codes_of_an_hour_ago_no_longer_count(debtor: Make, days: Days) -> None:
    one = await debtor(is_open=False)
    for _ in range(7):
        await tried(one.browser, WRONG)
    now = clock.now()
    days.patch.setattr(clock, "now", lambda: now + timedelta(seconds=3601))
    assert [(await tried(one.browser, WRONG)).status for _ in range(2)] == [403, 403]
    assert (await tried(one.browser, one.code)).status == 200


async def test_the_form_needs_its_token_though_there_is_no_session(debtor: Make) -> None:
    one = await debtor(is_open=False)
    for data in ({"code": one.code}, {"code": one.code, "_token": "x" * 64}):
        page = await one.browser.post("/my", data)
        assert (page.status, page.trouble) == (403, "foreign_form")
        page = await one.browser.post("/my/genuine", data | {"letter_number": one.letter["letter_number"]})
        assert (page.status, page.trouble) == (403, "foreign_form")


async def test_a_form_from_another_site_is_refused(debtor: Make) -> None:
    one = await debtor(is_open=False)
    form = (await one.browser.get("/my")).form("/my") | {"code": one.code}
    page = await one.browser.post("/my", form, headers={"origin": "https://evil.example"})
    assert (page.status, page.trouble) == (403, "foreign_form")
    assert (await one.browser.post("/my", form, headers={"origin": "null"})).h1 == "Din skuld"


async def test_the_cookie_is_for_no_script_and_for_these_pages_alone(debtor: Make) -> None:
    one = await debtor(is_open=False)
    answer = await one.browser.client.get(f"/my?code={one.code}", headers={"host": "inkasso.example"})
    (cookie,) = [each for each in answer.headers.get_list("set-cookie") if each.startswith("fordran_my=")]
    assert {"httponly", "samesite=lax", "path=/my", "secure"} <= {part.strip().lower() for part in cookie.split(";")}


async def test_a_session_is_never_one_that_the_browser_brought(debtor: Make) -> None:
    one = await debtor()
    before = one.browser.client.cookies["fordran_my"]
    await tried_again(one)
    assert one.browser.client.cookies["fordran_my"] != before
    one.browser.client.cookies.set("fordran_my", before, domain="127.0.0.1", path="/my")
    assert (await one.get("/plan")).trouble == "session_ended"


async def tried_again(one: Debtor) -> None:
    await one.browser.get(f"/my?code={one.code}")


async def test_closing_ends_it_for_good(debtor: Make) -> None:
    one = await debtor()
    kept = one.browser.client.cookies["fordran_my"]
    page = await one.browser.send(await one.browser.get("/my"), "/my/close")
    assert "Sidan är stängd" in page.text
    one.browser.client.cookies.set("fordran_my", kept, domain="127.0.0.1", path="/my")
    assert (await one.get("/plan")).trouble == "session_ended"


async def test_a_session_ends_when_it_is_idle_or_over(debtor: Make, days: Days) -> None:
    one = await debtor()
    form = await one.get("/messages")
    now = clock.now()
    for minutes in (61, 12 * 60 + 1):
        days.patch.setattr(clock, "now", lambda later=now + timedelta(minutes=minutes): later)
        page = await one.get("/messages")
        assert (page.status, page.trouble) == (401, "session_ended")
        sent = await one.send(form, "/messages", text="Hej")
        assert (sent.status, sent.trouble) == (401, "session_ended")
    assert await one.work_items() == []


async def test_without_a_code_there_is_only_the_form(stranger: Browser, days: Days) -> None:
    days.at(REMINDED)
    for path in ("/my/pay", "/my/plan", "/my/details", "/my/cases/" + "0" * 24):
        page = await stranger.get(path)
        assert (page.status, page.answer.url.path) == (200, "/my")


async def test_opening_and_reading_is_in_the_audit_log_with_the_letter(debtor: Make, served: Served) -> None:
    one = await debtor()
    await one.browser.get("/my")
    await served.api.readings.flush()
    async with served.api.database.connection() as connection:
        rows = await connection.fetch(
            """select "by", kind, act, resource, document_id, documents::text, address from audit_log
               where user_id = $1 order by id""",
            one.letter["_id"],
        )
    opened, *read = rows
    assert (opened["by"], opened["kind"], opened["act"]) == ("my", "signed_in", "POST /my")
    assert one.case in opened["documents"]
    assert opened["address"].startswith("198.18.")
    assert {(row["by"], row["kind"], row["document_id"]) for row in read} == {("my", "read", one.case)}


async def test_a_case_that_is_erased_is_no_longer_opened(debtor: Make, days: Days) -> None:
    one = await debtor()
    async with days.transaction() as tx:
        await tx.execute("delete from debtor_codes where case_id = $1", one.case)
    assert (await one.get()).trouble == "session_ended"
    assert (await one.open()).status == 403


async def test_a_letter_is_real_where_we_sent_it(debtor: Make) -> None:
    one = await debtor(is_open=False)
    page = await one.browser.get("/my/genuine")
    assert page.h1 == "Är brevet äkta?"
    labels = [label.text_content().strip() for label in page.tree.xpath("//main//label")]
    assert labels == ["Brevnummer", "Kod"]
    page = await one.browser.send(page, "/my/genuine", letter_number=one.letter["letter_number"].lower(), code=one.code)
    assert page.tree.xpath("//@data-genuine") == ["yes"]
    for said in (one.letter["letter_number"], "2 september 2026", "Exempelinkasso AB", "Påminnelse"):
        assert said in page.text.replace("\xa0", " ")
    (link,) = page.tree.xpath("//main//a[starts-with(@href, '/my/letters/')]/@href")
    assert (await one.browser.client.get(link)).content.startswith(b"%PDF")


async def test_a_letter_about_several_claims_is_compared_by_its_own_sum_and_number(debtor: Make, days: Days) -> None:
    one = await debtor(3, is_open=False)
    page = await one.browser.get("/my/genuine")
    page = await one.browser.send(page, "/my/genuine", letter_number=one.letter["letter_number"], code=one.code)
    letters = [(await one.office.get("letters", where=f'{{"case": "{case}"}}'))["_items"][0] for case in one.cases]
    total = sum(letter["amount"] for letter in letters)
    async with days.transaction() as tx:
        number = await tx.fetchval("select ocr from ocr_numbers where letter_id = $1", one.letter["_id"])
    assert number in page.text
    assert f"{total:,.2f}".replace(",", " ").replace(".", ",") in page.text.replace("\xa0", " ")


async def test_a_letter_that_we_did_not_send_is_said_not_to_be_ours(debtor: Make) -> None:
    one, other = await debtor(is_open=False), await debtor(is_open=False)
    for number, code in (
        (other.letter["letter_number"], one.code),
        (one.letter["letter_number"], WRONG),
        ("B9999-1", one.code),
        ("", ""),
    ):
        page = await one.browser.get("/my/genuine")
        page = await one.browser.send(page, "/my/genuine", letter_number=number, code=code)
        assert page.tree.xpath("//@data-genuine") == ["no"]
        assert "inte skickat något sådant brev" in page.text
    assert "fordran_my" not in one.browser.client.cookies
    assert (await one.browser.get("/my/genuine", params={"letter": one.letter["_id"]})).tree.xpath(
        "//@data-genuine"
    ) == []
