"""Våra uppgifter: the operator's particulars in force, where each comes from, and where they are changed."""

from __future__ import annotations

from starlette.responses import Response

from fordran.settings import FILE_NAME
from fordran.web.particulars import particulars_of
from fordran.web.visit import Visit


async def operator_page(visit: Visit) -> Response:
    """The particulars. They are changed in the settings file, by those who run the installation."""
    return visit.render(
        "operator.html",
        particulars=particulars_of(visit.settings),
        is_invented=visit.settings.operator_is_placeholder,
        file=str(visit.settings.data / FILE_NAME),
    )
