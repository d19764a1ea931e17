"""GET /cases/{id}/settings: every setting of a case, and where it comes from."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from fordran import clock
from fordran.actions.cases.case_settings import settings_of_case
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.resources.cases import CASES
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Text
from fordran.store.connections.database import Database
from fordran.store.rows.rows import find


class SettingOfCase(Shape):
    """A setting that holds for a case, and the level it comes from."""

    value: Any
    """The value in force, in the setting's own form."""
    level: Text
    """Where the value comes from: `default`, `installation`, `agreement_template`, `account`, `creditor` or `case`."""
    law: Text | None = Field(default=None, description="The statute and section that bound it.")
    was_capped: Flag | None = Field(default=None, description="Whether the law's bound holds in place of what was set.")


class SettingsOfCase(Shape):
    case: Id
    """The case that was asked about."""
    settings: dict[str, SettingOfCase]
    """Every setting of a case by its name."""


async def read_settings(request: Request, database: Database) -> Answer:
    """Every setting of a case, and where it comes from."""
    async with database.connection() as connection:
        item = await find(connection, CASES, request.signed_in, request.path["id"])
        if item is None:
            raise not_found()
        settings = await settings_of_case(connection, item.document["account"], request.path["id"], clock.now())
    return answer({"case": request.path["id"], "settings": settings})
