"""Debtors' sessions: a browser in which somebody has opened the debtor's page, with a code or as themselves, and what they see.

A session knows its code's mark, or the ids of the customers that a person has proved to be. What it opens is looked up at every
request, so that a case that is erased meanwhile, and its codes with it, is no longer shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from fordran.actions.people.secrets_kept import hash_of, new_token
from fordran.actions.people.sessions import SEEN_EVERY, SessionTerm
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import DEBTOR, Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import DebtorCodeRow


@dataclass(frozen=True)
class DebtorSession:
    """A session that is open, and who that is: one who sees the cases of a code, or all of their own."""

    id: str
    caller: Caller


async def open_debtor_session(
    tx: Connection, opened: bytes | Sequence[str], now: datetime, term: SessionTerm
) -> tuple[str, str]:
    """A new session of a code's mark, or of the customers that a person is: its id, and the token that the browser keeps."""
    id_, token = new_id(), new_token()
    row = {
        "id": id_,
        "token_hash": hash_of(token),
        "code_mark": opened if isinstance(opened, bytes) else None,
        "customers": None if isinstance(opened, bytes) else list(opened),
        "created": now,
        "last_seen": now,
        "expires": now + term.whole,
    }
    await insert(tx, "debtor_sessions", row)
    return id_, token


class _OpenedRow(DebtorCodeRow):
    session_id: str
    last_seen: datetime
    customer_id: str | None
    """Of a person, or of a further debtor's code: who that is."""


_OPENED = """
select s.id as session_id, s.last_seen, k.account_id, k.creditor_id, k.id as case_id, c.customer_id, c.letter_id
from debtor_sessions s
join debtor_codes c on c.code_mark = s.code_mark
join cases k on k.account_id = c.account_id and k.id = c.case_id and k.erasure is null
where s.token_hash = $1 and s.ended is null and s.expires > $2 and s.last_seen > $3
union all
select s.id, s.last_seen, k.account_id, k.creditor_id, k.id, c.id, null
from debtor_sessions s
join customers c on c.id = any(s.customers) and c.erasure is null
join cases k on k.account_id = c.account_id and k.erasure is null
    and (k.customer_id = c.id
         or k.id in (select p.case_id from case_parties p where p.account_id = c.account_id and p.customer_id = c.id))
where s.token_hash = $1 and s.ended is null and s.expires > $2 and s.last_seen > $3
order by case_id
"""


async def read_debtor_session(
    connection: Connection, token: str, now: datetime, term: SessionTerm
) -> DebtorSession | None:
    """The open session that a browser's token is of; None where there is none, it is over, or it opens nothing more."""
    rows = await fetch_rows(connection, _OpenedRow, _OPENED, hash_of(token), now, now - term.idle)
    if not rows:
        return None
    first = rows[0]
    if now - first["last_seen"] >= SEEN_EVERY:
        await connection.execute(
            "update debtor_sessions set last_seen = greatest(last_seen, $2) where id = $1", first["session_id"], now
        )
    accounts = tuple(dict.fromkeys(row["account_id"] for row in rows))
    caller = Caller(
        user=first["customer_id"] or first["letter_id"] or first["case_id"],
        name="",
        level=DEBTOR,
        account=accounts[0] if len(accounts) == 1 else None,
        accounts=accounts if len(accounts) > 1 else (),
        creditors=tuple(dict.fromkeys(row["creditor_id"] for row in rows)),
        cases=tuple(dict.fromkeys(row["case_id"] for row in rows)),
        customers=tuple(dict.fromkeys(row["customer_id"] for row in rows if row["customer_id"])),
    )
    return DebtorSession(first["session_id"], caller)


async def end_debtor_session(tx: Connection, id_: str, now: datetime) -> None:
    """End a session, in whatever browser it is."""
    await tx.execute("update debtor_sessions set ended = $2 where id = $1 and ended is null", id_, now)


async def forget_debtor_sessions(tx: Connection, now: datetime) -> int:
    """Forget sessions that have been over for a day, and wrong codes that count for nothing any more; return how many."""
    sessions: str = await tx.execute("delete from debtor_sessions where expires < $1", now - timedelta(days=1))
    tries: str = await tx.execute(
        "delete from wrong_codes where since < $1 and (refused_until is null or refused_until < $2)",
        now - timedelta(hours=2),
        now,
    )
    return int(sessions.split()[-1]) + int(tries.split()[-1])
