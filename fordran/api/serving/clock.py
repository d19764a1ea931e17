"""Moving the clock of a sandbox over HTTP."""

from __future__ import annotations

from fordran import clock
from fordran.actions.days.set_clock import advance_clock, days_until
from fordran.actions.keep_file import Put
from fordran.actions.printing.print_invoice import blank_sheets
from fordran.actions.refusals import Conflict
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import is_dry_run, once
from fordran.domain.message import Message
from fordran.outside.systems import outside_of
from fordran.resources.clock import MOST_DAYS, ClockInput
from fordran.settings import Settings
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.store.connections.clock_lock import holding_the_clock, let_wait, transactions_of
from fordran.store.connections.database import Connection, Database

MOST_DRY_SECONDS = 60.0
"""A dry run keeps its rows locked until it is rolled back, and others wait for it."""


def move_clock(settings: Settings, put: Put) -> EndpointHandler:
    """The endpoint that moves the clock of an installation with these settings."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json()

        async def work(tx: Connection) -> Answer:
            now = clock.now()
            given = await read_all_issues(tx, request.signed_in, ClockInput, document)
            days = given.days
            if days is None:
                assert given.date is not None
                days = await days_until(tx, now, day_of(given.date))
                if days > MOST_DAYS:
                    raise Refused({"date": Message("issue.must_be_within_days", days=MOST_DAYS)})
            if is_dry_run(request):
                # All of it within the transaction that is undone; files would stay, and so are not made.
                begin, is_enough = transactions_of(tx), clock.have_passed(MOST_DRY_SECONDS)
                moved = await advance_clock(
                    begin,
                    lambda *_: None,
                    settings.operator,
                    now,
                    days,
                    render_all=blank_sheets,
                    is_enough=is_enough,
                )
                if moved.days < days:
                    raise Conflict("error.dry_run_too_long", seconds=round(MOST_DRY_SECONDS), day=moved.days, days=days)
            else:
                # Nothing is done here meanwhile, and only the answer to an idempotency key is written at the end.
                await let_wait(tx)
                async with holding_the_clock(database.direct_url) as begin:
                    moved = await advance_clock(begin, put, settings.operator, now, days, outside=outside_of(settings))
            return answer({"_status": "OK"} | moved.shown(), 201)

        return await once(request, database, work, document)

    return serve
