"""The actor: sent to PostgreSQL with every BEGIN, so that the audit log knows it whatever the act changes.

The API sets it for each request once it knows the caller, the worker for each duty, a command when it starts. Without an
actor, the log holds the database's own role.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any, NamedTuple

import orjson

from fordran import tracing
from fordran.domain.service.audit import AuditBy
from fordran.store.connections.poolers import quoted


class Actor(NamedTuple):
    """`by` is api, console, worker or command; `act` what is done, as an endpoint, a duty or a command is called."""

    by: AuditBy
    act: str
    user: str | None = None
    """A user's id; of a command the operating system's name of who runs it."""
    address: Any = None
    """Whatever is the address as text."""
    request_id: str | None = None

    def setting(self, requests: Mapping[str, str] | None = None) -> str:
        """The value of the PostgreSQL setting `fordran.actor`. `requests` has the request ids of several documents."""
        fields = {name: str(value) for name, value in zip(_NAMES, self, strict=True) if value is not None}
        # A name of the operating system's may hold bytes that are no text.
        shown: dict[str, Any] = {name: value.encode("utf-8", "replace").decode() for name, value in fields.items()}
        return orjson.dumps(shown | {"requests": requests} if requests else shown).decode()


_NAMES = Actor._fields
_actor: ContextVar[Actor | None] = ContextVar("actor", default=None)


class acting:
    """Transactions that begin in the block are the actor's. Every request has such a block, so it is no generator."""

    __slots__ = ("_actor", "_token")

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    def __enter__(self) -> None:
        self._token = _actor.set(self._actor)

    def __exit__(self, *_: object) -> None:
        _actor.reset(self._token)


def act_from_now_on(actor: Actor) -> None:
    """Transactions that begin from now on are the actor's, here and in what is started from here."""
    _actor.set(actor)


def current() -> Actor | None:
    """The current actor, if one is set."""
    return _actor.get()


def begin(needs: str | None = None, *, is_cluster: bool = False) -> str:
    """The beginning of a transaction: one text, since each message takes a round trip. `needs` is for a shared session.

    In a cluster, the nodes know what `set local` says, and nothing of the session: so also that it is the service that writes.
    """
    actor = current()
    cause = "" if tracing.active is None else _set_traceparent(tracing.active.traceparent())
    if needs is not None:
        set_actor = "" if actor is None else f"; set local fordran.actor = {quoted(actor.setting())}"
        return f"begin isolation level read committed{needs}{set_actor}{cause}"
    if is_cluster:
        return f"begin; {node_settings()}{cause}"
    return f"begin{cause}" if actor is None else f"begin; {_set_actor(actor)}{cause}"


def node_settings() -> str:
    """The settings of cluster nodes in every transaction: that the service writes, and who acts."""
    actor = current()
    writer = "set local fordran.writer = 'on'"
    return writer if actor is None else f"{writer}; {_set_actor(actor)}"


def _set_traceparent(traceparent: str | None) -> str:
    """Rows that are written keep the span that caused them, by the defaults of their columns."""
    return "" if traceparent is None else f"; set local fordran.traceparent = {quoted(traceparent)}"


def _set_actor(actor: Actor) -> str:
    return "set local fordran.actor = '" + actor.setting().replace("'", "''") + "'"


async def take_over(connection: Any, actor: Actor) -> None:
    """Let the rest of the transaction be the actor's, as where the worker does what somebody has asked for."""
    await connection.execute(_set_actor(actor))


async def act_for_requests(connection: Any, requests: Mapping[str, str]) -> None:
    """Let the rest of the transaction act for several requests of one actor: the id of a document → that of its request."""
    actor = current()
    if actor is not None:
        await connection.execute("select set_config('fordran.actor', $1, true)", actor.setting(requests))


async def introduce(connection: Any) -> None:
    """Say who acts for all that a connection will do, where one actor alone uses it."""
    actor = _actor.get()
    if actor is not None:
        await connection.execute("select set_config('fordran.actor', $1, false)", actor.setting())
