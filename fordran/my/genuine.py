"""Är brevet äkta? A letter's number and code show the letter itself, or that no such letter was sent."""

from __future__ import annotations

from starlette.responses import Response

from fordran.actions.debtors.open_by_code import OpenedLetter, letter_by_code
from fordran.actions.my.letter_asks import letter_asks
from fordran.domain.numbers import bankgiro
from fordran.my.opening import open_with, tried
from fordran.resources.cases import CASES
from fordran.resources.letters import LETTERS
from fordran.store.connections.database import Connection
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

PATH = "/my/genuine"


async def genuine_page(visit: Visit) -> Response:
    """The form with the letter's number and code; or the letter itself, for a visitor who has written its code."""
    if visit.caller is not None and "letter" in visit.query:
        return await _shown(visit, visit.query["letter"])
    return visit.render("genuine.html", is_asked=False, letter=None, number="", code="")


async def check_letter(visit: Visit) -> Response:
    """On to the letter with that number and code, which opens its cases too; or that we sent none such."""
    number, code = visit.form.text("letter_number"), visit.form.text("code")

    async def look(tx: Connection) -> OpenedLetter | None:
        letter = await letter_by_code(tx, visit.settings.operator, number, code)
        if letter is not None:
            await open_with(visit, tx, code)
        return letter

    letter = await tried(visit, look)
    if letter is not None:
        return visit.redirect(f"{PATH}?letter={letter.id}")
    return visit.render("genuine.html", is_asked=True, letter=None, number=number[:40], code=code[:40])


async def _shown(visit: Visit, id_: str) -> Response:
    """The letter, when it was sent and by whom."""
    async with visit.database.connection() as connection:
        letter = await visit.find(connection, LETTERS, id_)
        case = await visit.find(connection, CASES, letter["case"])
        if not letter.get("sent"):
            raise NoSuchPage
        asks = await letter_asks(connection, letter["account"], id_)
    visit.note_reading("letters", id_)
    return visit.render(
        "genuine.html",
        is_asked=True,
        letter=letter,
        case=case,
        asks=asks,
        bankgiro=bankgiro.format(visit.settings.operator.bankgiro),
    )
