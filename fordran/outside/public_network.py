"""Connections that lead to public addresses only, whatever address a name resolves to.

A name is resolved here, every address that comes back is looked at, and the connection is made to one of those very
addresses. A name that means something else a moment later gains nothing by it. TLS and the Host header keep the name.
"""

from __future__ import annotations

import asyncio
import socket
import typing
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address

import httpcore

from fordran.actions.webhooks.url import literal_address, may_connect
from fordran.domain.service.public_addresses import IPAddress

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""A name and a port → the addresses that the name means."""

SECONDS_AN_ADDRESS = 3.0
"""How long one of several addresses is tried before the next."""

# Names of others may take their time to resolve, and are not to keep ours from being resolved.
_resolvers = ThreadPoolExecutor(max_workers=64, thread_name_prefix="resolver")


class NoPublicAddress(httpcore.ConnectError):
    """The name has no address, or one that is not public. The error does not say which: it would reveal our own network."""


async def resolve(host: str, port: int) -> Sequence[str]:
    """The addresses that a name means, as this machine resolves names."""
    found = await asyncio.get_running_loop().run_in_executor(
        _resolvers, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    )
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses; of a sandbox, also to the machine's own."""

    def __init__(self, *, is_sandbox: bool, resolve: Resolve = resolve) -> None:
        self.is_sandbox = is_sandbox
        self.resolve = resolve
        self.inner: httpcore.AsyncNetworkBackend = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  (the library's own word)
        local_address: str | None = None,
        socket_options: Iterable[typing.Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        addresses = await self.addresses(host, port)
        trouble: Exception | None = None
        for address in addresses:
            seconds = SECONDS_AN_ADDRESS if len(addresses) > 1 else timeout
            try:
                return await self.inner.connect_tcp(str(address), port, seconds, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as refused:
                trouble = refused
        raise trouble or NoPublicAddress(_SENTENCE)

    async def addresses(self, host: str, port: int) -> list[IPAddress]:
        """Every address of a host; raises `NoPublicAddress` if one of them is not to be connected to, or there is none."""
        literal = literal_address(host)
        try:
            found = [literal] if literal else [ip_address(text) for text in await self.resolve(host, port)]
        except (OSError, ValueError, UnicodeError):
            raise NoPublicAddress(_SENTENCE) from None
        if not found or not all(may_connect(address, is_sandbox=self.is_sandbox) for address in found):
            raise NoPublicAddress(_SENTENCE)
        return found

    async def connect_unix_socket(self, *_given: object, **_options: object) -> httpcore.AsyncNetworkStream:
        raise NoPublicAddress(_SENTENCE)

    async def sleep(self, seconds: float) -> None:
        await self.inner.sleep(seconds)


_SENTENCE = "the host has no public address"
