"""Notices by SMS, from the letter that left to the report about the notice, through the adapter and the stand-in."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, time, timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran import clock
from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.days.run_day import DAY, DayServices, run_day
from fordran.actions.sms.queue_notices import queue_notices
from fordran.actions.sms.send_notices import SmsNotices, send_some
from fordran.operator import Operator
from fordran.outside.sms import Sms
from fordran.outside.stand_ins.sms import SILENT, STATUSES, UNDELIVERED, SmsStandIn
from fordran.worker.sms import SmsWorker
from tests.actions.flow.days import FLOW, MORNING, NOON, Days
from tests.actions.office import Office
from tests.actions.work.test_change_customer import patch
from tests.api.bodies import ADDRESS
from tests.outside.test_sms import SECTION

REGISTERED, DEMANDED = date(2026, 9, 1), date(2026, 9, 2)
NUMBER = "070-123 45 67"
OPERATOR = Operator(name="Kravhuset AB", phone="046-12 34 56", public_url="http://127.0.0.1:8000")


@dataclass
class Telephone:
    """Days with notices."""

    days: Days
    stand_in: SmsStandIn = field(default_factory=lambda: SmsStandIn(0.0, 0.01, away_seconds=0.2))

    @property
    def notices(self) -> SmsNotices:
        application = Starlette(routes=[Mount("/sms", routes=self.stand_in.routes())])
        sms = Sms(SECTION, OPERATOR.public_url, httpx.ASGITransport(application))
        return SmsNotices(sms.send, time(8), time(20), OPERATOR)

    async def work(self, day: date) -> None:
        """Run the whole morning of a day, before opening hours."""
        now = self.days.at(day, MORNING)
        means = DayServices(lambda *_: None, OPERATOR, outside=OutsideSystems(sms=self.notices))
        await run_day(self.days.transaction, means, now, [thing for thing in DAY if thing.name in FLOW])

    def to(self, number: str = "+46701234567") -> list[str]:
        return [one["message"] for one in self.stand_in.messages if one["to"] == number]


@pytest.fixture
def telephone(days: Days) -> Telephone:
    return Telephone(days)


async def opened(office: Office, days: Days, consent: bool = True, number: str = NUMBER) -> tuple[str, str]:
    """A case of a person who wants notices, or does not, on the day before the demand."""
    days.at(REGISTERED)
    person = {"name": "Kim Öberg", "id_number": "199001012385", "is_person": True, "address": ADDRESS}
    body = office.case_body(office.debt(10000, invoice_date="2026-07-16"), customer=person | {"mobile_number": number})
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    customer = (await office.case(case))["customer"]
    if consent:
        shown = await patch(office.client, customer, {"sms_consent": True})
        assert shown["sms_consent"] is True
    return case, customer


async def noticed(days: Days, case: str) -> list[dict[str, Any]]:
    async with days.transaction() as tx:
        rows = await tx.fetch("select * from sms_notices where case_id = $1 order by id", case)
    return [dict(row) for row in rows]


async def test_a_letter_on_paper_is_noticed_once_without_a_demand(
    office: Office, days: Days, telephone: Telephone
) -> None:
    case, _ = await opened(office, days)
    await telephone.work(DEMANDED)
    (text,) = telephone.to()
    assert text == (
        "Kravhuset AB: Ett brev från oss är på väg till dig. Läs det på http://127.0.0.1:8000/my. Frågor: 046-12 34 56"
    )
    await telephone.work(DEMANDED)
    await telephone.work(DEMANDED + timedelta(days=1))
    assert telephone.to() == [text]
    (notice,) = await noticed(days, case)
    assert (notice["kind"], notice["status"], notice["reason"]) == ("letter", "sent", None)


async def test_one_who_did_not_consent_gets_none(office: Office, days: Days, telephone: Telephone) -> None:
    case, _ = await opened(office, days, consent=False)
    await telephone.work(DEMANDED)
    assert (telephone.to(), await noticed(days, case)) == ([], [])


async def test_a_protected_person_gets_none(office: Office, days: Days, telephone: Telephone) -> None:
    case, customer = await opened(office, days)
    await patch(office.client, customer, {"protected_identity": True})
    await telephone.work(DEMANDED)
    assert (telephone.to(), await noticed(days, case)) == ([], [])


@pytest.mark.parametrize("change", [{"protected_identity": True}, {"sms_consent": False}, {"mobile_number": "x"}])
async def test_what_changes_before_it_is_sent_stops_it(
    office: Office, days: Days, telephone: Telephone, change: dict[str, Any]
) -> None:
    case, customer = await opened(office, days)
    await days.work(DEMANDED)
    async with days.transaction() as tx:
        assert await queue_notices(tx, clock.now()) == 1
    await patch(office.client, customer, change)
    await send_some(days.transaction, telephone.notices, clock.now())
    assert telephone.to() == []
    assert [one["status"] for one in await noticed(days, case)] == ["failed"]


async def test_an_instalment_is_noticed_two_days_before(office: Office, days: Days, telephone: Telephone) -> None:
    case, _ = await opened(office, days)
    days.at(DEMANDED)
    await office.post(f"cases/{case}/amortization-plans", {"instalments": 3, "first_date": "2026-10-30"})
    await telephone.work(date(2026, 10, 27))
    assert [one["kind"] for one in await noticed(days, case) if one["kind"] == "instalment"] == []
    for _ in range(2):
        await telephone.work(date(2026, 10, 28))
    assert [text for text in telephone.to() if "avbetalningsplan" in text] == [
        "Kravhuset AB: Din avbetalningsplan har en betalning den 2026-10-30. Läs mer på http://127.0.0.1:8000/my. "
        "Frågor: 046-12 34 56"
    ]


@pytest.mark.parametrize(("hour", "sent"), [(MORNING, 0), (time(5, 59), 0), (time(6), 1), (NOON, 1), (time(18), 0)])
async def test_notices_keep_the_opening_hours(
    office: Office, days: Days, telephone: Telephone, hour: time, sent: int
) -> None:
    await opened(office, days)
    await days.work(DEMANDED)
    days.at(DEMANDED, hour)
    await SmsWorker(office.app.database, telephone.notices).step()
    assert len(telephone.to()) == sent
    days.at(DEMANDED + timedelta(days=1))
    await SmsWorker(office.app.database, telephone.notices).step()
    assert len(telephone.to()) == 1, "it waited for the morning"


OUTCOMES = {401: "queued", 403: "queued", 429: "queued", 503: "queued", 500: "unknown", 400: "failed"}


@pytest.mark.parametrize(("number", "status"), STATUSES.items())
async def test_what_the_provider_does_not_take(
    office: Office, days: Days, telephone: Telephone, number: str, status: int
) -> None:
    case, _ = await opened(office, days, number=number.replace("+46", "0"))
    await telephone.work(DEMANDED)
    (notice,) = await noticed(days, case)
    assert notice["status"] == OUTCOMES[status]
    assert str(status) in notice["reason"]
    if notice["status"] == "queued":
        for hours in range(1, 26):
            now = days.at(DEMANDED, MORNING) + timedelta(hours=hours)
            for _ in range(6):
                now += timedelta(minutes=10)
                await send_some(days.transaction, telephone.notices, now)
        assert (await noticed(days, case))[0]["status"] == "failed", "an old notice tells nothing"


async def test_a_notice_whose_answer_was_lost_is_not_sent_again(
    office: Office, days: Days, telephone: Telephone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fordran.outside.sms.WAIT_SECONDS", 0.05)
    case, _ = await opened(office, days, number=SILENT.replace("+46", "0"))
    for day in range(3):
        await telephone.work(DEMANDED + timedelta(days=day))
    assert len(telephone.to(SILENT)) == 1
    assert [one["status"] for one in await noticed(days, case)] == ["unknown"]


async def test_a_worker_that_was_killed_leaves_it_unknown(office: Office, days: Days, telephone: Telephone) -> None:
    case, _ = await opened(office, days)
    await days.work(DEMANDED)
    async with days.transaction() as tx:
        await queue_notices(tx, clock.now())
        await tx.execute("update sms_notices set claimed_until = $2 where case_id = $1", case, clock.now())
    await send_some(days.transaction, telephone.notices, clock.now())
    assert telephone.to() == []
    assert [one["status"] for one in await noticed(days, case)] == ["unknown"]


@pytest.mark.parametrize(("number", "status"), [("+46701234567", "delivered"), (UNDELIVERED, "failed")])
async def test_a_report_is_believed_by_its_key_alone(
    office: Office, days: Days, telephone: Telephone, number: str, status: str
) -> None:
    case, _ = await opened(office, days, number=number.replace("+46", "0"))
    await telephone.work(DEMANDED)
    (message,) = [one for one in telephone.stand_in.messages if one["to"] == number]
    target = urlsplit(message["whendelivered"])
    form = {"id": message["id"], "status": status}
    for query, body in (
        ("notice=" + "0" * 32, form),
        ("", form),
        (target.query, form | {"id": "s123"}),
        (target.query, {"id": message["id"]}),
    ):
        assert (await office.client.post(f"{target.path}?{query}", data=body)).status_code == 404
    for told in (form | {"status": "sent"}, form, form, form | {"status": "failed"}):
        assert (await office.client.post(f"{target.path}?{target.query}", data=told)).status_code == 200
    (notice,) = await noticed(days, case)
    assert (notice["status"], notice["delivered"] is not None) == (status, status == "delivered")


async def test_two_workers_send_it_once(office: Office, days: Days, telephone: Telephone) -> None:
    await opened(office, days)
    await days.work(DEMANDED)
    days.at(DEMANDED, NOON)
    workers = [SmsWorker(office.app.database, telephone.notices) for _ in range(2)]
    for worker in workers:
        await worker.step()
    assert len(telephone.to()) == 1
