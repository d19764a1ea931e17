"""Mail servers that answer a byte now and then, or never: all that is said over a message has its time."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from fordran.actions.delivery.claimed import RetryLater
from fordran.actions.delivery.covering_note import NoteSender
from fordran.outside import smtp
from fordran.outside.mail import TOO_LATE, Mail
from fordran.outside.smtp import SmtpPool, SmtpServer
from tests.outside.test_mail import PARCEL

Talk = Callable[[socket.socket, threading.Event], None]


@contextmanager
def server_that(talks: Talk) -> Iterator[str]:
    """A server that takes one connection after the other, and talks so."""
    is_over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.1)

        def serve() -> None:
            while not is_over.is_set():
                try:
                    connection, _ = listening.accept()
                except TimeoutError:
                    continue
                with connection:
                    try:
                        talks(connection, is_over)
                    except OSError:
                        continue

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield f"smtp://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            is_over.set()
            thread.join(10)


def _says_nothing(_connection: socket.socket, is_over: threading.Event) -> None:
    is_over.wait(20)


def _a_byte_at_a_time(connection: socket.socket, is_over: threading.Event) -> None:
    while not is_over.wait(0.05):
        connection.sendall(b"2")


def _line_after_line(connection: socket.socket, is_over: threading.Event) -> None:
    while not is_over.wait(0.01):
        connection.sendall(b"220-hej\r\n" * 100)


def _slow_after_the_greeting(connection: socket.socket, is_over: threading.Event) -> None:
    connection.sendall(b"220 mx.example\r\n")
    _a_byte_at_a_time(connection, is_over)


@pytest.mark.parametrize("talks", [_says_nothing, _a_byte_at_a_time, _line_after_line, _slow_after_the_greeting])
async def test_whatever_a_server_does_sending_returns(talks: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "EXCHANGE_SECONDS", 0.5)
    with server_that(talks) as url:
        pool = SmtpPool(SmtpServer.at(url), at_once=1)
        outcome = await pool.send("faktura@kravhuset.example", "karin@example.com", b"Subject: Hej\r\n\r\nHej\r\n")
        assert isinstance(outcome, RetryLater)
        pool.close()


async def test_what_waited_until_its_claim_may_have_passed_is_not_sent() -> None:
    pool = SmtpPool(SmtpServer.at("smtp://127.0.0.1:1"), at_once=1)
    mail = Mail(pool, "faktura@kravhuset.example", NoteSender("Kravhuset AB"), lambda _: b"%PDF")
    assert await mail.deliver(PARCEL, lambda: False) == TOO_LATE
    assert await mail.deliver(PARCEL, lambda: True) != TOO_LATE
    pool.close()
