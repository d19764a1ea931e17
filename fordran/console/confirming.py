"""The page between a form and its deed: the act as its heading, what it comes to, *Bekräfta* and *Avbryt*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from starlette.responses import Response

from fordran.web.visit import Visit

ShownChange: TypeAlias = tuple[str, str, str]
"""The name of a value, its current value and its new value."""


def confirm_page(
    visit: Visit,
    title: str,
    back: str,
    action: str,
    changes: Sequence[ShownChange],
    hidden: Mapping[str, str] | None = None,
    *,
    remark: str = "",
) -> Response:
    """Ask whether it is to be done; the fields of the form are sent again unchanged."""
    return visit.render(
        "confirm.html", title=title, back=back, action=action, changes=changes, hidden=hidden or {}, remark=remark
    )


def is_confirmed(visit: Visit) -> bool:
    """Whether the visitor has seen what comes of it, and wants it."""
    return visit.form.texts.get("_confirmed") == "yes"
