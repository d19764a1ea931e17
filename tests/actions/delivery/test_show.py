"""A sandbox shows what it would send; addresses at three domains are refused, put off and bounced."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.actions.flow.days import MORNING, Days
from tests.actions.office import COMPANY, Office

ADDRESS = {"address_line_1": "c/o Berg", "address_line_2": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm"}
DAY = date(2026, 3, 1)


async def invoice(office: Office, days: Days, **changes: Any) -> str:
    """An invoice that is registered on its day; its id."""
    days.at(DAY, MORNING)
    customer = office.customer_body(id_number="", customer_number=office.number(), address=ADDRESS)
    customer |= changes.pop("customer", {})
    made = await office.post("invoice--registrations", office.invoice_body(1000, customer=customer, **changes))
    found: str = made["_invoice"]
    return found


async def delivery(office: Office, id_: str) -> dict[str, Any]:
    found: dict[str, Any] = (await office.get(f"invoices/{id_}"))["delivery"]
    return found


async def told(days: Days, id_: str) -> list[tuple[str, dict[str, Any]]]:
    async with days.transaction() as tx:
        rows = await tx.fetch(
            """select type, data::text as data from events
               where data ->> 'invoice' = $1 and type <> 'invoice.registered' order by serial""",
            id_,
        )
    return [(row["type"], json.loads(row["data"])) for row in rows]


async def test_an_invoice_is_queued_when_it_is_registered_and_shown_on_its_day(office: Office, days: Days) -> None:
    id_ = await invoice(office, days, customer={"email": "karin@example.com"})
    queued = await delivery(office, id_)
    assert (queued["channel"], queued["status"], queued["attempts"], queued["history"]) == ("email", "queued", 0, [])
    await days.work(DAY)
    shown = await delivery(office, id_)
    assert (shown["channel"], shown["status"], shown["attempts"]) == ("email", "shown", 1)
    assert shown["message_id"].startswith(f"<{id_}.1@")
    assert "sent" in shown
    assert "next_attempt" not in shown
    assert await told(days, id_) == [("invoice.sent", {"invoice": id_, "invoice_type": "invoice", "channel": "email"})]


async def test_it_waits_for_an_invoice_date_that_is_later(office: Office, days: Days) -> None:
    later = DAY + timedelta(days=3)
    id_ = await invoice(office, days, invoice_date=later.isoformat())
    assert (await delivery(office, id_))["next_attempt"] == "Tue, 03 Mar 2026 23:00:00 GMT"
    await days.work(DAY + timedelta(days=2))
    assert (await delivery(office, id_))["status"] == "queued"
    await days.work(later)
    assert (await delivery(office, id_))["status"] == "shown"


async def test_a_refused_address_leaves_it_to_paper(office: Office, days: Days) -> None:
    id_ = await invoice(office, days, customer={"email": "karin@refuse.example"})
    await days.work(DAY)
    shown = await delivery(office, id_)
    assert (shown["channel"], shown["status"]) == ("print", "shown")
    (before,) = shown["history"]
    assert (before["channel"], before["status"], before["attempts"]) == ("email", "failed", 1)
    (first, data), (second, sent) = await told(days, id_)
    assert (first, data["channel"], data["next_channel"]) == ("invoice.not_delivered", "email", "print")
    assert "550" in data["reason"]
    assert (second, sent["channel"]) == ("invoice.sent", "print")


async def test_a_bounce_leaves_it_to_paper_after_it_was_sent(office: Office, days: Days) -> None:
    id_ = await invoice(office, days, customer={"email": "karin@bounce.example"})
    await days.work(DAY)
    shown = await delivery(office, id_)
    assert (shown["channel"], shown["status"]) == ("print", "shown")
    assert "sent" in shown["history"][0]
    assert [name for name, _ in await told(days, id_)] == ["invoice.sent", "invoice.not_delivered", "invoice.sent"]


async def test_what_is_put_off_is_tried_after_20_s_and_then_twice_as_long_up_to_a_day(
    office: Office, days: Days
) -> None:
    id_ = await invoice(office, days, customer={"email": "karin@later.example"})
    await days.work(DAY)
    put_off = await delivery(office, id_)
    assert (put_off["channel"], put_off["status"], put_off["attempts"]) == ("email", "queued", 1)
    assert "450" in put_off["reason"]
    assert put_off["next_attempt"] == "Sun, 01 Mar 2026 05:00:20 GMT"
    message = put_off["message_id"]
    await days.work(DAY, (datetime(2026, 3, 1, 5, 0, 20, tzinfo=UTC)).time())
    again = await delivery(office, id_)
    assert (again["attempts"], again["next_attempt"]) == (2, "Sun, 01 Mar 2026 05:01:00 GMT")
    assert again["message_id"] == message
    await days.work(DAY + timedelta(days=2))
    assert (await delivery(office, id_))["channel"] == "print"


@pytest.mark.parametrize(
    ("changes", "customer", "channel", "status", "remark"),
    [
        ({}, {}, "print", "queued", "nothing but an address is known"),
        ({}, {"email": "a@example.com"}, "email", "queued", "an e-mail address is known"),
        ({}, {"e_invoice_address": "0007:5560160680"}, "e_invoice", "queued", "an e-invoice address is given"),
        ({"preferred_invoice_distribution": "print"}, {"email": "a@example.com"}, "print", "queued", "asked for"),
        ({"preferred_invoice_distribution": "none"}, {}, "none", "not_ours", "the creditor distributes it"),
        ({"preferred_invoice_distribution": "fax"}, {}, "print", "queued", "no way of ours"),
        ({"preferred_invoice_distribution": "email"}, {}, "print", "queued", "no address for it"),
        ({"preferred_invoice_distribution": "e_invoice"}, {"id_number": COMPANY, "is_person": False, "is_company": True},
         "e_invoice", "queued", "an organisation's number serves where it is asked for"),
        ({}, {"id_number": "556036-0793", "is_person": False, "is_company": True}, "print", "queued",
         "and not where it is not"),
    ],
)  # fmt: skip
async def test_the_channel_is_what_was_asked_for_else_what_is_known(
    office: Office, days: Days, changes: Any, customer: Any, channel: str, status: str, remark: str
) -> None:
    found = await delivery(office, await invoice(office, days, customer=customer, **changes))
    assert (found["channel"], found["status"]) == (channel, status), remark
    assert ("reason" in found) == (
        changes.get("preferred_invoice_distribution") in ("fax",) or remark == "no address for it"
    )


async def test_no_reminder_for_an_invoice_that_never_left(office: Office, days: Days) -> None:
    id_ = await invoice(office, days)
    case = (await office.get(f"invoices/{id_}"))["case"]
    async with days.transaction() as tx:
        await tx.execute("update deliveries set status = 'failed' where id = $1", id_)
    await days.live(date(2026, 5, 1))
    waiting = await office.case(case)
    assert (waiting["state"], waiting["next_step"]) == ("invoice", "delivery")
    async with days.transaction() as tx:
        await tx.execute("update deliveries set status = 'queued' where id = $1", id_)
    await days.work(date(2026, 5, 4))
    reminded = await office.case(case)
    assert (reminded["state"], reminded["next_step"]) == ("reminder", "debt_collection")
