"""The two token endpoints. Every failure looks the same, and takes the same time."""

from __future__ import annotations

import asyncio

from pydantic import Field

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.accounts.failures import FAILURE_SECONDS
from fordran.actions.accounts.sign_in import Outcome, SignedIn, sign_in_with_code, sign_in_with_jwt
from fordran.actions.record_in_audit import AuditRecord
from fordran.api.http.answers import Answer, answer
from fordran.api.http.request import Request
from fordran.settings import Settings
from fordran.shape.fields import Shape, read
from fordran.shape.kinds import Text
from fordran.store.callers import token_key
from fordran.store.connections.database import Database

PATH = "/authenticates/api-code"


class SignedJwt(Shape):
    x_api_key: Text = Field(
        alias="X-API-Key",
        description="A JWT with the claims `api_code` and `exp`, signed with your private key.",
        json_schema_extra={"examples": ["eyJhbGciOiJFUzI1NiJ9.eyJhcGlfY29kZSI6Ii4uLiJ9.c2lnbmF0dXJl"]},
    )


class ApiCode(Shape):
    code: Text
    """The API code."""


class TokenAnswer(Shape):
    token: Text
    """The access token, valid for an hour."""


class SignIn:
    """Both methods, with the settings they need."""

    def __init__(self, settings: Settings) -> None:
        self.minutes = settings.token_minutes
        self.failures = settings.sign_in_failures_per_minute

    async def with_jwt(self, request: Request, database: Database) -> Answer:
        """Method 1: a JWT signed by a registered key, in the header."""
        began = clock.monotonic()
        assert request.address is not None
        async with database.transaction() as tx:
            token = request.header(b"x-api-key") or ""
            outcome = await sign_in_with_jwt(tx, token, request.address, clock.unix(), self.failures)
            key = await token_key(tx)
        return await self._answer(request, outcome, key, began)

    async def with_code(self, request: Request, database: Database) -> Answer:
        """Method 2: the API code, from a registered address."""
        began = clock.monotonic()
        code = read(ApiCode, await request.json()).code
        assert request.address is not None
        async with database.transaction() as tx:
            outcome = await sign_in_with_code(tx, code, request.address, clock.unix(), self.failures)
            key = await token_key(tx)
        return await self._answer(request, outcome, key, began)

    async def _answer(self, request: Request, outcome: Outcome, key: bytes, began: float) -> Answer:
        if not isinstance(outcome, SignedIn):
            await asyncio.sleep(max(0.0, FAILURE_SECONDS - (clock.monotonic() - began)))
            raise outcome
        self._note(request, outcome.user)
        token = issue(outcome.user, key, clock.unix(), self.minutes, outcome.client_key, outcome.code)
        return answer({"token": token}, headers=[(b"cache-control", b"no-store")])

    @staticmethod
    def _note(request: Request, user: str) -> None:
        """Have it in the audit log that a user got a token."""
        assert request.readings is not None
        act, id_, address = f"{request.method} {PATH}", request.id, request.address
        request.readings.note(
            AuditRecord(clock.now(), "api", "signed_in", act, "users", id_, address, user, document=user)
        )
