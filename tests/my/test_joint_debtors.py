"""Two debtors of one case, each with a code: both see the debt, and neither how the other is reached."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from fordran.actions.debtors.codes import code_for_copy
from fordran.commands.served import Served
from fordran.domain.numbers import debtor_code
from fordran.outside.media import MediaFolder
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Office
from tests.console.visiting import Browser
from tests.my.debtors import REGISTERED, REMINDED, address

THEIRS = ("anna@example.com", "Storgatan 1")
OWN = ("bo@example.com", "Sjövägen 7")


def debtor(number: int, email: str, street: str) -> dict[str, Any]:
    where = {"address_line_1": street, "zip_code": "111 22", "city": "Lund"}
    return person(number) | {"address": where, "email": email, "name": f"Kim Öberg {number}"}


@pytest.fixture
async def opened(served: Served, office: Office, days: Days) -> AsyncIterator[tuple[Browser, str, str, str]]:
    """The further debtor's browser, which has opened the case by the code of the copy; the case, its letter and the copy."""
    days.at(REGISTERED)
    debt = office.debt(1000, invoice_date="2026-06-20")
    body = office.case_body(debt, first_action="reminder", customer=debtor(401, *THEIRS))
    case = (await office.post("case--registrations", body | {"customers": [debtor(402, *OWN)]}))["_cases"][0]
    await days.live(REMINDED)
    async with days.transaction() as tx:
        row = await tx.fetchrow(
            "select letter_id, customer_id, media_id from debtor_codes where case_id = $1 and customer_id is not null",
            case,
        )
        assert row is not None
        code = await code_for_copy(tx, served.api.settings.operator, row["letter_id"], row["customer_id"])
    MediaFolder(served.api.settings.data / "media").put(row["media_id"], b"%PDF-1.7 the copy")
    browser = Browser(served, address())
    page = await browser.send(await browser.get("/my"), "/my", code=debtor_code.format(code))
    assert page.status == 200
    yield browser, case, row["letter_id"], row["media_id"]
    await browser.close()


async def test_a_further_debtor_sees_the_debt_and_the_own_details(opened: tuple[Browser, str, str, str]) -> None:
    browser, case, letter, _ = opened
    pages = [await browser.get(path) for path in ("/my", "/my/details", f"/my/cases/{case}/messages", "/my/pay")]
    assert [page.status for page in pages] == [200] * 4
    whole = " ".join(page.answer.text for page in pages)
    assert "Kim Öberg 402" in whole
    assert "Sjövägen 7" in whole
    for word in (*THEIRS, "Kim Öberg 401"):
        assert word not in whole
    file = await browser.client.get(f"/my/letters/{letter}")
    assert (file.status_code, file.content) == (200, b"%PDF-1.7 the copy"), "the copy, and not the other's letter"


async def test_what_a_further_debtor_says_of_the_own_details_is_kept_for_that_debtor(
    opened: tuple[Browser, str, str, str], office: Office
) -> None:
    browser, case, *_ = opened
    page = await browser.get("/my/details")
    done = await browser.send(page, "/my/details", email="bo.ny@example.com", mobile_number="0701234567")
    assert done.status == 200
    document = await office.case(case)
    assert (await office.get(f"customers/{document['customer']}"))["email"] == "anna@example.com"
    (party,) = (await office.get(f"cases/{case}/parties"))["_items"]
    assert (await office.get(f"customers/{party['customer']}"))["email"] == "bo.ny@example.com"


async def test_messages_are_each_debtor_s_own(opened: tuple[Browser, str, str, str], office: Office) -> None:
    browser, case, *_ = opened
    path = f"/my/cases/{case}/messages"
    await browser.send(await browser.get(path), path, text="Jag betalar på fredag.")
    page = await browser.get(path)
    assert "Jag betalar på fredag." not in page.text, (
        "what is written about the case is shown to the first debtor alone"
    )
    notes = (await office.get(f"cases/{case}/notes"))["_items"]
    assert [one["text"] for one in notes if one["kind"] == "from_debtor"] == ["Jag betalar på fredag."]
