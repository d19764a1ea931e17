"""Signing in and out. All failures look alike, and past ten in a minute nothing is looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.responses import Response

from fordran import clock
from fordran.actions.accounts.failures import FAILURE_SECONDS, TooManyFailures, blocked, failed, subjects_of
from fordran.actions.accounts.signed_jwt import SignInFailed
from fordran.actions.people.secrets_kept import hash_of
from fordran.actions.people.sessions import ProvenUser, end_session, open_session
from fordran.actions.people.sign_in_links import use_link
from fordran.actions.record_in_audit import AuditRecord, record_in_audit
from fordran.console.access import ROOT, SESSION_COOKIE, term_of
from fordran.domain.service.signing_in import SignInWay
from fordran.store.connections.database import Connection
from fordran.texts.languages import LANGUAGES
from fordran.web.languages import COOKIE as LANGUAGE_COOKIE
from fordran.web.languages import YEAR_SECONDS
from fordran.web.troubles import LinkNotValid, PageTrouble, TooOften
from fordran.web.visit import Visit

DEBTORS = "debtor"
"""The provider that is for debtors, who have pages of their own."""


async def sign_in_page(visit: Visit) -> Response:
    """The ways to sign in."""
    if visit.caller is not None:
        return visit.redirect(next_path(visit.query.get("next", "")))
    return visit.render(
        "sign_in.html",
        providers=[(name, one.label or name) for name, one in visit.settings.sign_in.items() if name != DEBTORS],
        next=next_path(visit.query.get("next", "")),
        is_out="out" in visit.query,
        by_email=may_ask_by_email(visit),
    )


def may_ask_by_email(visit: Visit) -> bool:
    """Whether links are sent by e-mail here: where there is a mail server, in a real name, and never by a sandbox."""
    settings = visit.settings
    is_real = not visit.frame["sandbox"] and not settings.operator_is_placeholder
    return bool(settings.mailed_links and settings.smtp_url and is_real)


async def sign_in_by_link(visit: Visit) -> Response:
    """Sign in by a one-time link. A look without a GET, as of programs that try links out, uses nothing up."""
    token = visit.query.get("token", "")
    if visit.request.method == "HEAD":
        return visit.redirect(ROOT)
    return await sign_in(visit, "link", hash_of(token), lambda tx: use_link(tx, token, clock.now()))


async def sign_in(
    visit: Visit,
    way: SignInWay,
    secret: bytes,
    prove: Callable[[Connection], Awaitable[ProvenUser | None]],
    then: str = ROOT,
    failure: type[PageTrouble] = LinkNotValid,
) -> Response:
    """Sign in a proven user, with a new session; else fail as everybody does."""
    began = clock.monotonic()
    limit = visit.settings.sign_in_failures_per_minute
    subjects = subjects_of(visit.address, secret, way)
    async with visit.database.transaction() as tx:
        refused: TooManyFailures | SignInFailed | None = await blocked(tx, subjects, clock.unix(), limit)
        proved = None if refused else await prove(tx)
        if proved is None:
            refused = refused or await failed(tx, subjects, clock.unix(), limit)
        else:
            await _open(visit, tx, proved, way)
    if proved is not None:
        return visit.redirect(then)
    await asyncio.sleep(max(0.0, FAILURE_SECONDS - (clock.monotonic() - began)))
    raise TooOften(refused.retry_after_seconds) if isinstance(refused, TooManyFailures) else failure


async def _open(visit: Visit, tx: Connection, proved: ProvenUser, way: SignInWay) -> None:
    """A session of its own: whatever session the browser came with is ended, so that nobody can have chosen it."""
    now, user = clock.now(), proved.user
    if visit.session is not None:
        await end_session(tx, visit.session, now)
    agent = visit.request.headers.get("user-agent", "")
    id_, token = await open_session(
        tx, proved, way, now, term_of(visit.settings), address=str(visit.address), agent=agent
    )
    noted = AuditRecord(now, "console", "signed_in", visit.name, "users", visit.id, visit.address, user, None, user)
    await record_in_audit(tx, [noted])
    visit.session = id_
    visit.cookies.append((SESSION_COOKIE, token, ROOT, None))


async def sign_out(visit: Visit) -> Response:
    """End the session, here and in the database."""
    if visit.session is not None:
        async with visit.database.transaction() as tx:
            await end_session(tx, visit.session, clock.now())
    visit.cookies.append((SESSION_COOKIE, "", ROOT, None))
    return visit.redirect(f"{ROOT}/sign-in?out=1")


async def choose_language(visit: Visit) -> Response:
    """Read the pages in another language from now on."""
    chosen = visit.form.text("language")
    if chosen in LANGUAGES:
        visit.cookies.append((LANGUAGE_COOKIE, chosen, "/", YEAR_SECONDS))
    return visit.redirect(next_path(visit.form.text("next")))


def next_path(asked: str) -> str:
    """Where to go on to: a path of the console, and nowhere else."""
    is_ours = asked == ROOT or asked.startswith((f"{ROOT}/", f"{ROOT}?"))
    return asked if is_ours and "\\" not in asked and asked.isprintable() else ROOT
