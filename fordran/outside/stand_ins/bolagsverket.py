"""A stand-in of Bolagsverket's service of valuable data sets: a dozen organisations, each with a case of its own."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

_LIST = "pagaendeAvvecklingsEllerOmstruktureringsforfarandeLista"
_PRODUCER = "Bolagsverket"


def _ongoing(code: str, since: str = "2026-08-20") -> dict[str, Any]:
    row = {"kod": code, "klartext": code, "fromDatum": since}
    part = {_LIST: [row], "dataproducent": _PRODUCER}
    return {"pagaendeAvvecklingsEllerOmstruktureringsforfarande": part}


def _gone(code: str, day: str = "2026-07-01") -> dict[str, Any]:
    return {
        "avregistreradOrganisation": {"avregistreringsdatum": day, "dataproducent": _PRODUCER},
        "avregistreringsorsak": {"kod": code, "klartext": code, "dataproducent": _PRODUCER},
    }


def _error(kind: str, name: str = "pagaendeAvvecklingsEllerOmstruktureringsforfarande") -> dict[str, Any]:
    return {name: {"fel": {"typ": kind, "felBeskrivning": kind}, "dataproducent": _PRODUCER}}


ORGANISATIONS: Mapping[str, list[dict[str, Any]]] = {
    "5560021361": [{}],
    "5560360793": [_ongoing("KK")],
    "5560160680": [_ongoing("LI")],
    "5560006388": [_gone("LIAV")],
    "5560125790": [_gone("KKAV", "2026-07-01T00:00:00")],
    "5560128075": [_ongoing("FR")],
    "5560003468": [_ongoing("FUOT")],
    "5560747551": [_error("OTILLGANGLIG_UPPGIFTSKALLA")],
    "5560634221": [_error("TIMEOUT", "avregistreradOrganisation")],
    "5560652223": [_error("OGILTIG_BEGARAN", "organisationsidentitet")],
    "5567223705": [_error("OTILLGANGLIG_UPPGIFTSKALLA", "naringsgrenOrganisation")],
    "9124001992": [{}],
    "7164099017": [{}],
    "5560743089": [_gone("VERKUPP"), {}, {}],
}
"""Number → the organisations of an answer, by the fields that differ from an ordinary one's."""
NOT_THERE = "5560566415"
HALF = "5560703489"
STATUSES: Mapping[str, int] = {"5560009259": 500, "5560029968": 429, "5560139700": 403}


class BolagsverketStandIn:
    """The stand-in: its routes, and how often it was asked about each number."""

    def __init__(self) -> None:
        self.asked: dict[str, int] = {}
        self._tokens: set[str] = set()

    def routes(self) -> list[Route]:
        """The routes below the base of the API, and that of tokens."""
        return [
            Route("/oauth2/token", self.authenticate, methods=["POST"]),
            Route("/organisationer", self.ask, methods=["POST"]),
            Route("/isalive", self.is_alive, methods=["GET"]),
        ]

    def end_tokens(self) -> None:
        """Let every token that was given have ended."""
        self._tokens.clear()

    async def is_alive(self, request: Request) -> Response:  # noqa: ARG002
        """Whether the service lives."""
        return Response("OK")

    async def authenticate(self, request: Request) -> Response:
        """Give a token to a client."""
        credentials = request.headers.get("authorization", "").partition(" ")[2]
        client = base64.b64decode(credentials + "==").decode(errors="replace")
        form = parse_qs((await request.body()).decode())
        if ":" not in client or client.startswith("refused:") or form.get("grant_type") != ["client_credentials"]:
            return JSONResponse({"error": "invalid_client"}, 401)
        token = sha256(f"{client} {len(self._tokens)}".encode()).hexdigest()
        self._tokens.add(token)
        return JSONResponse({"access_token": token, "token_type": "Bearer", "expires_in": 3600})

    async def ask(self, request: Request) -> Response:
        """Answer a question about a number."""
        if request.headers.get("authorization", "").removeprefix("Bearer ") not in self._tokens:
            return _problem(401, "No valid token")
        if not request.headers.get("x-request-id"):
            return _problem(400, "X-Request-Id is missing")
        try:
            number = str(json.loads(await request.body())["identitetsbeteckning"])
        except (ValueError, TypeError, KeyError):
            return _problem(400, "identitetsbeteckning is missing")
        self.asked[number] = self.asked.get(number, 0) + 1
        if number in STATUSES:
            return _problem(STATUSES[number], "by rule")
        if number == NOT_THERE:
            parts = [_error("ORGANISATION_FINNS_EJ", "organisationsidentitet")]
        else:
            parts = ORGANISATIONS.get(number, [{}])
        answer = json.dumps({"organisationer": [_ordinary(number) | part for part in parts]}).encode()
        return Response(answer[: len(answer) // 2] if number == HALF else answer, media_type="application/json")


def _ordinary(number: str) -> dict[str, Any]:
    address = {"utdelningsadress": "Storgatan 1", "postnummer": "11122", "postort": "STOCKHOLM", "coAdress": None}
    return {
        "organisationsidentitet": {"identitetsbeteckning": number, "dataproducent": _PRODUCER},
        "avregistreradOrganisation": None,
        "avregistreringsorsak": None,
        "pagaendeAvvecklingsEllerOmstruktureringsforfarande": None,
        "verksamOrganisation": {"kod": "JA", "dataproducent": "SCB"},
        "postadressOrganisation": {"postadress": address, "dataproducent": _PRODUCER},
    }


def _problem(status: int, detail: str) -> Response:
    return JSONResponse({"type": "about:blank", "status": status, "detail": detail}, status)
