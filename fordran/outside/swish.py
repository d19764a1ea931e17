"""Swish's commerce API, by a client certificate: payment requests are made, read and cancelled, and refunds are made and read.

What Swish does not answer is not known, and is asked about again (worker/swish.py). Nothing of the certificate, the key or a
telephone number is in a log or an error.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import tempfile
from collections.abc import Container
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import httpx
import orjson
import structlog

from fordran.domain.bank.swish import ERRORS, MOST_MESSAGE, NOT_THERE, SwishAnswer, SwishRequest, state_of
from fordran.domain.bank.swish_refunds import ERRORS as REFUND_ERRORS
from fordran.domain.bank.swish_refunds import NOT_TAKEN, SwishRefundAnswer, SwishRefundRequest
from fordran.domain.bank.swish_refunds import state_of as state_of_refund
from fordran.outside.swish_section import pem_of
from fordran.sections import SwishSection

log = structlog.get_logger("fordran.swish")

WAIT_SECONDS = 10.0
MOST_BYTES = 64 * 1024


def kronor_text(amount: int) -> str:
    """An amount as Swish takes it.

    >>> kronor_text(10050)
    '100.50'
    """
    return f"{Decimal(amount) / 100:.2f}"


class Swish:
    """Swish, as the settings name it."""

    def __init__(self, section: SwishSection, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.section = section
        self._tls: ssl.SSLContext | bool = True
        if section.certificate:
            self._tls = _tls_of(section)
        self._transport = transport

    async def create(self, request: SwishRequest) -> SwishAnswer | None:
        """Ask for a payment; None where it is not known whether Swish has it."""
        body = {
            "payeeAlias": self.section.payee_alias,
            "amount": kronor_text(request.amount),
            "currency": "SEK",
            "callbackUrl": request.callback_url,
            "callbackIdentifier": request.callback_identifier,
            "payeePaymentReference": request.reference,
            "message": request.reference[:MOST_MESSAGE],
        } | ({"payerAlias": request.payer} if request.payer else {})
        try:
            status, headers, content = await self._asked("PUT", f"v2/paymentrequests/{request.id}", json=body)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return NOT_THERE
        except (httpx.HTTPError, TimeoutError, _TooLong):
            return None
        if status == 201:
            return SwishAnswer("open", token=headers.get("paymentrequesttoken"))
        if status == 422:
            return SwishAnswer("failed", _first_code(content))
        if status in (401, 403):
            log.error("swish refused the certificate", status=status)
            return SwishAnswer("failed", "certificate")
        if status >= 500:
            return None
        log.error("swish refused a payment request", status=status)
        return NOT_THERE

    async def read(self, id_: str, amount: int) -> SwishAnswer | None:
        """A payment request as it is now; None where Swish does not answer."""
        try:
            status, _, content = await self._asked("GET", f"v1/paymentrequests/{id_}")
        except (httpx.HTTPError, TimeoutError, _TooLong):
            return None
        if status == 404:
            return NOT_THERE
        if status != 200:
            log.warning("swish did not tell of a payment request", status=status)
            return None
        return self._answer_in(content, amount)

    async def cancel(self, id_: str) -> None:
        """Cancel a payment request. What became of it is read afterwards."""
        patch = [{"op": "replace", "path": "/status", "value": "cancelled"}]
        try:
            await self._asked(
                "PATCH",
                f"v1/paymentrequests/{id_}",
                content=orjson.dumps(patch),
                headers={"content-type": "application/json-patch+json"},
            )
        except (httpx.HTTPError, TimeoutError, _TooLong) as trouble:
            log.warning("swish did not cancel a payment request", error=type(trouble).__name__)

    async def refund(self, request: SwishRefundRequest) -> SwishRefundAnswer | None:
        """Ask for a refund, by the same id each time; None where it is not known whether Swish has it."""
        body = {
            "originalPaymentReference": request.original_reference,
            "payerAlias": self.section.payee_alias,
            "amount": kronor_text(request.amount),
            "currency": "SEK",
            "callbackUrl": request.callback_url,
            "callbackIdentifier": request.callback_identifier,
            "payerPaymentReference": request.reference,
            "message": request.reference[:MOST_MESSAGE],
        }
        try:
            status, _, content = await self._asked("PUT", f"v2/refunds/{request.id}", json=body)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return NOT_TAKEN
        except (httpx.HTTPError, TimeoutError, _TooLong):
            return None
        if status == 201:
            return SwishRefundAnswer("open")
        if status == 422:
            code = _first_code(content, REFUND_ERRORS)
            # A refusal that nobody has described may be of an id that Swish has: it is read before anything follows.
            state = REFUND_ERRORS[code].state if code in REFUND_ERRORS else None
            return None if state in (None, "unknown") else SwishRefundAnswer(state, code, is_taken=state == "failed")
        log.error("swish did not take a refund", status=status)
        return NOT_TAKEN if status in (401, 403, 429) else None

    async def read_refund(self, id_: str, amount: int) -> SwishRefundAnswer | None:
        """A refund as it is now; None where Swish does not answer."""
        try:
            status, _, content = await self._asked("GET", f"v1/refunds/{id_}")
        except (httpx.HTTPError, TimeoutError, _TooLong):
            return None
        if status == 404:
            return NOT_TAKEN
        shown = _object_in(content) if status == 200 else None
        if shown is None:
            log.warning("swish did not tell of a refund", status=status)
            return None
        code = shown.get("errorCode")
        state = state_of_refund(str(shown.get("status")), code)
        if (_ore(shown.get("amount")), shown.get("payerAlias")) != (amount, self.section.payee_alias):
            log.error("swish tells of another refund than was asked for")
            return SwishRefundAnswer("unknown", "differs")
        return SwishRefundAnswer(state, code)

    def _answer_in(self, content: bytes, amount: int) -> SwishAnswer | None:
        shown = _object_in(content)
        if shown is None:
            return None
        state = state_of(str(shown.get("status")), shown.get("errorCode"))
        if state == "paid" and (_ore(shown.get("amount")), shown.get("payeeAlias")) != (
            amount,
            self.section.payee_alias,
        ):
            log.error("swish tells of another payment than was asked for")
            return SwishAnswer("unknown", "differs")
        reference = shown.get("paymentReference")
        return SwishAnswer(state, shown.get("errorCode"), str(reference) if reference else None)

    async def _asked(self, method: str, path: str, **given: Any) -> tuple[int, httpx.Headers, bytes]:
        """Status, headers and content of the answer, all of it within ten seconds."""
        url = f"{self.section.url.rstrip('/')}/{path}"
        async with (
            asyncio.timeout(WAIT_SECONDS),
            httpx.AsyncClient(
                timeout=WAIT_SECONDS, verify=self._tls, transport=self._transport, trust_env=False
            ) as client,
            client.stream(method, url, **given) as answer,
        ):
            content = bytearray()
            async for piece in answer.aiter_bytes():
                content += piece
                if len(content) > MOST_BYTES:
                    raise _TooLong
            return answer.status_code, answer.headers, bytes(content)


class _TooLong(Exception):
    """An answer is longer than such an answer can be."""


def _tls_of(section: SwishSection) -> ssl.SSLContext:
    context = ssl.create_default_context()
    # OpenSSL reads files alone: what was given as text is in one that this process alone can read, for a moment.
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, given in (("certificate", section.certificate), ("key", section.key)):
            paths.append(Path(folder) / name)
            with os.fdopen(os.open(paths[-1], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(pem_of(given))
        context.load_cert_chain(paths[0], paths[1])
    return context


def _first_code(content: bytes, known: Container[str] = ERRORS) -> str:
    """The first documented code of a refusal."""
    try:
        errors = orjson.loads(content)
        codes = [str(error["errorCode"]) for error in errors]
    except (ValueError, TypeError, KeyError):
        return "other"
    return next((code for code in codes if code in known), "other")


def _object_in(content: bytes) -> dict[str, Any] | None:
    try:
        found = orjson.loads(content)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _ore(amount: Any) -> int | None:
    try:
        return int(Decimal(str(amount)) * 100)
    except (InvalidOperation, ValueError, OverflowError):
        return None
