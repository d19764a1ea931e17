"""Sessions: a person who has signed in, until the session is ended, is idle for too long, or is over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from fordran.actions.people.secrets_kept import hash_of, new_token
from fordran.domain.service.signing_in import SignInWay
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import SessionRow

SEEN_EVERY = timedelta(minutes=1)
"""How old `last_seen` may be before it is written again, so that a reading of a page seldom writes."""
_LONGEST_AGENT = 200


@dataclass(frozen=True)
class ProvenUser:
    """A user that somebody has proved to be, and those who made it possible and could have done it themselves."""

    user: str
    let_in_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Session:
    """A session that is open."""

    id: str
    user: str
    way: SignInWay
    expires: datetime
    let_in_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class SessionTerm:
    """How long a session lasts at most, and how long with nothing asked."""

    whole: timedelta = timedelta(hours=12)
    idle: timedelta = timedelta(hours=1)

    @classmethod
    def of(cls, hours: int, idle_minutes: int) -> SessionTerm:
        """The term that the settings name."""
        return cls(timedelta(hours=hours), timedelta(minutes=idle_minutes))


async def open_session(
    tx: Connection, proved: ProvenUser, way: SignInWay, now: datetime, term: SessionTerm, *, address: str, agent: str
) -> tuple[str, str]:
    """A new session of a user: its id, and the token that the browser keeps. It is never one that was there before."""
    id_, token = new_id(), new_token()
    row = {
        "id": id_,
        "token_hash": hash_of(token),
        "user_id": proved.user,
        "created": now,
        "last_seen": now,
        "expires": now + term.whole,
        "way": way,
        "let_in_by": list(proved.let_in_by) or None,
        "address": address,
        "agent": agent.replace("\x00", "")[:_LONGEST_AGENT],
    }
    await insert(tx, "sessions", row)
    return id_, token


async def read_session(connection: Connection, token: str, now: datetime, term: SessionTerm) -> Session | None:
    """The open session that a browser's token is of; None where there is none or it is over. It has been seen now."""
    row = await fetch_row(
        connection,
        SessionRow,
        """select id, user_id, way, last_seen, expires, let_in_by from sessions
           where token_hash = $1 and ended is null and expires > $2 and last_seen > $3""",
        hash_of(token),
        now,
        now - term.idle,
    )
    if row is None:
        return None
    if now - row["last_seen"] >= SEEN_EVERY:
        await connection.execute(
            "update sessions set last_seen = greatest(last_seen, $2) where id = $1", row["id"], now
        )
    return Session(row["id"], row["user_id"], row["way"], row["expires"], tuple(row["let_in_by"] or ()))


async def end_session(tx: Connection, id_: str, now: datetime) -> bool:
    """End a session; False where it was over already."""
    return bool(
        await tx.fetchval("update sessions set ended = $2 where id = $1 and ended is null returning true", id_, now)
    )


async def end_own_session(tx: Connection, user: str, id_: str, now: datetime) -> bool:
    """End a session of a user; False where it is another's or over already."""
    done = "update sessions set ended = $3 where id = $1 and user_id = $2 and ended is null returning true"
    return bool(await tx.fetchval(done, id_, user, now))


async def end_sessions(tx: Connection, user: str, now: datetime) -> int:
    """End every session of a user; return how many there were."""
    done: str = await tx.execute("update sessions set ended = $2 where user_id = $1 and ended is null", user, now)
    return int(done.split()[-1])


async def sessions_of(connection: Connection, user: str, now: datetime, term: SessionTerm) -> list[SessionRow]:
    """The open sessions of a user, the latest first."""
    return await fetch_rows(
        connection,
        SessionRow,
        """select id, created, last_seen, way, address, agent from sessions
           where user_id = $1 and ended is null and expires > $2 and last_seen > $3 order by id desc limit 50""",
        user,
        now,
        now - term.idle,
    )


async def forget_sessions(tx: Connection, now: datetime) -> int:
    """Forget sessions that have been over for a month, and attempts past their minutes; return how many."""
    sessions: str = await tx.execute("delete from sessions where expires < $1", now - timedelta(days=30))
    attempts: str = await tx.execute("delete from sign_in_attempts where expires < $1", now)
    return int(sessions.split()[-1]) + int(attempts.split()[-1])
