"""What goes wrong, and how it is answered: one table."""

from __future__ import annotations

import asyncpg

from fordran.actions.accounts.access_token import BadAccessToken
from fordran.actions.accounts.sign_in import TooManyFailures
from fordran.actions.accounts.signed_jwt import SignInFailed
from fordran.actions.refusals import Conflict, DoneMeanwhile, EtagDiffers, NotAllowed
from fordran.actions.violations import refusal_of
from fordran.api.answers import Answer, Headers, error
from fordran.api.memory import NoRoom
from fordran.domain.case_flow import NotATransition
from fordran.shape.fields import Refused
from fordran.shape.json_in import NotJson
from fordran.store.clock_lock import ClockIsMoving
from fordran.store.database import DatabaseAway, DatabaseBusy, OutcomeUnknown
from fordran.store.where import BadQuery

NOT_UNDERSTOOD = "The browser (or proxy) sent a request that this server could not understand."
NOT_FOUND = (
    "The requested URL was not found on the server. "
    "If you entered the URL manually please check your spelling and try again."
)
NOT_A_METHOD = "The method is not allowed for the requested URL."
NO_ETAG = "To edit a document its etag must be provided using the If-Match header"
AGAIN: Headers = [(b"retry-after", b"2")]
CHALLENGE: Headers = [(b"www-authenticate", b'ApiKey realm="fordran", header="X-API-Key"')]


class HttpError(Exception):
    """An answer that ends a request."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


def http_error(code: int, message: str, headers: Headers | None = None) -> HttpError:
    """An error to raise."""
    return HttpError(error(code, message, headers=headers))


def not_found() -> HttpError:
    """No such path or item, or one that is not the caller's."""
    return http_error(404, NOT_FOUND)


def insertion_failure(refused: Refused) -> Answer:
    """A document with issues."""
    return error(422, "Insertion failure: 1 document(s) contain(s) error(s)", issues=refused.issues)


def answer_to(exception: BaseException) -> Answer | None:
    """The answer to something that went wrong as it may; None where it must not have."""
    match exception:
        case HttpError():
            return exception.answer
        case Refused():
            return insertion_failure(exception)
        case NotJson() | BadQuery():
            sentence = str(exception)
            return error(400, f"{NOT_UNDERSTOOD} {sentence[:1].upper()}{sentence[1:]}")
        case SignInFailed() | BadAccessToken():
            return error(401, str(exception), headers=CHALLENGE)
        case NotAllowed():
            return error(403, str(exception))
        case NotATransition():
            return error(409, f"{str(exception)[:1].upper()}{str(exception)[1:]}.")
        case Conflict() | ClockIsMoving():
            return error(409, str(exception))
        case asyncpg.IntegrityConstraintViolationError():
            refusal = refusal_of(exception)
            return None if refusal is None else answer_to(refusal)
        case EtagDiffers():
            return error(412, str(exception))
        case TooManyFailures():
            return error(429, str(exception), headers=[(b"retry-after", str(exception.retry_after_seconds).encode())])
        case DoneMeanwhile():
            return _unavailable("Others do the same at the same moment; nothing was done. Try again soon.")
        case OutcomeUnknown():
            return _unavailable(
                "The database was lost while this was being stored: it may have been done. Send it again with the same "
                "Idempotency-Key; without one, look first."
            )
        case DatabaseAway() | DatabaseBusy() | asyncpg.TooManyConnectionsError() | asyncpg.PostgresConnectionError():
            return _unavailable("The service cannot reach its database just now; nothing was done. Try again soon.")
        case asyncpg.OperatorInterventionError() | asyncpg.SerializationError() | asyncpg.DeadlockDetectedError():
            return _unavailable("The database was interrupted; nothing was done. Try again soon.")
        case NoRoom():
            return _unavailable(str(exception))
        case asyncpg.LockNotAvailableError():
            return _unavailable(
                "Another request has been changing the same for long; nothing was done. Try again soon."
            )
        case asyncpg.QueryCanceledError() | TimeoutError():
            return _unavailable("The request took too long and was given up; nothing was done.")
    return None


def _unavailable(message: str) -> Answer:
    return error(503, message, headers=AGAIN)
