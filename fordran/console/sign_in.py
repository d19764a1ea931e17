"""Signing in and out, also by a link in an e-mail. All failures look alike, and past ten in a minute nothing is looked at."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable

import structlog
from starlette.responses import Response

from fordran import clock
from fordran.actions.accounts.failures import FAILURE_SECONDS, TooManyFailures, blocked, failed, subjects_of
from fordran.actions.accounts.signed_jwt import SignInFailed
from fordran.actions.delivery.claimed import Sent
from fordran.actions.people.mailed_links import MailedLink, link_by_email, link_note
from fordran.actions.people.secrets_kept import hash_of
from fordran.actions.people.sessions import ProvenUser, end_session, open_session
from fordran.actions.people.sign_in_links import use_link
from fordran.actions.record_in_audit import AuditRecord, record_in_audit
from fordran.console.access import ROOT, session_cookies
from fordran.domain.service.signing_in import SignInWay
from fordran.outside.notice import Notice, Notices
from fordran.outside.smtp import SmtpPool, SmtpServer
from fordran.settings import Settings
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.texts.languages import LANGUAGES
from fordran.web.languages import COOKIE as LANGUAGE_COOKIE
from fordran.web.languages import YEAR_SECONDS
from fordran.web.troubles import LinkNotValid, NoSuchPage, PageTrouble, TooOften
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
    """Whether links are sent by e-mail here."""
    return visit.settings.mailed_links and can_mail(visit)


def can_mail(visit: Visit) -> bool:
    """Whether people are sent e-mail: where there is a mail server, in a real name, and never by a sandbox."""
    settings = visit.settings
    is_real = not visit.frame["sandbox"] and not settings.operator_is_placeholder
    return bool(settings.smtp_url and is_real)


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
            await open_for(visit, tx, proved, way)
    if proved is not None:
        return visit.redirect(then)
    await asyncio.sleep(max(0.0, FAILURE_SECONDS - (clock.monotonic() - began)))
    raise TooOften(refused.retry_after_seconds) if isinstance(refused, TooManyFailures) else failure


async def open_for(visit: Visit, tx: Connection, proved: ProvenUser, way: SignInWay) -> None:
    """A session of its own: whatever session the browser came with is ended, so that nobody can have chosen it."""
    now, user = clock.now(), proved.user
    if visit.session is not None:
        await end_session(tx, visit.session, now)
    agent = visit.request.headers.get("user-agent", "")
    id_, token = await open_session(tx, proved, way, now, visit.session_term, address=str(visit.address), agent=agent)
    noted = AuditRecord(now, "console", "signed_in", visit.name, "users", visit.id, visit.address, user, None, user)
    await record_in_audit(tx, [noted])
    visit.session = id_
    visit.cookies += session_cookies(token)


async def sign_out(visit: Visit) -> Response:
    """End the session, here and in the database."""
    if visit.session is not None:
        async with visit.database.transaction() as tx:
            await end_session(tx, visit.session, clock.now())
    visit.cookies += session_cookies("")
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


log = structlog.get_logger("fordran.console")

MOST_UNDER_WAY = 10
"""How many notices a process has on their way to the mail server; one more is not sent."""
LONGEST_ADDRESS = 320


class NoticeMailer:
    """Sends notices to people while nobody waits for it, so that the time a page takes tells nothing."""

    def __init__(self) -> None:
        self.under_way: set[asyncio.Task[None]] = set()

    def send(self, settings: Settings, notice: Notice) -> None:
        """Begin to send a notice."""
        if len(self.under_way) >= MOST_UNDER_WAY:
            log.warning("notice not sent: too many in progress")
            return
        task = asyncio.get_running_loop().create_task(_sent(settings, notice))
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)


async def _sent(settings: Settings, notice: Notice) -> None:
    """Send a notice over a connection of its own: they are few, and none is kept for the next."""
    assert settings.smtp_url is not None
    server = SmtpPool(SmtpServer.at(settings.smtp_url, settings.smtp_ca_file), at_once=1)
    sender = settings.mail_from or settings.operator.email
    try:
        outcome = await Notices(server, sender, settings.operator.name).send(notice)
    finally:
        server.close()
    if not isinstance(outcome, Sent):
        log.warning("notice not sent", reason=outcome.reason)


def ask_for_link(post: NoticeMailer) -> Callable[[Visit], Awaitable[Response]]:
    """The act that has a link sent to an address, where it is a person's."""

    async def serve(visit: Visit) -> Response:
        if not may_ask_by_email(visit):
            raise NoSuchPage
        began, now = clock.monotonic(), clock.now()
        email = visit.form.text("email")[:LONGEST_ADDRESS]
        # Each asking counts, whether something is sent or not; apart from failures, which would keep a colleague out.
        tried = subjects_of(visit.address, hash_of(email.lower()), "email")
        subjects = [hashlib.sha256(b"asked:" + subject).digest() for subject in tried]
        async with visit.database.transaction() as tx:
            counted = await failed(tx, subjects, clock.unix(), visit.settings.sign_in_failures_per_minute)
            refused = counted.retry_after_seconds if isinstance(counted, TooManyFailures) else None
            link = None if refused else await link_by_email(tx, email, now)
        if link is not None:
            post.send(visit.settings, _notice(visit, link))
        await asyncio.sleep(max(0.0, FAILURE_SECONDS - (clock.monotonic() - began)))
        if refused:
            raise TooOften(refused)
        return visit.render("link_sent.html")

    return serve


def _notice(visit: Visit, link: MailedLink) -> Notice:
    operator = visit.settings.operator
    # Never the address that the request names: the sender could have named one of their own.
    url = f"{operator.public_url}{ROOT}/sign-in/mailed?token={link.token}"
    language = visit.t.language
    subject, sentences = link_note(language, link, sender=operator.name, url=url)
    return Notice(new_id(), link.email, language, subject, sentences, clock.now())


async def link_page(visit: Visit) -> Response:
    """Where a one-time link leads: a button. Programs that look at links, and other sites, use nothing up."""
    return visit.render("sign_in_link.html", token=visit.query.get("token", "")[:100], action=visit.request.url.path)


async def sign_in_by_link(visit: Visit) -> Response:
    """Sign in by the link whose button was pressed."""
    token = visit.form.text("token")
    return await sign_in(visit, "link", hash_of(token), lambda tx: use_link(tx, token, clock.now()))
