"""Which addresses a webhook may lead to."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.service.public_addresses import embedded, is_loopback, is_public

PUBLIC = [
    ("8.8.8.8", "anybody's"),
    ("1.1.1.1", "anybody's"),
    ("172.15.255.255", "just before the private ones"),
    ("172.32.0.0", "just after them"),
    ("100.63.255.255", "just before the carriers'"),
    ("100.128.0.0", "just after them"),
    ("223.255.255.255", "the last before multicast"),
    ("2a00:1450:400f::1", "anybody's"),
    ("::ffff:8.8.8.8", "IPv4 as IPv6"),
    ("64:ff9b::808:808", "IPv4 through a translator"),
    ("2002:808:808::1", "6to4 of a public address"),
]
NOT_PUBLIC = [
    ("0.0.0.0", "unspecified, which connects to this machine"),
    ("0.1.2.3", "this network"),
    ("10.0.0.1", "private"),
    ("100.64.0.1", "shared by carriers"),
    ("100.100.100.200", "a cloud's metadata"),
    ("127.0.0.1", "loopback"),
    ("127.255.255.254", "all of the net is loopback"),
    ("168.63.129.16", "a cloud's own service"),
    ("169.254.169.254", "clouds' metadata"),
    ("172.16.0.1", "private"),
    ("172.31.255.255", "private to its end"),
    ("192.0.0.192", "a cloud's metadata"),
    ("192.0.2.1", "documentation"),
    ("192.168.1.1", "private"),
    ("198.18.0.1", "benchmarks"),
    ("224.0.0.1", "multicast"),
    ("240.0.0.1", "reserved"),
    ("255.255.255.255", "broadcast"),
    ("::", "unspecified"),
    ("::1", "loopback"),
    ("::7f00:1", "IPv4-compatible, long forbidden"),
    ("::ffff:10.0.0.1", "private IPv4 as IPv6"),
    ("::ffff:127.0.0.1", "loopback as IPv6"),
    ("::ffff:169.254.169.254", "metadata as IPv6"),
    ("64:ff9b::a00:1", "private IPv4 through a translator"),
    ("64:ff9b::7f00:1", "loopback through a translator"),
    ("64:ff9b:1::a00:1", "a translator of one's own"),
    ("100::1", "discard-only"),
    ("2001::1", "Teredo"),
    ("2001:db8::1", "documentation"),
    ("2002:a00:1::1", "6to4 of a private address"),
    ("2002:7f00:1::1", "6to4 of loopback"),
    ("3fff::1", "documentation"),
    ("fc00::1", "unique local"),
    ("fd00:ec2::254", "a cloud's metadata"),
    ("fe80::1", "link-local"),
    ("fe80::1%eth0", "link-local with its scope"),
    ("2a00:1450:400f::1%1", "no public address has a scope"),
    ("fec0::1", "site-local"),
    ("ff02::1", "multicast"),
]


@pytest.mark.parametrize(("text", "remark"), PUBLIC)
def test_what_is_anybodys_is_public(text: str, remark: str) -> None:
    assert is_public(ip_address(text)), remark


@pytest.mark.parametrize(("text", "remark"), NOT_PUBLIC)
def test_what_leads_into_a_network_of_ones_own_is_not(text: str, remark: str) -> None:
    assert not is_public(ip_address(text)), remark


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("64:ff9b::7f00:1", False),
        ("10.0.0.1", False),
        ("8.8.8.8", False),
        ("::", False),
        ("0.0.0.0", False),
    ],
)
def test_loopback_is_the_machines_own(text: str, expected: bool) -> None:
    assert is_loopback(ip_address(text)) is expected


@given(st.ip_addresses())
def test_nothing_that_the_standard_library_calls_private_is_public(address: IPv4Address | IPv6Address) -> None:
    meant = embedded(address) or address
    if meant.is_private or meant.is_link_local or meant.is_multicast or meant.is_reserved:
        assert not is_public(address)
