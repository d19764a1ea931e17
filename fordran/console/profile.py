"""Min profil: who one is here, in which language one reads, how one signs in, and where one is signed in."""

from __future__ import annotations

from starlette.responses import Response

from fordran import clock
from fordran.actions.people.own_users import own_users
from fordran.actions.people.passkeys import passkeys_of
from fordran.actions.people.sessions import end_own_session, end_sessions, sessions_of
from fordran.actions.record_in_audit import AuditRecord, record_in_audit
from fordran.console.access import ROOT, session_cookies
from fordran.resources.users import USERS
from fordran.store.connections.database import Connection
from fordran.store.rows.rows import find_values
from fordran.web.acts import do_once
from fordran.web.troubles import BadForm, NoSuchPage
from fordran.web.visit import Visit

PATH = f"{ROOT}/profile"


async def profile_page(visit: Visit) -> Response:
    """One's own particulars and sessions. An administrator changes name, address and rights."""
    caller = visit.signed_in
    async with visit.database.connection() as connection:
        user = await find_values(connection, USERS, caller, caller.user)
        sessions = await sessions_of(connection, caller.user, clock.now(), visit.session_term)
        keys = await passkeys_of(connection, caller.user)
        others = await own_users(connection, visit.session or "")
    return visit.render(
        "profile.html",
        user=user or {},
        name=caller.name,
        sessions=sessions,
        here=visit.session,
        keys=keys,
        others=others,
        done=visit.query.get("done"),
    )


async def end_one(visit: Visit) -> Response:
    """End one of one's own sessions elsewhere."""

    async def work(tx: Connection) -> str:
        if not await end_own_session(tx, visit.signed_in.user, visit.path["id"], clock.now()):
            raise NoSuchPage
        await record_in_audit(tx, [_ended(visit)])
        return f"{PATH}?done=session"

    return visit.redirect(await do_once(visit, work))


async def sign_out_everywhere(visit: Visit) -> Response:
    """End every session of one's own, this one too."""

    if visit.form.text("everywhere") != "yes":
        raise BadForm

    async def work(tx: Connection) -> str:
        await end_sessions(tx, visit.signed_in.user, clock.now())
        await record_in_audit(tx, [_ended(visit)])
        return f"{ROOT}/sign-in?out=1"

    done = await do_once(visit, work)
    visit.cookies += session_cookies("")
    return visit.redirect(done)


def _ended(visit: Visit) -> AuditRecord:
    by = visit.signed_in.user
    return AuditRecord(clock.now(), "console", "changed", visit.name, "users", visit.id, visit.address, by, None, by)
