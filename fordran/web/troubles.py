"""Errors of pages, each with a page of its own that says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class PageTrouble(Exception):
    """Ends a visit with a page: `status`, and the tag of its words in `trouble_pages.py`."""

    status = 400
    tag = "bad_request"

    def __init__(self, headers: Mapping[str, str] | None = None, **data: Any) -> None:
        super().__init__(self.tag)
        self.headers = dict(headers or {})
        self.data = data


class NoSuchPage(PageTrouble):
    """No such page, or none that the visitor may see."""

    status, tag = 404, "not_found"


class RoleNotAllowed(PageTrouble):
    """The visitor's role may not do this."""

    status, tag = 403, "forbidden"


class ForeignForm(PageTrouble):
    """A form without our token, or sent from elsewhere."""

    status, tag = 403, "foreign_form"


class OtherSession(ForeignForm):
    """A form of our page from another session: the visitor has signed in again, or as somebody else."""

    tag = "other_session"


class SessionEnded(PageTrouble):
    """Nobody is signed in, or no longer."""

    status, tag = 401, "session_ended"


class LinkNotValid(PageTrouble):
    """A link that never was, was used, or is too old; the page does not say which."""

    status, tag = 403, "link_over"


class NotSignedIn(PageTrouble):
    """Somebody whom a provider or a passkey did not prove to be one of our users; the page does not say why."""

    status, tag = 403, "not_signed_in"


class PasskeyRefused(PageTrouble):
    """A passkey that was not made for our question, or is there already."""

    status, tag = 409, "key_not_taken"


class TooOften(PageTrouble):
    """Too many requests, or too many failures."""

    status, tag = 429, "too_often"

    def __init__(self, seconds: int) -> None:
        super().__init__({"retry-after": str(seconds)}, seconds=seconds)


class OutOfDate(PageTrouble):
    """The document changed meanwhile. `data` has the sent and the current values."""

    status, tag = 409, "out_of_date"


class FormSentTwice(PageTrouble):
    """The same form came before, with other words."""

    status, tag = 409, "sent_twice"


class ActRefused(PageTrouble):
    """A rule forbids it; its `message` or `issues` say which."""

    status, tag = 409, "not_now"


class BadForm(PageTrouble):
    """A form that none of our pages sends: too long, with too many fields, or of no known kind."""

    status, tag = 400, "bad_form"


class NotAMethod(PageTrouble):
    """The path is there, and takes no request of that method."""

    status, tag = 405, "not_a_method"


class NotOurHost(PageTrouble):
    """The request is for a host name that the service is not reached by."""

    status, tag = 421, "not_our_host"
