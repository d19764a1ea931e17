"""Visma's adapter against the stand-in: whatever happens there is an answer or a reason, and a refresh token is used once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from fordran.accounting_sections import VismaSection
from fordran.formats.accounting import AccountingTrouble, AccountingVoucher
from fordran.formats.visma import ERRORS, MOST_REQUESTS, SCOPES, WRITE_SCOPES
from fordran.outside import accounting_http
from fordran.outside import visma as adapter
from fordran.outside.stand_ins.visma import VismaStandIn
from fordran.outside.stand_ins.visma_filters import BadFilter, matching
from fordran.outside.stand_ins.visma_samples import id_of
from fordran.outside.visma import Visma
from fordran.outside.visma_consent import code_in
from tests.outside.visma_hall import SECTION, HeldTokens, VismaHall

DAY = date(2026, 9, 1)
OVERDUE = ["2001", "2002", "2003", "2004", "2005", "2006", "2009", "2010", "2011"]


async def test_the_company_and_what_is_open_to_us() -> None:
    visma = VismaHall().visma()
    company = await visma.company()
    assert (company.name, company.organisation_number) == ("Kontorsvaror i Umeå AB", "556016-0680")
    assert (await visma.token()).scopes == (*SCOPES, *WRITE_SCOPES)
    # What only reads asks for nothing that writes.
    assert replace(visma, section=replace(SECTION, write_back="off")).scopes == SCOPES


async def test_overdue_invoices_are_read_from_all_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = VismaHall()
    whole = await hall.visma().overdue(DAY)
    assert [one.number for one in whole.values()] == OVERDUE
    assert str(whole[id_of("invoice", "2002")].balance) == "499.5"
    monkeypatch.setattr(adapter, "PAGE_SIZE", 2)
    hall.stand_in.asked.clear()
    assert await hall.visma().overdue(DAY) == whole
    assert hall.stand_in.asked == ["customerinvoices"] * 5
    assert await hall.visma().overdue(date(2026, 6, 3)) == {}


async def test_an_invoice_with_its_customer_and_its_paper() -> None:
    visma = VismaHall().visma()
    read = await visma.read(id_of("invoice", "2002"))
    assert (read.number, str(read.balance), read.customer["Name"]) == ("2002", "499.5", "Karin Öberg")
    assert str(await visma.rest(id_of("invoice", "2002"))) == "499.5"
    assert (await visma.pdf(id_of("invoice", "2002"))).startswith(b"%PDF-")


# Consents and tokens ----------------------------------------------------------------------------------------------------------


async def consented(hall: VismaHall, visma: Visma, state: str = "s" * 32) -> str:
    """The address that the browser is sent to."""
    async with httpx.AsyncClient(transport=hall.transport) as client:
        answer = await client.get(visma.consent(state))
    assert answer.status_code == 302, answer.text
    return answer.headers["location"]


async def test_a_consent_in_the_browser_gives_the_first_tokens_once() -> None:
    hall = VismaHall()
    visma = hall.visma()
    address = await consented(hall, visma)
    assert address.startswith("https://kravhuset.example/visma?code=")
    code = code_in(address, "s" * 32)
    token = await visma.exchange(code)
    assert token.refresh
    assert (await visma.company()).name == "Kontorsvaror i Umeå AB"
    assert hall.stand_in.refreshed == 0
    with pytest.raises(AccountingTrouble, match="no_permission"):
        await visma.exchange(code)


async def test_the_consent_asks_for_the_scopes_and_lets_the_company_be_chosen() -> None:
    query = parse_qs(urlsplit(VismaHall().visma().consent("abc")).query)
    assert query["scope"] == ["ea:api ea:sales_readonly offline_access ea:accounting"]
    assert (query["response_type"], query["prompt"], query["state"]) == (["code"], ["select_account"], ["abc"])


async def test_a_refresh_token_is_used_once_and_the_next_one_is_kept() -> None:
    hall = VismaHall()
    held = HeldTokens(hall.stand_in.consented("client"))
    visma, first = hall.visma(held), held.token
    await visma.company()
    hall.seconds += 3500
    await visma.company()
    assert hall.stand_in.refreshed == 1
    hall.seconds += 50
    await visma.company()
    assert (hall.stand_in.refreshed, len({first, *held.kept})) == (2, 3)
    # An access token may end before its time.
    hall.stand_in.end_tokens()
    await visma.company()
    assert hall.stand_in.refreshed == 3
    with pytest.raises(AccountingTrouble, match="no_permission"):
        await hall.visma(HeldTokens(first)).company()


async def test_a_refresh_token_that_was_not_exchanged_is_given_back() -> None:
    hall = VismaHall()
    held = HeldTokens(hall.stand_in.consented("client"))
    hall.stand_in.breaks["POST connect/token"] = ["before"]
    visma = hall.visma(held)
    with pytest.raises(AccountingTrouble, match="system_error"):
        await visma.company()
    assert held.kept == [""]
    assert (await visma.company()).name == "Kontorsvaror i Umeå AB"


async def test_one_waits_for_another_who_exchanges_the_token_and_not_for_ever() -> None:
    hall = VismaHall()
    held = HeldTokens(hall.stand_in.consented("client"), taken=3)
    await hall.visma(held).company()
    assert hall.slept == [1.0, 1.0, 1.0]
    held.taken = 100
    with pytest.raises(AccountingTrouble, match="no_answer"):
        await hall.visma(held).company()
    assert held.kept == [held.token]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("https://kravhuset.example/visma?error=access_denied&state=s", "access_denied"),
        ("https://kravhuset.example/visma?code=abc&state=other", "another consent"),
        ("https://kravhuset.example/visma?state=s", "no code"),
        ("a code", "neither a code"),
        ("", "neither a code"),
    ],
)
def test_an_address_without_our_code(given: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        code_in(given, "s")


def test_the_code_of_an_address_or_by_itself() -> None:
    assert code_in(" https://kravhuset.example/visma?code=a1&state=s\n", "s") == code_in("a1", "s") == "a1"


def test_tokens_come_from_a_host_of_their_own_at_visma() -> None:
    live = VismaSection("0" * 24, "c", "hidden", "https://x.example", "https://eaccountingapi.vismaonline.com/v2/")
    assert live.identity_url == "https://identity.vismaonline.com/connect"
    tried = replace(live, url="https://eaccountingapi-sandbox.test.vismaonline.com/v2")
    assert tried.identity_url == "https://identity-sandbox.test.vismaonline.com/connect"
    assert SECTION.identity_url == "http://127.0.0.1:8100/visma/connect"
    assert "hidden" not in repr(Visma(live, HeldTokens("hidden")))


# Refusals and limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ERRORS)
async def test_each_documented_error_reaches_the_one_who_asked(code: int) -> None:
    with pytest.raises(AccountingTrouble) as trouble:
        await VismaHall().visma(client=str(code)).company()
    assert (trouble.value.reason, trouble.value.code) == (ERRORS[code], str(code))


@pytest.mark.parametrize(
    ("client", "reason", "slept"),
    [
        ("429", "too_many_requests (HTTP 429)", [1.0, 1.0]),
        ("4010", "too_many_requests (4010)", []),
        ("500", "system_error (HTTP 500)", []),
        ("503", "system_error (HTTP 503)", []),
        ("206", "half_answer", []),
        ("refused", "not_accepted (invalid_client)", []),
    ],
)
async def test_one_that_goes_on_refusing(client: str, reason: str, slept: list[float]) -> None:
    hall = VismaHall()
    with pytest.raises(AccountingTrouble) as trouble:
        await hall.visma(client=client).company()
    assert (str(trouble.value), hall.slept) == (reason, slept)


async def test_a_company_that_opens_little() -> None:
    visma = VismaHall().visma(client="403")
    assert (await visma.company()).name
    with pytest.raises(AccountingTrouble, match=r"no_permission \(4006\)"):
        await visma.overdue(DAY)


async def test_a_token_for_reading_books_nothing() -> None:
    hall = VismaHall()
    visma = hall.visma(HeldTokens(hall.stand_in.consented("client", SCOPES)))
    assert len(await visma.overdue(DAY)) == len(OVERDUE)
    with pytest.raises(AccountingTrouble, match=r"no_permission \(4006\)"):
        await visma.vouchers(DAY)


async def test_requests_keep_below_the_limit() -> None:
    hall = VismaHall()
    visma = hall.visma()
    # The first request was for the token.
    for _ in range(2 * MOST_REQUESTS):
        await visma.company()
    assert hall.slept == [60.0, 60.0]


async def test_what_is_not_there_and_half_a_paper() -> None:
    visma = VismaHall().visma()
    for asking in (visma.read, visma.rest, visma.pdf):
        with pytest.raises(AccountingTrouble, match="not_there"):
            await asking("../9999")
    with pytest.raises(AccountingTrouble, match="half_answer"):
        await visma.pdf(id_of("invoice", "2011"))


@pytest.mark.parametrize(
    "url", ["https://elsewhere.example/x.pdf", "http://10.0.0.1/x.pdf", "file:///etc/passwd", "", 7, None]
)
async def test_a_paper_is_fetched_from_no_address_of_another_kind(url: object, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = VismaHall()

    async def show_paper(request: object) -> httpx.Response:
        from starlette.responses import JSONResponse

        return JSONResponse({"Url": url})  # type: ignore[return-value]

    monkeypatch.setattr(hall.stand_in, "show_paper", show_paper)
    visma = hall.visma()
    with pytest.raises(AccountingTrouble, match="half_answer"):
        await visma.pdf(id_of("invoice", "2001"))


def raising(error: Exception) -> Callable[[httpx.Request], httpx.Response]:
    def respond(request: httpx.Request) -> httpx.Response:
        raise error

    return respond


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (httpx.ConnectError("x"), "no_connection (ConnectError)"),
        (httpx.ReadTimeout("x"), "no_answer"),
        (httpx.RemoteProtocolError("x"), "half_answer"),
    ],
)
async def test_a_visma_that_is_away_keeps_its_token(error: Exception, reason: str) -> None:
    held = HeldTokens("first")
    with pytest.raises(AccountingTrouble) as trouble:
        await Visma(SECTION, held, transport=httpx.MockTransport(raising(error))).company()
    assert (str(trouble.value), held.token) == (reason, "first")


async def test_an_answer_that_takes_too_long_or_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounting_http, "WAIT_SECONDS", 0.05)
    with pytest.raises(AccountingTrouble, match="no_answer"):
        await VismaHall().visma(client="408").company()
    monkeypatch.setattr(accounting_http, "WAIT_SECONDS", 5)
    monkeypatch.setattr(accounting_http, "MOST_BYTES", 10)
    with pytest.raises(AccountingTrouble, match="too_large"):
        await VismaHall().visma().company()


# Vouchers ---------------------------------------------------------------------------------------------------------------------


async def test_vouchers_are_booked_and_read_by_their_day() -> None:
    hall = VismaHall()
    visma = hall.visma()
    made = [
        await visma.add_voucher(AccountingVoucher(series, text, date(2026, 10, day), {1930: 100, 1510: -100}, "W-41"))
        for series, text, day in (("", "a", 5), ("B", "b", 6), ("", "c", 5), ("", "d", 4))
    ]
    assert [one["NumberAndNumberSeries"] for one in hall.stand_in.vouchers] == ["V1", "B2", "V3", "V4"]
    there = await visma.vouchers(date(2026, 10, 5))
    assert [(one.number, one.description) for one in there] == [(made[0], "a"), (made[2], "c")]


def row(account: object = 1930, debit: object = 0, credit: object = 0, text: object = "W-41") -> dict[str, object]:
    return {"AccountNumber": account, "DebitAmount": debit, "CreditAmount": credit, "TransactionText": text}


VOUCHER: dict[str, Any] = {
    "VoucherDate": "2026-10-05",
    "VoucherText": "Utbetalning",
    "Rows": [row(debit=100.5), row(1680, credit=100.5)],
}
QUERY = {"useAutomaticVatCalculation": "false", "useDefaultVoucherSeries": "true"}


@pytest.mark.parametrize(
    ("changes", "query", "code"),
    [
        ({"Rows": [row(debit=100.5), row(1680, credit=100.49)]}, {}, 4002),
        ({"Rows": [row(debit=100.5)]}, {}, 4002),
        ({"Rows": [row(debit=0.005), row(1680, credit=0.005)]}, {}, 4002),
        ({"Rows": [row(debit=1, credit=1), row(1680)]}, {}, 4002),
        ({"Rows": []}, {}, 4002),
        ({"Rows": [row(debit=-1), row(1680, credit=-1)]}, {}, 2000),
        ({"Rows": [row(debit="1"), row(1680, credit=1)]}, {}, 2000),
        ({"Rows": [row(1999, debit=1), row(1680, credit=1)]}, {}, 3002),
        ({"Rows": [{"AccountNumber": 1930}]}, {}, 2000),
        ({"Rows": [row(debit=1, text="x" * 51), row(1680, credit=1)]}, {}, 2000),
        ({"VoucherDate": "2026-03-31"}, {}, 4026),
        ({"VoucherDate": "5 oktober"}, {}, 2000),
        ({"VoucherText": ""}, {}, 2000),
        ({"VoucherText": "x" * 101}, {}, 2000),
        ({"NumberSeries": "B"}, {}, 2000),
        ({}, {"useDefaultVoucherSeries": "false"}, 2000),
        ({}, {"useAutomaticVatCalculation": "true"}, 2000),
        ({"More": 1}, {}, 2000),
    ],
)
async def test_the_stand_in_is_strict_about_vouchers(
    changes: dict[str, object], query: dict[str, str], code: int
) -> None:
    hall = VismaHall()
    with pytest.raises(AccountingTrouble) as trouble:
        await hall.visma()._asked("POST", "vouchers", params=QUERY | query, json=VOUCHER | changes)
    assert (trouble.value.code, hall.stand_in.vouchers) == (str(code), [])


PAGED = {"$filter": "RemainingAmount gt 0", "$orderby": "CreatedUtc", "$page": "1", "$pagesize": "10"}


@pytest.mark.parametrize(
    "changes",
    [{"$pagesize": "1001"}, {"$pagesize": "0"}, {"$page": "0"}, {"$page": "x"}, {"$filter": "Id eq 7"}, {"more": "1"}],
)
async def test_the_stand_in_is_strict_about_pages(changes: dict[str, str]) -> None:
    with pytest.raises(AccountingTrouble, match="2000"):
        await VismaHall().visma()._got("customerinvoices", PAGED | changes)


@pytest.mark.parametrize("text", ["", "DueDate lt 7", "RemainingAmount gt 2026-09-01T00:00:00Z", "a or b"])
def test_a_filter_that_is_not_understood_finds_nothing(text: str) -> None:
    with pytest.raises(BadFilter):
        matching([], text)


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "refresh_token"}, "invalid_request"),
        ({"grant_type": "refresh_token", "refresh_token": "x"}, "invalid_grant"),
        ({"grant_type": "authorization_code", "code": "x", "redirect_uri": "y"}, "invalid_grant"),
    ],
)
async def test_the_stand_in_is_strict_about_tokens(form: dict[str, str], error: str) -> None:
    async with httpx.AsyncClient(transport=VismaHall().transport, auth=("client", "hidden")) as client:
        answer = await client.post(f"{SECTION.identity_url}/token", data=form)
    assert (answer.status_code, answer.json()) == (400, {"error": error})


def test_the_stand_in_has_every_invoice_s_customer() -> None:
    stand_in = VismaStandIn(lambda: 0.0)
    assert {one["CustomerId"] for one in stand_in.invoices.values()} <= stand_in.customers.keys()
