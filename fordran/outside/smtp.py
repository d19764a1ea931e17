"""SMTP over kept connections, by aiosmtplib.

The server's answer decides the outcome. 4xx, no connection and TLS faults: try again later. 5xx to the receiver or the content:
never again. 5xx to our own address or password: a fault of our configuration. If the answer is lost after the content was handed
over, the outcome is unknown, and the same message is sent again. One message has a limited time in all, since a server that
answers a byte now and then would hold a connection for days.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from aiosmtplib import (
    SMTP,
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPException,
    SMTPRecipientRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)

from fordran.actions.delivery.claimed import ConfigurationFault, DeliveryResult, PermanentFailure, RetryLater, Sent

TIMEOUT_SECONDS = 30
"""For one answer of the server."""
EXCHANGE_SECONDS = 120.0
"""For one message in all. Shorter than a delivery stays claimed."""
AT_ONCE = 8
PERMANENT = 500
_CLOSING = 421


@dataclass(frozen=True)
class SmtpServer:
    """The server to connect to: `smtp://host:25`, `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`."""

    url: SplitResult
    tls: ssl.SSLContext

    @classmethod
    def at(cls, url: str, ca_file: str | None = None) -> SmtpServer:
        """The server of a URL. Its certificate is verified, by your own authority if one is given."""
        return cls(urlsplit(url), ssl.create_default_context(cafile=ca_file))

    async def connect(self) -> SMTP:
        """A connection ready for a message. Passwords go over TLS only; without one TLS is used if the server offers it."""
        is_tls = self.url.scheme == "smtps"
        connection = SMTP(
            hostname=self.url.hostname or "localhost",
            port=self.url.port or (465 if is_tls else 25),
            username=unquote(self.url.username) if self.url.username else None,
            password=unquote(self.url.password or "") if self.url.username else None,
            timeout=TIMEOUT_SECONDS,
            use_tls=is_tls,
            start_tls=False if is_tls else True if self.url.username else None,
            tls_context=self.tls,
        )
        try:
            await connection.connect()
        except BaseException:
            connection.close()
            raise
        return connection


class SmtpPool:
    """Sends messages to a server, several at once, over connections that are kept for the next message."""

    def __init__(self, server: SmtpServer, at_once: int = AT_ONCE) -> None:
        self.server = server
        self.turn = asyncio.Semaphore(at_once)
        """Held by a caller while it composes and sends a message."""
        self._idle: list[tuple[SMTP, bool]] = []
        """Connections, and whether the last message on each was refused and has to be forgotten."""
        self._is_closed = False

    def close(self) -> None:
        """Close the idle connections now, and each of the others when its message is sent."""
        self._is_closed = True
        while self._idle:
            self._idle.pop()[0].close()

    async def send(self, sender: str, receiver: str, content: bytes) -> DeliveryResult:
        """Send a message and return the outcome, whatever the server does."""
        if not receiver.isascii():
            return PermanentFailure("that is no e-mail address that every server takes")
        connection: SMTP | None = None
        is_handed_over = False
        try:
            async with asyncio.timeout(EXCHANGE_SECONDS):
                connection = await self._begin(sender)
                await connection.rcpt(receiver)
                is_handed_over = True
                await connection.data(content)
        except SMTPSenderRefused as refused:
            outcome = _sender_refused(refused)
        except (SMTPRecipientRefused, SMTPDataError) as refused:
            outcome = _refused(refused)
        except (OSError, SMTPException, ValueError) as error:
            if connection is not None:
                connection.close()
            outcome = _lost(error) if is_handed_over else _unreachable(error)
        else:
            outcome = Sent()
        self._release(connection, is_refused=not isinstance(outcome, Sent))
        return _without_address(outcome, receiver)

    async def _begin(self, sender: str) -> SMTP:
        """A connection that has accepted the sender's address: a kept one, else a new one."""
        if self._idle:
            kept, is_refused = self._idle.pop()
            try:
                if is_refused:
                    await kept.rset()
                await kept.mail(sender)
            except (OSError, SMTPException):
                kept.close()  # nothing of the message was sent yet
            else:
                return kept
        connection = await self.server.connect()
        try:
            await connection.mail(sender)
        except BaseException:
            connection.close()
            raise
        return connection

    def _release(self, connection: SMTP | None, *, is_refused: bool) -> None:
        if connection is None:
            return
        if self._is_closed or not connection.is_connected:
            connection.close()
        else:
            self._idle.append((connection, is_refused))


def _sender_refused(refused: SMTPSenderRefused) -> DeliveryResult:
    if refused.code >= PERMANENT:
        return ConfigurationFault(f"the mail server refuses our address: {_text(refused)}")
    if refused.code == _CLOSING:
        return RetryLater(f"the mail server cannot be reached: {_text(refused)}")
    return RetryLater(f"the mail server did not take it: {_text(refused)}")


def _refused(refused: SMTPResponseException) -> DeliveryResult:
    reason = f"the mail server did not take it: {_text(refused)}"
    return PermanentFailure(reason) if refused.code >= PERMANENT else RetryLater(reason)


def _unreachable(error: Exception) -> DeliveryResult:
    if isinstance(error, SMTPAuthenticationError) and error.code >= PERMANENT:
        return ConfigurationFault(f"the mail server does not let us in: {_text(error)}")
    return RetryLater(f"the mail server cannot be reached: {error or type(error).__name__}")


def _lost(error: Exception) -> DeliveryResult:
    return RetryLater(f"its answer was lost: {error or type(error).__name__}", is_unknown=True)


def _text(answer: SMTPResponseException) -> str:
    return f"{answer.code} {' '.join(answer.message.replace(chr(0), '').split())}"[:300]


def _without_address(outcome: DeliveryResult, receiver: str) -> DeliveryResult:
    """The outcome without the receiver's address, which servers repeat and events must not contain."""
    if isinstance(outcome, Sent):
        return outcome
    reason = re.sub(re.escape(receiver), "the address", outcome.reason, flags=re.IGNORECASE)
    if isinstance(outcome, RetryLater):
        return RetryLater(reason, outcome.is_unknown)
    return type(outcome)(reason)
