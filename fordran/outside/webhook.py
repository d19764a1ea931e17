"""Sending to webhooks: one POST, ten seconds for all of it, no redirects, no proxies, and no more of the answer than is kept."""

from __future__ import annotations

import asyncio
import ssl
from datetime import datetime

import httpcore
import httpx

from fordran.actions.webhooks.messages import MOST_SHOWN, AttemptOutcome, WebhookMessage
from fordran.actions.webhooks.url import url_issue
from fordran.outside.public_network import PublicNetwork, Resolve, resolve

TIMEOUT_SECONDS = 10.0
MOST_READ = 64 * 1024
MOST_HEADERS, LONGEST_HEADER = 40, 500

_TLS_PORT, _PORT = 443, 80


class WebhookSender:
    """Sends messages. Connections are kept a while, each for the host that it was made and verified for."""

    def __init__(
        self,
        *,
        is_sandbox: bool,
        resolve: Resolve = resolve,
        tls: ssl.SSLContext | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
    ) -> None:
        self.is_sandbox = is_sandbox
        self.timeout_seconds = timeout_seconds
        self.pool = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=None,
            max_keepalive_connections=20,
            keepalive_expiry=30,
            network_backend=PublicNetwork(is_sandbox=is_sandbox, resolve=resolve),
        )

    async def close(self) -> None:
        await self.pool.aclose()

    async def send(self, message: WebhookMessage, now: datetime) -> AttemptOutcome:
        """Send, and say how it went. Whatever the receiver does, this returns."""
        began = _seconds()
        headers = message.headers(now)
        status: int | None = None
        shown: dict[str, str] = {}
        text, error = "", None
        try:
            async with asyncio.timeout(self.timeout_seconds):
                status, shown, text = await self._exchange(message, headers)
            error = _refusal(status)
        except (TimeoutError, httpcore.TimeoutException):
            error = f"no whole answer within {self.timeout_seconds:g} seconds"
        except (httpcore.NetworkError, httpcore.ProtocolError, ssl.SSLError, OSError, ValueError) as trouble:
            error = _sentence(trouble)
        milliseconds = round((_seconds() - began) * 1000)
        return AttemptOutcome(now, message.url, headers, milliseconds, status, shown, text, error)

    async def _exchange(self, message: WebhookMessage, headers: dict[str, str]) -> tuple[int, dict[str, str], str]:
        issue = url_issue(message.url, is_sandbox=self.is_sandbox)
        if issue:
            raise ValueError(f"the URL {issue}")
        url = httpx.URL(message.url)
        target = httpcore.URL(
            scheme=url.raw_scheme, host=url.raw_host, port=url.port or _port_of(url), target=url.raw_path
        )
        sent = {"host": url.netloc.decode("ascii"), "accept-encoding": "identity", **headers}
        content = message.body.encode()
        sent["content-length"] = str(len(content))
        async with self.pool.stream("POST", target, headers=list(sent.items()), content=content) as answer:
            read = b""
            async for part in answer.aiter_stream():
                read += part
                if len(read) >= MOST_READ:
                    break
            return answer.status, _headers(answer.headers), _text(read)


def _seconds() -> float:
    return asyncio.get_running_loop().time()


def _refusal(status: int) -> str | None:
    """Why a status is no success; None where it is one."""
    if 200 <= status < 300:
        return None
    return f"answered {status}" + (", and redirects are not followed" if 300 <= status < 400 else "")


def _port_of(url: httpx.URL) -> int:
    return _TLS_PORT if url.scheme == "https" else _PORT


def _headers(given: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers of an answer that the log keeps."""
    return {_text(name)[:LONGEST_HEADER].lower(): _text(value)[:LONGEST_HEADER] for name, value in given[:MOST_HEADERS]}


def _text(read: bytes) -> str:
    """The first of an answer, as a text that can be stored."""
    return read[:MOST_SHOWN].decode("utf-8", "replace").replace("\x00", "\ufffd")


def _sentence(trouble: BaseException) -> str:
    text = str(trouble) or type(trouble).__name__
    return text.replace("\x00", "")[:300]
