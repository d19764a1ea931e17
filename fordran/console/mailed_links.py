"""Signing in by a link in an e-mail. Every visitor sees the same page, after the same time, whosever address it is."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable

import structlog
from starlette.responses import Response

from fordran import clock
from fordran.actions.accounts.failures import FAILURE_SECONDS, TooManyFailures, failed, subjects_of
from fordran.actions.delivery.claimed import Sent
from fordran.actions.people.mailed_links import MailedLink, link_by_email, link_note
from fordran.actions.people.secrets_kept import hash_of
from fordran.actions.people.sign_in_links import use_link
from fordran.console.access import ROOT
from fordran.console.sign_in import may_ask_by_email, sign_in
from fordran.outside.notice import Notice, Notices
from fordran.outside.smtp import SmtpPool, SmtpServer
from fordran.settings import Settings
from fordran.store.rows.ids import new_id
from fordran.web.troubles import NoSuchPage, TooOften
from fordran.web.visit import Visit

log = structlog.get_logger("fordran.console")

MOST_UNDER_WAY = 10
"""How many links a process has on their way to the mail server; one more is not sent, and is asked for again."""
LONGEST_ADDRESS = 320


class LinkMailer:
    """Sends links while nobody waits for it, so that the time a page takes tells nothing."""

    def __init__(self) -> None:
        self.under_way: set[asyncio.Task[None]] = set()

    def send(self, settings: Settings, notice: Notice) -> None:
        """Begin to send a notice."""
        if len(self.under_way) >= MOST_UNDER_WAY:
            log.warning("sign-in link not sent: too many in progress")
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
        log.warning("sign-in link not sent", reason=outcome.reason)


def ask_for_link(post: LinkMailer) -> Callable[[Visit], Awaitable[Response]]:
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
    subject, sentences = link_note(language, sender=operator.name, name=link.name, url=url)
    return Notice(new_id(), link.email, language, subject, sentences, clock.now())


async def mailed_link_page(visit: Visit) -> Response:
    """Where a mailed link leads: a button. Programs that open every link of a message use nothing up."""
    return visit.render("sign_in_mailed.html", token=visit.query.get("token", "")[:100])


async def sign_in_by_mailed_link(visit: Visit) -> Response:
    """Sign in by the link whose button was pressed."""
    token = visit.form.text("token")
    return await sign_in(visit, "link", hash_of(token), lambda tx: use_link(tx, token, clock.now()))
