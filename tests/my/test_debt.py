"""Din skuld, Betala, and the papers: what is owed and why, of what the code opens and nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from fordran.api.app import create_app
from fordran.commands.served import Served
from fordran.settings import Settings
from fordran.store.rows.ids import new_id
from tests.actions.flow.days import Days
from tests.console.visiting import Browser
from tests.my.debtors import PDF, Debtor, address, posted

Make = Callable[..., Awaitable[Debtor]]


async def test_a_code_shows_what_is_owed_today_line_by_line(debtor: Make) -> None:
    one = await debtor()
    page = await one.browser.get("/my")
    stated = await one.office.statement(one.case)
    owed = round(stated["total_remaining_transaction_amount"] * 100)
    assert (page.h1, page.owed) == ("Din skuld", [owed])
    assert "Kapital" in page.text
    assert "Påminnelseavgift" in page.text
    assert "dagar med" in page.text
    assert all(line["law"] in page.text for line in stated["lines"])
    assert (await one.document())["case_number"] in page.text


async def test_the_foot_of_each_page_names_the_operators_number_and_registered_office(debtor: Make) -> None:
    one = await debtor()
    for path in ("/my", "/my/privacy", "/my/genuine"):
        assert "Org.nr 555555-5555 · Säte: Exempelstad" in (await one.browser.get(path)).answer.text


async def test_several_cases_of_a_letter_are_shown_together_and_each(debtor: Make) -> None:
    one = await debtor(3)
    page = await one.browser.get("/my")
    each = [round((await one.office.statement(case))["total_remaining_transaction_amount"] * 100) for case in one.cases]
    assert page.owed == [sum(each), *each]
    for case, owed in zip(one.cases, each, strict=True):
        assert (await one.browser.get(f"/my/cases/{case}")).owed == [owed]
    for act in ("plan", "respite", "dispute", "messages"):
        chosen = await one.browser.get(f"/my/{act}")
        links = chosen.tree.xpath("//main//a/@href")
        assert [link for link in links if link.endswith(act)] == [f"/my/cases/{case}/{act}" for case in one.cases]


@pytest.mark.parametrize("act", ["", "/plan", "/respite", "/dispute", "/messages", "/invoice"])
async def test_a_code_opens_its_own_cases_alone(debtor: Make, act: str) -> None:
    one, other = await debtor(), await debtor()
    page = await one.browser.get(f"/my/cases/{other.case}{act}")
    assert (page.status, page.trouble) == (404, "not_found")
    assert (await one.browser.get(f"/my/letters/{other.letter['_id']}")).status == 404


@pytest.mark.parametrize("act", ["plan", "respite", "dispute", "messages"])
async def test_nothing_is_done_to_anothers_case(debtor: Make, act: str) -> None:
    one, other = await debtor(), await debtor()
    before = await other.document()
    theirs = await other.get(f"/{act}")
    ours = await one.get(f"/{act}")
    form = posted(theirs, f"/my/cases/{other.case}/{act}") | {"reason": "No.", "text": "No."}
    form |= {name: value for name, value in posted(ours, f"/my/cases/{one.case}/{act}").items() if name.startswith("_")}
    page = await one.browser.post(f"/my/cases/{other.case}/{act}", form)
    assert page.status in (404, 409)
    assert await other.document() == before
    assert await other.work_items() == []


async def test_the_letter_and_the_invoice_themselves_can_be_read(debtor: Make) -> None:
    one = await debtor()
    page = await one.browser.get("/my")
    (link,) = page.tree.xpath("//main//a[starts-with(@href, '/my/letters/')]/@href")
    file = await one.browser.client.get(link)
    assert (file.status_code, file.content) == (200, PDF)
    assert file.headers["content-type"] == "application/pdf"
    assert "sandbox" in file.headers["content-security-policy"]
    assert file.headers["cache-control"] == "no-store"
    assert (await one.browser.get(f"/my/cases/{one.case}/invoice")).status == 404


async def test_a_letter_that_has_not_left_is_not_shown(debtor: Make, days: Days) -> None:
    one = await debtor(3)
    (hidden,) = (await one.office.get("letters", where=f'{{"case": "{one.cases[2]}"}}'))["_items"]
    async with days.transaction() as tx:
        await tx.execute("update letters set sent = null, status = 'made' where id = $1", hidden["_id"])
    assert hidden["_id"] not in (await one.browser.get(f"/my/cases/{one.cases[2]}")).answer.text
    assert (await one.browser.get(f"/my/letters/{hidden['_id']}")).status == 404


async def test_how_to_pay_and_what_has_arrived(debtor: Make) -> None:
    one = await debtor()
    document = await one.document()
    page = await one.browser.get("/my/pay")
    assert page.h1 == "Betala"
    assert document["ocr_number"] in page.text
    assert "555-5552" in page.text
    assert len(page.tree.xpath("//figure//svg")) == 1
    assert page.owed == (await one.browser.get("/my")).owed
    assert "Inga betalningar har kommit in än" in page.text
    await one.office.pay(one.case, 100, "2026-09-02")
    page = await one.browser.get("/my/pay")
    assert "100,00\xa0kr" in page.answer.text
    assert page.owed == (await one.browser.get("/my")).owed


async def test_a_payment_by_swish_is_offered_where_the_operator_takes_it(debtor: Make, settings: Settings) -> None:
    one = await debtor(is_open=False)
    operator = replace(settings.operator, swish_number="1231181189")
    api = create_app(replace(settings, operator=operator))
    browser = Browser(Served(api), address())
    try:
        await browser.send(await browser.get("/my"), "/my", code=one.code)
        page = await browser.get("/my/pay")
    finally:
        await browser.close()
        await api.database.close()
    assert len(page.tree.xpath("//figure//svg")) == 2
    (link,) = page.tree.xpath("//figure//a/@href")
    ocr_number = (await one.document())["ocr_number"]
    (owed,) = page.owed
    amount = f"{owed // 100}.{owed % 100:02d}"
    assert link.endswith(f"?sw=1231181189&amt={amount}&cur=SEK&msg={ocr_number}&edit=amt&src=qr")


async def test_what_is_closed_says_so_and_asks_for_nothing(debtor: Make) -> None:
    one = await debtor()
    await one.office.cancel(one.case)
    page = await one.browser.get("/my")
    assert page.owed == [0]
    assert "Borgenären har återkallat ärendet." in page.text
    assert "Dela upp" not in page.buttons
    for act in ("/plan", "/respite", "/dispute"):
        assert "Ärendet är avslutat" in (await one.get(act)).text
    assert "inget att betala" in (await one.browser.get("/my/pay")).text


async def test_how_far_an_application_has_come(debtor: Make, days: Days) -> None:
    one = await debtor()
    assert "Kronofogdens målnummer" not in (await one.browser.get("/my")).text
    document = await one.document()
    async with days.transaction() as tx:
        await tx.execute(
            """insert into enforcements (account_id, id, created, updated, creditor_id, customer_id, letter_id, case_ids, status,
                                         channel, case_number, sent_date)
               values ($1, $2, now(), now(), $3, $4, $5, $6, 'order', 'paper', '01-123456-26', '2026-09-20')""",
            *(document["account"], new_id(), document["creditor"], document["customer"], one.letter["_id"], [one.case]),
        )
    text = (await one.browser.get("/my")).text
    assert "Kronofogden har meddelat utslag. Ansökan skickades den 20 september 2026." in text
    assert "Kronofogdens målnummer är 01-123456-26." in text


async def test_markup_in_names_is_only_text(debtor: Make) -> None:
    one = await debtor(name='<script>alert("x")</script>')
    page = await one.browser.get("/my/details")
    assert not page.tree.xpath("//main//script")
    assert '<script>alert("x")</script>' in page.text


async def test_everything_is_said_in_english_too(debtor: Make) -> None:
    one = await debtor()
    await one.browser.send(await one.browser.get("/my"), "/my/language", language="en")
    heads = {
        "": "Your debt",
        "/plan": "Pay in parts",
        "/respite": "Get more time",
        "/dispute": "Object",
        "/messages": "Write to us",
    }
    for act, head in heads.items():
        page = await one.get(act)
        assert (page.h1, page.tree.get("lang")) == (head, "en")
    assert (await one.browser.get("/my/pay")).h1 == "Pay"
    assert (await one.browser.get("/my/details")).h1 == "Your details"
    assert "Reminder fee" in (await one.browser.get("/my")).text


async def test_the_whole_notice_of_personal_data_is_open_to_all(stranger: Browser) -> None:
    page = await stranger.get("/my/privacy")
    assert (page.status, page.h1) == (200, "Om dina personuppgifter")
    for said in ("personuppgiftsansvarig", "artikel 6.1 f", "Integritetsskyddsmyndigheten", "bokföringslagen"):
        assert said in page.text
