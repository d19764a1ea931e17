"""E-mail: what the mail server gets of a parcel, and what becomes of one that it does not take."""

from __future__ import annotations

import asyncio
import datetime as dt
import email
import email.policy
import re
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from fordran.actions.delivery.claimed import ConfigurationFault, DeliveryResult, PermanentFailure, RetryLater, Sent
from fordran.actions.delivery.covering_note import NoteSender
from fordran.actions.delivery.parcel import Enclosure, Parcel
from fordran.outside.mail import Mail
from fordran.outside.media import NoSuchFile
from fordran.outside.message import MailMessage, written
from fordran.outside.smtp import SmtpPool, SmtpServer
from tests.outside.post_office import Mailed, PostOffice, post_office

FILES = {"m1": b"%PDF-1.7 one " + bytes(range(256)), "m2": b"%PDF-1.7 two\r\n.\r\n..dots"}
PARCEL = Parcel(
    id="0" * 24,
    kind="letters",
    channel="email",
    lines=("Karin Öberg",),
    country="SE",
    address="karin@example.com",
    customer_name="Karin Öberg",
    creditor_name="Åkessons Möbler & Såg AB",
    language="sv",
    documents=(Enclosure("m1", "debt_collection-2026-11-15.pdf"), Enclosure("m2", "påminnelse.pdf")),
    number="F-1",
    message_id="<1.1@operator.example>",
)


@asynccontextmanager
async def mailing(url: str, ca_file: str | None = None, at_once: int = 1) -> AsyncIterator[Mail]:
    pool = SmtpPool(SmtpServer.at(url, ca_file), at_once)
    yield Mail(
        pool, "inkasso@operator.example", NoteSender("Operatören Åäö AB", "556000-0001", "Umeå"), FILES.__getitem__
    )
    pool.close()


def parcel(**changes: Any) -> Parcel:
    return replace(PARCEL, **changes)


async def deliver(office: PostOffice, *parcels: Parcel) -> list[DeliveryResult]:
    async with mailing(office.url) as mail:
        return [await mail.deliver(one) for one in parcels or (PARCEL,)]


async def test_a_message_that_is_sent_again_is_the_same_with_the_date_of_the_first_attempt() -> None:
    first = dt.datetime(2026, 11, 15, 23, 30, tzinfo=dt.UTC)
    async with post_office() as office:
        assert await deliver(office, *[parcel(dated=first)] * 2) == [Sent(), Sent()]
        one, other = office.mailed
    assert one.content == other.content
    assert one.message["Date"].datetime == first
    assert all(len(line) <= 78 for line in one.content.split(b"\r\n"))
    assert one.content.isascii(), "no server has to know of longer letters"
    assert not [part.defects for part in one.message.walk() if part.defects]


async def test_nobodys_name_brings_a_link_along() -> None:
    name = "Läs\r\nhttps://www.evil.se/x, evil.se, a@evil.se"
    async with post_office() as office:
        assert await deliver(office, parcel(customer_name=name, creditor_name=name)) == [Sent()]
        (mailed,) = office.mailed
    bodies = [part.get_content() for part in mailed.message.walk() if part.get_content_maintype() == "text"]
    for text in (mailed.message["Subject"], *bodies):
        assert "Läs evil. se/x, evil. se, a evil. se" in " ".join(text.split())
        assert "evil.se" not in text


HOSTILE = "a\r\n.\r\nMAIL FROM:<x@y.se>\n.\nb\r.\rc\x85.\x85\u2028.\u2028"


async def test_no_text_ends_a_message_early() -> None:
    """Servers differ in what they take for the end of a message, so that no line break but CR LF is ever sent."""
    documents = (Enclosure("m1", f"{HOSTILE}.pdf"),)
    hostile = parcel(customer_name=HOSTILE, creditor_name=HOSTILE, number=HOSTILE, documents=documents)
    async with post_office() as office:
        assert await deliver(office, hostile) == [Sent()]
        (mailed,) = office.mailed
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", mailed.content)
    assert b"\r\n.\r\n" not in mailed.content
    assert mailed.content.isascii()


def test_a_line_that_is_broken_on_the_way_ends_in_crlf_too() -> None:
    """By itself, before any library for SMTP looks at it."""
    content = written(MailMessage("1" * 24, {"Subject": "a"}, "x" * 200, "x" * 200))
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", content)
    assert content.count(b"x=\r\n") == 4


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x7f", "\u202e", "\u2066", "\ufeff"])
def test_a_head_has_no_sign_that_is_not_seen(sign: str) -> None:
    head = written(MailMessage("1" * 24, {"Subject": f"Faktura{sign} från Öberg"}, "a", "a"))
    assert email.message_from_bytes(head, policy=email.policy.default)["Subject"] == "Faktura från Öberg"


@pytest.mark.parametrize(
    "address", ["a@b.se>\r\nDATA", "a@b.se\nRCPT TO:<c@d.se>", "a@b.se\r", "a@b.se> SIZE=1", "a@b.se,c@d.se"]
)
async def test_an_address_brings_no_command_along(address: str) -> None:
    async with post_office() as office:
        (outcome,) = await deliver(office, parcel(address=address))
        assert isinstance(outcome, PermanentFailure) or [mailed.receivers for mailed in office.mailed] == [["a@b.se"]]


async def test_nobodys_name_adds_a_header() -> None:
    named = parcel(creditor_name="Ett bolag\r\nBcc: alla@example.com\r\n\r\nhej", customer_name="\r\n.\r\nQUIT")
    async with post_office() as office:
        assert await deliver(office, named) == [Sent()]
        (got,) = office.mailed
    assert got.message["Bcc"] is None
    assert "Bcc: alla example. com" in got.message["Subject"]
    assert len(got.documents) == 2


async def test_a_parcel_is_one_message_with_its_documents_byte_for_byte() -> None:
    async with post_office() as office:
        assert await deliver(office) == [Sent()]
        (got,) = office.mailed
    assert (got.sender, got.receivers) == ("inkasso@operator.example", ["karin@example.com"])
    assert got.documents == {"debt_collection-2026-11-15.pdf": FILES["m1"], "påminnelse.pdf": FILES["m2"]}
    message = got.message
    assert message["Subject"] == "Brev om er faktura från Åkessons Möbler & Såg AB"
    assert message["From"].addresses[0].display_name == "Operatören Åäö AB"
    assert message["Message-ID"] == PARCEL.message_id
    text, rich = message.get_body(("plain",)), message.get_body(("html",))
    for body in (text, rich):
        assert "Operatören Åäö AB. Org.nr 556000-0001. Säte: Umeå" in body.get_content()
    assert text is not None
    assert rich is not None
    assert "Hej Karin Öberg!" in text.get_content()
    assert "<p>Hej Karin Öberg!</p>" in rich.get_content()
    assert "Möbler &amp; Såg" in rich.get_content()


@pytest.mark.parametrize(
    ("kind", "language", "subject"),
    [
        ("invoice", "sv", "Faktura F-1 från Åkessons Möbler & Såg AB"),
        ("credit_invoice", "sv", "Kreditfaktura F-1 från Åkessons Möbler & Såg AB"),
        ("invoice", "en", "Invoice F-1 from Åkessons Möbler & Såg AB"),
        ("letters", "en", "Letter about your invoice from Åkessons Möbler & Såg AB"),
    ],
)
async def test_its_words_say_what_it_is_in_the_language_of_its_documents(
    kind: Any, language: Any, subject: str
) -> None:
    async with post_office() as office:
        await deliver(office, parcel(kind=kind, language=language))
    assert office.mailed[0].message["Subject"] == subject


async def test_messages_go_over_one_connection_that_is_kept() -> None:
    async with post_office() as office:
        assert await deliver(office, PARCEL, parcel(id="1" * 24), parcel(id="2" * 24)) == [Sent()] * 3
        assert office.connections == 1
    assert len(office.mailed) == 3


async def test_a_message_costs_four_answers_and_one_that_was_refused_is_forgotten_before_the_next() -> None:
    async with post_office() as office, mailing(office.url) as mail:
        assert await mail.deliver(PARCEL) == Sent()
        office.refuses = {"RCPT": "550 no such mailbox"}
        assert isinstance(await mail.deliver(PARCEL), PermanentFailure)
        office.refuses = {}
        assert await mail.deliver(PARCEL) == Sent()
        assert await mail.deliver(PARCEL) == Sent()
    taken = ["MAIL", "RCPT", "DATA"]
    assert office.said == ["EHLO", *taken, "MAIL", "RCPT", "RSET", *taken, *taken]


async def test_a_kept_connection_that_the_server_has_closed_is_made_anew() -> None:
    async with post_office() as office, mailing(office.url) as mail:
        assert await mail.deliver(PARCEL) == Sent()
        office.hang_up_all()
        assert await mail.deliver(PARCEL) == Sent()
        assert office.connections == 2


async def test_a_name_with_a_line_end_writes_no_header() -> None:
    async with post_office() as office:
        await deliver(office, parcel(creditor_name="A\r\nBcc: other@example.com"))
    assert office.mailed[0].receivers == ["karin@example.com"]
    assert office.mailed[0].message["Bcc"] is None


@pytest.mark.parametrize(
    ("refuses", "outcome", "remark"),
    [
        ({"RCPT": "550 no such mailbox: karin@example.com"}, PermanentFailure, "the address is unknown"),
        ({"RCPT": "450 mailbox busy"}, RetryLater, "the mailbox is busy"),
        ({"MAIL": "451 try later"}, RetryLater, "the server is busy"),
        ({"MAIL": "553 not from you"}, ConfigurationFault, "our own address is wrong"),
        ({"DATA": "554 not here"}, PermanentFailure, "the content is refused before it comes"),
        ({"DATA": "452 no room"}, RetryLater, "there is no room"),
        ({"CONTENT": "554 looks like spam"}, PermanentFailure, "the content is refused"),
        ({"CONTENT": "451 greylisted"}, RetryLater, "the content is put off"),
        ({"EHLO": "421 closing", "HELO": "421 closing"}, RetryLater, "the server goes away"),
    ],
)
async def test_what_the_server_answers_decides_what_becomes_of_it(
    refuses: dict[str, str], outcome: type[Any], remark: str
) -> None:
    async with post_office() as office:
        office.refuses = refuses
        (found,) = await deliver(office)
        assert type(found) is outcome, remark
        assert office.mailed == [], remark
        assert "karin@example.com" not in str(found), "events tell no address"
        assert getattr(found, "is_unknown", False) is False


async def test_a_server_that_is_not_there_is_asked_later() -> None:
    async with post_office() as office:
        gone = office.url
    async with mailing(gone) as mail:
        assert isinstance(await mail.deliver(PARCEL), RetryLater)


async def test_a_connection_that_ends_amid_the_content_has_not_delivered_and_an_answer_that_is_lost_is_unknown() -> (
    None
):
    async with post_office() as office:
        office.hangs_up_after = "DATA"
        (cut,) = await deliver(office)
        office.hangs_up_after = "CONTENT"
        (lost,) = await deliver(office)
        office.hangs_up_after = ""
        (again,) = await deliver(office)
    assert isinstance(cut, RetryLater)
    assert isinstance(lost, RetryLater)
    assert lost.is_unknown
    assert again == Sent()
    first, second = office.mailed
    assert first.message["Message-ID"] == second.message["Message-ID"] == PARCEL.message_id


@pytest.mark.parametrize(
    ("address", "remark"),
    [
        ("karin.öberg@example.com", "letters that the server does not take in an address"),
        ("a@b\r\nRCPT TO:<c@d>", "a line end"),
        ("karin@", "half an address"),
        ("@example.com", "the other half"),
        ("a@example.com, b@example.com", "two addresses"),
        ("Karin <a@example.com>", "a name and an address"),
    ],
)
async def test_an_address_that_cannot_be_is_given_up(address: str, remark: str) -> None:
    async with post_office() as office:
        (found,) = await deliver(office, parcel(address=address))
        assert isinstance(found, PermanentFailure), remark
        assert office.mailed == [], remark


async def test_a_document_that_is_missing_does_not_leave() -> None:
    def read(media: str) -> bytes:
        raise NoSuchFile(f"There is no file {media}.")

    async with post_office() as office, mailing(office.url) as mail:
        found = await replace(mail, read=read).deliver(PARCEL)
        assert isinstance(found, RetryLater)
        assert "a document of it is missing" in found.reason
        assert office.mailed == []


# With a server that asks for TLS and a password -----------------------------------------------------------------------------


class Mailbox:
    """Keeps what comes."""

    def __init__(self) -> None:
        self.mailed: list[Mailed] = []

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:
        assert session.ssl is not None, "nothing is said in the clear"
        assert isinstance(envelope.content, bytes)
        self.mailed.append(Mailed(str(envelope.mail_from), list(envelope.rcpt_tos), envelope.content))
        return "250 kept"


def _authenticate(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
    assert isinstance(data, LoginPassword)
    return AuthResult(success=(data.login, data.password) == (b"ombud", b"hemligt/"), handled=False)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate of localhost, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    begins = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(begins)
        .not_valid_after(begins + dt.timedelta(days=36500))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("tls")
    certificate, private = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return certificate, private


def _free_port() -> int:
    with socket.create_server(("localhost", 0)) as bound:
        port: int = bound.getsockname()[1]
        return port


@pytest.fixture
def server(certificate: tuple[Path, Path]) -> Any:
    """A server that takes messages over STARTTLS, from whoever has the password."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    box = Mailbox()
    controller = Controller(
        box,
        hostname="localhost",
        port=_free_port(),
        tls_context=context,
        require_starttls=True,
        auth_required=True,
        authenticator=_authenticate,
    )
    controller.start()
    yield box, controller.port
    controller.stop()


@pytest.mark.parametrize(
    ("user", "is_known", "outcome", "remark"),
    [
        ("ombud:hemligt%2F@", True, Sent, "the right password, over TLS with a certificate that is known"),
        ("ombud:fel@", True, ConfigurationFault, "a wrong password is our own fault"),
        ("ombud:hemligt%2F@", False, RetryLater, "a certificate that nobody vouches for"),
    ],
)
async def test_passwords_go_over_tls_to_a_server_that_is_known(
    server: Any, certificate: tuple[Path, Path], user: str, is_known: bool, outcome: type[Any], remark: str
) -> None:
    box, port = server
    ca_file = str(certificate[0]) if is_known else None
    async with mailing(f"smtp://{user}localhost:{port}", ca_file) as mail:
        assert type(await mail.deliver(PARCEL)) is outcome, remark
    assert len(box.mailed) == (1 if outcome is Sent else 0)


async def test_many_messages_go_side_by_side(server: Any, certificate: tuple[Path, Path]) -> None:
    box, port = server
    async with mailing(f"smtp://ombud:hemligt%2F@localhost:{port}", str(certificate[0]), at_once=4) as mail:
        found = await asyncio.gather(*(mail.deliver(parcel(message_id=f"<{n}@x.example>")) for n in range(20)))
    assert found == [Sent()] * 20
    assert len({got.message["Message-ID"] for got in box.mailed}) == 20
