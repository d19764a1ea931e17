"""Betala med Swish: from the form on the debtor's page, by the stand-in, to the bank's file that books the money."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

import httpx
import pytest

from fordran import clock
from fordran.api.app import Api, create_app
from fordran.commands.served import Served
from fordran.outside.systems import swish_of
from fordran.sections import SwishSection
from fordran.settings import Settings
from fordran.worker.swish import SwishWorker
from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.flow.days import Days
from tests.console.visiting import Browser, Shown
from tests.my.debtors import Debtor, address, posted
from tests.outside.swish_hall import PAYEE, swish_hall

Make = Callable[..., Awaitable[Debtor]]
TODAY = date(2026, 9, 3)
PHONE = "070-123 45 67"
ARRIVALS = ("settle bank payments", "match payments by Swish")


@dataclass
class Payer:
    """A debtor whose page takes payments by Swish, and the worker that asks Swish about them."""

    one: Debtor
    browser: Browser
    api: Api
    worker: SwishWorker
    callbacks: list[httpx.Response]

    async def pay(self, amount: str = "250,50", phone: str = PHONE) -> Shown:
        """Fill in the form and send it; the page that follows."""
        page = await self.browser.get("/my/pay")
        action = f"/my/cases/{self.one.case}/swish"
        return await self.browser.post(action, posted(page, action) | {"amount": amount, "phone": phone})

    async def open(self) -> None:
        await self.browser.send(await self.browser.get("/my"), "/my", code=self.one.code)

    async def look(self, page: Shown) -> Shown:
        return await self.browser.get(page.answer.url.path)

    async def asked(self, later: timedelta = timedelta(minutes=1)) -> int:
        """Let the worker ask about what is due by then."""
        self.worker.now = lambda: clock.now() + later
        return await self.worker.step()

    async def rows(self) -> list[dict[str, Any]]:
        async with self.api.database.connection() as connection:
            found = await connection.fetch(
                "select * from swish_payments where case_id = any($1::text[]) order by id", self.one.cases
            )
        return [dict(row) for row in found]

    async def state(self) -> str:
        (row,) = await self.rows()
        return str(row["state"])

    async def on_its_way(self) -> float:
        return float((await self.one.document())["amount_on_its_way"])


class Callbacks(httpx.AsyncBaseTransport):
    """Brings callbacks of the stand-in to the application, and keeps the answers."""

    def __init__(self) -> None:
        self.served: Served | None = None
        self.answers: list[httpx.Response] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        assert self.served is not None
        answer = await httpx.ASGITransport(app=self.served).handle_async_request(request)
        self.answers.append(answer)
        return answer


@pytest.fixture
def paying(debtor: Make, settings: Settings, days: Days) -> Callable[..., Any]:
    @asynccontextmanager
    async def open_(seconds: float = 0.0, section: SwishSection | None = None) -> AsyncIterator[Payer]:
        one = await debtor(is_open=False)
        days.at(TODAY)
        transport = Callbacks()
        async with swish_hall(transport, seconds) as listening:
            given = section or listening
            api = create_app(replace(settings, swish=given, operator=replace(settings.operator, swish_number=PAYEE)))
            transport.served = Served(api)
            browser = Browser(transport.served, address())
            swish = swish_of(given, is_sandbox=True)
            assert swish is not None
            try:
                payer = Payer(one, browser, api, SwishWorker(api.database, swish), transport.answers)
                await payer.open()
                yield payer
            finally:
                await asyncio.sleep(0.05)
                await browser.close()
                await api.database.close()

    return open_


async def test_a_payment_is_on_its_way_until_the_banks_file_books_it_once(paying: Any, days: Days) -> None:
    async with paying() as payer:
        before = await payer.one.document()
        (owed,) = (await payer.browser.get("/my")).owed
        page = await payer.pay()
        assert "Öppna Swish på din telefon" in page.text
        assert page.answer.headers["refresh"] == "3"
        assert await payer.asked() == 1
        page = await payer.look(page)
        assert "på väg till oss" in page.text
        assert "refresh" not in page.answer.headers
        case = await payer.one.document()
        assert case["amount_on_its_way"] == 250.5
        assert case["total_remaining_transaction_amount"] == before["total_remaining_transaction_amount"]
        assert (case["waits_for"], case["next_step"]) == (["payment_on_its_way"], "payment")
        assert "250,50\xa0kr är på väg med Swish" in (await payer.browser.get("/my/pay")).answer.text
        assert "250,50\xa0kr är på väg med Swish" in (await payer.browser.get("/my")).answer.text
        (row,) = await payer.rows()
        ocr = case["ocr_number"]
        file = camt054(deposit(paid(25050, ocr, end_to_end_id=row["payment_reference"]), day=TODAY))
        hall = BankHall(payer.api.database, payer.one.office)
        for _ in range(2):
            await hall.bring(file)
        await days.work(TODAY, time(11, 10), only=ARRIVALS)
        after = await payer.one.document()
        assert await payer.state() == "arrived"
        assert (after["amount_on_its_way"], after["waits_for"]) == (0, [])
        assert (await payer.browser.get("/my")).owed == [owed - 25050]
        assert "Betalningen har kommit fram" in (await payer.look(page)).text


async def test_the_next_step_waits_while_a_payment_is_on_its_way_and_a_person_is_told_when_it_never_comes(
    paying: Any, days: Days
) -> None:
    async with paying() as payer:
        due = date.fromisoformat(_day((await payer.one.document())["next_step_date"]))
        days.at(due)
        await payer.open()
        await payer.pay()
        await payer.asked()
        until = (await payer.rows())[0]["until_day"]
        await days.work(due, only=("advance cases",))
        assert (await payer.one.document())["state"] == "reminder", "the demand waits"
        await days.work(until, only=(*ARRIVALS, "advance cases"))
        assert (await payer.one.document())["state"] == "reminder"
        assert await payer.one.work_items() == []
        await days.work(until + timedelta(days=1), only=(*ARRIVALS, "advance cases"))
        case = await payer.one.document()
        assert (case["state"], case["amount_on_its_way"]) == ("debt_collection", 0)
        ((kind, reason),) = [item for item in await payer.one.work_items() if item[0] == "swish_missing"]
        assert kind == "swish_missing"
        assert f"should have reached the bank by {until}" in reason
        # The money comes after all: the item is settled.
        file = camt054(deposit(paid(25050, case["ocr_number"]), day=until + timedelta(days=1)))
        await BankHall(payer.api.database, payer.one.office).bring(file)
        await days.work(until + timedelta(days=1), time(13), only=ARRIVALS)
        assert await payer.state() == "arrived"
        found = await payer.one.office.get(
            "work--items", where=f'{{"case": "{payer.one.case}", "kind": "swish_missing"}}'
        )
        assert [bool(item.get("resolved")) for item in found["_items"]] == [True]


def _day(moment: str) -> str:
    return datetime.strptime(moment, "%a, %d %b %Y %H:%M:%S GMT").date().isoformat()  # noqa: DTZ007


@pytest.mark.parametrize(
    ("phone", "state", "sentence"),
    [
        ("0700000001", "declined", "avböjde betalningen"),
        ("0700000002", "cancelled", "avbröt underskriften"),
        ("0700000003", "failed", "BankID kunde inte användas"),
        ("0700000006", "failed", "inte i tid"),
        ("0700000008", "failed", "inte anslutet till Swish"),
    ],
)
async def test_a_payment_that_was_not_made_says_why_and_stops_nothing(
    paying: Any, phone: str, state: str, sentence: str
) -> None:
    async with paying() as payer:
        before = await payer.one.document()
        page = await payer.pay(phone=phone)
        await payer.asked()
        page = await payer.look(page)
        assert await payer.state() == state
        assert sentence in page.text
        after = await payer.one.document()
        assert [after[name] for name in ("waits_for", "next_step", "amount_on_its_way")] == [
            *(before[name] for name in ("waits_for", "next_step")),
            0,
        ]
        assert (await payer.rows())[0]["ask_at"] is None


async def test_an_unknown_outcome_counts_as_on_its_way_and_is_asked_about_again(paying: Any) -> None:
    async with paying() as payer:
        page = await payer.pay(phone="0700000007")
        await payer.asked()
        assert (await payer.state(), await payer.on_its_way()) == ("unknown", 250.5)
        assert "Kontrollera i Swish innan du betalar igen" in (await payer.look(page)).text
        assert await payer.asked(timedelta(hours=2)) == 1
        assert await payer.state() == "unknown"


async def test_an_answer_that_tells_otherwise_ends_an_unknown_one(paying: Any) -> None:
    async with paying(seconds=60) as payer:
        await payer.pay()
        async with payer.api.database.transaction() as tx:
            await tx.execute("update swish_payments set state = 'unknown', until_day = '2026-09-10'")
        (row,) = await payer.rows()
        await payer.worker.swish.cancel(row["request_id"])
        await payer.asked()
        assert (await payer.state(), await payer.on_its_way()) == ("cancelled", 0)


async def test_without_a_number_the_app_is_opened_by_a_link_or_a_code(paying: Any) -> None:
    async with paying(seconds=60) as payer:
        page = await payer.pay(phone="")
        (row,) = await payer.rows()
        (link,) = page.tree.xpath("//main//a[starts-with(@href, 'swish:')]/@href")
        assert link.startswith(f"swish://paymentrequest?token={row['token']}&callbackurl=http%3A%2F%2F127.0.0.1")
        assert len(page.tree.xpath("//figure//svg")) == 1
        page = await payer.browser.post(
            f"{page.answer.url.path}/cancel", posted(page, f"{page.answer.url.path}/cancel")
        )
        assert "Betalningen är avbruten" in page.text
        assert [(row["state"], row["token"]) for row in await payer.rows()] == [("cancelled", None)]


async def test_a_form_sent_twice_asks_swish_once(paying: Any) -> None:
    async with paying() as payer:
        page = await payer.browser.get("/my/pay")
        action = f"/my/cases/{payer.one.case}/swish"
        form = posted(page, action) | {"amount": "100", "phone": PHONE}
        first, again = [await payer.browser.post(action, form) for _ in range(2)]
        assert first.answer.url.path == again.answer.url.path
        assert len(await payer.rows()) == 1


@pytest.mark.parametrize(
    ("amount", "phone", "sentence"),
    [
        ("0", PHONE, "minst 1 krona"),
        ("0,50", PHONE, "minst 1 krona"),
        ("1,005", PHONE, "minst 1 krona"),
        ("99999", PHONE, "högst det som återstår"),
        ("NaN", PHONE, "minst 1 krona"),
        ("1e400", PHONE, "minst 1 krona"),
        ("x", PHONE, "minst 1 krona"),
        ("100", "08-123", "svenskt mobilnummer"),
    ],
)
async def test_a_wrong_form_is_shown_again_with_what_is_wrong(
    paying: Any, amount: str, phone: str, sentence: str
) -> None:
    async with paying() as payer:
        page = await payer.pay(amount, phone)
        assert page.status == 422
        assert sentence in page.text
        assert await payer.rows() == []


async def test_what_is_on_its_way_is_not_paid_twice(paying: Any) -> None:
    async with paying() as payer:
        (owed,) = (await payer.browser.get("/my/pay")).owed
        await payer.pay(f"{owed / 100:.2f}")
        await payer.asked()
        assert (await payer.pay("1")).status == 409


async def test_a_callback_makes_the_worker_ask_at_once_and_a_replay_or_a_forgery_does_nothing(paying: Any) -> None:
    async with paying() as payer:
        await payer.pay()
        await asyncio.sleep(0.2)
        assert [answer.status_code for answer in payer.callbacks] == [200]
        assert await payer.state() == "open", "a callback is believed in nothing"
        assert await payer.asked(timedelta()) == 1, "it is due at once"
        (row,) = await payer.rows()
        assert row["state"] == "paid"
        call = {"url": "/callbacks/swish", "json": {"id": row["request_id"], "status": "CANCELLED"}}
        known = {"callbackIdentifier": row["callback_identifier"]}
        assert (await payer.browser.client.post(**call, headers=known)).status_code == 200
        for forged in ({}, {"callbackIdentifier": "0" * 32}, {"callbackIdentifier": row["request_id"]}):
            assert (await payer.browser.client.post(**call, headers=forged)).status_code == 404
        await payer.asked(timedelta(days=1))
        assert await payer.rows() == [row]


async def test_a_swish_that_is_away_fails_at_once_and_one_that_falls_silent_is_asked_until_it_tells(
    paying: Any,
) -> None:
    async with paying(section=SwishSection(PAYEE, url="http://127.0.0.1:9/swish")) as payer:
        page = await payer.pay()
        assert "Swish svarar inte just nu" in page.text
        assert await payer.state() == "failed"
        async with payer.api.database.transaction() as tx:
            await tx.execute(
                "update swish_payments set state = 'open', error = null, ask_at = now() - interval '1 year'"
            )
        await payer.asked()
        assert await payer.state() == "open", "no answer tells nothing"
        await payer.asked(timedelta(minutes=30))
        assert (await payer.state(), await payer.on_its_way()) == ("unknown", 250.5)
        assert (await payer.rows())[0]["ask_at"] is not None


async def test_a_request_whose_answer_was_lost_is_found_by_asking(paying: Any) -> None:
    async with paying() as payer:
        page = await payer.pay(phone="0700000009")
        assert await payer.state() == "open", "the stand-in answered 500"
        await payer.asked()
        assert await payer.state() == "failed", "Swish never had it"
        assert "Swish svarar inte just nu" in (await payer.look(page)).text


async def test_another_debtor_sees_nothing_of_a_payment(paying: Any, debtor: Make) -> None:
    async with paying() as payer:
        page = await payer.pay()
        other = await debtor()
        assert (await other.browser.get(page.answer.url.path)).status == 404


async def test_no_telephone_number_is_kept(paying: Any) -> None:
    async with paying() as payer:
        await payer.pay()
        assert "701234567" not in str(await payer.rows())
