"""First answers to keyed requests: stored with their effect, in the same transaction, and given again to who asks again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict

import orjson

from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.ids import NO_ACCOUNT
from fordran.store.rows.schema_rows import IDEMPOTENT_ANSWERS_TABLE, NewIdempotentAnswer
from fordran.store.rows.tables import NewRow, insert_in_order

KEPT = timedelta(hours=96)
"""Promised for 72 hours, kept a day longer."""
_AT_ONCE = 1000


@dataclass(frozen=True)
class FirstAnswer:
    """The stored answer, and a hash of its request."""

    request_hash: bytes
    status: int
    headers: Mapping[str, str]
    body: bytes


class _AnswerRow(TypedDict):
    request_hash: bytes
    status: int
    headers: str
    body: bytes


async def claim_key(tx: Connection, user: str, key: str) -> bool:
    """Keep others from acting on the key until the transaction ends; False where another does so now."""
    claimed = await tx.fetchval("select pg_try_advisory_xact_lock(hashtextextended($1, 0))", f"{user} {key}")
    return bool(claimed)


async def claim_new_keys(tx: Connection, account: str | None, user: str, keys: Sequence[str]) -> bool:
    """Claim several keys; False unless all of them are new, are different, and could be claimed."""
    claimed = await tx.fetchval(
        "select bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 0))) from unnest($1::text[]) key",
        [f"{user} {key}" for key in keys],
    )
    if not claimed or len(set(keys)) < len(keys):
        return False
    # A statement of its own, so that it sees what was committed before the keys were free.
    is_used = await tx.fetchval(
        """select exists (select 1 from idempotent_answers
                          where account_id = $1 and user_id = $2 and key = any($3::text[]))""",
        account or NO_ACCOUNT,
        user,
        keys,
    )
    return not is_used


async def wait_for_key(tx: Connection, user: str, key: str) -> None:
    """The same, after waiting for a request that uses the key now: a form that is sent twice at once is answered twice."""
    await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", f"{user} {key}")


async def first_answer(tx: Connection, account: str | None, user: str, key: str) -> FirstAnswer | None:
    """The earlier answer to the key; None if it is new. The account is the user's, if it sees only one."""
    row = await fetch_row(
        tx,
        _AnswerRow,
        """select request_hash, status, headers::text, body from idempotent_answers
           where account_id = $1 and user_id = $2 and key = $3""",
        account or NO_ACCOUNT,
        user,
        key,
    )
    if row is None:
        return None
    return FirstAnswer(row["request_hash"], row["status"], orjson.loads(row["headers"]), row["body"])


async def store_answer(
    tx: Connection, account: str | None, user: str, key: str, answer: FirstAnswer, now: datetime
) -> None:
    """Store the answer beside its effect, which is an account's."""
    await store_answers(tx, account, user, {key: answer}, now)


async def store_answers(
    tx: Connection, account: str | None, user: str, answers: Mapping[str, FirstAnswer], now: datetime
) -> None:
    """The same for the answers to several keys."""
    rows: list[NewRow] = []
    for key, answer in answers.items():
        row: NewIdempotentAnswer = {
            "account_id": account or NO_ACCOUNT,
            "user_id": user,
            "key": key,
            "at": now,
            "request_hash": answer.request_hash,
            "status": answer.status,
            "headers": dict(answer.headers),
            "body": answer.body,
        }
        rows.append(IDEMPOTENT_ANSWERS_TABLE.row(row))
    if rows:
        await insert_in_order(tx, rows)


class _GoneRow(TypedDict):
    gone: int


_FORGOTTEN = "select account_id from idempotent_answers where at < $1 and $2::integer > 0 group by account_id limit 50"


async def forget_answers(tx: Connection, now: datetime) -> int:
    """Forget some answers past their time; return how many."""
    (gone,) = await fetch_locked(
        tx,
        _GoneRow,
        f"""with gone as (delete from idempotent_answers where {of_one_account("idempotent_answers")} and ctid = any(array(
                select ctid from idempotent_answers
                where {of_one_account("idempotent_answers")} and at < $1 limit $2 for update skip locked)) returning 1)
            select count(*) as gone from gone""",
        now - KEPT,
        _AT_ONCE,
        find=_FORGOTTEN,
    ) or [{"gone": 0}]
    return gone["gone"]
