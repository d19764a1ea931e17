"""Letters on their way out: by mail and by print, again when it fails, and never from where nothing may leave."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.actions.days.run_day import DayServices, run_day
from fordran.api.app import Api, create_app
from fordran.operator import Operator
from fordran.outside.channels import Channels
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.shape.moments import moment_of
from fordran.store.connections.clock_lock import transactions_of
from fordran.worker.post import DeliveryWorker
from tests.actions.office import APPLYING, Office, open_office
from tests.outside.post_office import PostOffice, post_office

OPERATOR = Operator(
    name="Kravhuset AB",
    organization_no="556000-0001",
    address="Kravgatan 2",
    postal_code="222 22",
    city="Lund",
    registered_office="Lund",
    email="brev@kravhuset.example",
    phone="046-12 34 56",
    bankgiro="991-2346",
    bank_account="SE4550000000058398257466",
    bic="ESSESESS",
    own_account="5050-1055",
    public_url="https://inkasso.example",
)
ADDRESS = {"address_line_1": "c/o Ek", "address_line_2": "Björkvägen 3", "zip_code": "852 31", "city": "Sundsvall"}


@dataclass
class House:
    """An installation whose letters really leave."""

    app: Api
    office: Office
    settings: Settings
    now: datetime

    async def day(self, after: int, seconds: int = 0, **changes: Any) -> None:
        """Run a day to its end, so many days from now."""
        settings = replace(self.settings, **changes)
        means = DayServices(MediaFolder(settings.data / "media").put, settings.operator)
        then = clock.business(self.now, after) + timedelta(seconds=seconds)
        async with self.app.database.connection() as connection:
            await run_day(transactions_of(connection), means, then)
            is_sandbox = await connection.fetchval("select sandbox from installation")
        if is_sandbox or settings.operator_is_placeholder:
            return  # as the worker does
        channels = Channels.of(settings)
        try:
            post = DeliveryWorker(self.app.database, channels, settings.operator, gathers=False, now=lambda: then)
            await post.all()
        finally:
            channels.close()

    async def debt(self, number: int, **changes: Any) -> str:
        """An overdue debt of a customer of its own; its case."""
        invoiced = clock.stockholm_date(self.now) - timedelta(days=40)
        debt = self.office.debt(invoice_date=invoiced.isoformat())
        customer = self.office.customer_body(id_number="", customer_number=f"K{number}", address=ADDRESS)
        customer |= changes.pop("customer", {})
        made = await self.office.post("case--registrations", self.office.case_body(debt, customer=customer, **changes))
        case: str = made["_cases"][0]
        return case

    async def consent(self, case: str) -> None:
        """Let the customer of a case want letters by e-mail."""
        path = f"/customers/{(await self.office.case(case))['customer']}"
        seen = (await self.office.client.get(path)).json()
        changed = await self.office.client.patch(
            path, json={"email_consent": True}, headers={"if-match": seen["_etag"]}
        )
        assert changed.status_code == 200, changed.text

    async def letters(self, case: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
        return found

    async def delivery(self, case: str) -> Any:
        async with self.app.database.connection() as connection:
            return await connection.fetchrow(
                """select q.* from deliveries q join letters l on l.account_id = q.account_id and l.envelope_id = q.envelope_id
                   where l.case_id = $1 order by l.id desc, q.id desc limit 1""",
                case,
            )

    def printed(self) -> dict[str, dict[str, Any]]:
        """What lies in the print folder: what the batches' manifests say of each delivery."""
        manifests = (json.loads(file.read_text()) for file in self.settings.data.glob("print/*/*/manifest.json"))
        return {item["delivery"]: item for manifest in manifests for item in manifest["items"]}


@pytest.fixture
async def post() -> AsyncIterator[PostOffice]:
    async with post_office() as office:
        yield office


@pytest.fixture
async def house(database_url: str, tmp_path: Path, post: PostOffice) -> AsyncIterator[House]:
    settings = replace(
        Settings(),
        database_url=database_url,
        data=tmp_path,
        operator=OPERATOR,
        other_hosts=("fordran",),
        smtp_url=post.url,
        rate_limit_per_second=0,
    )
    app = create_app(settings)
    async with _sandbox(app, is_one=False):
        office = await open_office(app)
        yield House(app, office, settings, clock.now())
        await office.client.aclose()
        async with app.database.transaction() as tx:
            # What a test leaves is not the next one's to send.
            await tx.execute("delete from deliveries where status = 'queued'")
            await tx.execute("update envelopes set status = 'empty' where status in ('queued', 'made')")
            await tx.execute("update cases set next_step_date = null")
    await app.database.close()


@asynccontextmanager
async def _sandbox(app: Api, *, is_one: bool) -> AsyncIterator[None]:
    async with app.database.transaction() as tx:
        before = await tx.fetchval("select sandbox from installation")
        await tx.execute("update installation set sandbox = $1", is_one)
    yield
    async with app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = $1", before)


async def test_a_customer_who_wants_it_gets_it_by_mail_and_the_others_on_paper(house: House, post: PostOffice) -> None:
    mailed = await house.debt(1, customer={"email": "karin@example.com"})
    await house.consent(mailed)
    printed = await house.debt(2, customer={"email": "asa@example.com"})
    await house.day(1)
    (got,) = post.mailed
    assert (got.sender, got.receivers) == (OPERATOR.email, ["karin@example.com"])
    (document,) = got.documents.values()
    assert document.startswith(b"%PDF-")
    ((letter,), (other,)) = (await house.letters(mailed), await house.letters(printed))
    assert (letter["kind"], letter["status"], letter["channel"]) == ("debt_collection", "sent", "email")
    assert (other["status"], other["channel"]) == ("sent", "print")
    content = MediaFolder(house.settings.data / "media").get(letter["document"]["id"])
    assert document == content
    (item,) = house.printed().values()
    assert item["delivery"] == (await house.delivery(printed))["id"]
    assert item["receiver"] == ["Karin Öberg", "c/o Ek", "Björkvägen 3", "852 31 Sundsvall"]
    assert (item["country"], item["pages"], item["sheets"], item["postage_class"]) == ("SE", 2, 1, "domestic_50")
    assert all(line["passed"] for line in letter["checklist"])


async def test_without_a_mail_server_everything_is_printed(house: House, post: PostOffice) -> None:
    case = await house.debt(3, customer={"email": "karin@example.com"})
    await house.consent(case)
    await house.day(1, smtp_url=None)
    (letter,) = await house.letters(case)
    assert (letter["status"], letter["channel"]) == ("sent", "print"), "the channel is the one that it left by"
    assert (await house.delivery(case))["id"] in house.printed()
    assert post.mailed == []


async def test_a_server_that_puts_it_off_is_asked_again_each_time_after_twice_as_long(
    house: House, post: PostOffice
) -> None:
    case = await house.debt(4, customer={"email": "karin@example.com"})
    await house.consent(case)
    post.refuses = {"RCPT": "450 mailbox busy"}
    await house.day(1)
    waits = []
    for attempt in range(1, 4):
        delivery = await house.delivery(case)
        assert (delivery["status"], delivery["attempts"]) == ("queued", attempt)
        assert "450 mailbox busy" in delivery["reason"]
        then = clock.business(house.now, 1)
        waits.append(int((delivery["next_attempt"] - then).total_seconds()))
        await house.day(1, seconds=waits[-1] - 1)
        assert (await house.delivery(case))["attempts"] == attempt, "not before its time"
        await house.day(1, seconds=waits[-1])
    assert waits == [20, 20 + 40, 20 + 40 + 80]
    post.refuses = {}
    await house.day(1, seconds=20 + 40 + 80 + 160)
    assert len(post.mailed) == 1
    assert [letter["status"] for letter in await house.letters(case)] == ["sent"]


async def test_an_address_that_does_not_exist_leaves_it_to_paper_at_once(house: House, post: PostOffice) -> None:
    case = await house.debt(5, customer={"email": "gone@example.com"})
    await house.consent(case)
    post.refuses = {"RCPT": "550 no such mailbox"}
    await house.day(1)
    (letter,) = await house.letters(case)
    assert (letter["status"], letter["channel"]) == ("sent", "print")
    assert post.mailed == []


async def test_what_never_gets_through_ends_on_the_work_list_and_goes_no_further(
    house: House, post: PostOffice
) -> None:
    case = await house.debt(55)
    (house.settings.data / "print").write_text("a file where a folder is to be")
    await house.day(1)
    for hour in (1, 12, 25, 26):
        await house.day(1, seconds=hour * 3600)
    (letter,) = await house.letters(case)
    assert letter["status"] == "failed"
    items = (await house.office.get("work--items", where=f'{{"case": "{case}"}}'))["_items"]
    assert [item["kind"] for item in items] == ["letter_failed"]
    assert "the folder cannot be written" in items[0]["reason"]
    await house.day(60)
    there = await house.office.case(case)
    assert there["state"] == "debt_collection", "no step follows on a demand that nobody got"
    assert there["total_remaining_costs_amount"] == 0, "and it costs nothing"


async def test_nothing_leaves_a_sandbox(house: House, post: PostOffice) -> None:
    async with _sandbox(house.app, is_one=True):
        cases = [await house.debt(6, customer={"email": "karin@example.com"}), await house.debt(7)]
        await house.day(1)
        for case in cases:
            (letter,) = await house.letters(case)
            assert letter["status"] == "shown"
            assert letter["document"]["size"] > 1000, "what would have been sent is there to read"
    assert (post.mailed, house.printed()) == ([], {})


async def test_nothing_leaves_in_an_invented_name(house: House, post: PostOffice) -> None:
    cases = [await house.debt(8, customer={"email": "karin@example.com"}), await house.debt(9)]
    await house.day(1, operator=Operator())
    for case in cases:
        assert [letter["status"] for letter in await house.letters(case)] == ["made"]
    assert (post.mailed, house.printed()) == ([], {})


async def test_one_envelope_a_day_holds_all_that_a_customer_gets(house: House, post: PostOffice) -> None:
    customer = {"customer_number": "K10", "email": "karin@example.com"}
    cases = [await house.debt(10, customer=customer) for _ in range(3)]
    await house.consent(cases[0])
    await house.office.post(f"cases/{cases[2]}/disputes", {"reason": "Fel vara."})
    await house.day(0)
    await house.day(1)
    assert len(post.mailed) == 2, "the answer to the dispute on its day, the demands on theirs"
    letters = [letter for case in cases[:2] for letter in await house.letters(case)]
    assert len({letter["envelope"] for letter in letters}) == 1
    assert len({letter["document"]["id"] for letter in letters}) == 1, "two debts are one letter"
    assert len(post.mailed[1].documents) == 1


async def test_a_letter_that_did_not_leave_on_its_day_is_made_anew_for_the_day_on_which_it_does(
    house: House, post: PostOffice
) -> None:
    case = await house.debt(11, customer={"email": "karin@example.com"})
    await house.consent(case)
    post.refuses = {"RCPT": "450 mailbox busy"}
    await house.day(1)
    (first,) = await house.letters(case)
    post.refuses = {}
    await house.day(12)
    (later,) = await house.letters(case)
    start = clock.stockholm_date(house.now)
    assert [_day(letter["dated"]) for letter in (first, later)] == [_after(start, 1), _after(start, 12)]
    assert _day(later["pay_by"]) >= _after(start, 12 + 8), "the time that the law gives counts from then"
    assert (first["status"], later["status"]) == ("made", "sent")
    assert first["sha256"] != later["sha256"]
    assert len(post.mailed) == 1
    there = await house.office.case(case)
    assert _day(there["next_step_date"]) > _day(later["pay_by"])


async def test_an_application_waits_to_be_signed_and_goes_neither_to_the_printer_nor_to_the_debtor(
    house: House, post: PostOffice
) -> None:
    customer = {"email": "karin@example.com", "id_number": "19811228-9874"}
    await house.office.give_mandate()
    case = await house.debt(12, customer=customer, case_settings=APPLYING)
    await house.consent(case)
    for day in range(1, 30):
        await house.day(day)
    assert (await house.office.case(case))["state"] == "enforcement"
    letters = {letter["kind"]: letter for letter in await house.letters(case)}
    assert letters["enforcement"]["status"] == "made"
    assert len(post.mailed) == 1, "the demand"
    assert not house.printed()
    (enforcement,) = (await house.office.get(f"cases/{case}/enforcements"))["_items"]
    assert (enforcement["status"], enforcement["document"]["id"]) == (
        "to_sign",
        letters["enforcement"]["document"]["id"],
    )


def _day(text: str) -> date:
    return clock.stockholm_date(moment_of(text))


def _after(day: date, days: int) -> date:
    return day + timedelta(days=days)
