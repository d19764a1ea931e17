"""The access token: a JWT of our own that a signed-in client sends with every request.

It is signed with the installation's key (HS256) and has a type of its own (RFC 8725 §3.11), so that a client's signed
JWT cannot pass for it, nor it for one of those: signed_jwt.py takes neither this type nor this algorithm. The token
says who signed in, not what they may do; that is looked up, so that taking it away works at once.
"""

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

import jwt

from fordran.actions.accounts.signed_jwt import MalformedToken, read_compact

_HEADER: Final = {"alg": "HS256", "typ": "fordran-access+jwt"}

# The library would compare the times with a clock of its own; they are compared here with the time that is given. A key
# shorter than the hash (RFC 7518 §3.2) is our mistake, and raises as one.
_JWT: Final = jwt.PyJWT(
    {
        "verify_exp": False,
        "verify_iat": False,
        "verify_nbf": False,
        "require": ["exp", "iat", "sub", "jti"],
        "enforce_minimum_key_length": True,
    }
)


class BadAccessToken(Exception):
    """A token that is not ours, was altered, or has expired."""

    def __init__(self) -> None:
        super().__init__("The access token is missing, not valid or has expired: sign in again to get a new one.")


@dataclass(frozen=True)
class AccessToken:
    """The claims of an access token: its user, its expiry (UNIX seconds), and the registered key and code it was issued for.

    `client_key` is the id of that key, or None where the client signed in by code and address; `code` is the mark of the
    API code. A token is good for as long as the user has that key, and as that code works.
    """

    user: str
    expires: int
    client_key: str | None = None
    code: str | None = None


def issue(
    user: str, key: bytes, now: float, minutes: int, client_key: str | None = None, code: str | None = None
) -> str:
    """A token for the user, good for some minutes from now."""
    claims: dict[str, object] = {
        "sub": user,
        "iat": int(now),
        "exp": int(now) + minutes * 60,
        "jti": secrets.token_urlsafe(16),
    }
    claims |= {} if client_key is None else {"client_key": client_key}
    claims |= {} if code is None else {"code": code}
    return _JWT.encode(claims, key, algorithm=_HEADER["alg"], headers=_HEADER)


def read(token: str, key: bytes, now: float) -> AccessToken:
    """The token's claims, if we issued it and it has not expired."""
    try:
        # The library is lenient about spelling; one token shall have one spelling.
        if read_compact(token).header != _HEADER:
            raise BadAccessToken
        claims = _JWT.decode(token, key, algorithms=[_HEADER["alg"]])
    except (MalformedToken, jwt.InvalidTokenError):
        raise BadAccessToken from None
    if now >= claims["exp"]:
        raise BadAccessToken
    return AccessToken(claims["sub"], claims["exp"], claims.get("client_key"), claims.get("code"))


class VerifiedTokens:
    """Reads access tokens, and remembers those that were good, so that a request seldom pays for a signature check.

    The least recently used are forgotten first. Bad ones are not remembered: that would let anyone fill the memory.
    """

    def __init__(self, key: bytes, at_most: int = 10_000) -> None:
        self._key = key
        self._at_most = at_most
        self._known: OrderedDict[str, AccessToken] = OrderedDict()

    def read(self, token: str, now: float) -> AccessToken:
        """The token's claims, as `read` returns them."""
        known = self._known.get(token)
        if known is None:
            known = self._known[token] = read(token, self._key, now)
            if len(self._known) > self._at_most:
                self._known.popitem(last=False)
        elif now >= known.expires:
            del self._known[token]
            raise BadAccessToken
        else:
            self._known.move_to_end(token)
        return known

    def __len__(self) -> int:
        return len(self._known)
