"""Documents that cannot be read, messages that cannot be made and folders that are gone: each waits alone, and is told why."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.stored_files import MediaAway
from fordran.outside.mail import Mail
from tests.actions.delivery.house import House

MAIL = {"email": "karin@example.com"}


async def printed_to(house: House, invoice: str) -> Path:
    """Where the document of an invoice lies."""
    id_: str = (await house.office.get(f"invoices/{invoice}"))["print_document"]["id"]
    return house.settings.data / "media" / id_[-2:] / id_


@pytest.mark.parametrize("customer", [{}, MAIL], ids=["print", "email"])
async def test_a_document_that_the_disk_does_not_give_keeps_no_other_waiting(house: House, customer: Any) -> None:
    damaged, whole = [await house.invoice(customer | {"customer_number": house.office.number()}) for _ in range(2)]
    await house.print()
    document = await printed_to(house, damaged)
    kept = document.read_bytes()
    document.unlink()
    document.mkdir()
    await house.work()
    assert (await house.delivery(whole))["status"] == "sent"
    waits = await house.delivery(damaged)
    assert (waits["status"], waits["attempts"]) == ("queued", 1)
    assert "cannot be read" in waits["reason"]
    document.rmdir()
    document.write_bytes(kept)
    await house.work(60)
    assert (await house.delivery(damaged))["status"] == "sent"


@pytest.mark.parametrize("trouble", [MediaAway("The bucket cannot be used."), UnicodeError("odd")], ids=repr)
async def test_a_message_that_cannot_be_made_is_tried_later(
    house: House, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    id_ = await house.invoice(MAIL | {"customer_number": house.office.number()})
    await house.print()

    def fails(_self: Mail, _parcel: object) -> None:
        raise trouble

    with monkeypatch.context() as patch:
        patch.setattr(Mail, "message", fails)
        await house.work()
    waits = await house.delivery(id_)
    assert (waits["status"], waits["attempts"]) == ("queued", 1)
    assert waits["reason"]
    await house.work(60)
    assert (await house.delivery(id_))["status"] == "sent"


async def test_a_print_folder_that_is_taken_away_amid_a_batch_is_made_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = await house.invoice({"customer_number": house.office.number()})
    await house.print()
    folder, removed = house.settings.data / "print", []
    from fordran.outside import batches

    really = batches.write_through

    def write(path: Path, content: bytes) -> None:
        if not removed:
            removed.append(path)
            shutil.rmtree(folder)
        really(path, content)

    monkeypatch.setattr(batches, "write_through", write)
    await house.work()
    waits = await house.delivery(id_)
    assert (waits["status"], waits["attempts"]) == ("queued", 1)
    assert "the folder cannot be written" in waits["reason"]
    await house.work(60)
    assert (await house.delivery(id_))["status"] == "sent"
    assert [item["delivery"] for item in house.items("print")] == [id_]


async def test_a_print_folder_that_is_a_file_is_told_until_it_is_a_folder(house: House) -> None:
    id_ = await house.invoice({"customer_number": house.office.number()})
    folder = house.settings.data / "print"
    folder.write_text("no folder")
    await house.work()
    assert "the folder cannot be written" in (await house.delivery(id_))["reason"]
    folder.unlink()
    await house.work(60)
    assert (await house.delivery(id_))["status"] == "sent"
