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

from fordran.formats.fortnox import ERRORS, MOST_REQUESTS, PAGE_SIZE, SCOPES, WITHIN_SECONDS, WRITE_SCOPES
from fordran.outside.stand_ins.fortnox_samples import make_paper, sample_customers, sample_invoices

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
ACCOUNTS = (1510, 1680, 1930, 2440, 2611, 3590, 3790, 3921, 8313)
"""The accounts of the company's books."""
LOCKED_UNTIL = "2026-03-31"
"""The last day of the period that is locked."""
_ROW = {"Account", "Debit", "Credit", "TransactionInformation"}
_KNOWN_QUERY = {"filter", "page", "limit", "lastmodified"}


class FortnoxStandIn:
    """The stand-in: its routes, its customers and invoices, and the paths that were asked for."""

    def __init__(self, now: Callable[[], float], away_seconds: float = 30.0) -> None:
        self.now, self.away_seconds = now, away_seconds
        self.company = {"CompanyName": "Kontorsvaror i Umeå AB", "OrganizationNumber": "556016-0680"}
        self.customers = {str(one["CustomerNumber"]): one for one in sample_customers()}
        self.invoices = {str(one["DocumentNumber"]): one for one in sample_invoices()}
        self.payments: dict[str, dict[str, Any]] = {}
        self.vouchers: list[dict[str, Any]] = []
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
            Route("/3/vouchers", self.list_vouchers),
            Route("/3/vouchers", self.add_voucher, methods=["POST"]),
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
        if not scopes or not set(scopes) <= {*SCOPES, *WRITE_SCOPES}:
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

    async def list_vouchers(self, request: Request) -> Response:
        """A page of the vouchers of some days."""
        query = request.query_params
        days = (query.get("fromdate"), query.get("todate"))
        numbers = [query.get(name, "") for name in ("page", "limit")]
        is_of_year = _is_day(query.get("financialyeardate"))
        if (
            len(query) != 5
            or not is_of_year
            or not all(map(_is_day, days))
            or not all(one.isdigit() for one in numbers)
        ):
            return _error(2000588, 400)
        found = [one for one in self.vouchers if str(days[0]) <= one["TransactionDate"] <= str(days[1])]
        page, limit = map(int, numbers)
        about = {"@TotalResources": len(found), "@TotalPages": max(1, -(-len(found) // limit)), "@CurrentPage": page}
        short = [{name: one[name] for name in one if name != "VoucherRows"} for one in found]
        rows = short[(page - 1) * limit : page * limit]
        return await self._answer(request, lambda _: {"MetaInformation": about, "Vouchers": rows})

    async def add_voucher(self, request: Request) -> Response:
        """Book a voucher, which has to balance."""
        given = await _body(request, "Voucher")
        refused = self._wrong_voucher(given)
        if refused:
            return await self._answer(request, lambda _: {}, instead=_error(refused, 400))

        def add(_: str) -> dict[str, Any]:
            number = 1 + sum(one["VoucherSeries"] == given["VoucherSeries"] for one in self.vouchers)
            self.vouchers.append({"VoucherNumber": number, "Year": 3, **given})
            return {"Voucher": self.vouchers[-1]}

        return await self._answer(request, add, status=201)

    def _wrong_voucher(self, given: Mapping[str, Any]) -> int:
        """The error of a voucher that is not taken, 0 of one that is."""
        if set(given) != {"Description", "TransactionDate", "VoucherSeries", "VoucherRows"}:
            return 2001399 if given else 2001392
        rows = given["VoucherRows"]
        if not isinstance(rows, list) or not all(isinstance(row, dict) and set(row) == _ROW for row in rows):
            return 2001399
        sides = [row[side] for row in rows for side in ("Debit", "Credit")]
        if not all(isinstance(one, int | float) and not isinstance(one, bool) and one >= 0 for one in sides):
            return 2000108
        if not all(row["Account"] in self.accounts for row in rows):
            return 2001304
        debit, credit = (sum(round(row[side] * 100) for row in rows) for side in ("Debit", "Credit"))
        is_exact = all(round(one, 2) == one for one in sides) and not any(
            row["Debit"] and row["Credit"] for row in rows
        )
        is_open = _is_day(given["TransactionDate"]) and given["TransactionDate"] > LOCKED_UNTIL
        is_described = 0 < len(given["Description"]) <= 200 and given["VoucherSeries"] == "A"
        return 0 if len(rows) > 1 and debit == credit > 0 and is_exact and is_open and is_described else 2000588

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


def _too_many(seconds: int) -> Response:
    return Response("", 429, {"Retry-After": str(seconds)})


def _error(code: int, status: int) -> Response:
    return JSONResponse({"ErrorInformation": {"error": 1, "message": "by rule", "code": code}}, status)


def _short(invoice: Mapping[str, Any]) -> dict[str, Any]:
    """An invoice as a list has it."""
    names = ("Balance", "Booked", "Cancelled", "Currency", "CustomerNumber", "DocumentNumber", "DueDate", "InvoiceDate")
    return {name: invoice[name] for name in (*names, "OCR", "Sent", "Total")}
