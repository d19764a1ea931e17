"""Where a request comes from: the client's address behind trusted proxies, and the networks a client may come from.

An IPv4 address that travels as IPv6 (::ffff:203.0.113.7) is the IPv4 address, here and everywhere.
"""

import re
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_interface
from typing import Final

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# What stands for a peer without an address, such as one on a Unix socket. Nobody is let in by it.
NOWHERE: Final = IPv6Address("::")

_V4_MAPPED: Final = IPv6Network("::ffff:0:0/96")
_NETWORK: Final = re.compile(r"[0-9A-Fa-f:.]+(?:/[0-9]{1,3})?")

# A node of X-Forwarded-For or Forwarded: an address, in brackets if it is IPv6 with a port, and maybe a port.
_V4_NODE: Final = re.compile(r"([0-9.]+)(?::[0-9]{1,5})?")
_V6_NODE: Final = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?")

# RFC 7239 §4, with RFC 9110's tokens, quoted strings and blanks around separators: name=value, or nothing.
_WORD: Final = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_PAIR: Final = re.compile(rf"[ \t]*(?:({_WORD})=(?:({_WORD})|({_QUOTED}))[ \t]*)?([;,]|\Z)")


class BadNetwork(ValueError):
    """A text that is neither an address nor a network; the sentence says what would be."""


def client_address(
    peer: str, forwarded_for: Sequence[str], forwarded: Sequence[str], trusted: Iterable[Network]
) -> Address:
    """The address that a request comes from.

    `peer` is the other end of the connection; `forwarded_for` and `forwarded` are the values of the headers
    X-Forwarded-For and Forwarded in the order they came. They count only if the peer is one of the trusted proxies.
    """
    proxies = tuple(trusted)
    connected = _address(peer) or NOWHERE
    found = set()
    if forwarded_for:
        found.add(_nearest_untrusted(connected, _hops_forwarded_for(forwarded_for), proxies))
    if forwarded:
        found.add(_nearest_untrusted(connected, _hops_forwarded(forwarded), proxies))
    # A proxy writes one of the two headers and may pass on whatever the client wrote in the other. Which one is
    # the proxy's cannot be seen, so when they disagree neither is believed.
    return found.pop() if len(found) == 1 else connected


def allowed(address: Address, networks: Iterable[Network]) -> bool:
    """Whether the address lies in one of the networks."""
    return address != NOWHERE and any(address in network for network in networks)


def read_network(text: str) -> Network:
    """The network that a text names: a single address, or an address and a prefix length."""
    written = text.strip()
    try:
        # The library would also take a mask for the prefix length, and a zone.
        interface = ip_interface(written) if _NETWORK.fullmatch(written) else None
    except ValueError:
        interface = None
    if interface is None:
        raise BadNetwork(
            f"'{written[:100]}' is no address: write 203.0.113.7, a network 203.0.113.0/24, or the same for IPv6"
        )
    network = interface.network
    if interface.ip != network.network_address:
        raise BadNetwork(f"'{written}' is an address within a network: write the network itself, {network}")
    if isinstance(network, IPv6Network) and network.subnet_of(_V4_MAPPED):
        return IPv4Network((int(network.network_address) & 0xFFFF_FFFF, network.prefixlen - _V4_MAPPED.prefixlen))
    return network


def _nearest_untrusted(peer: Address, hops: Sequence[Address | None], trusted: tuple[Network, ...]) -> Address:
    """The first address, from our end, that is no trusted proxy; each hop is vouched for by the one after it."""
    address = peer
    for hop in reversed(hops):
        if hop is None or not allowed(address, trusted):
            break
        address = hop
    return address


def _hops_forwarded_for(values: Sequence[str]) -> list[Address | None]:
    return [_node(node.strip()) for value in values for node in value.split(",") if node.strip()]


def _hops_forwarded(values: Sequence[str]) -> list[Address | None]:
    return [hop for value in values for hop in _hops_of_one(value)]


def _hops_of_one(value: str) -> list[Address | None]:
    """The `for` of every element of one Forwarded header (RFC 7239 §4); None where it names no address.

    A header with an error anywhere names nobody: an open quotation mark that the client sent would otherwise swallow
    what the proxy wrote after it.
    """
    hops: list[Address | None] = []
    element: dict[str, str] = {}
    position = 0
    while True:
        pair = _PAIR.match(value, position)
        if pair is None:
            return [None]
        name, token, quoted, separator = pair.groups()
        if name is not None:
            if name.lower() in element:
                return [None]
            element[name.lower()] = token if quoted is None else re.sub(r"\\(.)", r"\1", quoted[1:-1])
        if separator != ";" and element:
            hops.append(_node(element.get("for", "")))
            element = {}
        if not separator:
            return hops
        position = pair.end()


def _node(text: str) -> Address | None:
    """The address of a node: 203.0.113.7, 203.0.113.7:443, 2001:db8::7, [2001:db8::7] or [2001:db8::7]:443."""
    with_port = _V4_NODE.fullmatch(text) or _V6_NODE.fullmatch(text)
    return _address(with_port[1] if with_port else text)


def _address(text: str) -> Address | None:
    """The address that a text names, without an IPv6 zone, which means nothing beyond the link; None if it is none."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped or IPv6Address(int(address))
    return address
