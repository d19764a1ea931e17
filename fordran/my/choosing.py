"""Which case an act is about: the only one, or the one that is chosen of several. And the notice of personal data."""

from __future__ import annotations

from starlette.responses import Response

from fordran.my.menu import MENU
from fordran.my.own_cases import own_cases
from fordran.web.visit import Visit


async def choose_case(visit: Visit) -> Response:
    """On to the act, of the only case that there is; else a list to choose from."""
    path = visit.request.url.path
    act = path.rpartition("/")[2]
    if len(visit.signed_in.cases) == 1:
        return visit.redirect(f"/my/cases/{visit.signed_in.cases[0]}/{act}")
    async with visit.database.connection() as connection:
        cases = await own_cases(visit, connection)
    visit.note_reading("cases", [case.id for case in cases])
    title = next(name for name, where in MENU if where == path)
    return visit.render("choose.html", cases=cases, act=act, title=title)


async def privacy_page(visit: Visit) -> Response:
    """The whole notice of personal data, open to all."""
    return visit.render("privacy.html")
