"""Where a request comes from, behind proxies that are trusted and headers that anybody can write."""

from ipaddress import IPv4Address, ip_address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fordran.domain.service.networks import read_network
from fordran.web.address import client_address

PROXIES = tuple(read_network(text) for text in ("10.0.0.0/8", "fd00::/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "address", "remark"),
    [
        ("203.0.113.7", [], "203.0.113.7", "no proxy"),
        ("203.0.113.7", ["198.51.100.1"], "203.0.113.7", "no proxy of ours: anyone can write a header"),
        ("10.0.0.1", [], "10.0.0.1", "a proxy that says nothing"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1", "one proxy"),
        ("10.0.0.1", ["198.51.100.1, 10.0.0.2"], "198.51.100.1", "two proxies"),
        ("10.0.0.1", ["198.51.100.1", "10.0.0.2"], "198.51.100.1", "two proxies, a header each"),
        ("10.0.0.1", ["192.0.2.66, 198.51.100.1"], "198.51.100.1", "the client wrote the first itself"),
        ("10.0.0.1", ["192.0.2.66", "198.51.100.1,10.0.0.2"], "198.51.100.1", "the client wrote a header of its own"),
        ("10.0.0.1", ["10.9.9.9, 198.51.100.1"], "198.51.100.1", "the client plays a proxy of ours"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3", "a client among the proxies"),
        ("10.0.0.1", ["198.51.100.1, rubbish"], "10.0.0.1", "rubbish: nothing beyond it is believed"),
        ("10.0.0.1", ["198.51.100.1, rubbish, 10.0.0.2"], "10.0.0.2", "rubbish: the last that was good"),
        ("10.0.0.1", ["rubbish, 198.51.100.1"], "198.51.100.1", "rubbish beyond what we look at"),
        ("10.0.0.1", ["198.51.100.1, 010.0.0.2"], "10.0.0.1", "leading zeros are read in two ways: rubbish"),
        ("10.0.0.1", [""], "10.0.0.1", "an empty header"),
        ("10.0.0.1", [", 198.51.100.1 ,"], "198.51.100.1", "empty elements are nothing (RFC 9110 §5.6.1)"),
        ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1", "with a port"),
        ("10.0.0.1", ["2001:db8::7"], "2001:db8::7", "IPv6"),
        ("10.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7", "IPv6 with a port"),
        ("10.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1", "IPv4 in IPv6"),
        ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1", "a proxy whose IPv4 travels as IPv6"),
        ("::ffff:203.0.113.7", [], "203.0.113.7", "a client whose IPv4 travels as IPv6"),
        ("fd00::1%eth0", ["2001:db8::7"], "2001:db8::7", "a proxy with a zone"),
        ("fe80::7%eth0", [], "fe80::7", "a zone is no part of an address"),
        ("", ["198.51.100.1"], "::", "a peer without an address vouches for nobody"),
        ("testclient", [], "::", "a peer without an address"),
    ],
)
def test_x_forwarded_for_is_read_from_the_right_and_from_trusted_proxies_only(
    peer: str, forwarded_for: list[str], address: str, remark: str
) -> None:
    assert client_address(peer, forwarded_for, [], PROXIES) == ip_address(address), remark


@pytest.mark.parametrize(
    ("forwarded", "address", "remark"),
    [
        (["for=198.51.100.1"], "198.51.100.1", "plain"),
        (["For=198.51.100.1;proto=https;by=10.0.0.1"], "198.51.100.1", "names know no case"),
        (['proto=https;for="198.51.100.1:4711"'], "198.51.100.1", "quoted, with a port"),
        (['for="[2001:db8::7]:4711"'], "2001:db8::7", "IPv6 is quoted and in brackets"),
        (['for="[2001:db8::7]"'], "2001:db8::7", "IPv6 without a port"),
        ([r'for="198.51\.100.1"'], "198.51.100.1", "a quoted pair"),
        (["for=192.0.2.66, for=198.51.100.1;proto=http , for=10.0.0.2"], "198.51.100.1", "from the right"),
        (["for=192.0.2.66", "for=198.51.100.1"], "198.51.100.1", "several headers"),
        ([", ,for=198.51.100.1,"], "198.51.100.1", "empty elements are nothing"),
        (["for=198.51.100.1, for=unknown"], "10.0.0.1", "a proxy that does not know"),
        (["for=198.51.100.1, for=_hidden"], "10.0.0.1", "a proxy that does not tell"),
        (["for=198.51.100.1, proto=https"], "10.0.0.1", "an element without an address"),
        (["for=198.51.100.1;for=192.0.2.66"], "10.0.0.1", "an address twice"),
        (["for=[2001:db8::7]"], "10.0.0.1", "IPv6 without quotation marks is not allowed"),
        (['for=192.0.2.66;x=", for=198.51.100.1'], "10.0.0.1", "an open quotation mark that swallows the proxy's part"),
        (['for="192.0.2.66, for="198.51.100.1"'], "10.0.0.1", "an open quotation mark before the proxy's own"),
        (['for="192.0.2.66', "for=198.51.100.1"], "198.51.100.1", "an open quotation mark in another header"),
        (["for 198.51.100.1"], "10.0.0.1", "no equals sign"),
        (["198.51.100.1"], "10.0.0.1", "no name"),
        ([""], "10.0.0.1", "an empty header"),
    ],
)
def test_forwarded_is_read_as_rfc_7239_has_it(forwarded: list[str], address: str, remark: str) -> None:
    assert client_address("10.0.0.1", [], forwarded, PROXIES) == ip_address(address), remark
    assert client_address("203.0.113.7", [], forwarded, PROXIES) == ip_address("203.0.113.7"), "no proxy of ours"


@pytest.mark.parametrize(
    ("forwarded_for", "forwarded", "address", "remark"),
    [
        (["198.51.100.1"], ["for=198.51.100.1"], "198.51.100.1", "both say the same"),
        (["198.51.100.1"], ["for=192.0.2.66"], "10.0.0.1", "one of them is the client's own; which, cannot be seen"),
        (["198.51.100.1"], ["rubbish"], "10.0.0.1", "one of them is rubbish"),
    ],
)
def test_headers_that_disagree_are_not_believed(
    forwarded_for: list[str], forwarded: list[str], address: str, remark: str
) -> None:
    assert client_address("10.0.0.1", forwarded_for, forwarded, PROXIES) == ip_address(address), remark


@settings(deadline=None)
@given(st.lists(st.text()), st.lists(st.text()), st.text())
def test_no_header_is_too_odd_to_read_and_none_hides_a_peer_that_is_no_proxy(
    forwarded_for: list[str], forwarded: list[str], peer: str
) -> None:
    client_address("10.0.0.1", forwarded_for, forwarded, PROXIES)
    client_address(peer, forwarded_for, forwarded, PROXIES)
    assert client_address("203.0.113.7", forwarded_for, forwarded, PROXIES) == IPv4Address("203.0.113.7")


@settings(deadline=None)
@given(st.lists(st.sampled_from(["for", "=", '"', "\\", ",", ";", " ", "192.0.2.66", "x"])).map("".join))
def test_what_a_client_writes_before_the_proxy_s_own_element_never_becomes_its_address(written: str) -> None:
    for own in ("for=198.51.100.1", 'for="198.51.100.1:80";proto=https'):
        found = client_address("10.0.0.1", [], [f"{written}, {own}"], PROXIES)
        assert found in (IPv4Address("198.51.100.1"), IPv4Address("10.0.0.1"))
