"""Sending to webhooks: what is sent, whatever the receiver does, and that nothing but the public is ever connected to."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import ssl
from collections.abc import AsyncIterator, Sequence
from datetime import UTC
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from standardwebhooks import Webhook, WebhookVerificationError

from fordran import clock
from fordran.actions.webhooks.messages import WebhookMessage, new_salt, secret_of
from fordran.actions.webhooks.url import url_issue
from fordran.outside.public_network import NoPublicAddress, PublicNetwork, Resolve
from fordran.outside.webhook import MOST_READ, WebhookSender
from tests.outside.receivers import Received, receiver

SECRET, OLD_SECRET = (secret_of(b"k" * 32, new_salt()) for _ in range(2))
BODY = json.dumps({"type": "webhook.test", "timestamp": "2026-03-03T09:30:00Z", "data": {"name": "Öberg"}})


def message(url: str, *secrets: str) -> WebhookMessage:
    return WebhookMessage("6919a4d2c0ffee0123456789", url, secrets or (SECRET,), BODY)


@pytest.fixture
async def sender() -> AsyncIterator[WebhookSender]:
    made = WebhookSender(is_sandbox=True, timeout_seconds=1)
    yield made
    await made.close()


def names(*addresses: str) -> Resolve:
    """A resolver by which every name means these addresses."""

    async def resolve(_host: str, _port: int) -> Sequence[str]:
        return addresses

    return resolve


# What is sent -----------------------------------------------------------------------------------------------------------------


async def test_a_receiver_can_verify_what_comes_by_the_library_of_the_standard(sender: WebhookSender) -> None:
    async with receiver() as there:
        outcome = await sender.send(message(there.url), clock.now())
    (request,) = there.received
    assert (outcome.error, outcome.status, outcome.body) == (None, 200, "ok")
    assert request.line == "POST /hook HTTP/1.1"
    assert request.body == BODY.encode()
    assert request.headers["content-type"] == "application/json"
    assert request.headers["host"] == f"127.0.0.1:{there.port}"
    assert Webhook(SECRET).verify(request.body, request.headers) == json.loads(BODY)
    with pytest.raises(WebhookVerificationError):
        Webhook(OLD_SECRET).verify(request.body, request.headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(SECRET).verify(request.body + b" ", request.headers)
    assert SECRET not in str(outcome.shown()) + repr(message(there.url))


async def test_after_a_rotation_both_secrets_verify(sender: WebhookSender) -> None:
    async with receiver() as there:
        await sender.send(message(there.url, SECRET, OLD_SECRET), clock.now())
    (request,) = there.received
    assert len(request.headers["webhook-signature"].split(" ")) == 2
    for secret in (SECRET, OLD_SECRET):
        assert Webhook(secret).verify(request.body, request.headers)


async def test_connections_are_used_again(sender: WebhookSender) -> None:
    ports = set()

    async def note(_request: Received, writer: asyncio.StreamWriter) -> None:
        ports.add(writer.get_extra_info("peername")[1])
        writer.write(b"HTTP/1.1 204 Fine\r\n\r\n")

    async with receiver(note) as there:
        outcomes = [await sender.send(message(there.url), clock.now()) for _ in range(3)]
    assert [outcome.error for outcome in outcomes] == [None] * 3
    assert len(ports) == 1


# What receivers do ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (200, None),
        (204, None),
        (299, None),
        (301, "answered 301, and redirects are not followed"),
        (307, "answered 307, and redirects are not followed"),
        (400, "answered 400"),
        (410, "answered 410"),
        (500, "answered 500"),
        (503, "answered 503"),
    ],
)
async def test_only_2xx_is_success(sender: WebhookSender, status: int, error: str | None) -> None:
    async with receiver() as there:
        there.statuses = [status]
        outcome = await sender.send(message(there.url), clock.now())
    assert (outcome.status, outcome.error) == (status, error)
    assert outcome.headers.get("x-said") == "so"


async def test_a_redirect_is_not_followed(sender: WebhookSender) -> None:
    async with receiver() as elsewhere:

        async def redirect(_request: Received, writer: asyncio.StreamWriter) -> None:
            head = f"HTTP/1.1 308 Go\r\nlocation: {elsewhere.url}\r\ncontent-length: 0\r\n\r\n"
            writer.write(head.encode())

        async with receiver(redirect) as there:
            outcome = await sender.send(message(there.url), clock.now())
    assert outcome.status == 308
    assert outcome.error is not None
    assert elsewhere.received == []


async def slow(_request: Received, _writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(30)


async def trickle(_request: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
    for _ in range(1000):
        writer.write(b".")
        await writer.drain()
        await asyncio.sleep(0.05)


async def trickle_head(_request: Received, writer: asyncio.StreamWriter) -> None:
    for character in b"HTTP/1.1 200 OK\r\n" + b"x-a: b\r\n" * 100:
        writer.write(bytes([character]))
        await writer.drain()
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("answer", [slow, trickle, trickle_head])
async def test_all_of_an_exchange_has_its_time_and_no_more(sender: WebhookSender, answer: object) -> None:
    async with receiver(answer) as there:  # type: ignore[arg-type]
        began = clock.monotonic()
        outcome = await sender.send(message(there.url), clock.now())
        assert clock.monotonic() - began < 10
    assert outcome.error == "no whole answer within 1 seconds"
    assert outcome.milliseconds >= 990


async def huge(_request: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n")
    sent = 0
    while True:
        writer.write(b"\x00\xff" * 8192)
        await writer.drain()
        sent += 16384
        assert sent < 64 * MOST_READ, "it is read on"


async def many_headers(_request: Received, writer: asyncio.StreamWriter) -> None:
    lines = "".join(f"x-{number}: {'v' * 900}\r\n" for number in range(60))
    writer.write(f"HTTP/1.1 200 OK\r\n{lines}content-length: 0\r\n\r\n".encode())


async def no_http(_request: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(b"220 mail.example ESMTP\r\n")
    await writer.drain()
    writer.close()


async def hang_up(_request: Received, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def test_no_more_of_an_answer_is_read_or_kept_than_is_bounded(sender: WebhookSender) -> None:
    async with receiver(huge) as there:
        outcome = await sender.send(message(there.url), clock.now())
    assert (outcome.status, outcome.error) == (200, None)
    assert len(outcome.body) <= 4096
    assert "\x00" not in outcome.body
    async with receiver(many_headers) as there:
        outcome = await sender.send(message(there.url), clock.now())
    assert len(outcome.headers) <= 40
    assert max(map(len, outcome.headers.values())) <= 500


@pytest.mark.parametrize("answer", [no_http, hang_up])
async def test_whatever_a_receiver_answers_is_an_outcome(sender: WebhookSender, answer: object) -> None:
    async with receiver(answer) as there:  # type: ignore[arg-type]
        outcome = await sender.send(message(there.url), clock.now())
    assert outcome.status is None
    assert outcome.error


async def test_nobody_there_is_an_outcome(sender: WebhookSender) -> None:
    async with receiver() as there:
        url = there.url
    outcome = await sender.send(message(url), clock.now())
    assert outcome.status is None
    assert outcome.error


async def test_proxies_in_the_environment_are_not_asked(sender: WebhookSender, monkeypatch: pytest.MonkeyPatch) -> None:
    async with receiver() as proxy, receiver() as there:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        outcome = await sender.send(message(there.url), clock.now())
    assert (outcome.error, len(there.received), proxy.received) == (None, 1, [])


# Where it may lead ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("addresses", "remark"),
    [
        (("127.0.0.1",), "loopback"),
        (("10.0.0.5",), "private"),
        (("169.254.169.254",), "metadata"),
        (("::1",), "loopback"),
        (("::ffff:127.0.0.1",), "loopback as IPv6"),
        (("fe80::1%lo",), "link-local with its scope"),
        (("0.0.0.0",), "this machine"),
        (("93.184.216.34", "10.0.0.5"), "one public address does not make another so"),
        ((), "no address at all"),
        (("not an address",), "what a broken resolver says"),
    ],
)
async def test_a_name_that_means_an_address_of_our_own_is_not_connected_to(
    addresses: tuple[str, ...], remark: str
) -> None:
    async with receiver() as there:
        made = WebhookSender(is_sandbox=False, resolve=names(*addresses), timeout_seconds=1)
        outcome = await made.send(message(f"https://rebound.example:{there.port}/"), clock.now())
        await made.close()
    assert outcome.error == "the host has no public address", remark
    assert there.received == []


async def test_a_sandbox_may_use_loopback_and_nothing_else_that_is_not_public() -> None:
    async with receiver() as there:
        made = WebhookSender(is_sandbox=True, resolve=names("127.0.0.1"), timeout_seconds=1)
        outcome = await made.send(message(f"http://local.example:{there.port}/x"), clock.now())
        assert outcome.error is None
        assert there.received[0].headers["host"] == f"local.example:{there.port}"
        await made.close()
        for address in ("10.0.0.1", "192.168.0.1", "169.254.169.254", "0.0.0.0", "fd00::1"):
            made = WebhookSender(is_sandbox=True, resolve=names(address), timeout_seconds=1)
            outcome = await made.send(message(f"http://local.example:{there.port}/x"), clock.now())
            assert outcome.error == "the host has no public address"
            await made.close()
    assert len(there.received) == 1


async def test_a_name_that_changes_its_meaning_gains_nothing() -> None:
    """It is resolved once for a connection, and connected to what was looked at."""
    meanings = [["93.184.216.34"], ["127.0.0.1"], ["127.0.0.1"]]
    connected = []

    async def rebinding(_host: str, _port: int) -> Sequence[str]:
        return meanings.pop(0)

    class Inner(PublicNetwork):
        async def connect_tcp(self, host: str, *_given: object, **_more: object) -> object:  # type: ignore[override]
            connected.append(host)
            raise NoPublicAddress("noted")

    network = PublicNetwork(is_sandbox=False, resolve=rebinding)
    network.inner = Inner(is_sandbox=False)
    with pytest.raises(NoPublicAddress, match="noted"):
        await network.connect_tcp("rebound.example", 443)
    with pytest.raises(NoPublicAddress, match="no public"):
        await network.connect_tcp("rebound.example", 443)
    assert connected == ["93.184.216.34"]


@pytest.mark.parametrize(
    ("url", "is_fine_in_sandbox", "is_fine", "remark"),
    [
        ("https://example.com/hook?a=b", True, True, ""),
        ("https://example.com:8443/", True, True, "any port"),
        ("https://räksmörgås.example/", True, True, "a name in any letters"),
        ("https://93.184.216.34/", True, True, "a public address"),
        ("https://[2a00:1450:400f::1]/", True, True, "of either kind"),
        ("http://example.com/", True, False, "plain HTTP outside a sandbox"),
        ("https://127.0.0.1/", True, False, "loopback"),
        ("https://[::1]/", True, False, "loopback"),
        ("https://10.1.2.3/", False, False, "private"),
        ("https://169.254.169.254/latest/meta-data", False, False, "metadata"),
        ("https://[::ffff:10.0.0.1]/", False, False, "private as IPv6"),
        ("https://user:password@example.com/", False, False, "userinfo"),
        ("https://user@example.com/", False, False, "userinfo"),
        ("https://example.com/#part", False, False, "a fragment"),
        ("ftp://example.com/", False, False, "another scheme"),
        ("file:///etc/passwd", False, False, "another scheme"),
        ("gopher://example.com/", False, False, "another scheme"),
        ("//example.com/", False, False, "no scheme"),
        ("https:///x", False, False, "no host"),
        ("https://exa mple.com/", False, False, "no host name"),
        ("https://example.com:99999/", False, False, "no port"),
        ("https://example.com:0/", False, False, "no port"),
        ("hello", False, False, "no URL"),
        ("https://example.com/" + "x" * 2000, False, False, "too long"),
    ],
)
def test_what_a_url_may_be(url: str, is_fine_in_sandbox: bool, is_fine: bool, remark: str) -> None:
    assert (url_issue(url, is_sandbox=True) is None) is is_fine_in_sandbox, remark
    assert (url_issue(url, is_sandbox=False) is None) is is_fine, remark


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0"])
async def test_odd_spellings_of_loopback_lead_nowhere(host: str) -> None:
    async with receiver() as there:
        made = WebhookSender(is_sandbox=False, timeout_seconds=5)
        outcome = await made.send(message(f"https://{host}:{there.port}/"), clock.now())
        await made.close()
    assert outcome.error
    assert there.received == []


# TLS --------------------------------------------------------------------------------------------------------------------------


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Of a server by that name, and of whoever trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    begins = datetime.datetime(2000, 1, 1, tzinfo=UTC)  # TLS goes by real time, and the tests by a day of their own
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + datetime.timedelta(days=36500))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("10.9.9.9"))]), False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "server.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cafile=str(file))


async def test_tls_is_verified_by_the_name_in_the_url(tmp_path: Path) -> None:
    server, trusting = certificate(tmp_path, "receiver.example")
    asked: list[str | None] = []
    server.sni_callback = lambda _socket, name, _context: asked.append(name)
    async with receiver(tls=server) as there:
        for name, tls, is_fine in (
            ("receiver.example", trusting, True),
            ("other.example", trusting, False),
            ("receiver.example", None, False),
        ):
            made = WebhookSender(is_sandbox=True, resolve=names("127.0.0.1"), tls=tls, timeout_seconds=3)
            outcome = await made.send(message(f"https://{name}:{there.port}/"), clock.now())
            await made.close()
            assert (outcome.error is None) is is_fine, outcome.error
            if not is_fine:
                assert "CERTIFICATE" in str(outcome.error).upper()
    assert asked == ["receiver.example", "other.example", "receiver.example"]
    assert len(there.received) == 1
