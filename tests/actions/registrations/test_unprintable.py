"""An invoice that cannot be printed goes on the work list, keeps no other waiting, and is read without its print."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta

import pytest

from fordran import clock
from fordran.actions.registrations import print_invoice as printing
from fordran.actions.registrations.print_invoice import print_due_invoices
from fordran.documents.invoices.invoice import InvoiceDocument, render
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from tests.actions.office import Body, Office


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


def stumble_over(headline: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the typesetter give up on invoices with this headline."""

    def rendered(document: InvoiceDocument) -> bytes:
        if document.invoice_headline == headline:
            raise RuntimeError("the page does not hold it")
        return render(document)

    monkeypatch.setattr(printing, "render", rendered)


async def test_an_invoice_that_cannot_be_printed_waits_by_itself_until_it_can(
    office: Office, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck = await office.register_invoice(100, invoice_headline="Fastnar")
    other = await office.register_invoice(100)
    now = clock.now()
    with monkeypatch.context() as patched:
        stumble_over("Fastnar", patched)
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


async def test_reading_an_invoice_that_cannot_be_printed_shows_it_without_its_print(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = await office.register_invoice(100, invoice_headline="Läst")
    stumble_over("Läst", monkeypatch)
    assert "print" not in await invoice_of(office, case)
    assert len(await items(office, case)) == 1


async def test_an_unbroken_word_as_long_as_a_text_may_be_is_printed(office: Office) -> None:
    case = await office.register_invoice(100, invoice_headline="x" * 10_000, your_reference="\u00a0y" * 4_000)
    assert "print" in await invoice_of(office, case)
    assert await items(office, case) == []
