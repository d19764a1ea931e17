"""Conditions that a request puts on a document's tag: If-None-Match, If-Modified-Since, If-Match (RFC 9110 §13)."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from fordran.api.http.request import Request


def is_unchanged(request: Request, etag: str, updated: datetime) -> bool:
    """Whether the client's copy is still right. A tag, where one is sent, decides alone (RFC 9110 §13.1.3)."""
    tags = request.header(b"if-none-match")
    if tags is not None:
        return tags.strip() == "*" or etag in _tags(tags)
    since = request.header(b"if-modified-since")
    if since is None:
        return False
    try:
        moment = parsedate_to_datetime(since)
    except (ValueError, TypeError, OverflowError):
        return False
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    # A client knows the moment in whole seconds, as answers have it.
    return updated.replace(microsecond=0) <= moment


def _tags(text: str) -> set[str]:
    return {tag.strip().removeprefix("W/").strip('"') for tag in text.split(",")}


def sent_etag(request: Request) -> str | None:
    """The tag in `If-Match`, quoted or bare; None where there is none."""
    text = request.header(b"if-match")
    return None if text is None else text.strip().strip('"')
