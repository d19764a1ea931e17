"""Opening the debtor's page with a code, closing it, and choosing a language. Wrong codes all look alike, and are counted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.responses import Response

from fordran import clock
from fordran.actions.accounts.failures import FAILURE_SECONDS
from fordran.actions.debtors.codes import key_of
from fordran.actions.debtors.debtor_sessions import end_debtor_session, open_debtor_session
from fordran.actions.debtors.open_by_code import CaseByCode, cases_by_code
from fordran.actions.debtors.wrong_codes import count_wrong_code, counted_against, seconds_refused
from fordran.actions.record_in_audit import AuditRecord, record_in_audit
from fordran.domain.numbers import debtor_code
from fordran.my.access import ROOT, SESSION_COOKIE
from fordran.store.connections.database import Connection
from fordran.texts.languages import LANGUAGES
from fordran.web.languages import COOKIE as LANGUAGE_COOKIE
from fordran.web.languages import YEAR_SECONDS
from fordran.web.troubles import TooOften
from fordran.web.visit import Visit

T = TypeVar("T")
PROVIDER = "debtor"
"""The provider that identifies debtors: `[sign_in.debtor]`."""


async def tried(visit: Visit, look: Callable[[Connection], Awaitable[T | None]]) -> T | None:
    """The target of a code, if it is right. Wrong codes are counted; after eight in an hour none is looked at."""
    began, now, counted = clock.monotonic(), clock.now(), counted_against(visit.address)
    async with visit.database.transaction() as tx:
        seconds = await seconds_refused(tx, counted, now)
        found = None if seconds else await look(tx)
        if found is None and not seconds:
            await count_wrong_code(tx, counted, now)
    if found is None:
        await asyncio.sleep(max(0.0, FAILURE_SECONDS - (clock.monotonic() - began)))
    if seconds:
        raise TooOften(seconds)
    return found


async def open_with(visit: Visit, tx: Connection, code: str) -> list[CaseByCode] | None:
    """Open what a code is good for, in a session of its own; None where it is no code."""
    operator, now = visit.settings.operator, clock.now()
    opened = await cases_by_code(tx, operator, code)
    if not opened:
        return None
    if visit.session is not None:
        await end_debtor_session(tx, visit.session, now)
    mark = debtor_code.mark(await key_of(tx, operator), code)
    visit.session, token = await open_debtor_session(tx, mark, now, visit.session_term)
    user, account = opened[0].letter or opened[0].id, opened[0].account
    cases = [case.id for case in opened]
    noted = AuditRecord(
        now, visit.by, "signed_in", visit.name, "cases", visit.id, visit.address, user, account, None, cases
    )
    await record_in_audit(tx, [noted])
    visit.cookies.append((SESSION_COOKIE, token, ROOT, None))
    return opened


async def open_by_code(visit: Visit) -> Response:
    """Open the page with the code that was written."""
    return await opened_page(visit, visit.form.text("code"))


async def opened_page(visit: Visit, code: str) -> Response:
    """To what the code opens; or the form again, which says that it opens nothing."""
    if await tried(visit, lambda tx: open_with(visit, tx, code)) is not None:
        return visit.redirect(ROOT)
    return start(visit, code=code[:40], is_wrong=True, status=403)


def start(
    visit: Visit,
    code: str = "",
    *,
    is_wrong: bool = False,
    is_not_proved: bool = False,
    has_nothing: bool = False,
    status: int = 200,
) -> Response:
    """The page where a code is written, or where one says who one is; with what came of the last try."""
    provider = visit.settings.sign_in.get(PROVIDER)
    return visit.render(
        "start.html",
        status,
        code=code,
        is_wrong=is_wrong,
        is_not_proved=is_not_proved,
        has_nothing=has_nothing,
        provider=(provider.label or "BankID") if provider else None,
        is_out="out" in visit.query,
    )


async def close(visit: Visit) -> Response:
    """End the session, here and in the database."""
    if visit.session is not None:
        async with visit.database.transaction() as tx:
            await end_debtor_session(tx, visit.session, clock.now())
    visit.cookies.append((SESSION_COOKIE, "", ROOT, None))
    return visit.redirect(f"{ROOT}?out=1")


async def choose_language(visit: Visit) -> Response:
    """Read the pages in another language from now on."""
    chosen = visit.form.text("language")
    if chosen in LANGUAGES:
        visit.cookies.append((LANGUAGE_COOKIE, chosen, "/", YEAR_SECONDS))
    asked = visit.form.text("next")
    is_ours = asked.startswith(f"{ROOT}/") and "\\" not in asked and asked.isprintable()
    return visit.redirect(asked if is_ours else ROOT)
