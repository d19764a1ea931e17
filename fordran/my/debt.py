"""Din skuld: what is owed today and how each amount was reached, with the original invoice and all letters."""

from __future__ import annotations

from starlette.responses import Response

from fordran.actions.locale_texts import locale_text
from fordran.actions.my.answer_offer import open_wishes
from fordran.actions.my.own_application import own_application
from fordran.domain.flow.next_step import shown_day
from fordran.my.access import MENU
from fordran.my.offers import shown_offers
from fordran.my.opening import opened_page, start
from fordran.my.own_cases import OwnCase, due_instalment, own_case, own_cases, running_plan, today_of
from fordran.resources.invoices import INVOICES
from fordran.resources.letters import LETTERS
from fordran.store.connections.database import Connection
from fordran.web.formatting import day_in
from fordran.web.visit import Visit


async def first_page(visit: Visit) -> Response:
    """The debt, if a code was entered; else the form for one. A code in the address opens at once."""
    if "code" in visit.query and visit.request.method != "HEAD":
        return await opened_page(visit, visit.query["code"])
    if visit.caller is None:
        return start(visit)
    async with visit.database.connection() as connection:
        cases = await own_cases(visit, connection)
        if len(cases) == 1:
            return await _one(visit, connection, cases[0], is_alone=True)
        today = await today_of(connection)
    visit.note_reading("cases", [case.id for case in cases])
    return visit.render("debts.html", cases=cases, total=sum(case.owed for case in cases), today=today)


async def debt_page(visit: Visit) -> Response:
    """One case of several."""
    async with visit.database.connection() as connection:
        case = await own_case(visit, connection, visit.path["id"])
        return await _one(visit, connection, case, is_alone=len(visit.signed_in.cases) == 1)


async def _one(visit: Visit, connection: Connection, case: OwnCase, *, is_alone: bool) -> Response:
    letters = await visit.read(connection, LETTERS, {"case": case.id}, sort=(("_id", False),))
    invoices = await visit.read(connection, INVOICES, {"case": case.id})
    plan = await running_plan(connection, case)
    today = await today_of(connection)
    wishes = await open_wishes(connection, case.document["account"], case.id, today)
    visit.note_reading("cases", case.id)
    return visit.render(
        "debt.html",
        plan=plan,
        due=None if plan is None else due_instalment(plan),
        case=case,
        text_of=lambda line: locale_text(line.description, visit.t.language),
        is_alone=is_alone,
        next_step=case.document.get("next_step"),
        next_day=shown_day(case.document.get("next_step"), day_in(case.document.get("next_step_date"))),
        today=today,
        offers=await shown_offers(visit, connection, case, wishes.offers),
        waiting=wishes.undecided,
        letters=[letter for letter in letters if letter.get("sent")],
        has_invoice="original_invoice" in case.document or any("print_document" in one for one in invoices),
        application=await own_application(connection, case.document["account"], case.id),
        done=visit.query.get("done", ""),
    )


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
