"""SMTP over connections that are kept: a few threads, each with a connection of its own.

What a server answers decides what becomes of a message. 4xx, no connection and TLS faults: it is tried again. 5xx to the
receiver or to the content: never. 5xx to our own name or password: our fault. An answer that is lost after the content was
handed over is unknown, and the message is sent again as it was. All that is said over one message has its time: a server that
answers a byte now and then would else hold a thread for days.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import smtplib
import socket
import ssl
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import SplitResult, unquote, urlsplit

from fordran.actions.delivery.claimed import GivenUp, Later, Left, OurFault, Outcome

T = TypeVar("T")
TIMEOUT_SECONDS = 30
"""For the server to say something."""
EXCHANGE_SECONDS = 120.0
"""For all that is said over a message, however it comes. Less than a delivery is claimed for."""
AT_ONCE = 8
PERMANENT = 500
_GO_ON, _TAKEN = 354, 250


class _Answered(Exception):
    """The server has decided: the message does not leave by this attempt."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


@dataclass(frozen=True)
class SmtpServer:
    """Where and how to connect: `smtp://host:25`, `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`."""

    url: SplitResult
    tls: ssl.SSLContext

    @classmethod
    def at(cls, url: str, ca_file: str | None = None) -> SmtpServer:
        """The server of a URL. Its certificate is checked, against an authority of your own where one is given."""
        return cls(urlsplit(url), ssl.create_default_context(cafile=ca_file))

    def connected(self, rope: Rope) -> smtplib.SMTP:
        """A connection that is ready for a message. Passwords go over TLS only; elsewhere TLS is used where it is offered."""
        host, is_tls = self.url.hostname or "localhost", self.url.scheme == "smtps"
        server: smtplib.SMTP
        if is_tls:
            server = _RopedTls(rope, host, self.url.port or 465, timeout=TIMEOUT_SECONDS, context=self.tls)
        else:
            server = _Roped(rope, host, self.url.port or 25, timeout=TIMEOUT_SECONDS)
        try:
            self._greet(server, is_tls=is_tls)
        except BaseException:
            server.close()
            raise
        return server

    def _greet(self, server: smtplib.SMTP, *, is_tls: bool) -> None:
        # Else the end of each message would wait for the server to acknowledge what came before it.
        assert server.sock is not None
        server.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        server.ehlo_or_helo_if_needed()
        if not is_tls and (self.url.username or server.has_extn("starttls")):
            server.starttls(context=self.tls)
            server.ehlo_or_helo_if_needed()
        if self.url.username:
            server.login(unquote(self.url.username), unquote(self.url.password or ""))


class Rope:
    """Holds a connection from beside, from its first byte on: whatever it waits for, it can be ended."""

    def __init__(self) -> None:
        self._twin: socket.socket | None = None

    def hold(self, connection: socket.socket) -> None:
        """Hold this one, and let go of the one before. A twin is the same connection still when TLS takes the socket over."""
        self.let_go()
        self._twin = connection.dup()

    def pull(self) -> None:
        """End the connection: who reads from it or writes to it is told so."""
        with contextlib.suppress(OSError):
            if self._twin is not None:
                self._twin.shutdown(socket.SHUT_RDWR)

    def let_go(self) -> None:
        if self._twin is not None:
            self._twin.close()
            self._twin = None


class _Roped(smtplib.SMTP):
    """A connection on a rope."""

    def __init__(self, rope: Rope, *given: Any, **named: Any) -> None:
        self._rope = rope
        super().__init__(*given, **named)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        made: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]  # the stubs do not tell of it
        self._rope.hold(made)
        return made


class _RopedTls(smtplib.SMTP_SSL, _Roped):
    """The same, with TLS from the first byte on."""

    def __init__(self, rope: Rope, *given: Any, **named: Any) -> None:
        self._rope = rope
        smtplib.SMTP_SSL.__init__(self, *given, **named)


class SmtpPool:
    """Sends messages to a server, several at once, over connections that are kept from one to the next."""

    def __init__(self, server: SmtpServer, at_once: int = AT_ONCE) -> None:
        self.server = server
        self.at_once = at_once
        self._threads = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="smtp")
        self._own = threading.local()
        self._open: set[smtplib.SMTP] = set()
        self._ropes: set[Rope] = set()

    async def run(self, deliver: Callable[[T], Outcome], what: T) -> Outcome:
        """Let one of the threads make a message of a parcel, or whatever it is, and send it."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, deliver, what)

    def close(self) -> None:
        """Let go of every connection, once what is under way has ended."""
        self._threads.shutdown(wait=True)
        for connection in list(self._open):
            connection.close()
        self._open.clear()
        for rope in self._ropes:
            rope.let_go()

    def send(self, sender: str, receiver: str, content: bytes) -> Outcome:
        """Send, in a thread of the pool, and say what came of it. Whatever the server does, this returns."""
        pulled = threading.Timer(EXCHANGE_SECONDS, self._rope.pull)
        pulled.daemon = True
        pulled.start()
        try:
            connection = self._ready(sender)
            _name_receiver(connection, receiver)
            _hand_over(connection, content)
        except _Answered as answered:
            return _without(answered.outcome, receiver)
        except (OSError, smtplib.SMTPException, UnicodeError, ValueError) as trouble:
            self._drop()
            return _without(_trouble(trouble), receiver)
        finally:
            pulled.cancel()
        return Left()

    @property
    def _rope(self) -> Rope:
        """The thread's own."""
        rope: Rope | None = getattr(self._own, "rope", None)
        if rope is None:
            rope = self._own.rope = Rope()
            self._ropes.add(rope)
        return rope

    def _ready(self, sender: str) -> smtplib.SMTP:
        """A connection that has taken the sender's name: the one that is kept, else a new one."""
        kept: smtplib.SMTP | None = getattr(self._own, "connection", None)
        if kept is not None:
            try:
                return _begun(kept, sender)
            except (OSError, smtplib.SMTPException):
                self._drop()  # nothing of the message was said yet
        self._own.connection = self.server.connected(self._rope)
        self._open.add(self._own.connection)
        return _begun(self._own.connection, sender)

    def _drop(self) -> None:
        kept: smtplib.SMTP | None = getattr(self._own, "connection", None)
        self._own.connection = None
        if kept is not None:
            self._open.discard(kept)
            kept.close()


def _begun(connection: smtplib.SMTP, sender: str) -> smtplib.SMTP:
    connection.rset()
    code, said = connection.mail(sender)
    if code == 421:
        raise smtplib.SMTPServerDisconnected(_text(code, said))
    if code >= PERMANENT:
        raise _Answered(OurFault(f"the mail server refuses our address: {_text(code, said)}"))
    if code != _TAKEN:
        raise _Answered(Later(f"the mail server did not take it: {_text(code, said)}"))
    return connection


def _name_receiver(connection: smtplib.SMTP, receiver: str) -> None:
    try:
        receiver.encode("ascii")
    except UnicodeEncodeError:
        raise _Answered(GivenUp("that is no e-mail address that every server takes")) from None
    code, said = connection.rcpt(receiver)
    if code not in (250, 251):
        raise _Answered(_refusal(code, said))


def _hand_over(connection: smtplib.SMTP, content: bytes) -> None:
    code, said = connection.docmd("DATA")
    if code != _GO_ON:
        raise _Answered(_refusal(code, said))
    ending = b".\r\n" if content.endswith(b"\r\n") else b"\r\n.\r\n"
    # Where this fails the content is not whole, and no server takes it.
    connection.send(_with_dots(content) + ending)
    try:
        code, said = connection.getreply()
    except (OSError, smtplib.SMTPException) as lost:
        connection.close()
        raise _Answered(Later(f"its answer was lost: {lost}", is_unknown=True)) from None
    if code != _TAKEN:
        raise _Answered(_refusal(code, said))


def _with_dots(content: bytes) -> bytes:
    """The content with a second dot before each that begins a line: a line of one dot ends a message."""
    return (b"." if content.startswith(b".") else b"") + content.replace(b"\n.", b"\n..")


def _refusal(code: int, said: bytes) -> Outcome:
    reason = f"the mail server did not take it: {_text(code, said)}"
    return GivenUp(reason) if code >= PERMANENT else Later(reason)


def _trouble(trouble: Exception) -> Outcome:
    if isinstance(trouble, smtplib.SMTPAuthenticationError) and trouble.smtp_code >= PERMANENT:
        return OurFault(f"the mail server does not let us in: {_text(trouble.smtp_code, trouble.smtp_error)}")
    return Later(f"the mail server cannot be reached: {trouble}")


def _text(code: int, said: bytes | str) -> str:
    words = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return f"{code} {' '.join(words.replace(chr(0), '').split())}"[:300]


def _without(outcome: Outcome, receiver: str) -> Outcome:
    """The outcome without the receiver's address, which servers like to repeat and events may not tell."""
    if isinstance(outcome, Left):
        return outcome
    reason = re.sub(re.escape(receiver), "the address", outcome.reason, flags=re.IGNORECASE)
    if isinstance(outcome, Later):
        return Later(reason, outcome.is_unknown)
    return type(outcome)(reason)
