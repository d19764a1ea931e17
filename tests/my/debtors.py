"""Debtors: whoever has a letter with a code in hand, and a browser."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.actions.debtors.codes import key_of
from fordran.commands.served import Served
from fordran.domain.numbers import debtor_code
from fordran.outside.media import MediaFolder
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Office
from tests.console.visiting import Browser, Shown

REGISTERED, REMINDED = date(2026, 9, 1), date(2026, 9, 2)
PDF = b"%PDF-1.7 the letter itself"
_people = itertools.count(1)
_addresses = itertools.count(1)


@dataclass
class Debtor:
    office: Office
    browser: Browser
    cases: list[str]
    letter: dict[str, Any]
    code: str

    @property
    def case(self) -> str:
        return self.cases[0]

    async def open(self) -> Shown:
        return await self.browser.send(await self.browser.get("/my"), "/my", code=self.code)

    async def get(self, act: str = "", **params: str) -> Shown:
        return await self.browser.get(f"/my/cases/{self.case}{act}", params=params)

    async def send(self, page: Shown, where: str, **values: str) -> Shown:
        """Send the form that is posted there, with these values filled in."""
        action = f"/my/cases/{self.case}{where}"
        return await self.browser.post(action, posted(page, action) | values)

    async def document(self) -> dict[str, Any]:
        return await self.office.case(self.case)

    async def work_items(self) -> list[tuple[str, str]]:
        found = await self.office.get("work--items", where=f'{{"case": "{self.case}"}}', sort="_id")
        return [(item["kind"], item["reason"]) for item in found["_items"]]


def posted(page: Shown, action: str) -> dict[str, str]:
    """What the form that is posted there would send; a page may have another, which asks there."""
    form = next(one for one in page.tree.forms if (one.get("action"), one.method) == (action, "POST"))
    return dict(form.form_values())


def address() -> str:
    """One that nobody in these tests has used."""
    number = next(_addresses)
    return f"198.18.{number // 250}.{number % 250 + 1}"


async def letter_sent(served: Served, office: Office, days: Days, debts: int = 1, **changes: Any) -> Debtor:
    """A debtor whom a reminder about so many debts has been sent to."""
    days.at(REGISTERED)
    body = office.case_body(
        *(office.debt(1000 + each, invoice_date="2026-06-20") for each in range(debts)),
        first_action="reminder",
        customer=person(next(_people)) | changes,
    )
    cases: list[str] = (await office.post("case--registrations", body))["_cases"]
    await days.live(REMINDED)
    letters = (
        await office.get("letters", where=f'{{"customer": "{(await office.case(cases[0]))["customer"]}"}}', sort="_id")
    )["_items"]
    media = MediaFolder(served.api.settings.data / "media")
    operator = served.api.settings.operator
    async with days.transaction() as tx:
        key = await key_of(tx, operator)
        marks = {letter["_id"]: debtor_code.make(key, "letter", letter["_id"]) for letter in letters}
        carried = await tx.fetchval("select letter_id from debtor_codes where letter_id = any($1::text[])", list(marks))
    letter = next(one for one in letters if one["_id"] == carried)
    media.put(letter["document"]["id"], PDF)
    return Debtor(office, Browser(served, address()), cases, letter, debtor_code.format(marks[carried]))
