"""A stand-in of Visma eAccounting's API: a company with some customers and invoices. It answers by rule, and is strict."""

from __future__ import annotations

import asyncio
import base64
import json
from collections import deque
from collections.abc import Callable, Mapping
from datetime import date
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from fordran.formats.visma import ERRORS, MOST_REQUESTS, SCOPES, WITHIN_SECONDS, WRITE_SCOPES
from fordran.formats.visma_vouchers import MOST_ROW_TEXT, MOST_TEXT
from fordran.outside.stand_ins.fortnox_samples import make_paper
from fordran.outside.stand_ins.visma_filters import BadFilter, matching
from fordran.outside.stand_ins.visma_samples import id_of, sample_customers, sample_invoices

REFUSED = "refused"
"""A client that gets no token."""
STATUSES = ("429", "500", "503")
"""Clients of whom each question is answered with that status."""
HALF, SILENT, LESS = "206", "408", "403"
"""Clients with half an answer, with an answer after a while, and with a token that opens the company's settings alone."""
TOKEN_SECONDS = 3600
MOST_PAGE = 1000
ACCOUNTS = (1510, 1680, 1930, 2440, 2611, 3590, 3790, 3921, 8313)
"""The accounts of the company's books."""
LOCKED_UNTIL = "2026-03-31"
"""The last day of the period that is locked."""
_ROW = {"AccountNumber", "DebitAmount", "CreditAmount", "TransactionText"}
_PAGED = {"$filter", "$orderby", "$page", "$pagesize"}


class VismaStandIn:
    """The stand-in: its routes, its customers, invoices and vouchers, and the paths that were asked for."""

    def __init__(self, now: Callable[[], float], away_seconds: float = 30.0) -> None:
        self.now, self.away_seconds = now, away_seconds
        self.company = {"Name": "Kontorsvaror i Umeå AB", "CorporateIdentityNumber": "556016-0680"}
        self.customers = {str(one["Id"]): one for one in sample_customers()}
        self.invoices = {str(one["Id"]): one for one in sample_invoices()}
        self.vouchers: list[dict[str, Any]] = []
        self.accounts = set(ACCOUNTS)
        self.breaks: dict[str, list[str]] = {}
        """Path → how the next requests there end: `before` or `after` the work is done, without an answer; or an error."""
        self.asked: list[str] = []
        self.refreshed = 0
        """How many refresh tokens were exchanged."""
        self._codes: dict[str, tuple[str, str, str]] = {}
        """Code → its client, address and scopes."""
        self._refresh: dict[str, tuple[str, str]] = {}
        """Refresh token → its client and scopes; it is used once."""
        self._tokens: dict[str, tuple[str, str, float]] = {}
        """Token → its client, its scopes, and when it ends."""
        self._made: dict[str, deque[float]] = {}
        self._given = 0

    def routes(self) -> list[Route]:
        """The routes below the base: consents and tokens, and those of the API."""
        return [
            Route("/.well-known/openid-configuration", self.show_identity),
            Route("/connect/authorize", self.authorize),
            Route("/connect/token", self.give_token, methods=["POST"]),
            Route("/v2/companysettings", self.show_company),
            Route("/v2/customerinvoices", self.list_invoices),
            Route("/v2/customerinvoices/{id}", self.show_invoice),
            Route("/v2/customerinvoices/{id}/pdf", self.show_paper),
            Route("/papers/{id}.pdf", self.paper),
            Route("/v2/customers/{id}", self.show_customer),
            Route("/v2/vouchers", self.list_vouchers),
            Route("/v2/vouchers", self.add_voucher, methods=["POST"]),
        ]

    def of(self, number: int) -> dict[str, Any]:
        """An invoice by its number."""
        return self.invoices[id_of("invoice", str(number))]

    def consented(self, client: str, scopes: tuple[str, ...] = (*SCOPES, *WRITE_SCOPES)) -> str:
        """The refresh token of a company that has consented."""
        return self._new_refresh(client, " ".join(scopes))

    def end_tokens(self) -> None:
        """Let every token that was given have ended."""
        self._tokens.clear()

    async def show_identity(self, request: Request) -> Response:
        """The identity server's description of itself."""
        return JSONResponse({"issuer": str(request.url).partition("/.well-known/")[0]})

    async def authorize(self, request: Request) -> Response:
        """Consent at once, as a person would in the browser."""
        query = dict(request.query_params)
        scopes = query.get("scope", "").split()
        address = query.get("redirect_uri", "")
        is_whole = query.get("response_type") == "code" and query.get("client_id") and query.get("state") and address
        if not is_whole or not {"ea:api", "offline_access"} <= set(scopes) <= {*SCOPES, *WRITE_SCOPES}:
            return JSONResponse({"error": "invalid_request"}, 400)
        code = self._new("code", query["client_id"])
        self._codes[code] = (query["client_id"], address, " ".join(scopes))
        return RedirectResponse(f"{address}?{urlencode({'code': code, 'state': query['state']})}", 302)

    async def give_token(self, request: Request) -> Response:
        """Give a client a token for a code, or for a refresh token; each of them once."""
        scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
        client, _, secret = base64.b64decode(credentials + "==").decode(errors="replace").partition(":")
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        if request.headers.get("content-type", "").partition(";")[0] != "application/x-www-form-urlencoded":
            return JSONResponse({"error": "invalid_request"}, 400)
        if scheme != "Basic" or not client or not secret or client == REFUSED:
            return JSONResponse({"error": "invalid_client"}, 400)
        match form.pop("grant_type", ""):
            case "authorization_code" if set(form) == {"code", "redirect_uri"}:
                of, address, scopes = self._codes.pop(form["code"], ("", "", ""))
                if address != form["redirect_uri"]:
                    of = ""
            case "refresh_token" if set(form) == {"refresh_token"}:
                how = self.breaks.get("POST connect/token", [])
                if (how.pop(0) if how else "") == "before":
                    return Response("by rule", 502)
                of, scopes = self._refresh.pop(form["refresh_token"], ("", ""))
                self.refreshed += bool(of)
            case "authorization_code" | "refresh_token":
                return JSONResponse({"error": "invalid_request"}, 400)
            case _:
                return JSONResponse({"error": "unsupported_grant_type"}, 400)
        if of != client:
            return JSONResponse({"error": "invalid_grant"}, 400)
        token = self._new("token", client)
        self._tokens[token] = (client, scopes, self.now() + TOKEN_SECONDS)
        given = {"access_token": token, "token_type": "Bearer", "expires_in": TOKEN_SECONDS, "scope": scopes}
        return JSONResponse(given | {"refresh_token": self._new_refresh(client, scopes)})

    async def show_company(self, request: Request) -> Response:
        """The settings of the company."""
        return await self._answer(request, "ea:api", lambda: self.company)

    async def list_invoices(self, request: Request) -> Response:
        """A page of invoices."""
        return await self._page(request, "ea:sales_readonly", list(self.invoices.values()))

    async def list_vouchers(self, request: Request) -> Response:
        """A page of vouchers."""
        return await self._page(request, "ea:accounting", self.vouchers)

    async def show_invoice(self, request: Request) -> Response:
        """An invoice."""
        if request.path_params["id"] == id_of("invoice", "2010"):
            return await self._answer(request, "ea:sales_readonly", dict, instead=Response("by rule", 500))
        return await self._one(request, self.invoices)

    async def show_customer(self, request: Request) -> Response:
        """A customer."""
        return await self._one(request, self.customers)

    async def show_paper(self, request: Request) -> Response:
        """Where the paper of an invoice is."""
        id_ = request.path_params["id"]
        url = f"{str(request.url).partition('/v2/')[0]}/papers/{id_}.pdf"
        return await self._answer(
            request,
            "ea:sales_readonly",
            lambda: {"Url": url},
            instead=None if id_ in self.invoices else _error(3000, 404),
        )

    async def paper(self, request: Request) -> Response:
        """The paper of an invoice, for everybody who has its address."""
        found = self.invoices.get(request.path_params["id"])
        if found is None or "authorization" in request.headers:
            return Response("by rule", 404)
        paper = make_paper(f"Faktura {found['InvoiceNumber']}")
        return Response(paper[:40] if found["InvoiceNumber"] == 2011 else paper, media_type="application/pdf")

    async def add_voucher(self, request: Request) -> Response:
        """Book a voucher, which has to balance."""
        try:
            given = json.loads(await request.body())
        except ValueError:
            given = None
        query = dict(request.query_params)
        refused = self._wrong_voucher(given if isinstance(given, dict) else {}, query)

        def add() -> dict[str, Any]:
            number = len(self.vouchers) + 1
            series = given.get("NumberSeries", "V")
            made = {"Id": id_of("voucher", str(number)), "NumberAndNumberSeries": f"{series}{number}", "VoucherType": 2}
            self.vouchers.append({**given, **made, "VoucherDate": f"{given['VoucherDate']}T00:00:00"})
            return self.vouchers[-1]

        instead = _error(refused, 400) if refused else None
        return await self._answer(request, "ea:accounting", add, status=201, instead=instead)

    def _wrong_voucher(self, given: Mapping[str, Any], query: Mapping[str, str]) -> int:
        """The error of a voucher that is not taken, 0 of one that is."""
        chooses = query.get("useDefaultVoucherSeries") == "false"
        if query.get("useAutomaticVatCalculation") != "false" or len(query) != 2:
            return 2000
        if set(given) != {"VoucherDate", "VoucherText", "Rows"} | ({"NumberSeries"} if chooses else set()):
            return 2000
        rows = given["Rows"]
        if not isinstance(rows, list) or not all(isinstance(row, dict) and set(row) == _ROW for row in rows):
            return 2000
        sides = [row[side] for row in rows for side in ("DebitAmount", "CreditAmount")]
        are_amounts = all(isinstance(one, int | float) and not isinstance(one, bool) and one >= 0 for one in sides)
        texts = [(given["VoucherText"], MOST_TEXT), *((row["TransactionText"], MOST_ROW_TEXT) for row in rows)]
        if not are_amounts or not all(isinstance(text, str) and 0 < len(text) <= most for text, most in texts):
            return 2000
        if not all(row["AccountNumber"] in self.accounts for row in rows):
            return 3002
        if not _is_day(given["VoucherDate"]):
            return 2000
        if given["VoucherDate"] <= LOCKED_UNTIL:
            return 4026
        debit, credit = (sum(round(row[side] * 100) for row in rows) for side in ("DebitAmount", "CreditAmount"))
        is_exact = all(round(one, 2) == one for one in sides)
        is_one_sided = not any(row["DebitAmount"] and row["CreditAmount"] for row in rows)
        return 0 if len(rows) > 1 and debit == credit > 0 and is_exact and is_one_sided else 4002

    async def _one(self, request: Request, among: Mapping[str, Mapping[str, Any]]) -> Response:
        id_ = request.path_params["id"]
        instead = None if id_ in among else _error(3000, 404)
        return await self._answer(request, "ea:sales_readonly", lambda: among[id_], instead=instead)

    async def _page(self, request: Request, scope: str, rows: list[dict[str, Any]]) -> Response:
        query = request.query_params
        numbers = [query.get(name, "") for name in ("$page", "$pagesize")]
        is_whole = set(query) == _PAGED and query["$orderby"] == "CreatedUtc" and all(one.isdigit() for one in numbers)
        page, size = map(int, numbers) if is_whole else (0, 0)
        try:
            found = matching(rows, query.get("$filter", ""))
        except BadFilter:
            is_whole, found = False, []
        if not is_whole or page < 1 or not 1 <= size <= MOST_PAGE:
            return await self._answer(request, scope, dict, instead=_error(2000, 400))
        about = {
            "CurrentPage": page,
            "PageSize": size,
            "TotalNumberOfPages": max(1, -(-len(found) // size)),
            "TotalNumberOfResults": len(found),
        }
        shown = found[(page - 1) * size : page * size]
        return await self._answer(request, scope, lambda: {"Meta": about, "Data": shown})

    async def _answer(
        self,
        request: Request,
        scope: str,
        make: Callable[[], Mapping[str, Any]],
        *,
        status: int = 200,
        instead: Response | None = None,
    ) -> Response:
        path = request.url.path.rpartition("/v2/")[2]
        self.asked.append(path)
        client, scopes = self._client(request)
        trouble = await self._refused(client, scopes, scope, path)
        if trouble is None and request.headers.get("accept") != "application/json":
            trouble = _error(2000, 400)
        if trouble is not None or instead is not None:
            return trouble or instead or Response()
        breaks = self.breaks.get(f"{request.method} {path}", [])
        how = breaks.pop(0) if breaks else ""
        if how == "before":
            return Response("by rule", 502)
        if how.isdigit():
            return _error(int(how), 400)
        answer = JSONResponse(make(), status)
        if how == "after":
            return Response("by rule", 504)
        half = Response(answer.body[: len(answer.body) // 2], media_type="application/json")
        return half if client == HALF else answer

    def _client(self, request: Request) -> tuple[str, str]:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        client, scopes, ends = self._tokens.get(token, ("", "", 0.0))
        return (client, scopes) if self.now() < ends else ("", "")

    async def _refused(self, client: str, scopes: str, scope: str, path: str) -> Response | None:
        """The error that the request gets, if any."""
        if not client:
            return _error(4005, 401)
        made = self._made.setdefault(f"{client} {path}", deque(maxlen=MOST_REQUESTS))
        if len(made) == MOST_REQUESTS and self.now() - made[0] < WITHIN_SECONDS:
            return _error(4010, 429)
        made.append(self.now())
        if client.isdigit() and int(client) in ERRORS:
            reason = ERRORS[int(client)]
            return _error(
                int(client), {"not_accepted": 401, "no_permission": 403, "too_many_requests": 429}.get(reason, 400)
            )
        if scope not in scopes.split() or (client == LESS and path != "companysettings"):
            return _error(4006, 403)
        if client in STATUSES:
            return Response("by rule", int(client), {"Retry-After": "1"} if client == "429" else None)
        if client == SILENT:
            await asyncio.sleep(self.away_seconds)
        return None

    def _new(self, kind: str, client: str) -> str:
        self._given += 1
        return sha256(f"{kind} {client} {self._given}".encode()).hexdigest()

    def _new_refresh(self, client: str, scopes: str) -> str:
        token = self._new("refresh", client)
        self._refresh[token] = (client, scopes)
        return token


def _is_day(value: Any) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _error(code: int, status: int) -> Response:
    given = {"ErrorCode": code, "DeveloperErrorMessage": "by rule", "ErrorId": id_of("error", str(code))}
    return JSONResponse(given, status)
