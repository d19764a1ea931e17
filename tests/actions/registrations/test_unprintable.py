"""An invoice that cannot be printed goes on the work list, keeps no other waiting, and is read without its print."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta

import pytest

from fordran import clock
from fordran.actions.printing import print_invoice as printing
from fordran.actions.printing.print_invoice import print_due_invoices
from fordran.actions.rendering.renderers import RENDERERS, RenderLimits
from fordran.documents.invoices.invoice import InvoiceDocument, render
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from tests.actions.office import Body, Office
from tests.pdf import text_of


@pytest.fixture(scope="module")
def settings(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    data = tmp_path_factory.mktemp("data")
    return dataclasses.replace(Settings(), database_url=database_url, data=data, rate_limit_per_second=0)


async def printed(office: Office, settings: Settings, now: datetime) -> int:
    async with office.app.database.transaction() as tx:
        return await print_due_invoices(tx, MediaFolder(settings.data / "media").put, Operator(), now)


async def items(office: Office, case: str) -> list[Body]:
    found: list[Body] = (await office.get("work--items", where=f'{{"case": "{case}"}}'))["_items"]
    return found


async def invoice_of(office: Office, case: str) -> Body:
    (found,) = (await office.get("invoices", where=f'{{"case": "{case}"}}'))["_items"]
    return await office.get(f"invoices/{found['_id']}")


STUCK = "Fastnar"


def stumbles(document: InvoiceDocument) -> bytes:
    """Render an invoice, unless it has that headline; called in a renderer."""
    if document.invoice_headline == STUCK:
        raise RuntimeError("the page does not hold it")
    return render(document)


async def test_an_invoice_that_cannot_be_printed_waits_by_itself_until_it_can(
    office: Office, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck = await office.register_invoice(100, invoice_headline=STUCK)
    other = await office.register_invoice(100)
    now = clock.now()
    with monkeypatch.context() as patched:
        patched.setattr(printing, "render", stumbles)
        assert await printed(office, settings, now) == 2
        assert await printed(office, settings, now + timedelta(minutes=59)) == 0, "it is put aside"
        assert await printed(office, settings, now + timedelta(minutes=61)) == 1, "and tried again"
        assert "print" not in await invoice_of(office, stuck)
        assert "print" in await invoice_of(office, other)
        await office.post("clock", {"days": 1})
        (item,) = await items(office, stuck)
    assert item["kind"] == "invoice_failed"
    assert item["reason"].endswith(": cannot be printed: RuntimeError('the page does not hold it')")
    assert await items(office, other) == []
    await printed(office, settings, now + timedelta(days=2))
    assert "print" in await invoice_of(office, stuck)
    assert "resolved" in (await items(office, stuck))[0]


async def test_a_stored_logo_that_takes_too_long_puts_its_invoices_on_the_work_list(
    office: Office, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A logo from before logos were counted."""
    masked = '<path mask="url(#m{})" d="M0 0h1v1z"/>'
    masks = "".join(f'<mask id="m{n}">{masked.format(n - 1) * 2}</mask>' for n in range(1, 40))
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><mask id="m0"/>'
    nested = f"{head}{masks}{masked.format(39)}</svg>"
    monkeypatch.setattr(RENDERERS, "limits", RenderLimits(seconds=1))
    plain = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
    sent = await office.client.post(
        f"/media--upload/{office.creditor}",
        data={"dotted_path": "logo", "domain": "creditors"},
        files={"file": ("logo.svg", plain.encode())},
    )
    assert sent.status_code == 201, sent.text
    async with office.app.database.transaction() as tx:
        await tx.execute("update creditor_logos set picture = $1", nested)
    case = await office.register_invoice(100)
    await printed(office, settings, clock.now())
    (item,) = await items(office, case)
    assert item["kind"] == "invoice_failed"
    assert "it takes more than" in item["reason"]
    async with office.app.database.transaction() as tx:
        await tx.execute("update creditors set logo_id = null")


async def test_reading_an_invoice_that_cannot_be_printed_shows_it_without_its_print(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = await office.register_invoice(100, invoice_headline=STUCK)
    monkeypatch.setattr(printing, "render", stumbles)
    assert "print" not in await invoice_of(office, case)
    assert len(await items(office, case)) == 1


async def test_an_invoice_names_the_registered_office_of_its_creditor(office: Office) -> None:
    city = (await office.get(f"creditors/{office.creditor}"))["sender_address"]["city"]
    shown = await invoice_of(office, await office.register_invoice())
    printed = await office.client.get(shown["print_document"]["url"])
    assert f"Säte: {city}" in text_of(printed.content)


async def test_an_unbroken_word_as_long_as_a_text_may_be_is_printed(office: Office) -> None:
    case = await office.register_invoice(100, invoice_headline="x" * 10_000, your_reference="\u00a0y" * 4_000)
    assert "print" in await invoice_of(office, case)
    assert await items(office, case) == []
