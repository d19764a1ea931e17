"""SPAR's adapter: whatever the register does there is an answer or a reason, and no number in it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from fordran.domain.spar.person import SparAnswer, SparPerson, SparTrouble
from fordran.outside.certificates import BadCertificate, client_context, days_left, warn_of_end
from fordran.outside.lookups import lookups_of
from fordran.outside.spar import MOST_BYTES, SparRegister
from fordran.outside.stand_ins.spar import FAULT, PEOPLE
from fordran.sections import SparSection
from fordran.store.embedded.cluster import free_port
from tests.actions.spar.register import SECTION

DAY = date(2026, 11, 18)
NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)
NUMBER = next(iter(PEOPLE))


async def told(respond: Callable[[httpx.Request], httpx.Response], section: SparSection = SECTION) -> SparAnswer:
    return await SparRegister(section, transport=httpx.MockTransport(respond)).ask(NUMBER, DAY)


def raising(error: Exception) -> Callable[[httpx.Request], httpx.Response]:
    def respond(request: httpx.Request) -> httpx.Response:
        raise error

    return respond


@pytest.mark.parametrize(
    ("respond", "reason"),
    [
        (raising(httpx.ConnectTimeout("")), "no answer in time"),
        (raising(httpx.ReadTimeout("")), "no answer in time"),
        (raising(httpx.ConnectError(f"about {NUMBER}")), "no connection: ConnectError"),
        (raising(OSError(NUMBER)), "no connection: OSError"),
        (lambda _: httpx.Response(302, headers={"location": "https://elsewhere.example"}), "HTTP 302"),
        (lambda _: httpx.Response(401), "SPAR refused the certificate or the assignment (HTTP 401)"),
        (lambda _: httpx.Response(429), "SPAR asks for fewer questions (HTTP 429)"),
        (lambda _: httpx.Response(500, text="oops"), "HTTP 500"),
        (lambda _: httpx.Response(200, text="<html/>"), "the answer is no SOAP envelope"),
        (lambda _: httpx.Response(200, content=b"x" * (MOST_BYTES + 1)), "no connection: RemoteProtocolError"),
        (
            lambda _: httpx.Response(
                500,
                text='<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><S:Fault>'
                f"<faultstring>IdNummer {NUMBER[:8]}-{NUMBER[8:]} is wrong</faultstring></S:Fault></S:Body></S:Envelope>",
            ),
            "SOAP fault: IdNummer … is wrong",
        ),
    ],
)
async def test_what_goes_wrong_has_a_reason(respond: Callable[[httpx.Request], httpx.Response], reason: str) -> None:
    assert await told(respond) == SparTrouble(reason)


async def test_the_number_is_in_the_body_alone() -> None:
    seen: list[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(503)

    await told(respond)
    (request,) = seen
    assert NUMBER.encode() in request.content
    assert NUMBER not in str(request.url) + str(request.headers)
    assert request.headers["soapaction"] == '"http://skatteverket.se/spar/personsok/2021.1/PersonsokService/Personsok"'
    assert request.headers["content-type"] == "text/xml; charset=utf-8"


@asynccontextmanager
async def simulators(port: int) -> AsyncIterator[str]:
    """The process that people start, on a port."""
    command = [sys.executable, "-m", "fordran", "simulators", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # noqa: ASYNC220
    try:
        assert process.stdout is not None
        line = await asyncio.to_thread(process.stdout.readline)
        assert b"/spar, /swish" in line
        yield f"http://127.0.0.1:{port}/spar"
    finally:
        process.terminate()
        process.wait(10)
        if process.stdout is not None:
            process.stdout.close()


async def test_it_is_asked_over_a_real_connection() -> None:
    async with simulators(free_port(0)) as url:
        lookups = lookups_of(SparSection("500243", "637", url))
        assert lookups is not None
        for _ in range(100):
            answer = await lookups.ask(NUMBER, DAY)
            if not isinstance(answer, SparTrouble):
                break
            await asyncio.sleep(0.1)
        assert isinstance(answer, SparPerson)
        assert answer.address is not None
        assert answer.address["city"] == "Umeå"
        assert await lookups.ask(FAULT, DAY) == SparTrouble("SOAP fault: IdNummer is not of the right form")
        wrong = lookups_of(SparSection("500243", "637", url.replace("/spar", "/other")))
        assert wrong is not None
        assert await wrong.ask(NUMBER, DAY) == SparTrouble("HTTP 404")
    assert await lookups.ask(NUMBER, DAY) == SparTrouble("no connection: ConnectError"), "a register that is away"


def certificate(folder: Path, ends: datetime) -> tuple[str, str]:
    """A certificate of one's own that ends then, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Kravhuset AB")])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(ends - timedelta(days=700)).not_valid_after(ends)
    written, secret = folder / "certificate.pem", folder / "key.pem"
    written.write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    return str(written), str(secret)


@pytest.mark.parametrize(("days", "warned"), [(31, False), (30, False), (29, True), (-2, True)])
def test_a_certificate_is_warned_of_thirty_days_before_it_ends(tmp_path: Path, days: int, warned: bool) -> None:
    file, key = certificate(tmp_path, NOW + timedelta(days=days, hours=1))
    assert days_left(file, NOW) == days
    assert client_context(file, key) is not None
    assert client_context(Path(file).read_text(), Path(key).read_text()) is not None, "a text as well as a file"
    assert warn_of_end("spar", file, NOW) is warned


async def test_a_certificate_that_cannot_be_read_is_a_reason_and_an_error(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.pem")
    section = SparSection("1", "2", "https://spar.example", missing, missing)
    assert await SparRegister(section).ask(NUMBER, DAY) == SparTrouble(
        "the certificate or its key cannot be used: FileNotFoundError"
    )
    with pytest.raises(BadCertificate, match="cannot be read"):
        days_left(missing, NOW)
    assert warn_of_end("spar", missing, NOW)
    assert not warn_of_end("spar", "", NOW), "a register on this machine asks for none"
