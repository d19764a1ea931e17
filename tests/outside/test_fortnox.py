"""Fortnox's adapter against the stand-in: whatever happens there is an answer or a reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import httpx
import pytest

from fordran.accounting_sections import FortnoxSection
from fordran.formats.accounting import AccountingTrouble, AccountingVoucher
from fordran.formats.fortnox import ERRORS, MOST_REQUESTS, SCOPES
from fordran.formats.fortnox_payments import InvoicePayment
from fordran.outside import accounting_http
from fordran.outside import fortnox as adapter
from fordran.outside.fortnox import Fortnox
from fordran.outside.stand_ins.fortnox import FortnoxStandIn
from tests.outside.fortnox_hall import SECTION, FortnoxHall

DAY = date(2026, 9, 1)


async def test_the_company_and_what_is_open_to_us() -> None:
    fortnox = FortnoxHall().fortnox()
    company = await fortnox.company()
    assert (company.name, company.organisation_number, company.tenant) == (
        "Kontorsvaror i Umeå AB",
        "556016-0680",
        "1234567",
    )
    assert (await fortnox.token()).scopes == SCOPES


async def test_overdue_invoices_are_read_from_all_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = FortnoxHall()
    whole = await hall.fortnox().overdue(DAY)
    assert str(whole["1002"].balance) == "499.5"
    assert list(whole) == ["1001", "1002", "1003", "1004", "1005", "1006", "1007", "1010", "1011", "1012"]
    page = hall.fortnox().overdue_page
    assert [tuple((await page(number, 4)).balances) for number in (1, 2, 3)] == [
        ("1001", "1002", "1003", "1004"),
        ("1005", "1006", "1007", "1010"),
        ("1011", "1012"),
    ]
    monkeypatch.setattr(Fortnox.overdue_page, "__defaults__", (1, 3))
    assert await hall.fortnox().overdue(DAY) == whole


async def test_an_invoice_with_its_customer_and_its_paper() -> None:
    fortnox = FortnoxHall().fortnox()
    invoice = await fortnox.invoice("1002")
    assert (str(invoice["Balance"]), invoice["Reminders"]) == ("499.5", 1)
    assert (await fortnox.customer(invoice["CustomerNumber"]))["Name"] == "Karin Öberg"
    assert (await fortnox.pdf("1002")).startswith(b"%PDF-")


async def test_a_token_is_kept_until_it_ends() -> None:
    hall = FortnoxHall()
    fortnox = hall.fortnox()
    await fortnox.company()
    hall.seconds += 3500
    await fortnox.company()
    assert hall.stand_in.tokens_given == 1
    hall.seconds += 50
    await fortnox.company()
    assert hall.stand_in.tokens_given == 2
    # A token may end before its time.
    hall.stand_in.end_tokens()
    await fortnox.company()
    assert hall.stand_in.tokens_given == 3


async def test_requests_keep_below_the_limit() -> None:
    hall = FortnoxHall()
    fortnox = hall.fortnox()
    for _ in range(3 * MOST_REQUESTS):
        await fortnox.company()
    assert hall.slept == [5.0, 5.0, 5.0]


async def test_two_who_share_a_token_wait_as_long_as_they_are_told() -> None:
    hall = FortnoxHall()
    fortnox = hall.fortnox()
    for _ in range(MOST_REQUESTS - 1):
        await fortnox.company()
    fortnox._made.clear()
    assert (await fortnox.company()).tenant == "1234567"
    assert (await fortnox.company()).tenant == "1234567"
    assert hall.slept == [5.0]


async def asked(tenant: str) -> None:
    await FortnoxHall().fortnox(tenant=tenant).company()


@pytest.mark.parametrize(
    ("tenant", "reason", "slept"),
    [("429", "too_many_requests", [1.0, 1.0]), ("4290", "too_many_requests", []), ("500", "system_error", [])],
)
async def test_one_that_goes_on_refusing(tenant: str, reason: str, slept: list[float]) -> None:
    hall = FortnoxHall()
    with pytest.raises(AccountingTrouble) as trouble:
        await hall.fortnox(tenant=tenant).company()
    assert (trouble.value.reason, hall.slept) == (reason, slept)


@pytest.mark.parametrize("code", ERRORS)
async def test_each_documented_error_reaches_the_one_who_asked(code: int) -> None:
    with pytest.raises(AccountingTrouble) as trouble:
        await asked(str(code))
    assert (trouble.value.reason, trouble.value.code) == (ERRORS[code], str(code))


async def test_half_an_answer_and_half_a_paper() -> None:
    with pytest.raises(AccountingTrouble, match="half_answer"):
        await asked("206")
    with pytest.raises(AccountingTrouble, match="half_answer"):
        await FortnoxHall().fortnox().pdf("1012")


async def test_a_company_that_opens_little() -> None:
    fortnox = FortnoxHall().fortnox(tenant="403")
    assert (await fortnox.token()).scopes == ("companyinformation",)
    with pytest.raises(AccountingTrouble, match="no_permission"):
        await fortnox.overdue(DAY)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [({"client": "refused"}, "not_accepted (invalid_client)"), ({"tenant": "404"}, "no_permission (invalid_grant)")],
)
async def test_a_client_that_gets_no_token(changes: dict[str, str], reason: str) -> None:
    with pytest.raises(AccountingTrouble) as trouble:
        await FortnoxHall().fortnox(**changes).company()
    assert str(trouble.value) == reason


async def test_what_is_not_there() -> None:
    fortnox = FortnoxHall().fortnox()
    for asking in (fortnox.invoice, fortnox.customer, fortnox.pdf):
        with pytest.raises(AccountingTrouble, match="not_there"):
            await asking("../9999")


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
        (OSError("x"), "no_connection (OSError)"),
    ],
)
async def test_a_fortnox_that_is_away(error: Exception, reason: str) -> None:
    with pytest.raises(AccountingTrouble) as trouble:
        await Fortnox(SECTION, transport=httpx.MockTransport(raising(error))).company()
    assert str(trouble.value) == reason


async def test_an_answer_that_takes_too_long_or_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounting_http, "WAIT_SECONDS", 0.05)
    with pytest.raises(AccountingTrouble, match="no_answer"):
        await asked("408")
    monkeypatch.setattr(accounting_http, "WAIT_SECONDS", 5)
    monkeypatch.setattr(accounting_http, "MOST_BYTES", 10)
    with pytest.raises(AccountingTrouble, match="too_large"):
        await asked("1")


@pytest.mark.parametrize(
    "query",
    ["?filter=unpaidoverdue&limit=501", "?limit=0", "?page=0", "?page=x", "?sort=1", "?filter=cancelled"],
)
async def test_the_stand_in_is_strict_about_parameters(query: str) -> None:
    fortnox = FortnoxHall().fortnox()
    with pytest.raises(AccountingTrouble, match="2000588"):
        await fortnox._got(f"invoices{query}")


@pytest.mark.parametrize(
    ("form", "tenant", "error"),
    [
        ({"grant_type": "password", "scope": "invoice"}, "1", "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "1", "invalid_request"),
        ({"grant_type": "client_credentials", "scope": "invoice", "more": "1"}, "1", "invalid_request"),
        ({"grant_type": "client_credentials", "scope": "invoice"}, "", "invalid_request"),
        ({"grant_type": "client_credentials", "scope": "everything"}, "1", "invalid_scope"),
    ],
)
async def test_the_stand_in_is_strict_about_tokens(form: dict[str, str], tenant: str, error: str) -> None:
    transport = FortnoxHall().fortnox().transport
    async with httpx.AsyncClient(transport=transport, auth=("client", "hidden")) as client:
        answer = await client.post(SECTION.token_url, data=form, headers={"TenantId": tenant})
    assert (answer.status_code, answer.json()) == (400, {"error": error})


PAYMENT = {"InvoiceNumber": "1001", "Amount": 100.5, "PaymentDate": "2026-09-01", "ModeOfPaymentAccount": 1680}


async def test_a_payment_is_registered_and_then_booked() -> None:
    hall = FortnoxHall()
    fortnox = hall.fortnox(write_back="on")
    assert (await fortnox.token()).scopes == (*SCOPES, "bookkeeping", "payment")
    number = await fortnox.add_payment("1001", 10050, date(2026, 9, 1), 1680)
    assert hall.stand_in.invoices["1001"]["Balance"] == 12500
    assert await fortnox.payment(number) == InvoicePayment(number, "1001", 10050, date(2026, 9, 1), 1680, False)
    await fortnox.book_payment(number)
    assert hall.stand_in.invoices["1001"]["Balance"] == 12399.5
    assert await fortnox.payments("1001") == [InvoicePayment(number, "1001", 10050, date(2026, 9, 1), 0, True)]
    assert await fortnox.payments("1002") == []


async def test_payments_of_an_invoice_are_read_from_all_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    fortnox = FortnoxHall().fortnox()
    for amount in (1, 2, 3):
        await fortnox.add_payment("1001", amount * 100, date(2026, 9, 1), 1680)
    monkeypatch.setattr(adapter, "PAGE_SIZE", 2)
    assert [one.amount for one in await fortnox.payments("1001")] == [100, 200, 300]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"InvoiceNumber": "9999"}, 2000729),
        ({"InvoiceNumber": "1006"}, 2000588),
        ({"InvoiceNumber": "1009"}, 2000588),
        ({"Amount": "100"}, 2000108),
        ({"Amount": 0}, 2000588),
        ({"Amount": -100}, 2000588),
        ({"Amount": 12500.01}, 2000588),
        ({"PaymentDate": "2026-03-31"}, 2000588),
        ({"PaymentDate": "1 september"}, 2000588),
        ({"ModeOfPaymentAccount": 1999}, 2001304),
        ({"More": 1}, 2001399),
        (None, 2001392),
    ],
)
async def test_the_stand_in_is_strict_about_payments(changes: dict[str, object] | None, code: int) -> None:
    hall = FortnoxHall()
    body = {} if changes is None else {"InvoicePayment": PAYMENT | changes}
    with pytest.raises(AccountingTrouble) as trouble:
        await hall.fortnox()._asked("POST", "invoicepayments", json=body)
    assert (trouble.value.code, hall.stand_in.payments) == (str(code), {})


async def test_the_stand_in_books_a_payment_once() -> None:
    fortnox = FortnoxHall().fortnox()
    number = await fortnox.add_payment("1001", 10050, date(2026, 9, 1), 1680)
    await fortnox.book_payment(number)
    with pytest.raises(AccountingTrouble, match="2000588"):
        await fortnox.book_payment(number)
    with pytest.raises(AccountingTrouble, match="not_there"):
        await fortnox.book_payment("77")


def row(account: object = 1930, debit: object = 0, credit: object = 0) -> dict[str, object]:
    return {"Account": account, "Debit": debit, "Credit": credit, "TransactionInformation": "W-41"}


VOUCHER = {
    "Description": "Utbetalning",
    "TransactionDate": "2026-10-05",
    "VoucherSeries": "A",
    "VoucherRows": [row(debit=100.5), row(1680, credit=100.5)],
}


async def test_vouchers_are_booked_and_read_by_their_day() -> None:
    fortnox = FortnoxHall().fortnox(write_back="on")
    made = [
        await fortnox.add_voucher(AccountingVoucher("A", text, date(2026, 10, day), {1930: 100, 1510: -100}, "W-41"))
        for text, day in (("a", 5), ("b", 6), ("c", 5))
    ]
    assert made == ["A1/3", "A2/3", "A3/3"]
    there = await fortnox.vouchers(date(2026, 10, 5))
    assert [(one.number, one.description) for one in there] == [("A1/3", "a"), ("A3/3", "c")]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"VoucherRows": [row(debit=100.5), row(1680, credit=100.49)]}, 2000588),
        ({"VoucherRows": [row(debit=100.5)]}, 2000588),
        ({"VoucherRows": [row(debit=0.005), row(1680, credit=0.005)]}, 2000588),
        ({"VoucherRows": [row(debit=1, credit=1), row(1680, credit=0)]}, 2000588),
        ({"VoucherRows": [row(), row(1680)]}, 2000588),
        ({"VoucherRows": [row(debit=-1), row(1680, credit=-1)]}, 2000108),
        ({"VoucherRows": [row(debit="1"), row(1680, credit=1)]}, 2000108),
        ({"VoucherRows": [row(1999, debit=1), row(1680, credit=1)]}, 2001304),
        ({"VoucherRows": [{"Account": 1930}]}, 2001399),
        ({"VoucherRows": []}, 2000588),
        ({"TransactionDate": "2026-03-31"}, 2000588),
        ({"VoucherSeries": "Z"}, 2000588),
        ({"Description": ""}, 2000588),
        ({"More": 1}, 2001399),
        (None, 2001392),
    ],
)
async def test_the_stand_in_is_strict_about_vouchers(changes: dict[str, object] | None, code: int) -> None:
    hall = FortnoxHall()
    body = {} if changes is None else {"Voucher": VOUCHER | changes}
    with pytest.raises(AccountingTrouble) as trouble:
        await hall.fortnox()._asked("POST", "vouchers", json=body)
    assert (trouble.value.code, hall.stand_in.vouchers) == (str(code), [])


async def test_an_unbalanced_voucher_is_refused_in_the_form_of_fortnox_s_errors() -> None:
    fortnox = FortnoxHall().fortnox()
    token = (await fortnox.token()).token
    unbalanced = VOUCHER | {"VoucherRows": [row(debit=100.5), row(1680, credit=100)]}
    head = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
    async with httpx.AsyncClient(transport=fortnox.transport) as client:
        answer = await client.post(f"{SECTION.url}/vouchers", json={"Voucher": unbalanced}, headers=head)
    assert (answer.status_code, sorted(answer.json()["ErrorInformation"])) == (400, ["code", "error", "message"])


def test_tokens_come_from_a_host_of_their_own_at_fortnox() -> None:
    section = FortnoxSection("0" * 24, "client", "hidden", "1", "https://api.fortnox.se/3/")
    assert section.token_url == "https://apps.fortnox.se/oauth-v1/token"
    assert SECTION.token_url == "http://127.0.0.1:8100/fortnox/oauth-v1/token"
    assert "hidden" not in repr(Fortnox(section))


def test_the_stand_in_has_every_invoice_s_customer() -> None:
    stand_in = FortnoxStandIn(lambda: 0.0)
    assert {one["CustomerNumber"] for one in stand_in.invoices.values()} <= stand_in.customers.keys()
