"""Before a letter to a person SPAR is asked: the letter goes where the person lives, or waits where nobody can be reached."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from fordran.domain.service.protection import FORWARDING_ADDRESS
from fordran.outside.stand_ins.spar import EXCEPTION, HALF, NO_HIT, PEOPLE, SILENT, STATUSES, TOO_MANY
from tests.actions.flow.days import MORNING, Days
from tests.actions.office import Body, Office
from tests.actions.spar.register import Register
from tests.actions.work.test_change_customer import NEW_ADDRESS, administrator, patch
from tests.api.bodies import ADDRESS, creditor_data

REGISTERED, DEMANDED = date(2026, 9, 1), date(2026, 9, 2)
NUMBERS = {person.remark: number for number, person in PEOPLE.items()}
ORDINARY = NUMBERS["ordinary"]
UMEA = {"address_line_1": "Nygatan 12 lgh 1101", "zip_code": "903 21", "city": "Umeå", "country": "SE"}


@pytest.fixture
def register(days: Days) -> Register:
    return Register(days)


async def opened(office: Office, days: Days, number: str, **more: Any) -> tuple[str, str]:
    """A case of the person with a number, and its customer, on the day before the demand."""
    days.at(REGISTERED)
    customer = {"name": "Kim Öberg", "id_number": number, "is_person": True, "address": ADDRESS} | more
    body = office.case_body(office.debt(10000, invoice_date="2026-07-16"), customer=customer)
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case, (await office.case(case))["customer"]


async def letters(office: Office, case: str) -> list[tuple[str, str]]:
    found = (await office.get("letters", where=json.dumps({"case": case}), sort="_id"))["_items"]
    return [(one["kind"], one["status"]) for one in found]


async def receivers(days: Days, case: str) -> list[str]:
    """To whom the letters of a case have left."""
    async with days.transaction() as tx:
        rows = await tx.fetch(
            """select e.receiver from letters l join envelopes e on e.account_id = l.account_id and e.id = l.envelope_id
               where l.case_id = $1 and l.status in ('sent', 'shown') order by l.id""",
            case,
        )
    return [row["receiver"] for row in rows]


async def answer_about(days: Days, customer: str) -> dict[str, Any]:
    async with days.transaction() as tx:
        return dict(await tx.fetchrow("select * from spar_answers where id = $1", customer))


async def items(office: Office, case: str) -> list[tuple[str, str]]:
    found = (await office.get("work--items", where=json.dumps({"case": case, "resolved": {"$exists": False}})))[
        "_items"
    ]
    return [(one["kind"], one["reason"]) for one in found]


LEFT = [("debt_collection", "shown")]


async def test_a_letter_goes_where_the_person_lives_and_everybody_sees_since_when(
    office: Office, days: Days, register: Register
) -> None:
    case, customer = await opened(office, days, ORDINARY)
    before = await office.get(f"customers/{customer}")
    assert "address_source" not in before
    await register.work(DEMANDED)
    assert await letters(office, case) == LEFT
    assert await receivers(days, case) == ["Kim Öberg\nNygatan 12 lgh 1101\n903 21 Umeå"]
    shown = await office.get(f"customers/{customer}")
    assert shown["address"] == UMEA
    assert (shown["address_source"], shown["address_confirmed"]) == ("spar", "Wed, 02 Sep 2026 00:00:00 GMT")
    events = (await office.get("events", where=json.dumps({"type": "customer.changed"})))["_items"]
    assert [one["data"] for one in events if one["data"].get("customer") == customer]
    for user in (office.client, await administrator(office, office.creditor)):
        assert (await user.get(f"/customers/{customer}")).json()["address_source"] == "spar"


async def test_an_answer_holds_for_thirty_days(office: Office, days: Days, register: Register) -> None:
    case, _ = await opened(office, days, ORDINARY)
    for day, asked in ((DEMANDED, 1), (date(2026, 10, 1), 1), (date(2026, 10, 2), 2)):
        days.at(day, MORNING)
        if day != DEMANDED:
            await office.post(f"cases/{case}/letters", {"template": "contact_us"})
        await register.work(day)
        assert (register.asked(ORDINARY), day) == (asked, day)


async def test_letters_to_others_wait_for_nothing(office: Office, days: Days, register: Register) -> None:
    company = {"name": "Bygg AB", "id_number": "556016-0680", "is_person": False}
    invalid = {"name": "Bo Ek", "id_number": "19900101-2380"}
    for changes in (company, invalid):
        case, _ = await opened(office, days, ORDINARY, **changes)
        await register.work(DEMANDED)
        assert await letters(office, case) == LEFT, changes
    assert register.spar.asked == {}


async def test_a_later_registration_does_not_undo_what_spar_told(
    office: Office, days: Days, register: Register
) -> None:
    case, customer = await opened(office, days, ORDINARY)
    await register.work(DEMANDED)
    again, same = await opened(office, days, ORDINARY, address=NEW_ADDRESS)
    assert same == customer
    assert (await office.get(f"customers/{customer}"))["address"] == UMEA
    other = (await office.post("creditors", creditor_data() | {"account": office.account, "name": "Annan AB"}))["_id"]
    days.at(DEMANDED)
    person = {"name": "Kim Öberg", "id_number": ORDINARY, "is_person": True, "address": NEW_ADDRESS}
    body = office.case_body(office.debt(10000, invoice_date="2026-07-16"), customer=person, creditor=other)
    sibling = (await office.post("case--registrations", body))["_cases"][0]
    await register.work(date(2026, 9, 3))
    assert register.asked(ORDINARY) == 2, "once more for the details of another creditor"
    for one in (again, sibling):
        assert await receivers(days, one) == ["Kim Öberg\nNygatan 12 lgh 1101\n903 21 Umeå"]
    assert case != again


async def test_what_staff_enters_stays_until_spar_has_another(office: Office, days: Days, register: Register) -> None:
    case, customer = await opened(office, days, ORDINARY)
    await register.work(DEMANDED)
    days.at(date(2026, 9, 3))
    changed = await patch(office.client, customer, {"address": NEW_ADDRESS})
    assert (changed["address_source"], changed["address_confirmed"]) == ("staff", "Thu, 03 Sep 2026 00:00:00 GMT")
    days.at(date(2026, 11, 2), MORNING)
    await office.post(f"cases/{case}/letters", {"template": "contact_us"})
    await register.work(date(2026, 11, 2))
    assert register.asked(ORDINARY) == 2
    kept = await office.get(f"customers/{customer}")
    assert (kept["address"], kept["address_source"]) == (NEW_ADDRESS, "staff")
    async with days.transaction() as tx:
        await tx.execute("""update spar_answers set address = '{"city": "Lund"}' where id = $1""", customer)
    days.at(date(2026, 12, 7), MORNING)
    await office.post(f"cases/{case}/letters", {"template": "contact_us"})
    await register.work(date(2026, 12, 7))
    assert (await office.get(f"customers/{customer}"))["address"] == UMEA


@pytest.mark.parametrize("remark", ["a confidentiality mark", "protected registration"])
async def test_a_protected_person_is_reached_by_forwarding_alone(
    office: Office, days: Days, register: Register, remark: str
) -> None:
    case, customer = await opened(office, days, NUMBERS[remark], email="kim@example.com")
    await register.work(DEMANDED)
    shown = await office.get(f"customers/{customer}")
    assert shown["protected_identity"] is True
    assert shown["address"] == dict(FORWARDING_ADDRESS)
    assert "email" not in shown
    assert "address_source" not in shown
    assert (await receivers(days, case))[0].split("\n")[1:] == ["Skatteverket", "Box 2820", "403 20 Göteborg"]


async def test_a_dead_person_gets_no_letter(office: Office, days: Days, register: Register) -> None:
    case, customer = await opened(office, days, NUMBERS["dead"])
    await register.work(DEMANDED)
    assert (await office.get(f"customers/{customer}"))["deceased"] is True
    async with days.transaction() as tx:
        assert await tx.fetchval("select deceased_on from customers where id = $1", customer) == date(2026, 8, 14)
    assert await receivers(days, case) == []
    assert {kind for kind, _ in await items(office, case)} <= {"stopped", "letter_stopped"}
    assert await items(office, case)
    await register.work(date(2026, 9, 4))
    assert register.asked(NUMBERS["dead"]) == 1, "nobody asks for the dead"


async def test_an_emigrated_person_is_written_to_abroad(office: Office, days: Days, register: Register) -> None:
    case, _ = await opened(office, days, NUMBERS["emigrated, with an address"])
    await register.work(DEMANDED)
    assert await receivers(days, case) == ["Kim Öberg\nStorgata 5\n0155 OSLO\nNORWAY"]


@pytest.mark.parametrize(
    ("number", "outcome"),
    [
        (NUMBERS["emigrated, without an address"], "no_address"),
        (NUMBERS["registered without an address"], "no_address"),
        (NUMBERS["a false identity"], "deregistered"),
        (NO_HIT, "not_found"),
    ],
)
async def test_the_case_waits_where_spar_has_no_address_until_staff_has_one(
    office: Office, days: Days, register: Register, number: str, outcome: str
) -> None:
    case, customer = await opened(office, days, number)
    await register.work(DEMANDED)
    assert await receivers(days, case) == []
    assert (await answer_about(days, customer))["outcome"] == outcome
    assert any("SPAR has no address" in reason for _, reason in await items(office, case))
    await register.work(date(2026, 9, 10))
    assert await receivers(days, case) == []
    await patch(office.client, customer, {"address": NEW_ADDRESS})
    assert not any(kind == "stopped" for kind, _ in await items(office, case))
    for day in (11, 14):
        await register.work(date(2026, 9, day))
    assert await receivers(days, case) == ["Kim Öberg\nNygatan 3\n702 11 Örebro"]
    days.at(date(2026, 11, 2), MORNING)
    await office.post(f"cases/{case}/letters", {"template": "contact_us"})
    await register.work(date(2026, 11, 2))
    assert register.asked(number) == 2
    assert len(await receivers(days, case)) == 2, "the same answer does not undo what staff found"


async def test_a_new_number_is_a_correction_and_is_asked_for_at_once(
    office: Office, days: Days, register: Register
) -> None:
    old = NUMBERS["has a new number"]
    case, customer = await opened(office, days, old)
    await register.work(DEMANDED)
    shown = await office.get(f"customers/{customer}")
    assert shown["id_number"] == ORDINARY
    assert [(one["field"], one["before"], one["after"]) for one in shown["corrections"]] == [
        ("id_number", old, ORDINARY)
    ]
    assert (register.asked(old), register.asked(ORDINARY)) == (1, 1)
    assert await receivers(days, case) == ["Kim Öberg\nNygatan 12 lgh 1101\n903 21 Umeå"]


async def test_a_number_of_another_customer_is_for_a_person_to_sort_out(
    office: Office, days: Days, register: Register
) -> None:
    await opened(office, days, ORDINARY)
    case, customer = await opened(office, days, NUMBERS["has a new number"])
    await register.work(DEMANDED)
    assert (await office.get(f"customers/{customer}"))["id_number"] == NUMBERS["has a new number"]
    assert (await answer_about(days, customer))["outcome"] == "deregistered"
    assert await receivers(days, case) == []
    assert any("SPAR has no address" in reason for _, reason in await items(office, case))


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (EXCEPTION, "Undantag 1001: The service is closed for the moment"),
        (TOO_MANY, "the answer has more persons than SPAR shows"),
        (HALF, "the answer is no XML"),
        (SILENT, "HTTP 504"),
        *zip(
            STATUSES,
            (
                "HTTP 500",
                "SPAR asks for fewer questions (HTTP 429)",
                "SPAR refused the certificate or the assignment (HTTP 403)",
            ),
            strict=True,
        ),
    ],
)
async def test_without_an_answer_the_letter_waits_a_day_and_leaves_unconfirmed(
    office: Office, days: Days, register: Register, number: str, reason: str
) -> None:
    case, customer = await opened(office, days, number)
    await register.work(DEMANDED)
    waiting = await answer_about(days, customer)
    assert (waiting["outcome"], waiting["tries"], waiting["trouble"]) == ("retrying", 1, reason)
    assert await letters(office, case) == [("debt_collection", "queued")]
    async with days.transaction() as tx:
        assert await tx.fetchval("select trouble from envelopes where customer_id = $1", customer) == f"SPAR: {reason}"
    await register.work(date(2026, 9, 3))
    answered = await answer_about(days, customer)
    assert (answered["outcome"], answered["trouble"], register.asked(number)) == ("unconfirmed", reason, 2)
    assert await letters(office, case) == LEFT
    assert len(await receivers(days, case)) == 1
    await register.work(date(2026, 9, 4))
    assert register.asked(number) == 2, "nothing waits for it"
    days.at(date(2026, 9, 7), MORNING)
    await office.post(f"cases/{case}/letters", {"template": "contact_us"})
    await register.work(date(2026, 9, 7))
    assert register.asked(number) == 3, "what was not confirmed is asked for again before the next letter"


async def test_a_new_address_ends_returned_mail(office: Office, days: Days, register: Register) -> None:
    case, customer = await opened(office, days, ORDINARY)
    await days.work(DEMANDED)
    days.at(date(2026, 9, 10))
    (letter,) = (await office.get("letters", where=json.dumps({"case": case})))["_items"]
    await office.post(f"letters/{letter['_id']}/returned", {"date": "2026-09-10", "reason": "Flyttat"})
    await register.work(date(2026, 9, 10))
    assert [kind for kind, _ in await items(office, case)] == ["letter_failed"]
    shown: Body = await office.get(f"customers/{customer}")
    assert (shown["address"], shown["address_source"]) == (UMEA, "spar")
