"""Debtor companies are checked at registration and before letters: what stops, who is told, and what waits."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran.actions.companies.check_companies import CompanyChecks
from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.days.run_day import DAY, DayServices, run_day
from fordran.operator import Operator
from fordran.outside.bolagsverket import Bolagsverket
from fordran.outside.stand_ins.bolagsverket import HALF, NOT_THERE, STATUSES, BolagsverketStandIn
from fordran.worker.companies import CompanyWorker
from tests.actions.flow.days import FLOW, MORNING, Days
from tests.actions.office import Office
from tests.actions.work.test_change_customer import patch
from tests.api.bodies import ADDRESS
from tests.outside.test_bolagsverket import SECTION

REGISTERED, DEMANDED = date(2026, 9, 1), date(2026, 9, 2)
LEFT = [("debt_collection", "shown")]


@dataclass
class Register:
    """Days with checks."""

    days: Days
    stand_in: BolagsverketStandIn = field(default_factory=BolagsverketStandIn)

    @property
    def checks(self) -> CompanyChecks:
        application = Starlette(routes=[Mount("/bolagsverket", routes=self.stand_in.routes())])
        return CompanyChecks(Bolagsverket(SECTION, httpx.ASGITransport(application)).ask)

    async def work(self, day: date) -> None:
        """Run the whole morning of a day."""
        now = self.days.at(day, MORNING)
        means = DayServices(lambda *_: None, Operator(), outside=OutsideSystems(checks=self.checks))
        await run_day(self.days.transaction, means, now, [thing for thing in DAY if thing.name in FLOW])


@pytest.fixture
def register(days: Days) -> Register:
    return Register(days)


async def opened(office: Office, days: Days, number: str, **more: Any) -> tuple[str, str]:
    """A case of the company with a number, and its customer, on the day before the demand."""
    days.at(REGISTERED)
    company = {"name": "Bygg AB", "id_number": f"{number[:6]}-{number[6:]}", "is_company": True, "is_person": False}
    body = office.case_body(
        office.debt(10000, invoice_date="2026-07-16"), customer=company | {"address": ADDRESS} | more
    )
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case, (await office.case(case))["customer"]


async def letters(office: Office, case: str) -> list[tuple[str, str]]:
    found = (await office.get("letters", where=json.dumps({"case": case}), sort="_id"))["_items"]
    return [(one["kind"], one["status"]) for one in found]


async def items(office: Office, case: str) -> list[str]:
    found = (await office.get("work--items", where=json.dumps({"case": case}), sort="_id"))["_items"]
    return sorted(one["kind"] for one in found if "resolved" not in one)


async def answer_about(days: Days, customer: str) -> dict[str, Any]:
    async with days.transaction() as tx:
        return dict(await tx.fetchrow("select * from company_answers where id = $1", customer))


async def test_a_company_that_goes_on_is_checked_at_registration_and_on_the_day_of_a_letter(
    office: Office, days: Days, register: Register
) -> None:
    case, customer = await opened(office, days, "5560021361")
    await register.work(REGISTERED)
    assert register.stand_in.asked == {"5560021361": 1}
    await register.work(DEMANDED)
    await register.work(DEMANDED)
    assert (await letters(office, case), register.stand_in.asked) == (LEFT, {"5560021361": 2})
    await register.work(DEMANDED + timedelta(days=1))
    assert register.stand_in.asked == {"5560021361": 2}, "nothing is to be done"
    assert (await answer_about(days, customer))["outcome"] == "active"


async def test_a_bankruptcy_stops_and_makes_a_claim_to_file(office: Office, days: Days, register: Register) -> None:
    case, customer = await opened(office, days, "5560360793")
    await register.work(REGISTERED)
    await register.work(DEMANDED)
    assert (await office.get(f"customers/{customer}"))["bankruptcy"] is True
    assert await letters(office, case) == []
    assert "bankruptcy_claim" in await items(office, case)
    found = (await office.get("work--items", where=json.dumps({"case": case, "kind": "bankruptcy_claim"})))["_items"]
    assert "2026-08-20" in found[0]["reason"]
    await register.work(DEMANDED + timedelta(days=1))
    assert (await items(office, case)).count("bankruptcy_claim") == 1


async def test_a_bankruptcy_that_begins_before_the_letter_leaves_stops_it(
    office: Office, days: Days, register: Register
) -> None:
    case, _ = await opened(office, days, "5560360793")
    await days.work(DEMANDED, only=("advance cases",))
    await register.work(DEMANDED)
    assert ("debt_collection", "shown") not in await letters(office, case)
    assert "bankruptcy_claim" in await items(office, case)


async def test_a_liquidation_has_the_liquidator_as_party_who_gets_the_letters(
    office: Office, days: Days, register: Register
) -> None:
    case, _ = await opened(office, days, "5560160680")
    await register.work(REGISTERED)
    (party,) = (await office.get(f"cases/{case}/parties"))["_items"]
    assert (party["role"], party["name"], party["receives_letters"]) == (
        "representative",
        "Likvidatorn för Bygg AB",
        "instead",
    )
    assert await items(office, case) == ["company_liquidation"]
    await register.work(DEMANDED)
    assert await letters(office, case) == LEFT
    async with days.transaction() as tx:
        receiver = await tx.fetchval(
            """select e.receiver from letters l join envelopes e on e.account_id = l.account_id and e.id = l.envelope_id
               where l.case_id = $1""",
            case,
        )
    assert "Likvidatorn för Bygg AB" in receiver
    assert len((await office.get(f"cases/{case}/parties"))["_items"]) == 1


async def test_a_deregistered_company_stops(office: Office, days: Days, register: Register) -> None:
    case, _ = await opened(office, days, "5560006388")
    await register.work(REGISTERED)
    await register.work(DEMANDED)
    assert await letters(office, case) == []
    assert "company_deregistered" in await items(office, case)


@pytest.mark.parametrize("number", [*STATUSES, HALF, "5560747551", "5560634221", "5560652223"])
async def test_a_partial_answer_is_asked_for_again_and_then_the_letter_leaves(
    office: Office, days: Days, register: Register, number: str
) -> None:
    case, customer = await opened(office, days, number)
    await register.work(DEMANDED)
    answer = await answer_about(days, customer)
    assert (answer["outcome"], answer["tries"], await letters(office, case)) == (
        "retrying",
        1,
        [("debt_collection", "queued")],
    )
    assert answer["trouble"]
    assert number not in answer["trouble"]
    await register.work(DEMANDED + timedelta(days=1))
    assert (await answer_about(days, customer))["outcome"] == "unconfirmed"
    assert await letters(office, case) == LEFT


async def test_a_number_that_nobody_has_stops_nothing(office: Office, days: Days, register: Register) -> None:
    case, customer = await opened(office, days, NOT_THERE)
    await register.work(DEMANDED)
    assert (await letters(office, case), (await answer_about(days, customer))["outcome"]) == (LEFT, "not_found")


async def test_people_are_not_asked_about(office: Office, days: Days, register: Register) -> None:
    person = {"name": "Kim Öberg", "id_number": "199001012385", "is_company": False, "is_person": True}
    case, _ = await opened(office, days, "5560021361", **person)
    await register.work(DEMANDED)
    assert (await letters(office, case), register.stand_in.asked) == (LEFT, {})


async def test_two_workers_ask_once(office: Office, days: Days, register: Register) -> None:
    _, customer = await opened(office, days, "5560021361")
    for _ in range(2):
        await CompanyWorker(office.app.database, register.checks).step()
    assert register.stand_in.asked == {"5560021361": 1}
    await patch(office.client, customer, {"email": "ny@example.com"})
    await CompanyWorker(office.app.database, register.checks).step()
    assert (await answer_about(days, customer))["outcome"] == "active"
