"""The signed JWT with which a client asks for an access token: read strictly, then held against the client's keys.

Pure: the caller gives the client's registered keys (client_keys.py) and the time; sign_in.py finds them. Whatever is
wrong comes out as one exception with one sentence, so that a failed sign-in tells nothing about why it failed.
"""

import base64
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric import ec, rsa

from fordran.actions.accounts.client_keys import ALGORITHMS, ClientKey

LIFETIME_SECONDS: Final = 3600
LEEWAY_SECONDS: Final = 60

_LONGEST_TOKEN: Final = 8 * 1024
_BASE64URL: Final = re.compile(r"[A-Za-z0-9_-]+")

# Headers that bring their own key or say where to fetch one (RFC 7515 §4.1.2–4.1.6), that ask for extensions (§4.1.11),
# or that change what is signed (RFC 7797 §3). Others, `kid` among them, say nothing that is needed: they are ignored.
_REFUSED_HEADERS: Final = frozenset({"jwk", "jku", "x5c", "x5u", "crit", "b64"})


class SignInFailed(Exception):
    """A sign-in that is refused, for whatever reason: the sentence is the same for all."""

    def __init__(self) -> None:
        super().__init__(
            "Sign-in failed: the API code, the key that signed for it or the address it came from is not accepted."
        )


class MalformedToken(ValueError):
    """A text that is no JWT in compact form."""


@dataclass(frozen=True)
class CompactJwt:
    """The parts of a JWT in compact form (RFC 7515 §7.1), none of them believed yet."""

    header: dict[str, Any]
    claims: dict[str, Any]
    signing_input: bytes
    signature: bytes


@dataclass(frozen=True)
class UnverifiedClaims:
    """The claims of a client's JWT before its signature and times are checked."""

    api_code: str
    algorithm: str
    expires: float
    earliest: float
    signing_input: bytes
    signature: bytes


@dataclass(frozen=True)
class Proof:
    """The verified identity of a client's JWT: its API code, and the id of the registered key that signed it."""

    api_code: str
    key: str


# Without a key to try, the same work is done with one of these. Anybody could sign for them, which harms nothing: what
# they answer is not listened to.
_STAND_INS: Final = {
    **dict.fromkeys(("ES256", "ES512"), ClientKey(ec.derive_private_key(2, ec.SECP256R1()).public_key())),
    "ES384": ClientKey(ec.derive_private_key(2, ec.SECP384R1()).public_key()),
    **dict.fromkeys(("RS256", "RS384", "RS512"), ClientKey(rsa.RSAPublicNumbers(65537, 2**2048 - 1).public_key())),
}


def verified(token: str, keys: Mapping[str, ClientKey], now: float) -> Proof:
    """The verified identity, if one of the keys, given by id, signed the token and it is valid now (UNIX seconds)."""
    peeked = peek(token)
    # A missing client, or a client without such a key, must not be recognisable by a quicker answer. For the same reason
    # every key is tried, also after one has proved the token, and the times are looked at last.
    fitting = {key_id: key for key_id, key in keys.items() if peeked.algorithm in key.algorithms}
    signers = [
        key_id
        for key_id, key in (fitting or {"": _STAND_INS[peeked.algorithm]}).items()
        if key.proves(peeked.algorithm, peeked.signing_input, peeked.signature)
    ]
    is_current = peeked.earliest - LEEWAY_SECONDS <= now < peeked.expires + LEEWAY_SECONDS
    is_brief = peeked.expires <= now + LIFETIME_SECONDS + LEEWAY_SECONDS
    if not (fitting and signers and is_current and is_brief):
        raise SignInFailed
    return Proof(peeked.api_code, signers[0])


def peek(token: str) -> UnverifiedClaims:
    """The unverified claims. Trust none of them: they only serve to find the keys that `verified` needs."""
    try:
        jwt = read_compact(token)
    except MalformedToken:
        raise SignInFailed from None
    header, claims = jwt.header, jwt.claims
    algorithm = header.get("alg")
    if not isinstance(algorithm, str) or algorithm not in ALGORITHMS or not _REFUSED_HEADERS.isdisjoint(header):
        raise SignInFailed
    # Our own access tokens have a type of theirs (access_token.py); media types know no case (RFC 7515 §4.1.9).
    if "typ" in header and not (isinstance(header["typ"], str) and header["typ"].upper() == "JWT"):
        raise SignInFailed
    # RFC 7519 §4.1.3: a token that names its audience is not for those whom it does not name, and we have no name.
    if "aud" in claims:
        raise SignInFailed
    api_code = claims.get("api_code")
    if not isinstance(api_code, str):
        raise SignInFailed
    return UnverifiedClaims(
        api_code=api_code,
        algorithm=algorithm,
        expires=_moment(claims.get("exp")),
        earliest=max((_moment(claims[name]) for name in ("iat", "nbf") if name in claims), default=-math.inf),
        signing_input=jwt.signing_input,
        signature=jwt.signature,
    )


def _moment(value: object) -> float:
    """A claim that is a NumericDate (RFC 7519 §2): a finite number; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SignInFailed
    # An integer may be too large for isfinite to look at; it is finite all the same.
    if isinstance(value, float) and not math.isfinite(value):
        raise SignInFailed
    return value


def read_compact(token: str) -> CompactJwt:
    """The parts of a JWT: three segments of canonical base64url, the first two JSON objects without double names."""
    segments = token.split(".", 3)
    if len(token) > _LONGEST_TOKEN or len(segments) != 3:
        raise MalformedToken("a JWT is three segments with dots between, at most 8 KiB in all")
    header, claims, signature = (_bytes(segment) for segment in segments)
    signing_input = token.rpartition(".")[0].encode("ascii")
    return CompactJwt(_object(header), _object(claims), signing_input, signature)


def _bytes(segment: str) -> bytes:
    """The bytes of a base64url segment (RFC 7515 §2): no padding, and no bits set that nobody reads."""
    if not _BASE64URL.fullmatch(segment) or len(segment) % 4 == 1:
        raise MalformedToken("a segment is not base64url")
    decoded = base64.urlsafe_b64decode(segment + "=" * (-len(segment) % 4))
    if base64.urlsafe_b64encode(decoded).rstrip(b"=") != segment.encode("ascii"):
        raise MalformedToken("a segment is not canonical base64url")
    return decoded


def _object(text: bytes) -> dict[str, Any]:
    """The JSON object of a segment. A name given twice is refused: two readers could pick different ones."""
    try:
        value = json.loads(text.decode("utf-8"), object_pairs_hook=_without_doubles, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise MalformedToken("a segment is not a JSON object") from None
    if not isinstance(value, dict):
        raise MalformedToken("a segment is not a JSON object")
    return value


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice")
    return members


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
