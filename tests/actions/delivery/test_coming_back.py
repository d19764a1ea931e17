"""What comes back: bounces from a folder and a mailbox, receipts of e-invoices; and what an operator sends again."""

from __future__ import annotations

import os
import socketserver
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.delivery.bounce import MOST_OF_MESSAGE
from fordran.actions.delivery.receipt import MOST_OF_RECEIPT
from fordran.actions.delivery.send_again import retry, send_again
from fordran.actions.monitoring.list_deliveries import list_deliveries
from fordran.actions.refusals import Conflict
from fordran.api.app import Api
from fordran.outside import coming_back
from fordran.outside.coming_back import BounceFolder, BounceMailbox, ReceiptFolder
from fordran.settings import Settings
from tests.actions.delivery.house import BUYER, House, open_house
from tests.actions.office import Office
from tests.formats.e_invoices.test_receipts import WHY, response
from tests.formats.test_bounces import report
from tests.outside.post_office import PostOffice

MAIL = {"email": "karin@example.com"}


@pytest.fixture
async def house(app: Api, office: Office, settings: Settings, tmp_path: Path, post: PostOffice) -> AsyncIterator[House]:
    async with open_house(app, office, settings, tmp_path, smtp_url=post.url) as opened:
        opened.readers = [ReceiptFolder(tmp_path / "e-invoices" / "receipts"), BounceFolder(tmp_path / "bounces")]
        (tmp_path / "bounces").mkdir()
        yield opened


def bounce(message_id: str) -> bytes:
    head = f"Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: {message_id}\r\n"
    return report(original=head)


def names(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


async def test_an_invoice_that_bounces_is_printed(house: House) -> None:
    id_ = await house.invoice(MAIL)
    await house.work()
    sent = await house.delivery(id_)
    assert (sent["channel"], sent["status"]) == ("email", "sent")
    folder = house.settings.data / "bounces"
    (folder / "1.eml").write_bytes(bounce(sent["message_id"]))
    (folder / "2.eml").write_bytes(b"Subject: Semester\r\n\r\nHej!\r\n")
    (folder / "3.eml").write_bytes(bounce("<somebody@else.example>"))
    await house.work(1)
    assert names(folder) == {"done/1.eml", "other/2.eml", "done/3.eml"}
    printed = await house.delivery(id_)
    assert (printed["channel"], printed["status"]) == ("print", "sent")
    (before,) = printed["history"]
    assert (before["message_id"], before["channel"], before["status"]) == (sent["message_id"], "email", "failed")
    assert "no such user" in before["reason"]
    assert await house.told(id_) == ["invoice.sent email", "invoice.not_delivered email", "invoice.sent print"]
    (folder / "1.eml").write_bytes(bounce(sent["message_id"]))
    await house.work(1)
    assert await house.delivery(id_) == printed, "a bounce counts once"


async def test_a_folder_that_is_not_there_is_made_and_one_that_cannot_be_is_told_of(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(coming_back.log, "warning", lambda event, **more: told.append((event, more["folder"])))
    made, cannot_be = tmp_path / "new" / "receipts", tmp_path / "file" / "bounces"
    (tmp_path / "file").write_text("")
    begin = house.app.database.transaction
    assert await ReceiptFolder(made).read(begin, house.now) == 0
    assert (made.is_dir(), told) == (True, [])
    assert await BounceFolder(cannot_be).read(begin, house.now) == 0
    assert told == [("return folder unreadable", str(cannot_be))]


async def test_garbage_and_what_cannot_be_moved_keep_no_bounce_waiting(house: House) -> None:
    id_ = await house.invoice(MAIL)
    await house.work()
    message_id = (await house.delivery(id_))["message_id"]
    folder, receipts = house.settings.data / "bounces", house.settings.data / "e-invoices" / "receipts"
    (folder / "0.eml").mkdir()
    (folder / "1.eml").write_bytes(b'Content-Type: multipart/report; boundary="b"\r\n\r\n' + b"--b\r\n" * 100_000)
    (folder / "2.eml").write_bytes(report(original="Content-Type: message/rfc822\r\n\r\nMessage-ID: <a@[\r\n"))
    (folder / "3.eml").symlink_to(folder / "nowhere")
    (folder / "4.eml").write_bytes(bounce(message_id))
    assert receipts.is_dir()
    (receipts / os.fsdecode(b"\xff.xml")).write_bytes(b"<no receipt")
    (receipts / "long.xml").write_bytes(response() + b" " * MOST_OF_RECEIPT)
    # Nothing can be moved there: it is found again each time, and others are seen to.
    (folder / "other").write_text("no folder")
    await house.work(1)
    assert (await house.delivery(id_))["channel"] == "print"
    assert (folder / "done" / "4.eml").exists()
    assert (folder / "1.eml").exists()
    assert len([*(receipts / "set-aside").iterdir()]) == 2
    (folder / "other").unlink()
    await house.work(1)
    assert {"other/1.eml", "other/2.eml"} <= names(folder)


async def test_accepted_e_invoices_are_delivered_and_rejected_ones_go_the_next_way(house: House) -> None:
    accepted, rejected, noted = [await house.invoice(BUYER, invoice_number=f"E-{n}") for n in (1, 2, 3)]
    await house.work()
    assert [(await house.delivery(one))["status"] for one in (accepted, rejected, noted)] == ["sent"] * 3
    assert {item["invoice_number"] for item in house.items("e-invoices")} == {"E-1", "E-2", "E-3"}
    folder = house.settings.data / "e-invoices" / "receipts"
    assert folder.is_dir()
    (folder / "a.xml").write_bytes(response("AP", "E-1", ""))
    (folder / "b.xml").write_bytes(response("RE", rejected, "", WHY))
    (folder / "c.xml").write_bytes(response("AB", "E-3", ""))
    (folder / "d.xml").write_bytes(response("AP", "unknown", ""))
    (folder / "e.xml").write_bytes(b"<not xml")
    await house.work(1)
    assert names(folder) == {"done/a.xml", "done/b.xml", "done/c.xml", "set-aside/d.xml", "set-aside/e.xml"}
    assert (await house.delivery(accepted))["status"] == "delivered"
    assert "delivered" in await house.delivery(accepted)
    after = await house.delivery(rejected)
    assert (after["channel"], after["status"]) == ("print", "sent")
    assert after["history"][0]["reason"] == "the receiver rejected it: Fel köpare"
    assert (await house.delivery(noted))["status"] == "sent"
    items = (await house.office.get("work--items", where='{"kind": "duty_failed"}'))["_items"]
    assert {item["reason"].partition(":")[0] for item in items} >= {"receipt d.xml", "receipt e.xml"}


async def test_an_invoice_that_e_invoices_cannot_say_goes_the_next_way_with_the_reason(house: House) -> None:
    taxed = {"article_description": "Papper", "total_price_excluding_vat": 100, "unit_vat_percent": "25%"}
    id_ = await house.invoice(BUYER | MAIL, matrix=[taxed])
    await house.work()
    found = await house.delivery(id_)
    assert (found["channel"], found["status"]) == ("email", "sent")
    (before,) = found["history"]
    assert before["channel"] == "e_invoice"
    assert "VAT" in before["reason"]
    assert house.items("e-invoices") == []


async def test_our_own_fault_waits_with_a_work_item_until_it_is_put_right(house: House, post: PostOffice) -> None:
    id_ = await house.invoice(MAIL)
    post.refuses = {"MAIL": "553 not from you"}
    await house.work()
    await house.work(40 * 3600)
    waiting = await house.delivery(id_)
    assert (waiting["channel"], waiting["status"], waiting["history"]) == ("email", "queued", [])
    case = (await house.office.get(f"invoices/{id_}"))["case"]
    (item,) = (await house.office.get("work--items", where=f'{{"case": "{case}"}}'))["_items"]
    assert (item["kind"], "resolved" in item) == ("delivery_failed", False)
    post.refuses = {}
    await house.work(600)
    assert (await house.delivery(id_))["status"] == "sent"
    (item,) = (await house.office.get("work--items", where=f'{{"case": "{case}"}}'))["_items"]
    assert "resolved" in item


async def test_what_no_channel_takes_has_failed_and_is_tried_again_by_hand(house: House) -> None:
    id_ = await house.invoice({"address": {"country": "SE"}})
    await house.work()
    failed = await house.delivery(id_)
    assert (failed["status"], failed["reason"]) == ("failed", "the customer has no postal address")
    assert await house.told(id_) == ["invoice.not_delivered print"]
    async with house.app.database.transaction() as tx:
        assert id_ in [one["id"] for one in await list_deliveries(tx, is_failed=True)]
        assert await retry(tx, id_, house.now) == "print"
        assert await retry(tx, "0" * 24, house.now) is None
    customer = (await house.office.get(f"invoices/{id_}"))["customer"]
    seen = (await house.office.client.get(f"/customers/{customer}")).json()
    address = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm"}
    said = await house.office.client.patch(
        f"/customers/{customer}", json={"address": address}, headers={"if-match": seen["_etag"]}
    )
    assert said.status_code == 200, said.text
    await house.work(1)
    assert (await house.delivery(id_))["status"] == "sent"
    async with house.app.database.transaction() as tx:
        with pytest.raises(Conflict, match="nothing to try again"):
            await retry(tx, id_, house.now)


async def test_somebody_sends_an_invoice_again_by_another_channel(house: House, post: PostOffice) -> None:
    id_ = await house.invoice(MAIL)
    await house.work()
    async with house.app.database.transaction() as tx:
        assert await send_again(tx, id_, "print", house.now)
    await house.work(1)
    again = await house.delivery(id_)
    assert (again["channel"], again["status"]) == ("print", "sent")
    assert again["history"][0]["reason"] == "it was sent again by hand"
    assert [item["delivery"] for item in house.items("print")] == [id_]
    async with house.app.database.transaction() as tx:
        assert await send_again(tx, id_, "email", house.now)
    await house.work(1)
    ids = [got.message["Message-ID"] for got in post.mailed]
    assert len(set(ids)) == 2, "another message has another id"


# A mailbox --------------------------------------------------------------------------------------------------------------------


class _Imap(socketserver.StreamRequestHandler):
    """As much of RFC 3501 as is needed to read a mailbox."""

    def handle(self) -> None:
        box: dict[str, Any] = self.server.box  # type: ignore[attr-defined]
        self._say("* OK ready")
        while line := self.rfile.readline().decode().strip():
            tag, _, said = line.partition(" ")
            words = said.split()
            command = " ".join(words[:2]).upper() if words[0].upper() == "UID" else words[0].upper()
            if command == "CAPABILITY":
                self._say("* CAPABILITY IMAP4rev1")
            elif command == "LOGIN" and words[1:] != ["ombud", '"hemligt"']:
                self._say(f"{tag} NO wrong password")
                continue
            elif command == "SELECT":
                self._say(f"* {len(box)} EXISTS")
            elif command == "UID SEARCH":
                self._say("* SEARCH " + " ".join(number for number, one in box.items() if not one["seen"]))
            elif command == "UID FETCH":
                first, most = words[3].partition("<")[2].partition(">")[0].split(".")
                content = box[words[2]]["content"][int(first) : int(first) + int(most)]
                self._say(f"* 1 FETCH (UID {words[2]} BODY[]<{first}> {{{len(content)}}}")
                self.wfile.write(content)
                self._say(")")
            elif command == "UID STORE":
                box[words[2]]["seen"] = True
            elif command == "LOGOUT":
                self._say("* BYE")
            self._say(f"{tag} OK done")
            if command == "LOGOUT":
                return

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@pytest.fixture
def imap() -> Iterator[Any]:
    """A mailbox on this machine: where it is, and what is in it."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Imap) as server:
        server.daemon_threads = True
        server.box = {}  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join(5)


async def test_bounces_in_a_mailbox_are_read_and_marked_as_seen(house: House, imap: Any) -> None:
    port = imap.server_address[1]
    house.readers = [BounceMailbox(f"imap://ombud:hemligt@127.0.0.1:{port}/INBOX")]
    id_ = await house.invoice(MAIL)
    await house.work()
    sent = await house.delivery(id_)
    imap.box |= {
        "7": {"content": bounce(sent["message_id"]), "seen": False},
        "6": {"content": b"\xff" * (MOST_OF_MESSAGE + 5_000_000), "seen": False},
        "8": {"content": b"Subject: Hej\r\n\r\nHej!\r\n", "seen": False},
        "9": {"content": bounce("<seen@before.example>"), "seen": True},
    }
    await house.work(1)
    assert (await house.delivery(id_))["channel"] == "print"
    assert all(one["seen"] for one in imap.box.values())


async def test_a_mailbox_that_lets_nobody_in_keeps_nothing_else_waiting(house: House, imap: Any) -> None:
    port = imap.server_address[1]
    house.readers = [BounceMailbox(f"imap://ombud:fel@127.0.0.1:{port}/INBOX")]
    id_ = await house.invoice(MAIL)
    await house.work()
    assert (await house.delivery(id_))["status"] == "sent"
