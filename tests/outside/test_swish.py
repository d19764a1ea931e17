"""The adapter of Swish against its stand-in over HTTP, and against servers that misbehave."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from fordran.domain.bank.swish import NOT_THERE, SwishAnswer, SwishRequest
from fordran.outside.stand_ins.swish import PAYERS
from fordran.outside.swish import Swish
from fordran.outside.swish_section import asks_swish, certificate_note, last_day_of_certificate
from fordran.outside.systems import swish_of
from fordran.sections import SwishSection
from tests.outside.swish_hall import PAYEE, swish_hall

SECTION = SwishSection(PAYEE, url="http://127.0.0.1:1/swish")


def asked(**changes: Any) -> SwishRequest:
    given = {
        "id": secrets.token_hex(16).upper(),
        "amount": 15050,
        "reference": "1000010423",
        "callback_url": "https://inkasso.example/callbacks/swish",
        "callback_identifier": secrets.token_hex(16),
    }
    return SwishRequest(**given | changes)


async def test_a_payment_is_asked_for_and_read_until_it_is_paid() -> None:
    async with swish_hall() as section:
        swish, request = Swish(section), asked()
        created = await swish.create(request)
        assert created is not None
        assert (created.state, len(created.token or "")) == ("open", 32)
        paid = await swish.read(request.id, request.amount)
        assert paid is not None
        assert (paid.state, len(paid.payment_reference or "")) == ("paid", 32)
        assert await swish.read("F" * 32, 100) == NOT_THERE


async def test_a_cancelled_payment_reads_so() -> None:
    async with swish_hall(seconds=60) as section:
        swish, request = Swish(section), asked(payer="46701234567")
        assert await swish.create(request) == SwishAnswer("open")
        await swish.cancel(request.id)
        assert await swish.read(request.id, request.amount) == SwishAnswer("cancelled")


@pytest.mark.parametrize(("payer", "code"), [(payer, code) for payer, code in PAYERS.items() if code != "HTTP500"])
async def test_each_payer_of_the_stand_in_ends_as_its_page_says(payer: str, code: str) -> None:
    async with swish_hall() as section:
        swish, request = Swish(section), asked(payer=payer)
        created = await swish.create(request)
        answer = await swish.read(request.id, request.amount) if created == SwishAnswer("open") else created
        assert answer is not None
        assert answer.error == code


async def test_another_amount_than_was_asked_for_is_not_believed() -> None:
    async with swish_hall() as section:
        swish, request = Swish(section), asked()
        await swish.create(request)
        assert await swish.read(request.id, request.amount + 1) == SwishAnswer("unknown", "differs")


def _status(status: int, content: bytes = b"") -> Callable[[httpx.Request], httpx.Response]:
    return lambda _: httpx.Response(status, content=content)


def _raising(trouble: Exception) -> Callable[[httpx.Request], httpx.Response]:
    def answer(_: httpx.Request) -> httpx.Response:
        raise trouble

    return answer


CREATES: list[tuple[Callable[[httpx.Request], httpx.Response], SwishAnswer | None]] = [
    (_raising(httpx.ConnectError("refused")), NOT_THERE),  # it never left
    (_raising(httpx.ReadTimeout("silent")), None),  # it may have arrived
    (_raising(httpx.RemoteProtocolError("cut off")), None),
    (_status(500), None),
    (_status(503), None),
    (_status(429), NOT_THERE),
    (_status(400), NOT_THERE),
    (_status(401), SwishAnswer("failed", "certificate")),
    (_status(403), SwishAnswer("failed", "certificate")),
    (_status(422, b"not JSON"), SwishAnswer("failed", "other")),
    (_status(422, b'[{"errorCode": "NEW1"}, {"errorCode": "AM06"}]'), SwishAnswer("failed", "AM06")),
    (_status(201, b"x" * 100_000), None),
]


@pytest.mark.parametrize(("answer", "expected"), CREATES)
async def test_what_becomes_of_a_request_that_is_not_answered_well(
    answer: Callable[[httpx.Request], httpx.Response], expected: SwishAnswer | None
) -> None:
    assert await Swish(SECTION, httpx.MockTransport(answer)).create(asked()) == expected


@pytest.mark.parametrize(
    "answer",
    [
        *(_raising(trouble) for trouble in (httpx.ConnectError("refused"), httpx.ReadTimeout("silent"))),
        *(_status(status) for status in (401, 403, 429, 500, 503)),
        *(_status(200, content) for content in (b"", b"[]", b"{", b"x" * 100_000)),
    ],
)
async def test_a_question_without_an_answer_tells_nothing(answer: Callable[[httpx.Request], httpx.Response]) -> None:
    assert await Swish(SECTION, httpx.MockTransport(answer)).read("A" * 32, 100) is None


async def test_what_is_sent_is_what_swish_documents_and_amounts_are_decimal_text() -> None:
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(201, headers={"SwishRequestToken": "t"})

    await Swish(SECTION, httpx.MockTransport(answer)).create(asked(amount=30, payer="46701234567"))
    (request,) = sent
    assert (request.method, request.url.path[:27]) == ("PUT", "/swish/v2/paymentrequests/" + request.url.path[26])
    assert b'"amount":"0.30"' in request.content.replace(b": ", b":")
    assert b'"payerAlias":"46701234567"' in request.content.replace(b": ", b":")
    assert "46701234567" not in str(request.url)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate that ends on 1 January 2027, and its key."""
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "1231181189")])
    last = datetime(2027, 1, 1, tzinfo=UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(last - timedelta(days=700))
        .not_valid_after(last)
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("swish")
    (folder / "certificate.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return folder / "certificate.pem", folder / "key.pem"


def test_a_certificate_is_a_file_or_what_is_in_one_and_the_key_is_shown_nowhere(certificate: tuple[Path, Path]) -> None:
    paths = SwishSection(PAYEE, str(certificate[0]), str(certificate[1]), "https://swish.example/api")
    texts = SwishSection(PAYEE, certificate[0].read_text(), certificate[1].read_text(), "https://swish.example/api")
    for section in (paths, texts):
        assert swish_of(section, is_sandbox=False) is not None
        assert last_day_of_certificate(section) == datetime(2027, 1, 1, tzinfo=UTC)
    assert "PRIVATE KEY" not in repr(texts)


@pytest.mark.parametrize(
    ("day", "note"),
    [(date(2026, 12, 1), ""), (date(2026, 12, 3), "ends on 2027-01-01."), (date(2027, 2, 1), "ends on 2027-01-01.")],
)
def test_the_operator_is_told_a_month_before_the_certificate_ends(
    certificate: tuple[Path, Path], day: date, note: str
) -> None:
    section = SwishSection(PAYEE, str(certificate[0]), str(certificate[1]), "https://swish.example/api")
    moment = datetime.combine(day, time(12), UTC)
    assert certificate_note(section, moment) == (f"The certificate of [swish] {note}" if note else "")
    gone = SwishSection(PAYEE, "/nowhere/c.pem", "/nowhere/k.pem", "https://swish.example/api")
    assert certificate_note(gone, moment) == "The certificate of [swish] cannot be read."


def test_a_certificate_that_cannot_be_read_asks_nothing_of_swish() -> None:
    section = SwishSection(PAYEE, "/nowhere/certificate.pem", "/nowhere/key.pem", "https://swish.example/api")
    assert swish_of(section, is_sandbox=False) is None


def test_a_sandbox_asks_this_machine_alone(certificate: tuple[Path, Path]) -> None:
    outside = SwishSection(PAYEE, str(certificate[0]), str(certificate[1]), "https://swish.example/api")
    assert [asks_swish(one, is_sandbox=True) for one in (outside, SECTION, None)] == [False, True, False]
    assert asks_swish(outside, is_sandbox=False)
    assert not asks_swish(SwishSection(PAYEE), is_sandbox=False)


async def test_a_server_that_says_nothing_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fordran.outside.swish.WAIT_SECONDS", 0.05)

    closed = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            pass
        writer.close()
        await writer.wait_closed()
        closed.set()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        assert await Swish(SwishSection(PAYEE, url=f"http://127.0.0.1:{port}/swish")).read("A" * 32, 100) is None
        await closed.wait()
