"""Errors on a node of a cluster, where the coordinator passes on the text but not the kind of error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

_KINDS: dict[str, type[asyncpg.PostgresError]] = {
    "violates unique constraint": asyncpg.UniqueViolationError,
    "violates foreign key constraint": asyncpg.ForeignKeyViolationError,
    "violates check constraint": asyncpg.CheckViolationError,
    "violates not-null constraint": asyncpg.NotNullViolationError,
    "deadlock detected": asyncpg.DeadlockDetectedError,
    "canceling statement due to lock timeout": asyncpg.LockNotAvailableError,
    "canceling statement due to statement timeout": asyncpg.QueryCanceledError,
}
"""Words of PostgreSQL's messages, which are English on our nodes → the error that one server would raise."""


_NODE_LOST = (
    "failure on connection marked as essential",
    "server closed the connection unexpectedly",
    "could not commit transaction for shard",
    "failed to COPY to shard",
    "failed to complete COPY on",
)
"""Amid a statement, a commit, and rows that are copied."""


def is_node_lost(error: BaseException | None) -> bool:
    """Whether the coordinator lost the node that it needed. Of other ways to lose one it says itself what they are."""
    is_vague = isinstance(error, asyncpg.InternalServerError | asyncpg.PostgresIOError)
    return is_vague and str(error).startswith(_NODE_LOST)


@contextmanager
def as_one_server() -> Iterator[None]:
    """Raise a node's error about rows that are copied to it as one server would, where it is known."""
    try:
        yield
    except asyncpg.InternalServerError as error:
        for words, kind in _KINDS.items():
            if words in str(error):
                raise kind(str(error)) from error
        raise
