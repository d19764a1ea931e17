"""Files of invoices and claims: shown row by row as they would be registered, and registered once by the worker."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import FilePayload

from fordran import clock
from fordran.actions.imports import sent_files
from fordran.actions.imports.sent_files import register_some
from fordran.commands.served import Served
from tests.api.world import World
from tests.console.browser import window
from tests.console.visiting import Browser, Shown, link_for

Browse = Callable[[str], Awaitable[Browser]]
HEAD = (
    "invoice_type;invoice_number;invoice_date;invoice_due_date;currency;customer.name;customer.id_number;"
    "customer.address.address_line_1;customer.address.zip_code;customer.address.city;"
    "matrix.article_description;matrix.total_price_excluding_vat\n"
)
REST = "Dagny Dal;19811228-9874;Storgatan 1;11122;Stockholm;Arbete"


def row(number: str, price: str = "100,00", day: str = "2026-11-02") -> str:
    return f"invoice;{number};{day};2026-12-02;SEK;{REST};{price}\n"


def csv_file(*rows: str) -> bytes:
    return (HEAD + "".join(rows)).encode()


async def work_off(world: World) -> int:
    """Let the worker see to all that waits; how many parts there were."""
    parts = 0
    while True:
        async with world.database.transaction() as tx:
            if not await register_some(tx, clock.now()):
                return parts
        parts += 1


async def invoices(world: World, prefix: str) -> list[Any]:
    found = await world.operator.get("/invoices", params={"sort": "-_id", "max_results": "100"})
    return [one for one in found.json()["_items"] if one["invoice_number"].startswith(prefix)]


async def previewed(user: Browser, world: World, content: bytes, kind: str = "invoices", name: str = "a.csv") -> Shown:
    page = await user.get("/console/import")
    values = page.form("/console/import") | {"creditor": world.creditor.id, "kind": kind}
    values.pop("file", None)
    return await user.post("/console/import", values, files={"file": (name, content)})


async def test_a_creditors_user_imports_a_file_by_clicks_and_twice_does_nothing_twice(
    chromium: Chromium, site: str, served: Served, people: dict[str, str], world: World
) -> None:
    content = csv_file(row("I-1"), row("I-1", "50,00"), row("I-2", "dyrt"), row("I-3"))
    async with window(chromium, site, await link_for(served, people["creditor_user"])) as one:
        page = one.page
        await one.open("/console/invoices")
        await page.get_by_role("link", name="Importera").click()
        assert await one.wrongs() == []
        async with page.expect_download() as downloading:
            await page.locator("summary", has_text="Fakturor att skicka").click()
            await page.get_by_role("link", name="Ladda ner mallen").first.click()
        template = await downloading.value
        assert "matrix.total_price_excluding_vat" in (await template.path()).read_text("utf-8-sig")
        await page.locator("#f-creditor").select_option(world.creditor.id)
        sent: FilePayload = {"name": "mars.csv", "mimeType": "text/csv", "buffer": content}
        await page.locator("#f-file").set_input_files(sent)
        await page.get_by_role("button", name="Förhandsgranska").click()
        await page.wait_for_url("**/console/import/preview*")
        assert await one.wrongs_at("wide", "light") + await one.wrongs_at("narrow", "dark") == []
        shown = await page.locator("table").inner_text()
        assert "'dyrt' är inget tal." in shown
        assert "188,00\xa0kr" in shown
        assert await invoices(world, "I-") == []
        await page.get_by_role("button", name="Importera 2 registreringar").dblclick()
        await page.wait_for_url(re.compile("/console/import/[0-9a-f]{24}$"))
        report = page.url.split("/")[-1].split("?")[0]
        assert await work_off(world) > 0
        await page.reload()
        assert "Klar" in await page.locator("header.head").inner_text()
        assert await one.wrongs_at("wide", "light") + await one.wrongs_at("narrow", "dark") == []
        async with page.expect_download() as downloading:
            await page.get_by_role("link", name="Ladda ner det som nekades").click()
        refused = (await (await downloading.value).path()).read_text("utf-8-sig")
        assert "4;matrix.0.total_price_excluding_vat;'dyrt' är inget tal." in refused
        await page.go_back()
        await page.get_by_role("button", name="Importera 2 registreringar").click()
        await page.wait_for_url(f"**/console/import/{report}")
        await work_off(world)
    made = await invoices(world, "I-")
    assert sorted(one["invoice_number"] for one in made) == ["I-1", "I-3"]
    shown_report = (await world.operator.get(f"/file--import-reports/{report}")).json()
    assert (shown_report["registered"], shown_report["refused"], shown_report["duplicates"]) == (2, 1, 0)


async def test_claims_are_imported_and_those_that_are_there_are_said_to_be(browse: Browse, world: World) -> None:
    head = (
        "first_action;currency;customer.name;customer.id_number;customer.address.address_line_1;customer.address.zip_code;"
        "customer.address.city;debts.invoice_number;debts.invoice_date;debts.invoice_due_days_after_invoice_date;"
        "debts.capital_to_claim\n"
    )
    line = "reminder;SEK;Dagny Dal;19811228-9874;Storgatan 1;11122;Stockholm;{};2026-08-03;30;1 250,50\n"
    user = await browse("handler")
    first = await previewed(user, world, (head + line.format("IC-1")).encode(), "cases")
    await user.send(first, "/console/import/start")
    await work_off(world)
    again = await previewed(user, world, (head + line.format("IC-1") + line.format("IC-2")).encode(), "cases")
    assert "Redan registrerad" in again.text
    assert "Importera 1 registrering" in again.buttons
    assert "1 250,50 kr" in again.text.replace("\xa0", " ")


async def test_a_killed_worker_loses_and_doubles_nothing(
    browse: Browse, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent_files, "AT_A_TIME", 2)
    user = await browse("creditor_user")
    page = await previewed(user, world, csv_file(*(row(f"IK-{number}") for number in range(5))))
    started = await user.send(page, "/console/import/start")
    assert "0 av 5 är klara." in started.text
    async with world.database.transaction() as tx:
        assert await register_some(tx, clock.now()) == 1

    class Killed(Exception):
        pass

    with suppress(Killed):
        async with world.database.transaction() as tx:
            await register_some(tx, clock.now())
            raise Killed
    half = await user.get(started.answer.url.path)
    assert "2 av 5 är klara." in half.text
    assert len(await invoices(world, "IK-")) == 2
    await work_off(world)
    assert len(await invoices(world, "IK-")) == 5


async def test_the_same_file_sent_at_once_is_registered_once(browse: Browse, world: World) -> None:
    users = [await browse("creditor_user"), await browse("handler")]
    pages = [await previewed(user, world, csv_file(row("IT-1"))) for user in users]
    done = await asyncio.gather(
        *(user.send(page, "/console/import/start") for user, page in zip(users, pages, strict=True))
    )
    assert len({one.answer.url.path for one in done}) == 1
    await work_off(world)
    assert len(await invoices(world, "IT-")) == 1


async def test_rows_for_another_creditor_are_refused(browse: Browse, world: World) -> None:
    of = world.partners[1].accounts[0]
    document = {
        "account": of.id,
        "creditor": of.creditors[0].id,
        "invoice_type": "invoice",
        "invoice_number": "IO-1",
        "invoice_date": "2026-11-02",
        "invoice_due_date": "2026-12-02",
        "currency": "SEK",
        "customer": {"name": "Dagny Dal", "id_number": "19811228-9874"},
        "matrix": [{"article_description": "Arbete", "total_price_excluding_vat": 100}],
    }
    page = await previewed(await browse("admin"), world, json.dumps(document).encode(), name="a.jsonl")
    assert "Raden gäller en annan borgenär" in page.text
    assert page.buttons == ["En annan fil"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Första raden ska innehålla kolumnernas namn."),
        (HEAD.encode(), "Filen har inga rader."),
        (b"\xff\xfe\x00", "teckenkodning"),
        (b"invoice_number;invoice_number\n1;2\n", "Två kolumner har samma namn."),
        (b'invoice_number\n"1', "CSV"),
        (b"{nonsense", "JSON-objekt"),
        (b"PK\x03\x04nonsense", "arbetsbok"),
        (b"x" * (10 * 1024 * 1024 + 1), "större än 10 MB"),
        (csv_file(*(row(str(number)) for number in range(5001))), "fler än 5000 rader"),
    ],
)
async def test_a_file_that_cannot_be_taken_is_refused_beside_its_field(
    browse: Browse, world: World, content: bytes, said: str
) -> None:
    page = await previewed(await browse("creditor_user"), world, content)
    assert page.status == 422
    (wrong,) = page.tree.xpath("//p[@id='f-file-wrong']")
    assert said in wrong.text_content()


async def test_without_a_file_or_a_creditor_nothing_is_sent(browse: Browse, world: World) -> None:
    user = await browse("handler")
    page = await user.get("/console/import")
    values = page.form("/console/import") | {"creditor": "0" * 24}
    values.pop("file", None)
    again = await user.post("/console/import", values, files={"other": ("", b"")})
    assert again.status == 422
    assert {one.get("id") for one in again.tree.xpath("//p[@class='wrong']")} == {"f-creditor-wrong", "f-file-wrong"}


async def test_nobody_sees_the_preview_or_the_import_of_others(browse: Browse, world: World) -> None:
    page = await previewed(await browse("handler"), world, csv_file(row("IP-1")))
    other = await browse("admin")
    assert (await other.get(str(page.answer.url.raw_path.decode()))).status == 404


async def test_the_interface_takes_the_same_file_and_tries_it(world: World) -> None:
    user: httpx.AsyncClient = world.operator
    asked = {"kind": "invoices", "creditor": world.creditor.id}
    content = csv_file(row("IA-1"), row("IA-2", "dyrt"))
    tried = await user.post("/file--import-reports", params=asked | {"dry_run": "true"}, content=content)
    assert tried.status_code == 200, tried.text
    body = tried.json()
    assert (body["registered"], body["refused"], body["_dry_run"]) == (1, 1, True)
    assert body["refusals"] == [
        {"row": 3, "issues": {"matrix": {"0": {"total_price_excluding_vat": "'dyrt' is no number."}}}}
    ]
    assert await invoices(world, "IA-") == []
    sent = await user.post("/file--import-reports", data=asked, files={"file": ("a.csv", content)})
    assert sent.status_code == 201, sent.text
    await work_off(world)
    report = (await user.get(f"/file--import-reports/{sent.json()['_id']}")).json()
    assert (report["registered"], report["refused"], report["filename"]) == (1, 1, "a.csv")
    assert "finished" in report
    wrong = await user.post("/file--import-reports", params={"kind": "x"}, content=content)
    assert wrong.status_code == 422
    assert set(wrong.json()["_issues"]) == {"kind", "creditor"}
    missing = await user.post("/file--import-reports", params=asked | {"creditor": "0" * 24}, content=content)
    assert list(missing.json()["_issues"]) == ["creditor"]


async def test_who_may_not_register_any_more_registers_nothing(browse: Browse, world: World) -> None:
    user = await browse("finance")
    page = await previewed(user, world, csv_file(row("IN-1")))
    done = await user.send(page, "/console/import/start")
    report = done.answer.url.path.split("/")[-1]
    async with world.database.transaction() as tx:
        await tx.execute("update import_files set asked_by = $2 where file_import_id = $1", report, "0" * 24)
    await work_off(world)
    assert await invoices(world, "IN-") == []
    assert "får inte längre registrera" in (await user.get(f"/console/import/{report}")).text
