"""Which addresses are anybody's on the internet, and which lead into networks of one's own.

Written out from IANA's registries of special-purpose addresses (RFC 6890 and its updates), since what the standard library
calls global differs between its versions. What is not known to be public is not.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

IPAddress = IPv4Address | IPv6Address

_NOT_PUBLIC = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network (RFC 791)
            "10.0.0.0/8",  # private (RFC 1918)
            "100.64.0.0/10",  # shared by carriers (RFC 6598)
            "127.0.0.0/8",  # loopback (RFC 1122)
            "168.63.129.16/32",  # a cloud's own service, by an address that looks public
            "169.254.0.0/16",  # link-local (RFC 3927), where clouds tell machines their secrets
            "172.16.0.0/12",  # private (RFC 1918)
            "192.0.0.0/24",  # protocol assignments (RFC 6890)
            "192.0.2.0/24",  # documentation (RFC 5737)
            "192.88.99.0/24",  # relays of 6to4 (RFC 7526)
            "192.168.0.0/16",  # private (RFC 1918)
            "198.18.0.0/15",  # benchmarks (RFC 2544)
            "198.51.100.0/24",  # documentation (RFC 5737)
            "203.0.113.0/24",  # documentation (RFC 5737)
            "224.0.0.0/4",  # multicast (RFC 5771)
            "240.0.0.0/4",  # reserved, and broadcast (RFC 1112)
        ),
    )
)
_GLOBAL_6 = IPv6Network("2000::/3")  # all that is given out as global unicast (RFC 4291)
_NOT_PUBLIC_6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID (RFC 2928)
            "2001:db8::/32",  # documentation (RFC 3849)
            "3fff::/20",  # documentation (RFC 9637)
        ),
    )
)
_MAPPED = IPv6Network("::ffff:0:0/96")  # IPv4 as IPv6 (RFC 4291)
_NAT64 = IPv6Network("64:ff9b::/96")  # IPv4 through a translator (RFC 6052)
_6TO4 = IPv6Network("2002::/16")  # IPv4 that carries IPv6 (RFC 3056)


def is_public(address: IPAddress) -> bool:
    """Whether an address is anybody's on the internet. One that holds an IPv4 address is as public as that."""
    within = embedded(address)
    if within is not None:
        return is_public(within)
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC)
    is_global = address in _GLOBAL_6 and address.scope_id is None
    return is_global and not any(address in network for network in _NOT_PUBLIC_6)


def is_loopback(address: IPAddress) -> bool:
    """Whether an address is the machine's own."""
    within = embedded(address)
    return within.is_loopback if within is not None and address in _MAPPED else address.is_loopback


def embedded(address: IPAddress) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to; None where it leads to none."""
    if isinstance(address, IPv4Address):
        return None
    if address in _MAPPED or address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    if address in _6TO4:
        return IPv4Address(int(address) >> 80 & 0xFFFFFFFF)
    return None
