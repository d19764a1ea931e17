"""Query parameters that an endpoint does not have.

Whatever writes refuses every one of them: a misspelt `dry_run` would be an invoice. A list ignores those that clients of the
dialect send of their own, and refuses names that are nearly one of ours: a misspelt `where` would show everything.
"""

from __future__ import annotations

from fordran.api.endpoint import Endpoint
from fordran.api.http.errors import http_error
from fordran.api.http.request import Request
from fordran.domain.service.near_names import folded, nearest_name

OTHER_NAMES = {
    "limit": "max_results",
    "perpage": "max_results",
    "pagesize": "max_results",
    "order": "sort",
    "orderby": "sort",
    "filter": "where",
    "fields": "projection",
}
"""How other interfaces call the parameters of a list, folded."""


def check_parameters(request: Request, endpoint: Endpoint) -> None:
    """Refuse parameters that this endpoint does not have, and that somebody may rely on; name the one that was meant."""
    if not request.raw_query or request.query.keys() <= endpoint.parameters:
        return
    for name in request.query:
        if name in endpoint.parameters:
            continue
        meant = _meant(name, endpoint)
        if meant is None and not endpoint.is_strict:
            continue
        shown = name if len(name) <= 50 else f"{name[:50]}…"
        hint = f" Did you mean {meant}?" if meant else f" It takes: {', '.join(sorted(endpoint.parameters))}."
        raise http_error(
            400, f"This request has no parameter {shown}.{hint} Nothing was done.", kind="unknown_parameter"
        )


def _meant(name: str, endpoint: Endpoint) -> str | None:
    """The parameter that is named nearly so, or otherwise elsewhere."""
    other = OTHER_NAMES.get(folded(name))
    return other if other in endpoint.parameters else nearest_name(name, endpoint.parameters)
