"""Errors and their answers: one table."""

from __future__ import annotations

from typing import Any

import asyncpg

from fordran.actions.accounts.access_token import BadAccessToken
from fordran.actions.accounts.failures import TooManyFailures
from fordran.actions.accounts.signed_jwt import SignInFailed
from fordran.actions.refusals import Conflict, EtagDiffers, NotAllowed
from fordran.actions.violations import refusal_of
from fordran.api.http.answers import Answer, Headers, error
from fordran.api.http.body_memory import BodyMemoryFull
from fordran.api.http.error_types import OF_STATUS, issue_codes, type_of
from fordran.domain.flow.case_flow import NotATransition
from fordran.domain.languages import ENGLISH
from fordran.shape.fields import Issues, Refused
from fordran.shape.json_in import NotJson
from fordran.store.connections.clock_lock import ClockIsMoving
from fordran.store.reading.where import BadQuery
from fordran.texts.catalogue import texts
from fordran.web.unavailable import why_unavailable

NOT_UNDERSTOOD = "The browser (or proxy) sent a request that this server could not understand."
NOT_FOUND = (
    "The requested URL was not found on the server. "
    "If you entered the URL manually please check your spelling and try again."
)
NO_SUCH_ID = "There is no document with this id that the caller sees."
NO_SUCH_ADDRESS = "There is no such address; /openapi.json lists all."
NOT_A_METHOD = "The method is not allowed for the requested URL."
NO_ETAG = "To edit a document its etag must be provided using the If-Match header"
WRONG_ROLE = "Your role may not do this."
KEY_IN_USE = "A request with this Idempotency-Key is still being answered. Try again in a moment."
NOT_OUR_HOST = "This host name is not one that the service is reached by. Ask by its public address."
TOO_OFTEN = "Too many requests: wait as many seconds as Retry-After says."
AGAIN: Headers = [(b"retry-after", b"2")]
CHALLENGE: Headers = [(b"www-authenticate", b'ApiKey realm="fordran", header="X-API-Key"')]


class HttpError(Exception):
    """An answer that ends a request."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


def http_error(code: int, message: str, headers: Headers | None = None, kind: str | None = None) -> HttpError:
    """An error to raise, of the type of its status unless `kind` is a more exact one."""
    return HttpError(error(code, message, kind or OF_STATUS[code][0], headers=headers))


def not_found() -> HttpError:
    """No such item, or one that is not the caller's."""
    return http_error(404, f"{NOT_FOUND} {NO_SUCH_ID}")


def no_such_address() -> HttpError:
    """No such path."""
    return http_error(404, f"{NOT_FOUND} {NO_SUCH_ADDRESS}", kind="unknown_address")


def refused(method: str, issues: Issues) -> Answer:
    """422 with every issue."""
    return error(422, refusal(method, 1), "refused", **issues_of(issues))


def issues_of(issues: Issues) -> dict[str, Any]:
    """Issues as an answer shows them: the sentences, and the same with codes."""
    return {"_issues": texts(ENGLISH).issues(issues), "_issue_codes": issue_codes(issues)}


TOO_LONG_TO_FIND = (
    "a text by which documents are found, such as a name or a number, is longer than the index of the database takes: "
    "2,000 bytes of UTF-8 always fit"
)


def refusal(method: str, documents: int) -> str:
    """The sentence about documents that are refused; of those that were to be created, in the dialect's words."""
    if method == "GET":
        return "Query failure: a parameter contains an error"
    failed = "Update" if method == "PATCH" else "Insertion"
    return f"{failed} failure: {documents} document(s) contain(s) error(s)"


def answer_to(exception: BaseException, method: str) -> Answer | None:
    """The answer to something that went wrong as it may in a request by that method; None where it must not have."""
    return _answer_to_refused(exception, method) or _answer_to_unavailable(exception)


def _answer_to_refused(exception: BaseException, method: str) -> Answer | None:
    """Errors that the client can do something about."""
    match exception:
        case HttpError():
            return exception.answer
        case Refused():
            return refused(method, exception.issues)
        case NotJson():
            return error(400, f"{NOT_UNDERSTOOD} {_capitalised(exception)}", "not_understood")
        case BadQuery():
            return error(400, f"{NOT_UNDERSTOOD} {_capitalised(exception)}", "bad_query")
        case SignInFailed() | BadAccessToken():
            return error(401, str(exception), "not_signed_in", headers=CHALLENGE)
        case NotAllowed():
            return error(403, str(exception), type_of(exception.message))
        case NotATransition() | Conflict() | ClockIsMoving():
            return error(409, texts(ENGLISH).say(exception.message), type_of(exception.message))
        case asyncpg.IntegrityConstraintViolationError():
            violated = refusal_of(exception)
            return None if violated is None else answer_to(violated, method)
        # Not its subclasses: a statement that is too complex is our fault.
        case asyncpg.ProgramLimitExceededError() if type(exception) is asyncpg.ProgramLimitExceededError:
            return refused(method, {"validation exception": TOO_LONG_TO_FIND})
        case EtagDiffers():
            return error(412, str(exception), "etag_differs")
        case TooManyFailures():
            wait = str(exception.retry_after_seconds).encode()
            return error(429, str(exception), "too_many_requests", headers=[(b"retry-after", wait)])
    return None


def _answer_to_unavailable(exception: BaseException) -> Answer | None:
    """Errors that pass: 503, and when to try again."""
    message = str(exception) if isinstance(exception, BodyMemoryFull) else why_unavailable(exception)
    return None if message is None else error(503, message, "unavailable", headers=AGAIN)


def _capitalised(exception: BaseException) -> str:
    sentence = str(exception)
    return sentence[:1].upper() + sentence[1:]
