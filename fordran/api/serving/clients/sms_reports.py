"""Delivery reports of SMS: each names its notice by a key that only the provider was given."""

from __future__ import annotations

from urllib.parse import parse_qsl

from fordran import clock
from fordran.actions.sms.note_report import note_report
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.formats.sms import DeliveryReport, read_report
from fordran.shape.fields import Shape
from fordran.shape.kinds import Text
from fordran.store.connections.database import Database

KEY_CHARACTERS = 32


class SmsReportQuery(Shape):
    notice: Text
    """The key of the notice. The body is a form with `id` and `status`, as 46elks sends it."""


def report_in(body: bytes) -> DeliveryReport | None:
    """The report in a form; None where there is none."""
    try:
        return read_report(dict(parse_qsl(body.decode(), strict_parsing=True, max_num_fields=20)))
    except ValueError:
        return None


async def take_sms_report(request: Request, database: Database) -> Answer:
    """Note what became of a notice; 404 where there is none with that key and id."""
    key, report = request.query.get("notice", ""), report_in(await request.body())
    if report is None or len(key) != KEY_CHARACTERS:
        raise not_found()
    async with database.transaction() as tx:
        is_known = await note_report(tx, key, report, clock.now())
    if not is_known:
        raise not_found()
    return answer({"_status": "OK"})
