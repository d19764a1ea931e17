"""The list query of a query string: page or cursor, `where`, `sort`, `projection` and searches."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from urllib.parse import quote, urlencode

from fordran import clock
from fordran.api.http.answers import Headers
from fordran.api.http.request import LONGEST_REMEMBERED, Request, parameters_of
from fordran.shape.resource import Resource
from fordran.store.reading.cursor import Cursor, parse_cursor
from fordran.store.reading.listing import Query
from fordran.store.reading.projection import parse_projection
from fordran.store.reading.sorting import parse_sort
from fordran.store.reading.where import BadQuery, parse_where

DEFAULT_RESULTS, MOST_RESULTS = 25, 100


def page_number(text: str | None) -> int:
    """The page asked for: the dialect takes a negative one as positive, and anything that is no whole number as 1."""
    try:
        return min(abs(int(text or "")), 2**53) or 1
    except ValueError:
        return 1


def results_per_page(text: str | None) -> int:
    """How many results are asked for: capped at the most, and the default for what makes no sense."""
    try:
        number = float(text or "")
    except ValueError:
        return DEFAULT_RESULTS
    if not math.isfinite(number) or number < 1:
        return DEFAULT_RESULTS
    return min(int(number), MOST_RESULTS)


def query_of(request: Request, resource: Resource) -> Query:
    """The list query of a query string. Short ones are cached, since clients repeat them."""
    # The meaning of a search depends on the day, and so does its cached answer.
    today = clock.stockholm_date(clock.now()) if resource.search else date.min
    if len(request.raw_query) <= LONGEST_REMEMBERED:
        return _remembered_query(request.raw_query, resource, today)
    return _query(request.query, resource, today)


@lru_cache(maxsize=1024)
def _remembered_query(raw_query: bytes, resource: Resource, today: date) -> Query:
    return _query(parameters_of(raw_query), resource, today, is_remembered=True)


def _query(given: Mapping[str, str], resource: Resource, today: date, *, is_remembered: bool = False) -> Query:
    sort = tuple(parse_sort(given.get("sort", "")))
    cursor = cursor_of(given, sort)
    return Query(
        page=page_number(given.get("page")),
        max_results=results_per_page(given.get("max_results")),
        where=parse_where(given.get("where", "")),
        sort=sort,
        projection=parse_projection(given.get("projection", "")),
        search={
            search.name: search.fold(given[search.name], today) for search in resource.search if given.get(search.name)
        },
        cursor=cursor,
        is_remembered=is_remembered,
    )


def cursor_of(given: Mapping[str, str], sort: Sequence[tuple[str, bool]]) -> Cursor | None:
    """Where the page before ended."""
    if not given.get("cursor"):
        return None
    if "page" in given:
        raise BadQuery("cursor cannot be used together with page: it says itself where the page begins.")
    return parse_cursor(given["cursor"], sort)


def next_link(request: Request, cursor: Cursor) -> Headers:
    """The header that leads to the same list from a cursor on."""
    query = {name: value for name, value in request.query.items() if name not in ("page", "cursor")}
    address = f"{quote(request.scope['path'])}?{urlencode(query | {'cursor': cursor.text()})}"
    return [(b"link", f'<{address}>; rel="next"'.encode())]
