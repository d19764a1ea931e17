"""Skriv till oss: messages about a case, which reach the work list, and what was answered."""

from __future__ import annotations

from starlette.responses import Response

from fordran import clock
from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.my.own_acts import write_to_us
from fordran.actions.work.case_notes import read_conversation
from fordran.my.own_cases import is_first_debtor, own_case
from fordran.store.connections.database import Connection
from fordran.web.acts import do_once
from fordran.web.visit import Visit

MOST_TEXT = 5000


async def messages_page(visit: Visit) -> Response:
    """The messages with the debtor, and a form for a new one."""
    return await _page(visit)


async def send_message(visit: Visit) -> Response:
    """Write to us."""
    text = visit.form.text("text")
    if not text:
        return await _page(visit, wrong={"text": visit.t("my.messages.write_something_first")})
    if len(text) > MOST_TEXT:
        too_long = visit.t("my.messages.text_too_long", most=MOST_TEXT)
        return await _page(visit, text, {"text": too_long})

    async def work(tx: Connection) -> str:
        now = clock.now()
        case = await own_case(visit, tx, visit.path["id"])
        flowing = await lock_flowing(tx, case.id, case.document["creditor"], case.document["account"], now)
        assert flowing is not None
        await write_to_us(tx, flowing, text, now)
        return f"/my/cases/{case.id}/messages?done=1"

    return visit.redirect(await do_once(visit, work))


async def _page(visit: Visit, text: str = "", wrong: dict[str, str] | None = None) -> Response:
    async with visit.database.connection() as connection:
        case = await own_case(visit, connection, visit.path["id"])
        # The messages are the first debtor's: each of several debtors writes, and is answered, without the others reading it.
        is_first = is_first_debtor(visit, case.document["customer"])
        written = await read_conversation(connection, case.document["account"], case.id) if is_first else []
    visit.note_reading("cases", case.id)
    return visit.render(
        "messages.html",
        422 if wrong else 200,
        case=case,
        written=written,
        text=text,
        wrong=wrong or {},
        most=MOST_TEXT,
        is_sent="done" in visit.query,
    )
