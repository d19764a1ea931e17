"""Networks as people write them, and who may come from there."""

from ipaddress import ip_address, ip_network

import pytest

from fordran.domain.service.networks import BadNetwork, allowed, read_network


@pytest.mark.parametrize(
    ("text", "network", "remark"),
    [
        ("203.0.113.7", "203.0.113.7/32", "an address"),
        (" 203.0.113.7\n", "203.0.113.7/32", "blanks around it"),
        ("203.0.113.0/24", "203.0.113.0/24", "a network"),
        ("0.0.0.0/0", "0.0.0.0/0", "everywhere"),
        ("2001:DB8::7", "2001:db8::7/128", "IPv6"),
        ("2001:db8::/48", "2001:db8::/48", "a network of IPv6"),
        ("::ffff:203.0.113.7", "203.0.113.7/32", "IPv4 in IPv6"),
        ("::ffff:203.0.113.0/120", "203.0.113.0/24", "a network of IPv4 in IPv6"),
    ],
)
def test_a_network_is_read(text: str, network: str, remark: str) -> None:
    assert read_network(text) == ip_network(network), remark


@pytest.mark.parametrize(
    ("text", "sentence", "remark"),
    [
        ("", "is no address", "nothing"),
        ("localhost", "is no address", "a name"),
        ("203.0.113", "is no address", "too short"),
        ("203.0.113.256", "is no address", "too large"),
        ("203.0.113.07", "is no address", "leading zeros are read in two ways"),
        ("203.0.113.0/33", "is no address", "a prefix that is too long"),
        ("203.0.113.0/", "is no address", "a prefix that is missing"),
        ("203.0.113.0/-1", "is no address", "a prefix that is negative"),
        ("203.0.113.0/255.255.255.0", "is no address", "a mask"),
        ("fe80::1%eth0", "is no address", "a zone"),
        ("203.0.113.7:443", "is no address", "a port"),
        ("٢٠٣.0.113.7", "is no address", "other digits"),
        ("203.0.113.7/24", "the network itself, 203.0.113.0/24", "an address within"),
        ("2001:db8::7/48", "the network itself, 2001:db8::/48", "an address within"),
    ],
)
def test_what_is_no_network_is_refused_with_a_sentence(text: str, sentence: str, remark: str) -> None:
    with pytest.raises(BadNetwork, match=sentence):
        read_network(text)


@pytest.mark.parametrize(
    ("address", "networks", "answer", "remark"),
    [
        ("203.0.113.7", ["203.0.113.7"], True, "the address"),
        ("203.0.113.8", ["203.0.113.7"], False, "the one beside it"),
        ("203.0.113.255", ["192.0.2.1", "203.0.113.0/24"], True, "in the second"),
        ("203.0.114.0", ["203.0.113.0/24"], False, "just past it"),
        ("2001:db8::1", ["2001:db8::/64"], True, "IPv6"),
        ("2001:db8:0:1::1", ["2001:db8::/64"], False, "just past it"),
        ("203.0.113.7", ["::/0"], False, "IPv6 does not hold IPv4"),
        ("203.0.113.7", ["::ffff:203.0.113.0/120"], True, "unless it is IPv4 in IPv6"),
        ("203.0.113.7", [], False, "none registered"),
        ("::", ["::/0", "::"], False, "from nowhere, nobody"),
    ],
)
def test_an_address_is_allowed_if_a_network_holds_it(
    address: str, networks: list[str], answer: bool, remark: str
) -> None:
    assert allowed(ip_address(address), [read_network(text) for text in networks]) is answer, remark
