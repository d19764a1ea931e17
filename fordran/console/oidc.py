"""Signing in by an identity provider: to its own page and back, with a state, a nonce and a verifier that are used once."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from fordran import clock
from fordran.actions.people.attempts import VALID, begin_attempt, take_attempt
from fordran.actions.people.find_person import person_by_email
from fordran.actions.people.secrets_kept import hash_of
from fordran.actions.people.sessions import ProvenUser
from fordran.console.access import ROOT
from fordran.console.sign_in import DEBTORS, next_path, sign_in
from fordran.outside.identity_claims import Claims, IdentityNotProven
from fordran.outside.identity_providers import IdentityProviders
from fordran.resources.users import OauthType
from fordran.store.connections.database import Connection
from fordran.web.reached import reached_at
from fordran.web.troubles import NoSuchPage, NotSignedIn
from fordran.web.visit import Visit

if TYPE_CHECKING:
    from fordran.outside.identity_provider import IdentityProvider

ATTEMPT_COOKIE = "fordran_attempt"
_KINDS: dict[str, OauthType] = {"microsoft": "microsoft", "google": "google"}
"""Names of providers that a user can be assigned to sign in by; any other is `oidc`."""


def _asked_for(providers: IdentityProviders, visit: Visit) -> tuple[str, IdentityProvider]:
    """The one that the path names."""
    name = visit.path["name"]
    provider = None if name == DEBTORS else providers.named(name, visit.settings)
    if provider is None:
        raise NoSuchPage
    return name, provider


def begin_sign_in(providers: IdentityProviders) -> Callable[[Visit], Awaitable[Response]]:
    """The page that sends the browser to the provider."""

    async def serve(visit: Visit) -> Response:
        name, provider = _asked_for(providers, visit)
        nonce, verifier = secrets.token_urlsafe(24), secrets.token_urlsafe(48)
        kept = {"name": name, "nonce": nonce, "verifier": verifier, "next": next_path(visit.query.get("next", ""))}
        async with visit.database.transaction() as tx:
            state = await begin_attempt(tx, "oidc", kept, clock.now())
        try:
            address = await provider.address(_back(visit, name), state, nonce, verifier, clock.unix())
        except IdentityNotProven as trouble:
            raise NotSignedIn from trouble
        visit.cookies.append((ATTEMPT_COOKIE, state, ROOT, int(VALID.total_seconds())))
        return RedirectResponse(address, 303)

    return serve


def end_sign_in(providers: IdentityProviders) -> Callable[[Visit], Awaitable[Response]]:
    """The page that the provider sends the browser back to."""

    async def serve(visit: Visit) -> Response:
        name, provider = _asked_for(providers, visit)
        state, code = visit.query.get("state", ""), visit.query.get("code", "")
        # The visitor who began has the cookie; a state that somebody else sends along is invalid.
        begun = visit.request.cookies.get(ATTEMPT_COOKIE, "")
        visit.cookies.append((ATTEMPT_COOKIE, "", ROOT, None))
        async with visit.database.transaction() as tx:
            kept = await take_attempt(tx, "oidc", state, clock.now())
        claims: Claims | None = None
        if kept is not None and kept["name"] == name and secrets.compare_digest(begun.encode(), state.encode()):
            try:
                claims = await provider.claims(_back(visit, name), code, kept["nonce"], kept["verifier"], clock.unix())
            except IdentityNotProven:
                claims = None

        async def prove(tx: Connection) -> ProvenUser | None:
            user = None if claims is None else await person_by_email(tx, claims.email, _KINDS.get(name, "oidc"))
            return None if user is None else ProvenUser(user)

        then = next_path(kept["next"]) if kept else ROOT
        return await sign_in(visit, "oidc", hash_of(state), prove, then, NotSignedIn)

    return serve


def _back(visit: Visit, name: str) -> str:
    """Where the provider is to send the browser."""
    return f"{reached_at(visit)}{ROOT}/sign-in/oidc/{name}/callback"
