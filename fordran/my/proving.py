"""Opening the debtor's page as oneself: by a provider that knows personal numbers, such as a broker of BankID."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from fordran import clock
from fordran.actions.debtors.debtor_sessions import end_debtor_session, open_debtor_session
from fordran.actions.debtors.open_as_person import cases_of_person
from fordran.actions.people.attempts import VALID, begin_attempt, take_attempt
from fordran.actions.record_in_audit import AuditRecord, record_in_audit
from fordran.my.access import ROOT, SESSION_COOKIE
from fordran.my.opening import PROVIDER, start
from fordran.my.own_cases import today_of
from fordran.outside.identity_claims import IdentityNotProven
from fordran.outside.identity_providers import IdentityProviders
from fordran.store.connections.database import Connection
from fordran.store.rows.schema_rows import CaseRow
from fordran.web.reached import reached_at
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

if TYPE_CHECKING:
    from fordran.outside.identity_provider import IdentityProvider

ATTEMPT_COOKIE = "fordran_my_attempt"
BACK = f"{ROOT}/sign-in/callback"
CLAIM = "https://id.oidc.se/claim/personalIdentityNumber"
"""Where the Swedish OpenID Connect profile has the personal number."""


_PROVIDERS = IdentityProviders()


def _provider(visit: Visit) -> IdentityProvider:
    """The one for debtors; there is no such page where the settings name none."""
    provider = _PROVIDERS.named(PROVIDER, visit.settings)
    if provider is None:
        raise NoSuchPage
    return provider


async def begin_proving(visit: Visit) -> Response:
    """Send the browser to the provider, with a state, a nonce and a verifier that are used once."""
    provider = _provider(visit)
    nonce, verifier = secrets.token_urlsafe(24), secrets.token_urlsafe(48)
    async with visit.database.transaction() as tx:
        kept = {"name": PROVIDER, "nonce": nonce, "verifier": verifier}
        state = await begin_attempt(tx, "oidc", kept, clock.now())
    try:
        address = await provider.address(f"{reached_at(visit)}{BACK}", state, nonce, verifier, clock.unix())
    except IdentityNotProven:
        return start(visit, is_not_proved=True, status=403)
    visit.cookies.append((ATTEMPT_COOKIE, state, ROOT, int(VALID.total_seconds())))
    return RedirectResponse(address, 303)


async def end_proving(visit: Visit) -> Response:
    """Open all cases of the person that the provider has identified."""
    number = await _proven_number(visit)
    async with visit.database.transaction() as tx:
        cases = None if number is None else await cases_of_person(tx, number, await today_of(tx))
        if cases:
            await _open(visit, tx, list(cases))
    if cases is None:
        return start(visit, is_not_proved=True, status=403)
    return visit.redirect(ROOT) if cases else start(visit, has_nothing=True)


async def _proven_number(visit: Visit) -> str | None:
    """The personal number in the provider's signed claims; None if they were not for this browser."""
    provider = _provider(visit)
    state, code = visit.query.get("state", ""), visit.query.get("code", "")
    # The visitor who began has the cookie; a state that somebody else sends along is invalid.
    begun = visit.request.cookies.get(ATTEMPT_COOKIE, "")
    visit.cookies.append((ATTEMPT_COOKIE, "", ROOT, None))
    async with visit.database.transaction() as tx:
        kept = await take_attempt(tx, "oidc", state, clock.now())
    is_ours = kept is not None and kept["name"] == PROVIDER
    if kept is None or not is_ours or not secrets.compare_digest(begun.encode(), state.encode()):
        return None
    back = f"{reached_at(visit)}{BACK}"
    try:
        claims = await provider.claims(back, code, kept["nonce"], kept["verifier"], clock.unix())
    except IdentityNotProven:
        return None
    return provider.personal_number(claims, CLAIM)


async def _open(visit: Visit, tx: Connection, cases: list[CaseRow]) -> None:
    """A session of its own, in which the person sees all these cases."""
    now = clock.now()
    if visit.session is not None:
        await end_debtor_session(tx, visit.session, now)
    customers = list(dict.fromkeys(case["customer_id"] for case in cases))
    visit.session, token = await open_debtor_session(tx, customers, now, visit.session_term)
    for account in dict.fromkeys(case["account_id"] for case in cases):
        own = [case for case in cases if case["account_id"] == account]
        ids, user = [case["id"] for case in own], own[0]["customer_id"]
        noted = AuditRecord(
            now, visit.by, "signed_in", visit.name, "cases", visit.id, visit.address, user, account, None, ids
        )
        await record_in_audit(tx, [noted])
    visit.cookies.append((SESSION_COOKIE, token, ROOT, None))
