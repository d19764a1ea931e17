"""Addresses and networks of the internet: read from text, and whether one holds the other.

An IPv4 address that travels as IPv6 (::ffff:203.0.113.7) is the IPv4 address, here and everywhere.
"""

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_interface
from typing import Final

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# Replaces the address of a peer without one, such as a peer on a Unix socket. It lets nobody in.
NOWHERE: Final = IPv6Address("::")

_V4_MAPPED: Final = IPv6Network("::ffff:0:0/96")
_NETWORK: Final = re.compile(r"[0-9A-Fa-f:.]+(?:/[0-9]{1,3})?")


class BadNetwork(ValueError):
    """A text that is neither an address nor a network; the sentence says what would be."""


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


def read_address(text: str) -> Address | None:
    """The address that a text names, without an IPv6 zone, which means nothing beyond the link; None if it is none."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped or IPv6Address(int(address))
    return address
