"""From a token to a caller: verified tokens are remembered, and what a user may see is looked up again after half a second."""

from __future__ import annotations

from fordran import clock
from fordran.actions.accounts.access_token import AccessToken, BadAccessToken, VerifiedTokens
from fordran.api.clients.links import Links
from fordran.store.callers import load_caller, token_key
from fordran.store.connections.database import Database
from fordran.store.reading.scope import Caller

# Taking a user's access away works within a second: this, and the time a request takes.
FRESH_SECONDS = 0.5
MOST = 10_000


class Callers:
    """The callers of one process."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._tokens: VerifiedTokens | None = None
        self._links: Links | None = None
        self._known: dict[tuple[str, str | None, str | None], tuple[float, Caller]] = {}

    async def caller(self, token: str) -> Caller:
        """The caller that sent a token; raises `BadAccessToken`."""
        if self._tokens is None:
            await self._load_key()
        assert self._tokens is not None
        return await self._fresh(self._tokens.read(token, clock.unix()))

    async def links(self) -> Links:
        """The signer of links to files."""
        if self._links is None:
            await self._load_key()
        assert self._links is not None
        return self._links

    async def _load_key(self) -> None:
        async with self.database.connection() as connection:
            key = await token_key(connection)
        self._tokens, self._links = VerifiedTokens(key), Links(key)

    async def _fresh(self, token: AccessToken) -> Caller:
        now = clock.monotonic()
        key = (token.user, token.client_key, token.code)
        known = self._known.get(key)
        if known is not None and now - known[0] < FRESH_SECONDS:
            return known[1]
        async with self.database.connection(keeps_plans=True) as connection:
            caller = await load_caller(connection, *key)
        if caller is None:
            self._known.pop(key, None)
            raise BadAccessToken
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[key] = (now, caller)
        return caller
