"""Where a request comes from: the client's address, behind the proxies that are trusted."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from fordran.domain.service.networks import NOWHERE, Address, Network, allowed, read_address

# A node of X-Forwarded-For or Forwarded: an address, in brackets if it is IPv6 with a port, and maybe a port.
_V4_NODE: Final = re.compile(r"([0-9.]+)(?::[0-9]{1,5})?")
_V6_NODE: Final = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?")

# RFC 7239 §4, with RFC 9110's tokens, quoted strings and blanks around separators: name=value, or nothing.
_WORD: Final = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_PAIR: Final = re.compile(rf"[ \t]*(?:({_WORD})=(?:({_WORD})|({_QUOTED}))[ \t]*)?([;,]|\Z)")


def client_address(
    peer: str, forwarded_for: Sequence[str], forwarded: Sequence[str], trusted: Iterable[Network]
) -> Address:
    """The address that a request comes from.

    `peer` is the other end of the connection; `forwarded_for` and `forwarded` are the values of the headers
    X-Forwarded-For and Forwarded in the order they came. They count only if the peer is one of the trusted proxies.
    """
    proxies = tuple(trusted)
    connected = read_address(peer) or NOWHERE
    if not allowed(connected, proxies):
        return connected
    found = set()
    if forwarded_for:
        found.add(_nearest_untrusted(connected, _hops_forwarded_for(forwarded_for), proxies))
    if forwarded:
        found.add(_nearest_untrusted(connected, _hops_forwarded(forwarded), proxies))
    # A proxy writes one of the two headers and may pass on whatever the client wrote in the other. Which one is
    # the proxy's cannot be seen, so when they disagree neither is believed.
    return found.pop() if len(found) == 1 else connected


def address_of(scope: Mapping[str, Any], trusted: Iterable[Network]) -> Address:
    """Where a request comes from, by its ASGI scope, behind the proxies that are trusted."""
    peer = (scope.get("client") or ("", 0))[0]
    forwarded_for, forwarded = [], []
    for name, value in scope["headers"]:
        if name == b"x-forwarded-for":
            forwarded_for.append(value.decode("latin-1"))
        elif name == b"forwarded":
            forwarded.append(value.decode("latin-1"))
    if not forwarded_for and not forwarded:
        return peer_address(peer)
    return client_address(peer, forwarded_for, forwarded, trusted)


_FORWARDING: Final = (b"x-forwarded-for", b"forwarded", b"x-forwarded-host", b"x-real-ip", b"via")


def is_from_this_machine(scope: Mapping[str, Any]) -> bool:
    """Whether a program of this machine asks for itself: a loopback peer that passes on nobody's request."""
    peer = peer_address((scope.get("client") or ("", 0))[0])
    return peer.is_loopback and not any(name in _FORWARDING for name, _ in scope["headers"])


@lru_cache(maxsize=1024)
def peer_address(peer: str) -> Address:
    """The other end of a connection. A client makes many requests, and reading an address takes a while."""
    return client_address(peer, (), (), ())


def _nearest_untrusted(peer: Address, hops: Sequence[str], trusted: tuple[Network, ...]) -> Address:
    """The first address, from our end, that is no trusted proxy; each hop is vouched for by the one after it.

    Only the hops up to there are read. The rest may be as many as the client likes.
    """
    address = peer
    for hop in reversed(hops):
        named = _node(hop) if allowed(address, trusted) else None
        if named is None:
            break
        address = named
    return address


def _hops_forwarded_for(values: Sequence[str]) -> list[str]:
    return [node.strip() for value in values for node in value.split(",") if node.strip()]


def _hops_forwarded(values: Sequence[str]) -> list[str]:
    return [hop for value in values for hop in _hops_of_one(value)]


def _hops_of_one(value: str) -> list[str]:
    """The `for` of every element of one Forwarded header (RFC 7239 §4); empty where there is none.

    A header with an error anywhere names nobody: an open quotation mark that the client sent would otherwise swallow
    what the proxy wrote after it.
    """
    hops: list[str] = []
    element: dict[str, str] = {}
    position = 0
    while True:
        pair = _PAIR.match(value, position)
        if pair is None:
            return [""]
        name, token, quoted, separator = pair.groups()
        if name is not None:
            if name.lower() in element:
                return [""]
            element[name.lower()] = token if quoted is None else re.sub(r"\\(.)", r"\1", quoted[1:-1])
        if separator != ";" and element:
            hops.append(element.get("for", ""))
            element = {}
        if not separator:
            return hops
        position = pair.end()


def _node(text: str) -> Address | None:
    """The address of a node: 203.0.113.7, 203.0.113.7:443, 2001:db8::7, [2001:db8::7] or [2001:db8::7]:443."""
    with_port = _V4_NODE.fullmatch(text) or _V6_NODE.fullmatch(text)
    return read_address(with_port[1] if with_port else text)
