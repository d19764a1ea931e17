"""The two ways to sign in. Either gives a token for an hour; the client renews it by itself."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Protocol

from fordran_client.calls import Call

PATH = "/authenticates/api-code"


class SignIn(Protocol):
    """How a token is asked for."""

    def call(self) -> Call:
        """The request that is answered with a token."""
        ...


@dataclass(frozen=True)
class ApiCode:
    """An API code alone, from an address that is registered for it."""

    code: str = field(repr=False)

    def call(self) -> Call:
        """The request that is answered with a token."""
        return Call("POST", PATH, body={"code": self.code})


@dataclass(frozen=True)
class SignedJwt:
    """An API code in a JWT that is signed with a registered key, from any address. Needs `fordran-client[jwt]`."""

    code: str = field(repr=False)
    private_key: str = field(repr=False)
    """As PEM."""
    algorithm: str = "ES256"
    seconds: int = 600

    def call(self) -> Call:
        """The request that is answered with a token."""
        import jwt

        claims = {"api_code": self.code, "exp": int(time.time()) + self.seconds}
        signed = jwt.encode(claims, self.private_key, algorithm=self.algorithm)
        return Call("GET", PATH, headers={"X-API-Key": signed})
