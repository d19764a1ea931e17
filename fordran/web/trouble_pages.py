"""Error pages: one table from exceptions to errors, by the tags of their texts."""

from __future__ import annotations

import asyncpg
from starlette.responses import Response

from fordran.actions.refusals import ActRefusal, EtagDiffers
from fordran.actions.violations import refusal_of
from fordran.domain.flow.case_flow import NotATransition
from fordran.shape.fields import Refused
from fordran.store.connections.clock_lock import ClockIsMoving
from fordran.store.reading.where import BadQuery
from fordran.web.forms import ONCE_FIELD, TOKEN_FIELD, new_number
from fordran.web.pipeline import log_unhandled
from fordran.web.troubles import ActRefused, BadForm, OutOfDate, PageTrouble
from fordran.web.unavailable import why_unavailable
from fordran.web.visit import Visit


class _Unavailable(PageTrouble):
    status, tag = 503, "unavailable"


class _Unhandled(PageTrouble):
    status, tag = 500, "unhandled"


def trouble_page(visit: Visit, trouble: Exception) -> Response:
    """The page about it."""
    known = _known(trouble)
    if known is None:
        log_unhandled(visit, trouble)
        known = _Unhandled(number=visit.id)
    data = {"sentence": None, "seconds": None, "number": None} | known.data | _sentence(visit, known)
    shown = visit.render(
        "trouble.html",
        known.status,
        tag=known.tag,
        trouble=data,
        again=_again(visit, known.tag),
        **_back(visit),
    )
    shown.headers.update(known.headers)
    return shown


def _sentence(visit: Visit, trouble: PageTrouble) -> dict[str, str]:
    """Why it is refused, in the visitor's language."""
    if "message" in trouble.data:
        return {"sentence": visit.t.sentence(trouble.data["message"])}
    if "issues" in trouble.data:
        issues = visit.t.issues(trouble.data["issues"])
        return {"sentence": "; ".join(f"{name}: {issue}" for name, issue in issues.items())}
    return {}


def _back(visit: Visit) -> dict[str, str]:
    """Where the visitor was, to come back to after signing in; what was posted is not asked for again."""
    url = visit.request.url
    is_get = visit.request.method in ("GET", "HEAD")
    return {"here": f"{url.path}?{url.query}" if is_get and url.query else url.path if is_get else ""}


def _again(visit: Visit, tag: str) -> dict[str, str] | None:
    """The form to be sent once more; None if that is of no use, or if files would be missing.

    Where the service was busy it is the same form, which does nothing twice; else it is a new one, seen before it is done.
    """
    form = visit.form
    if tag not in ("other_session", "sent_twice", "unavailable") or not form.own or form.files or not visit.form_token:
        return None
    sent = dict(form.texts) | {TOKEN_FIELD: visit.form_token}
    if tag == "unavailable":
        return sent
    return {name: text for name, text in sent.items() if name != "_confirmed"} | {ONCE_FIELD: new_number()}


def _known(trouble: Exception) -> PageTrouble | None:
    """The error that the visitor sees; None if it must not have happened."""
    match trouble:
        case PageTrouble():
            return trouble
        case ActRefusal() | NotATransition() | ClockIsMoving():
            return ActRefused(message=trouble.message)
        case Refused():
            return ActRefused(issues=trouble.issues)
        case EtagDiffers():
            return OutOfDate()
        case BadQuery():
            return BadForm()
        case asyncpg.IntegrityConstraintViolationError():
            refused = refusal_of(trouble)
            return None if refused is None else _known(refused)
        case _ if why_unavailable(trouble) is not None:
            return _Unavailable({"retry-after": "2"})
    return None
