"""An office whose applications go by file, before the stand-in of the receiver."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.days.run_day import DayServices
from fordran.actions.filing.file_all import file_all
from fordran.actions.filing.receiver import AuthorityReceiver
from fordran.operator import Operator
from fordran.outside.enforcement import EnforcementReceiver
from fordran.outside.stand_ins.enforcement import EnforcementStandIn
from fordran.sections import EnforcementSection
from tests.actions.flow.days import MORNING, Days
from tests.actions.office import APPLYING, Office

SECTION = EnforcementSection("json", "EXO", "http://127.0.0.1:8100/enforcement", "hidden")
REGISTERED, FILED = date(2026, 9, 1), date(2026, 9, 25)
OPERATOR = Operator(agent_code="EXO", applies_by_file=True)


@dataclass
class Filed:
    """Days on which applications go by file."""

    days: Days
    office: Office
    stand_in: EnforcementStandIn = field(default_factory=lambda: EnforcementStandIn(away_seconds=0.3))
    section: EnforcementSection = SECTION
    kept: dict[str, bytes] = field(default_factory=dict)

    @property
    def adapter(self) -> EnforcementReceiver:
        application = Starlette(routes=[Mount("/enforcement", routes=self.stand_in.routes())])
        return EnforcementReceiver(self.section, httpx.ASGITransport(application))

    @property
    def receiver(self) -> AuthorityReceiver:
        adapter = self.adapter
        return AuthorityReceiver(self.section.agent_code, self.kept.__getitem__, adapter.send, adapter.read)

    def file_from_now_on(self) -> None:
        """Let the work of a day file."""
        outside = OutsideSystems(authority=self.receiver)
        self.days.means = DayServices(self.kept.__setitem__, OPERATOR, outside=outside)

    async def applied(self, rule: str = "F-1", until: date = FILED, **more: Any) -> str:
        """A case whose application is made and filed by a day, if it can be."""
        self.file_from_now_on()
        await self.office.give_mandate()
        self.days.at(REGISTERED)
        debt = self.office.debt(10000, invoice_date="2026-07-16", invoice_number=rule)
        body = self.office.case_body(debt, case_settings=APPLYING, **more)
        case: str = (await self.office.post("case--registrations", body))["_cases"][0]
        await self.days.work(date(2026, 9, 2))
        await self.days.live(until)
        return case

    async def exchange(self, day: date, hour: time = MORNING) -> datetime:
        """Exchange post on a day, without its other work."""
        now = self.days.at(day, hour)
        await file_all(self.days.transaction, self.receiver, now)
        return now

    async def application(self, case: str) -> dict[str, Any]:
        (found,) = (await self.office.get(f"cases/{case}/enforcements"))["_items"]
        shown: dict[str, Any] = found
        return shown

    async def messages(self, case: str) -> list[dict[str, Any]]:
        """The messages about a case, the first one first."""
        async with self.days.transaction() as tx:
            rows = await tx.fetch("select * from enforcement_messages where case_id = $1 order by id", case)
        return [dict(row) for row in rows]

    async def items(self, case: str) -> dict[str, str]:
        """The open work items of a case: kind → reason."""
        found = (await self.office.get("work--items", where=json.dumps({"case": case})))["_items"]
        return {one["kind"]: one["reason"] for one in found if "resolved" not in one}

    def taken(self) -> list[dict[str, Any]]:
        """The messages that the receiver has, in order."""
        return [json.loads(content) for content in self.stand_in.messages.values()]


@pytest.fixture
async def filed(days: Days, office: Office) -> AsyncIterator[Filed]:
    days.signs_applications = False
    yield Filed(days, office)
    async with days.transaction() as tx:
        # The next test has a receiver of its own, which knows nothing.
        await tx.execute(
            "update enforcement_messages set status = 'cancelled' where status in ('queued', 'handed_over')"
        )
        await tx.execute("delete from enforcement_feed")
        await tx.execute("insert into enforcement_feed default values")
