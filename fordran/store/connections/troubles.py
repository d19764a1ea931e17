"""Faults of a database that callers get as errors."""

from __future__ import annotations


def reason_of(error: BaseException) -> str:
    """The text of an error without its full stop; its kind, where it has no text."""
    return str(error).strip().rstrip(".") or type(error).__name__


class DatabaseDamaged(Exception):
    """The server finds its own files damaged. Nothing that we do puts that right."""


class DatabaseAway(Exception):
    """The database server cannot be reached."""


class ConnectionLost(DatabaseAway):
    """The server was reached, and then the connection to it was lost. It may be back at once."""


class OutcomeUnknown(ConnectionLost):
    """The connection was lost between COMMIT and its acknowledgement: the server may have kept the transaction, or not."""


class DatabaseReadOnly(DatabaseAway):
    """The server takes no writes: it is a standby, or was set back to one. Another one, or the same one later, does."""


class SessionIsShared(DatabaseAway):
    """The configured address of a direct connection leads to a pooler."""


class DatabaseBusy(Exception):
    """No connection came free in time."""
