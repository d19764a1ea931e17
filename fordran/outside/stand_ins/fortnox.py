"""A stand-in of Fortnox's API: a company with a dozen customers and invoices. It answers by rule, and is strict."""

from __future__ import annotations

import asyncio
import base64
import json
from collections import deque
from collections.abc import Callable, Mapping
from datetime import date
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fordran.formats.fortnox import ERRORS, MOST_REQUESTS, PAGE_SIZE, SCOPES, WITHIN_SECONDS

REFUSED = "refused"
"""A client that gets no token."""
NO_CONSENT = "404"
"""A tenant that has not consented."""
STATUSES = ("429", "500", "503")
"""Tenants of whom each question is answered with that status."""
SLOW_429 = "4290"
"""A tenant that is to wait for an hour."""
HALF, SILENT, LESS = "206", "408", "403"
"""Tenants with half an answer, with an answer after a while, and with a token that opens the company's information alone."""
TOKEN_SECONDS = 3600
ACCOUNTS = (1510, 1680, 1930, 3790)
"""The accounts of the company's books."""
LOCKED_UNTIL = "2026-03-31"
"""The last day of the period that is locked."""
_KNOWN_QUERY = {"filter", "page", "limit", "lastmodified"}


class FortnoxStandIn:
    """The stand-in: its routes, its customers and invoices, and the paths that were asked for."""

    def __init__(self, now: Callable[[], float], away_seconds: float = 30.0) -> None:
        self.now, self.away_seconds = now, away_seconds
        self.company = {"CompanyName": "Kontorsvaror i Umeå AB", "OrganizationNumber": "556016-0680"}
        self.customers = {str(one["CustomerNumber"]): one for one in _customers()}
        self.invoices = {str(one["DocumentNumber"]): one for one in _invoices()}
        self.payments: dict[str, dict[str, Any]] = {}
        self.accounts = set(ACCOUNTS)
        self.breaks: dict[str, list[str]] = {}
        """Path → how the next requests there end: `before` or `after` the work is done, without an answer; or an error."""
        self.asked: list[str] = []
        self.tokens_given = 0
        self._tokens: dict[str, tuple[str, float]] = {}
        """Token → its tenant, and when it ends."""
        self._made: dict[str, deque[float]] = {}

    def routes(self) -> list[Route]:
        """The routes below the base: tokens, and those of the API."""
        return [
            Route("/oauth-v1/token", self.authenticate, methods=["POST"]),
            Route("/3/companyinformation", self.show_company),
            Route("/3/invoices", self.list_invoices),
            Route("/3/invoices/{number}", self.show_invoice),
            Route("/3/invoices/{number}/preview", self.preview),
            Route("/3/customers/{number}", self.show_customer),
            Route("/3/invoicepayments", self.list_payments),
            Route("/3/invoicepayments", self.add_payment, methods=["POST"]),
            Route("/3/invoicepayments/{number}", self.show_payment),
            Route("/3/invoicepayments/{number}/bookkeep", self.book_payment, methods=["PUT"]),
        ]

    def end_tokens(self) -> None:
        """Let every token that was given have ended."""
        self._tokens.clear()

    async def authenticate(self, request: Request) -> Response:
        """Give a client a token for a tenant."""
        scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
        client = base64.b64decode(credentials + "==").decode(errors="replace")
        form = parse_qs((await request.body()).decode())
        tenant = request.headers.get("tenantid", "")
        if request.headers.get("content-type", "").partition(";")[0] != "application/x-www-form-urlencoded":
            return JSONResponse({"error": "invalid_request"}, 400)
        if scheme != "Basic" or not all(client.partition(":")) or client.startswith(f"{REFUSED}:"):
            return JSONResponse({"error": "invalid_client"}, 401)
        if form.get("grant_type") != ["client_credentials"]:
            return JSONResponse({"error": "unsupported_grant_type"}, 400)
        if set(form) != {"grant_type", "scope"} or not tenant.isdigit():
            return JSONResponse({"error": "invalid_request"}, 400)
        scopes = form["scope"][0].split()
        if not scopes or not set(scopes) <= {*SCOPES, "bookkeeping", "payment"}:
            return JSONResponse({"error": "invalid_scope"}, 400)
        if tenant == NO_CONSENT:
            return JSONResponse({"error": "invalid_grant"}, 400)
        self.tokens_given += 1
        token = sha256(f"{client} {tenant} {self.tokens_given}".encode()).hexdigest()
        self._tokens[token] = (tenant, self.now() + TOKEN_SECONDS)
        granted = ["companyinformation"] if tenant == LESS else scopes
        return JSONResponse(
            {"access_token": token, "token_type": "bearer", "expires_in": TOKEN_SECONDS, "scope": " ".join(granted)}
        )

    async def show_company(self, request: Request) -> Response:
        """The company whose Fortnox it is."""
        return await self._answer(
            request, lambda tenant: {"CompanyInformation": self.company | {"DatabaseNumber": int(tenant)}}
        )

    async def list_invoices(self, request: Request) -> Response:
        """A page of invoices."""
        query = request.query_params
        wrong = set(query) - _KNOWN_QUERY or not all(query.get(name, "1").isdigit() for name in ("page", "limit"))
        page, limit = (0, 0) if wrong else (int(query.get("page", "1")), int(query.get("limit", "100")))
        if wrong or not 1 <= limit <= PAGE_SIZE or page < 1 or query.get("filter", "unpaidoverdue") != "unpaidoverdue":
            return _error(2000588, 400)
        found = [
            one
            for one in self.invoices.values()
            if "filter" not in query or (one["Balance"] != 0 and not one["Cancelled"])
        ]
        pages = max(1, -(-len(found) // limit))
        about = {"@TotalResources": len(found), "@TotalPages": pages, "@CurrentPage": page}
        shown = found[(page - 1) * limit : page * limit]
        return await self._answer(
            request, lambda _: {"MetaInformation": about, "Invoices": [_short(one) for one in shown]}
        )

    async def show_invoice(self, request: Request) -> Response:
        """An invoice."""
        return await self._one(request, "Invoice", self.invoices)

    async def show_customer(self, request: Request) -> Response:
        """A customer."""
        return await self._one(request, "Customer", self.customers)

    async def preview(self, request: Request) -> Response:
        """The paper of an invoice."""
        number = request.path_params["number"]
        if number not in self.invoices:
            return _error(2000729, 404)
        if request.headers.get("accept") != "application/pdf":
            return _error(1000030, 400)
        trouble = await self._refused(request)
        if trouble is not None:
            return trouble
        paper = make_paper(f"Faktura {number}")
        return Response(paper[:40] if number == "1012" else paper, media_type="application/pdf")

    async def list_payments(self, request: Request) -> Response:
        """A page of the payments of an invoice."""
        query = request.query_params
        wanted = {name: query.get(name, "") for name in ("invoicenumber", "page", "limit")}
        if len(query) != len(wanted) or not all(value.isdigit() for value in wanted.values()):
            return _error(2000588, 400)
        found = [one for one in self.payments.values() if str(one["InvoiceNumber"]) == wanted["invoicenumber"]]
        page, limit = int(wanted["page"]), int(wanted["limit"])
        about = {"@TotalResources": len(found), "@TotalPages": max(1, -(-len(found) // limit)), "@CurrentPage": page}
        rows = [{**one, "ModeOfPaymentAccount": None} for one in found[(page - 1) * limit : page * limit]]
        return await self._answer(request, lambda _: {"MetaInformation": about, "InvoicePayments": rows})

    async def show_payment(self, request: Request) -> Response:
        """A payment."""
        return await self._one(request, "InvoicePayment", self.payments)

    async def add_payment(self, request: Request) -> Response:
        """Register a payment."""
        given = await _body(request, "InvoicePayment")
        refused = self._wrong_payment(given)
        if refused:
            return await self._answer(request, lambda _: {}, instead=_error(refused, 400))

        def add(_: str) -> dict[str, Any]:
            number = str(len(self.payments) + 1)
            kept = {"Number": int(number), "Booked": False, "Currency": "SEK", "Source": "direct", **given}
            self.payments[number] = kept
            return {"InvoicePayment": kept}

        return await self._answer(request, add, status=201)

    def _wrong_payment(self, given: Mapping[str, Any]) -> int:
        """The error of a payment that is not taken, 0 of one that is."""
        if set(given) != {"InvoiceNumber", "Amount", "PaymentDate", "ModeOfPaymentAccount"}:
            return 2001399 if given else 2001392
        invoice = self.invoices.get(str(given["InvoiceNumber"]))
        if invoice is None:
            return 2000729
        if isinstance(given["Amount"], bool) or not isinstance(given["Amount"], int | float):
            return 2000108
        if given["ModeOfPaymentAccount"] not in self.accounts:
            return 2001304
        if not _is_day(given["PaymentDate"]) or given["PaymentDate"] <= LOCKED_UNTIL:
            return 2000588
        registered = sum(
            one["Amount"]
            for one in self.payments.values()
            if not one["Booked"] and str(one["InvoiceNumber"]) == str(given["InvoiceNumber"])
        )
        is_open = invoice["Booked"] and not invoice["Cancelled"]
        return 0 if is_open and 0 < given["Amount"] <= round(invoice["Balance"] - registered, 2) else 2000588

    async def book_payment(self, request: Request) -> Response:
        """Book a payment that is registered: the invoice's balance falls."""
        number = request.path_params["number"]
        payment = self.payments.get(number)
        if payment is None or payment["Booked"]:
            error = _error(2000729, 404) if payment is None else _error(2000588, 400)
            return await self._answer(request, lambda _: {}, instead=error)

        def book(_: str) -> dict[str, Any]:
            invoice = self.invoices[str(payment["InvoiceNumber"])]
            invoice["Balance"] = round(invoice["Balance"] - payment["Amount"], 2)
            payment["Booked"] = True
            return {"InvoicePayment": payment}

        return await self._answer(request, book)

    async def _one(self, request: Request, name: str, among: Mapping[str, Mapping[str, Any]]) -> Response:
        number = request.path_params["number"]
        if number == "1011" and name == "Invoice":
            return _error(1000003, 500)
        if number not in among:
            return _error(2000729, 404)
        return await self._answer(request, lambda _: {name: among[number]})

    async def _answer(
        self,
        request: Request,
        make: Callable[[str], Mapping[str, Any]],
        *,
        status: int = 200,
        instead: Response | None = None,
    ) -> Response:
        trouble = await self._refused(request)
        if trouble is not None:
            return trouble
        tenant = self._tenant(request)
        if request.headers.get("accept") != "application/json":
            return _error(1000030, 400)
        if instead is not None:
            return instead
        breaks = self.breaks.get(f"{request.method} {request.url.path.rpartition('/3/')[2]}", [])
        how = breaks.pop(0) if breaks else ""
        if how == "before":
            return Response("by rule", 502)
        if how.isdigit():
            return _error(int(how), 400)
        answer = JSONResponse(make(tenant), status)
        if how == "after":
            return Response("by rule", 504)
        return (
            Response(answer.body[: len(answer.body) // 2], media_type="application/json") if tenant == HALF else answer
        )

    def _tenant(self, request: Request) -> str:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        tenant, ends = self._tokens.get(token, ("", 0.0))
        return tenant if self.now() < ends else ""

    async def _refused(self, request: Request) -> Response | None:
        """The error that the request gets, if any."""
        self.asked.append(request.url.path)
        tenant = self._tenant(request)
        if not tenant:
            return _error(2000310, 401)
        made = self._made.setdefault(request.headers["authorization"], deque(maxlen=MOST_REQUESTS))
        if len(made) == MOST_REQUESTS and self.now() - made[0] < WITHIN_SECONDS:
            return _too_many(5)
        made.append(self.now())
        if tenant.isdigit() and int(tenant) in ERRORS:
            return _error(int(tenant), 401 if ERRORS[int(tenant)] == "not_accepted" else 400)
        if tenant == LESS and not request.url.path.endswith("/companyinformation"):
            return _error(2000663, 403)
        if tenant in ("429", SLOW_429):
            return _too_many(1 if tenant == "429" else 3600)
        if tenant in STATUSES:
            return Response("by rule", int(tenant))
        if tenant == SILENT:
            await asyncio.sleep(self.away_seconds)
        return None


async def _body(request: Request, name: str) -> dict[str, Any]:
    """The document of a request; nothing where there is none."""
    try:
        given = json.loads(await request.body())[name]
    except (ValueError, TypeError, KeyError):
        return {}
    return given if isinstance(given, dict) else {}


def _is_day(value: Any) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def make_paper(text: str) -> bytes:
    """A PDF of one page with a line of text."""
    drawn = f"BT /F1 16 Tf 72 720 Td ({text}) Tj ET".encode("latin-1", "replace")
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    paper, starts = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        starts.append(len(paper))
        paper += b"%d 0 obj%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    count = len(parts) + 1
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    return paper + end % (count, table, count, len(paper))


def _too_many(seconds: int) -> Response:
    return Response("", 429, {"Retry-After": str(seconds)})


def _error(code: int, status: int) -> Response:
    return JSONResponse({"ErrorInformation": {"error": 1, "message": "by rule", "code": code}}, status)


def _customer(number: str, name: str, **more: Any) -> dict[str, Any]:
    ordinary = {
        "CustomerNumber": number,
        "Name": name,
        "OrganisationNumber": "5560360793",
        "Type": "COMPANY",
        "Address1": "Storgatan 1",
        "Address2": "",
        "ZipCode": "111 22",
        "City": "Stockholm",
        "CountryCode": "SE",
        "Email": "",
        "Active": True,
    }
    return ordinary | more


def _customers() -> list[dict[str, Any]]:
    return [
        _customer("1", "Bygg och Plåt AB", Email="faktura@example.com"),
        _customer(
            "2", "Karin Öberg", OrganisationNumber="19811228-9874", Type="PRIVATE", City="Umeå", ZipCode="903 21"
        ),
        _customer("3", "Utan Nummer AB", OrganisationNumber=""),
        _customer("4", "Utan Adress AB", Address1="", ZipCode="", City=""),
        _customer("5", "Fjord AS", OrganisationNumber="NO999999999", CountryCode="NO", City="Oslo", ZipCode="0150"),
    ]


def _invoice(number: str, customer: str, total: float, **more: Any) -> dict[str, Any]:
    ordinary = {
        "DocumentNumber": number,
        "CustomerNumber": customer,
        "InvoiceDate": "2026-05-04",
        "DueDate": "2026-06-03",
        "Total": total,
        "TotalToPay": total,
        "Balance": total,
        "Currency": "SEK",
        "OCR": f"{number}5",
        "Booked": True,
        "Cancelled": False,
        "Credit": "false",
        "Sent": True,
        "Reminders": 0,
        "LastRemindDate": None,
        "InvoiceRows": [{"Description": "Kontorsmaterial", "Total": total}],
    }
    return ordinary | more


def _invoices() -> list[dict[str, Any]]:
    return [
        _invoice("1001", "1", 12500.0),
        _invoice("1002", "2", 899.5, Reminders=1, LastRemindDate="2026-06-15", Balance=499.5),
        _invoice("1003", "1", 300.0, Currency="EUR"),
        _invoice("1004", "3", 400.0),
        _invoice("1005", "4", 500.0),
        _invoice("1006", "1", 600.0, Booked=False),
        _invoice("1007", "1", -700.0, Credit="true"),
        _invoice("1008", "1", 800.0, Balance=0),
        _invoice("1009", "1", 900.0, Cancelled=True),
        _invoice("1010", "5", 1000.0),
        _invoice("1011", "1", 1100.0),
        _invoice("1012", "1", 1200.0),
    ]


def _short(invoice: Mapping[str, Any]) -> dict[str, Any]:
    """An invoice as a list has it."""
    names = ("Balance", "Booked", "Cancelled", "Currency", "CustomerNumber", "DocumentNumber", "DueDate", "InvoiceDate")
    return {name: invoice[name] for name in (*names, "OCR", "Sent", "Total")}
