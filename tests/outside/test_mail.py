"""E-mail: what the mail server gets of a parcel, and what becomes of one that it does not take."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fordran.actions.letters.send_letters import Enclosed, NotDelivered, Parcel
from fordran.outside.mail import Mail
from fordran.outside.media import NoSuchFile
from tests.outside.post_office import PostOffice, post_office

FILES = {"m1": b"%PDF-1.7 one " + bytes(range(256)), "m2": b"%PDF-1.7 two\r\n.\r\n..dots"}
PARCEL = Parcel(
    id="0" * 24,
    channel="email",
    receiver="karin@example.com",
    customer_name="Karin Öberg",
    creditor_name="Åkessons Möbler & Såg AB",
    language="sv",
    documents=(Enclosed("m1", "debt_collection-2026-11-15.pdf"), Enclosed("m2", "påminnelse.pdf")),
)


def mail(office: PostOffice) -> Mail:
    return Mail(office.url, "inkasso@operator.example", "Operatören Åäö AB", FILES.__getitem__)


def parcel(**changes: str) -> Parcel:
    return replace(PARCEL, **changes)  # type: ignore[arg-type]


async def test_a_parcel_is_one_message_with_its_documents_byte_for_byte() -> None:
    async with post_office() as office:
        await mail(office).deliver(parcel())
        (got,) = office.mailed
    assert (got.sender, got.receivers) == ("inkasso@operator.example", ["karin@example.com"])
    assert got.documents == {
        "debt_collection-2026-11-15.pdf": FILES["m1"],
        "påminnelse.pdf": FILES["m2"],
    }
    message = got.message
    assert message["Subject"] == "Brev om er faktura från Åkessons Möbler & Såg AB"
    assert message["From"].addresses[0].display_name == "Operatören Åäö AB"
    text = message.get_body(("plain",))
    assert text is not None
    assert "Hej Karin Öberg!" in text.get_content()


async def test_a_letter_in_english_comes_with_english_words() -> None:
    async with post_office() as office:
        await mail(office).deliver(parcel(language="en"))
    assert office.mailed[0].message["Subject"] == "Letter about your invoice from Åkessons Möbler & Såg AB"


async def test_the_same_parcel_handed_over_twice_has_the_same_message_id() -> None:
    async with post_office() as office:
        for _ in range(2):
            await mail(office).deliver(parcel())
        await mail(office).deliver(parcel(id="1" * 24))
    ids = [got.message["Message-ID"] for got in office.mailed]
    assert ids[0] == ids[1] == f"<{'0' * 24}@operator.example>"
    assert ids[2] != ids[0]


async def test_a_name_with_a_line_end_writes_no_header() -> None:
    async with post_office() as office:
        await mail(office).deliver(parcel(creditor_name="A\r\nBcc: other@example.com"))
    assert office.mailed[0].receivers == ["karin@example.com"]
    assert office.mailed[0].message["Bcc"] is None


@pytest.mark.parametrize(
    ("refuses", "remark"),
    [
        ({"RCPT": "550 no such mailbox"}, "the address is unknown"),
        ({"MAIL": "451 try later"}, "the server is busy"),
        ({"DATA": "554 not here"}, "the content is refused"),
        ({"EHLO": "421 closing", "HELO": "421 closing"}, "the server goes away"),
    ],
)
async def test_what_the_server_refuses_was_not_delivered(refuses: dict[str, str], remark: str) -> None:
    async with post_office() as office:
        office.refuses = refuses
        with pytest.raises(NotDelivered, match="the mail server did not take it"):
            await mail(office).deliver(parcel())
        assert office.mailed == [], remark


async def test_a_server_that_hangs_up_or_is_not_there_did_not_deliver() -> None:
    async with post_office() as office:
        office.hangs_up_after = "DATA"
        with pytest.raises(NotDelivered):
            await mail(office).deliver(parcel())
        gone = mail(office)
    with pytest.raises(NotDelivered):
        await gone.deliver(parcel())


@pytest.mark.parametrize(
    ("receiver", "remark"),
    [
        ("karin.öberg@example.com", "letters that the server does not take in an address"),
        ("a@b\r\nRCPT TO:<c@d>", "a line end"),
        ("karin@", "half an address"),
        ("@example.com", "the other half"),
        ("a@example.com, b@example.com", "two addresses"),
        ("Karin <a@example.com>", "a name and an address"),
    ],
)
async def test_an_address_that_cannot_be_is_not_delivered_to(receiver: str, remark: str) -> None:
    async with post_office() as office:
        with pytest.raises(NotDelivered):
            await mail(office).deliver(parcel(receiver=receiver))
        assert office.mailed == [], remark


async def test_a_document_that_is_missing_does_not_leave() -> None:
    def read(media: str) -> bytes:
        raise NoSuchFile(f"There is no file {media}.")

    async with post_office() as office:
        with pytest.raises(NotDelivered, match="a document of it is missing"):
            await Mail(office.url, "a@b.example", "A", read).deliver(parcel())
        assert office.mailed == []
