"""The access token, and the memory of those that were good."""

import json
from typing import Any

import jwt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fordran.actions.accounts.access_token import AccessToken, BadAccessToken, VerifiedTokens, issue, read
from tests.actions.client_tokens import PRIVATE, base64url

NOW = 1_800_000_000
KEY = bytes(range(32))
GOOD = issue("a-user", KEY, NOW, 60, "a-key")
HEADER = {"typ": "fordran-access+jwt"}
CLAIMS: dict[str, Any] = {"sub": "a-user", "iat": NOW, "exp": NOW + 3600, "jti": "1"}


def is_read(token: str, now: float = NOW, key: bytes = KEY) -> bool:
    try:
        return read(token, key, now).user == "a-user"
    except BadAccessToken:
        return False


def test_a_token_says_whose_it_is_until_when_and_by_which_key() -> None:
    assert read(GOOD, KEY, NOW) == AccessToken("a-user", NOW + 3600, "a-key")
    assert read(issue("a-user", KEY, NOW + 0.9, 5), KEY, NOW) == AccessToken("a-user", NOW + 300, None)


def test_a_client_can_read_when_it_ends() -> None:
    claims = jwt.decode(GOOD, options={"verify_signature": False})
    assert (claims["iat"], claims["exp"]) == (NOW, NOW + 3600)


def test_no_two_tokens_are_alike() -> None:
    assert issue("a-user", KEY, NOW, 60) != issue("a-user", KEY, NOW, 60)


@pytest.mark.parametrize(
    ("seconds", "good", "remark"),
    [
        (0, True, "at once"),
        (-30, True, "read by a server whose clock is slow"),
        (3599.9, True, "the last moment"),
        (3600, False, "over: our own tokens have no leeway"),
        (10**6, False, "long over"),
    ],
)
def test_a_token_ends(seconds: float, good: bool, remark: str) -> None:
    assert is_read(GOOD, NOW + seconds) == good, remark


def test_another_installation_s_token_is_refused() -> None:
    assert not is_read(GOOD, key=bytes(32))


def test_a_key_that_is_too_short_is_never_used() -> None:
    with pytest.raises(jwt.InvalidKeyError):
        issue("a-user", b"short", NOW, 60)
    with pytest.raises(jwt.InvalidKeyError):
        read(GOOD, b"short", NOW)


def made(header: Any = None, **claims: Any) -> str:
    """A token signed with our key, with changes; a change to None leaves the claim out."""
    body = {name: value for name, value in (CLAIMS | claims).items() if value is not None}
    return jwt.encode(body, KEY, "HS256", headers=HEADER if header is None else header)


@pytest.mark.parametrize(
    ("token", "remark"),
    [
        (made({"typ": "JWT"}), "signed with our key for another use"),
        (made({"typ": None}), "no type"),
        (made({"typ": "FORDRAN-ACCESS+JWT"}), "another spelling of the type"),
        (made(HEADER | {"kid": "1"}), "a header that we do not write"),
        (made(sub=None), "nobody's"),
        (made(exp=None), "without end"),
        (made(iat=None), "issued never"),
        (made(jti=None), "without a name"),
        (jwt.encode(CLAIMS, KEY + KEY, "HS512", headers=HEADER), "another algorithm and key"),
        (jwt.encode(CLAIMS, "", "none", headers=HEADER), "no signature"),
        (f"{base64url(json.dumps({'alg': 'none'} | HEADER).encode())}.{GOOD.split('.')[1]}.", "no signature"),
        (jwt.encode(CLAIMS, PRIVATE["P-256"], "ES256", headers=HEADER), "signed by a client, with our type"),
        (jwt.encode({"api_code": "x"} | CLAIMS, PRIVATE["P-256"], "ES256"), "a client's signed JWT"),
        (GOOD + "=", "padding"),
        (GOOD + "\n", "a line break"),
        (GOOD.rpartition(".")[0] + ".", "the signature cut off"),
        ("", "nothing"),
        ("é", "not ASCII"),
    ],
)
def test_other_tokens_are_refused(token: str, remark: str) -> None:
    assert is_read(made()), "what they are made of is good"
    assert not is_read(token), remark


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(GOOD)), st.integers(0, 3), st.text("ABCxyz019-_.=+/ é", max_size=3))
def test_a_changed_token_is_never_read(at: int, cut: int, put: str) -> None:
    changed = GOOD[:at] + put + GOOD[at + cut :]
    assert is_read(changed) == (changed == GOOD)


class TestVerifiedTokens:
    def test_they_read_as_read_does_time_after_time(self) -> None:
        tokens = VerifiedTokens(KEY)
        assert [tokens.read(GOOD, NOW) for _ in range(3)] == [read(GOOD, KEY, NOW)] * 3
        assert len(tokens) == 1

    def test_a_token_that_has_ended_is_refused_and_forgotten(self) -> None:
        tokens = VerifiedTokens(KEY)
        tokens.read(GOOD, NOW)
        with pytest.raises(BadAccessToken):
            tokens.read(GOOD, NOW + 3600)
        assert len(tokens) == 0

    def test_a_bad_token_is_refused_every_time_and_not_remembered(self) -> None:
        tokens = VerifiedTokens(KEY)
        for _ in range(2):
            with pytest.raises(BadAccessToken):
                tokens.read(GOOD + "x", NOW)
        assert len(tokens) == 0

    def test_they_are_bounded_and_forget_what_was_used_longest_ago(self) -> None:
        tokens = VerifiedTokens(KEY, at_most=2)
        first, second, third = (issue(name, KEY, NOW, 60) for name in ("first", "second", "third"))
        for token in (first, second, first, third):
            tokens.read(token, NOW)
        assert len(tokens) == 2
        assert list(tokens._known) == [first, third]
        assert tokens.read(second, NOW).user == "second", "forgotten, yet as good as ever"
