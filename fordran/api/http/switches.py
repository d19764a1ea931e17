"""Switches of the query string, such as `dry_run`: one clear yes or no. Anything else is refused, and nothing is done."""

from __future__ import annotations

from collections.abc import Iterable

from fordran.api.http.errors import http_error
from fordran.api.http.request import Request, all_parameters

DRY_RUN = "dry_run"
SPELLINGS = {"true": True, "1": True, "false": False, "0": False}
UNCLEAR = "unclear_switch"
_CHANGING = ("PATCH", "DELETE")


def is_on(request: Request, switch: str) -> bool:
    """Whether a switch is on. One that is not there is off."""
    value = request.query.get(switch)
    if value is None:
        return False
    times = [name for name, _ in all_parameters(request.raw_query)].count(switch)
    if value not in SPELLINGS or times > 1:
        raise http_error(
            400, f"{switch} is a switch: say it once, as {', '.join(SPELLINGS)}. Nothing was done.", kind=UNCLEAR
        )
    return SPELLINGS[value]


def check_switches(request: Request, switches: Iterable[str]) -> None:
    """Refuse an unclear yes or no, and a dry run of an act that has none: a caller that wants nothing done gets nothing done."""
    if not request.raw_query:
        return
    for switch in switches:
        is_on(request, switch)
    if request.method in _CHANGING and is_on(request, DRY_RUN):
        raise http_error(400, f"{request.method} has no {DRY_RUN}. Nothing was done.", kind=UNCLEAR)
