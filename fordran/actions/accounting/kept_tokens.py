"""The refresh token of a creditor's accounting system: kept encrypted, taken by one at a time, replaced when it was used."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from cryptography.fernet import Fernet, InvalidToken

from fordran.actions.accounting.accounting_creditor import AccountingCreditor
from fordran.formats.accounting import AccountingTrouble
from fordran.store.connections.clock_lock import Begin
from fordran.store.rows.rows import insert

T = TypeVar("T")
TAKEN_FOR = timedelta(minutes=1)
"""How long a token is left to the process that took it, by the database's clock: a pull goes on for longer."""

_ACCOUNT = "select account_id from accounting_tokens where id = $1"
_TAKE = """
update accounting_tokens set claimed_until = $3
where account_id = $1 and id = $2 and (claimed_until is null or claimed_until <= $4) returning refresh_token
"""
_KEEP = """
update accounting_tokens set claimed_until = null, refresh_token = coalesce($2, refresh_token),
    revision = revision + 1, updated = greatest(updated, $4)
where account_id = $3 and id = $1
"""


@dataclass(frozen=True)
class KeptTokens:
    """The token of a creditor. No copy of its row opens anything without the secret of the client."""

    begin: Begin
    creditor: str
    secret: str

    async def take(self) -> str | None:
        """The token, which nobody else takes for a while; None while somebody else has it. Raises `AccountingTrouble`."""
        async with self.begin() as tx:
            account = await tx.fetchval(_ACCOUNT, self.creditor)
            if account is None:
                raise AccountingTrouble("no_permission")
            now = await tx.fetchval("select now()")
            kept = await tx.fetchval(_TAKE, account, self.creditor, now + TAKEN_FOR, now)
        if kept is None:
            return None
        try:
            return _cipher(self.secret).decrypt(kept.encode()).decode()
        except InvalidToken:
            await self.keep("")
            # The secret of the client is another one: the creditor consents again.
            raise AccountingTrouble("no_permission") from None

    async def keep(self, token: str) -> None:
        """Replace the token that was taken; an empty one stays as it was."""
        kept = _encrypted(self.secret, token) if token else None
        async with self.begin() as tx:
            account = await tx.fetchval(_ACCOUNT, self.creditor)
            await tx.execute(_KEEP, self.creditor, kept, account, await tx.fetchval("select now()"))

    async def keep_first(self, of: AccountingCreditor, token: str, now: datetime) -> None:
        """Keep the token of a new consent."""
        row = {"account_id": of.account, "id": of.creditor, "created": now, "updated": now}
        again = """on conflict (account_id, id) do update set refresh_token = excluded.refresh_token, claimed_until = null,
                   updated = excluded.updated, revision = accounting_tokens.revision + 1"""
        async with self.begin() as tx:
            await insert(tx, "accounting_tokens", row | {"refresh_token": _encrypted(self.secret, token)}, again)


class HoldsTokens(Protocol):
    """One that exchanges a refresh token."""

    tokens: Any


def holding_tokens(given: T, holder: HoldsTokens, creditor: str, secret: str) -> Callable[[Begin], T]:
    """The given object, with the token of a creditor where transactions begin."""

    def of(begin: Begin) -> T:
        holder.tokens = KeptTokens(begin, creditor, secret)
        return given

    return of


def _cipher(secret: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(sha256(f"refresh token {secret}".encode()).digest()))


def _encrypted(secret: str, token: str) -> str:
    return _cipher(secret).encrypt(token.encode()).decode()
