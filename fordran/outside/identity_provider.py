"""An identity provider, by OpenID Connect: sends people there, and reads who they are from what it signed.

The code flow with PKCE (RFC 7636) by Authlib's parts of it, a state and a nonce of ours, which the caller keeps. What a provider
says of itself and its keys is asked for once an hour, and again where a token is signed with a key that is not known. Somebody
waits for each answer: all of it has ten seconds, and no more of it is read than such an answer can have.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast
from urllib.parse import quote

import httpx
import orjson
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri, prepare_token_request
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from fordran.domain.service.signing_in import BankIdBroker
from fordran.outside.identity_claims import BROKERS, Claims, IdentityNotProven, number_in
from fordran.providers import Provider

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
"""Signatures by the provider's own key alone: none that our secret could make."""
KNOWN_SECONDS = 3600.0
WAIT_SECONDS = 10.0
"""For the whole of an answer, however it comes."""
MOST_BYTES = 1024 * 1024
LONGEST_EMAIL = 320
SCOPE = "openid email profile"


@contextmanager
def _identity_errors() -> Iterator[None]:
    """Turn every error of the provider's server, or of its answers, into `IdentityNotProven`."""
    try:
        yield
    except (
        *(httpx.HTTPError, httpx.InvalidURL, TimeoutError, JoseError),
        *(ValueError, KeyError, TypeError, AttributeError, RecursionError),
    ) as trouble:
        raise IdentityNotProven(type(trouble).__name__) from trouble


class IdentityProvider:
    """One provider, as the settings name it."""

    def __init__(self, provider: Provider, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.provider = provider
        self._transport = transport
        self._broker = BROKERS[cast("BankIdBroker", provider.broker)] if provider.broker else None
        self._about: tuple[float, dict[str, Any]] | None = None
        self._keys: dict[str, Any] | None = None

    async def address(self, redirect_uri: str, state: str, nonce: str, verifier: str, now_unix: float) -> str:
        """Where to send the browser; raises `IdentityNotProven`."""
        with _identity_errors():
            about = await self._known(now_unix)
            url: str = prepare_grant_uri(
                about["authorization_endpoint"],
                self.provider.client_id,
                "code",
                redirect_uri=redirect_uri,
                scope=self.provider.scope or (self._broker.scope if self._broker else SCOPE),
                state=state,
                nonce=nonce,
                code_challenge=create_s256_code_challenge(verifier),
                code_challenge_method="S256",
                **({"acr_values": self._broker.acr_values} if self._broker else {}),
            )
        return url

    async def claims(self, redirect_uri: str, code: str, nonce: str, verifier: str, now_unix: float) -> Claims:
        """The identity behind the code that the browser came back with; raises `IdentityNotProven`."""
        with _identity_errors():
            about = await self._known(now_unix)
            form = prepare_token_request(
                "authorization_code", code=code, redirect_uri=redirect_uri, code_verifier=verifier
            )
            token = await self._asked(about["token_endpoint"], form)
            claims = await self._verified(token.get("id_token", ""), about, nonce, now_unix)
            if self._broker is not None and self._broker.has_user_info:
                claims = await self._user_info(about, token["access_token"], claims)
        email = str(claims.get("email", "")) if claims.get("email_verified") is True else ""
        return Claims(str(claims.get("sub", "")), _address(email), claims)

    def personal_number(self, claims: Claims, claim: str) -> str | None:
        """The personal number of somebody whom the provider knows: by its broker's claims, its own setting, or by `claim`."""
        named = self.provider.claim or (self._broker.claim if self._broker else claim)
        return number_in(claims.all, self._broker, named)

    async def _user_info(self, about: dict[str, Any], access: str, claims: dict[str, Any]) -> dict[str, Any]:
        """The claims with those at the provider's address for user information, which has to be the same person's."""
        given = await self._asked(about["userinfo_endpoint"], access=access)
        # OpenID Connect Core 1.0, 5.3.2: the answer counts only where its subject is the token's.
        if given.get("sub") != claims["sub"]:
            raise IdentityNotProven("another subject")
        return given | claims

    async def _known(self, now_unix: float) -> dict[str, Any]:
        """The provider's own metadata. Its issuer has to be the configured one."""
        if self._about is not None and now_unix - self._about[0] < KNOWN_SECONDS:
            return self._about[1]
        issuer = self.provider.issuer.rstrip("/")
        about = await self._asked(f"{issuer}/.well-known/openid-configuration")
        if str(about.get("issuer", "")).rstrip("/") != issuer:
            raise IdentityNotProven("another issuer")
        self._about, self._keys = (now_unix, about), None
        return about

    async def _verified(self, token: str, about: dict[str, Any], nonce: str, now_unix: float) -> dict[str, Any]:
        for is_last in (False, True):
            if self._keys is None:
                self._keys = await self._asked(about["jwks_uri"])
            try:
                decoded = jwt.decode(token, KeySet.import_key_set(cast("Any", self._keys)), algorithms=ALGORITHMS)
                break
            except (JoseError, ValueError):
                if is_last:
                    raise
                # The keys may have been changed since they were asked for.
                self._keys = None
        rules = jwt.JWTClaimsRegistry(
            now=int(now_unix),
            leeway=60,
            iss={"essential": True, "value": about["issuer"]},
            aud={"essential": True, "value": self.provider.client_id},
            exp={"essential": True},
            sub={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        rules.validate(decoded.claims)
        return dict(decoded.claims)

    async def _asked(self, url: str, form: str | None = None, access: str = "") -> dict[str, Any]:
        """The provider's answer to a GET, with a person's access token if there is one, or to a form with our secret."""
        # The parts of the secret are written as a form's are, RFC 6749 §2.3.1.
        secret = httpx.BasicAuth(quote(self.provider.client_id), quote(self.provider.client_secret))
        head = {"accept": "application/json"}
        asked: dict[str, Any] = {"method": "GET", "headers": head}
        if access:
            head["authorization"] = f"Bearer {access}"
        if form is not None:
            head["content-type"] = "application/x-www-form-urlencoded"
            asked |= {"method": "POST", "content": form, "auth": secret}
        async with (
            asyncio.timeout(WAIT_SECONDS),
            httpx.AsyncClient(timeout=WAIT_SECONDS, transport=self._transport) as client,
            client.stream(url=url, **asked) as answer,
        ):
            answer.raise_for_status()
            found = orjson.loads(await _whole(answer))
        if not isinstance(found, dict):
            raise IdentityNotProven("no object")
        return found


async def _whole(answer: httpx.Response) -> bytes:
    """An answer's content, of which there is not too much."""
    content = bytearray()
    async for piece in answer.aiter_bytes():
        content += piece
        if len(content) > MOST_BYTES:
            raise IdentityNotProven("too long an answer")
    return bytes(content)


def _address(email: str) -> str:
    """An address as it is looked for; empty where it can be nobody's."""
    known = email.strip().lower()
    return known if known.isprintable() and len(known) <= LONGEST_EMAIL else ""
