"""Errors that pass by themselves: the database, the disk or the files cannot be used just now."""

from __future__ import annotations

import asyncpg

from fordran.actions.refusals import ConcurrentDuplicate
from fordran.actions.stored_files import MediaAway
from fordran.store.connections.disk_full import DiskFull, is_disk_full
from fordran.store.connections.troubles import (
    ConnectionLost,
    DatabaseAway,
    DatabaseBusy,
    DatabaseReadOnly,
    OutcomeUnknown,
)
from fordran.web.under_way import TooManyUnderWay

NO_DATABASE = "The service cannot reach its database just now; nothing was done. Try again soon."

TOO_LONG = "The request took too long and was stopped; nothing was done."


def why_unavailable(exception: BaseException) -> str | None:
    """Why a request cannot be served now, in the interface's English; None of an error that does not pass."""
    match exception:
        case TooManyUnderWay():
            return str(exception)
        case ConcurrentDuplicate():
            return "Another request did the same at the same moment; nothing was done. Try again soon."
        case OutcomeUnknown():
            return (
                "The connection to the database was lost while this was being stored, so it may have been done or not. "
                "Send it again with the same Idempotency-Key; if you sent none, look first."
            )
        case DatabaseReadOnly():
            return "The database takes no writes just now; nothing was done. Try again soon."
        case _ if isinstance(exception, DiskFull) or is_disk_full(exception):
            return "The disk is full; nothing was done. Try again later."
        case MediaAway():
            return "The place where files are kept cannot be reached; nothing was done. Try again soon."
        case ConnectionLost() if isinstance(exception.__cause__, TimeoutError):
            return TOO_LONG
        case DatabaseAway() | DatabaseBusy() | asyncpg.TooManyConnectionsError() | asyncpg.PostgresConnectionError():
            return NO_DATABASE
        case asyncpg.OperatorInterventionError() | asyncpg.SerializationError() | asyncpg.DeadlockDetectedError():
            return "The database was interrupted; nothing was done. Try again soon."
        case asyncpg.LockNotAvailableError():
            return "What this request needs is locked by another request; nothing was done. Try again soon."
        case asyncpg.QueryCanceledError() | TimeoutError():
            return TOO_LONG
    return None
