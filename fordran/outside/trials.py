"""Trials of outside systems: a call each that changes nothing there, costs nothing, and is about nobody.

A trial answers whatever happens, within ten seconds. Its detail has no secret, address or number.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import orjson
from aiosmtplib import SMTPAuthenticationError, SMTPException, SMTPTimeoutError

from fordran.accounting_sections import FortnoxSection, VismaSection
from fordran.domain.service.connections import ConnectionTrouble, trouble_in
from fordran.formats.accounting import AccountingTrouble
from fordran.formats.enforcement import FORMAT, VERSION
from fordran.outside.bolagsverket import SCOPE
from fordran.outside.certificates import BadCertificate, client_context
from fordran.outside.fortnox import Fortnox
from fordran.outside.smtp import SmtpServer
from fordran.sections import (
    BolagsverketSection,
    EnforcementSection,
    KivraSection,
    SmsSection,
    SwishSection,
)

LIMIT_SECONDS = 10.0
MOST_BYTES = 1024 * 1024


@dataclass(frozen=True)
class Trial:
    """The outcome of a trial: nothing, or the trouble with a detail for an engineer."""

    trouble: ConnectionTrouble | None = None
    detail: str = ""


WORKS = Trial()


class _Failed(Exception):
    """A trial failed: how is in `trial`."""

    def __init__(self, trouble: ConnectionTrouble, detail: str = "") -> None:
        super().__init__(trouble)
        self.trial = Trial(trouble, detail)


async def try_swish(section: SwishSection) -> Trial:
    """Ask for a payment request that nobody made: Swish answers that there is none, to a certificate that it knows."""

    async def call() -> None:
        tls = client_context(section.certificate, section.key) if section.certificate else None
        url = f"{section.url.rstrip('/')}/v1/paymentrequests/{secrets.token_hex(16).upper()}"
        await _asked("GET", url, tls, also=404)

    return await _tried(call)


async def try_kivra(section: KivraSection) -> Trial:
    """Ask for a token."""

    async def call() -> None:
        url = f"{section.url.rstrip('/')}/v1/auth"
        form = {"grant_type": "client_credentials"}
        _token_in(await _asked("POST", url, data=form, auth=(section.client, section.secret)))

    return await _tried(call)


async def try_sms(section: SmsSection) -> Trial:
    """Read the account at the provider; no message is sent."""

    async def call() -> None:
        await _asked("GET", f"{section.url.rstrip('/')}/a1/me", auth=(section.user, section.password))

    return await _tried(call)


async def try_bolagsverket(section: BolagsverketSection) -> Trial:
    """Ask for a token, and whether the service is there; no organisation is asked about."""

    async def call() -> None:
        form = {"grant_type": "client_credentials", "scope": SCOPE}
        token = _token_in(await _asked("POST", section.token_url, data=form, auth=(section.client, section.secret)))
        head = {"Authorization": f"Bearer {token}"}
        await _asked("GET", f"{section.url.rstrip('/')}/isalive", headers=head)

    return await _tried(call)


async def try_enforcement(section: EnforcementSection) -> Trial:
    """Ask the receiver of post to the enforcement authority what it speaks; nothing is handed over."""

    async def call() -> None:
        head = {"Authorization": f"Bearer {section.secret}"}
        about = _object_in(await _asked("GET", f"{section.url.rstrip('/')}/about", headers=head))
        versions = about.get("versions")
        if about.get("format") != FORMAT or not isinstance(versions, list) or VERSION not in versions:
            raise _Failed("half_answer", "another format")

    return await _tried(call)


async def try_fortnox(section: FortnoxSection) -> Trial:
    """Ask for a token and for the company's name; no invoice is read."""

    async def call() -> None:
        try:
            await Fortnox(section).company()
        except AccountingTrouble as trouble:
            raise _Failed(trouble_in(str(trouble)), str(trouble)) from None

    return await _tried(call)


async def try_visma(section: VismaSection) -> Trial:
    """Read what Visma's identity server says of itself: a token of the creditor's can be used once, and is left alone."""
    return await try_provider(section.identity_url.removesuffix("/connect"))


async def try_provider(issuer: str) -> Trial:
    """Read what an identity provider says of itself."""

    async def call() -> None:
        own = issuer.rstrip("/")
        about = _object_in(await _asked("GET", f"{own}/.well-known/openid-configuration"))
        if str(about.get("issuer", "")).rstrip("/") != own:
            raise _Failed("half_answer", "another issuer")

    return await _tried(call)


async def try_email(url: str, ca_file: str | None) -> Trial:
    """Connect to the mail server, sign in where it needs that, and leave again; no message is sent."""

    async def call() -> None:
        connection = await SmtpServer.at(url, ca_file).connect()
        try:
            await connection.noop()
        finally:
            connection.close()

    return await _tried(call)


async def try_folders(reads: str, writes: str) -> Trial:
    """Look whether files can be read from one folder and written to another; nothing is written."""

    async def call() -> None:
        for folder, mode in ((reads, os.R_OK), (writes, os.W_OK)):
            if not await asyncio.to_thread(_can, Path(folder), mode | os.X_OK):
                raise _Failed("folder", folder)

    return await _tried(call)


def _can(folder: Path, mode: int) -> bool:
    return folder.is_dir() and os.access(folder, mode)


async def _tried(call: Callable[[], Awaitable[None]]) -> Trial:
    """The outcome of a call, within the time limit."""
    try:
        async with asyncio.timeout(LIMIT_SECONDS):
            await call()
    except _Failed as failed:
        return failed.trial
    except BadCertificate:
        return Trial("certificate")
    except SMTPAuthenticationError as refused:
        return Trial("refused", f"SMTP {refused.code}")
    except (TimeoutError, httpx.TimeoutException, SMTPTimeoutError):
        return Trial("no_answer")
    except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError, SMTPException, ValueError) as trouble:
        return Trial("no_connection", type(trouble).__name__)
    return WORKS


async def _asked(method: str, url: str, tls: ssl.SSLContext | None = None, also: int = 200, **given: Any) -> bytes:
    """The content of an answer of status 200, or of another that is as good."""
    async with (
        httpx.AsyncClient(timeout=LIMIT_SECONDS, verify=tls or ssl.create_default_context(), trust_env=False) as client,
        client.stream(method, url, **given) as answer,
    ):
        content = bytearray()
        async for piece in answer.aiter_bytes():
            content += piece
            if len(content) > MOST_BYTES:
                raise _Failed("half_answer", "too long")
    if answer.status_code not in (200, also):
        raise _Failed(_trouble_of(answer.status_code), f"HTTP {answer.status_code}")
    return bytes(content)


def _trouble_of(status: int) -> ConnectionTrouble:
    match status:
        case 400 | 401 | 403:
            return "refused"
        case 429 | 503:
            return "too_many"
        case _:
            return "their_error" if status >= 500 else "other"


def _object_in(content: bytes) -> dict[str, Any]:
    try:
        found = orjson.loads(content)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise _Failed("half_answer")
    return found


def _token_in(content: bytes) -> str:
    token = _object_in(content).get("access_token")
    if not isinstance(token, str):
        raise _Failed("half_answer")
    return token
