"""Verifying letters: whatever is changed of a letter that left, or of what it rests on, is found and named."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest

from fordran import clock
from fordran.actions.proof.letters.verify_letters import verify_letters
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from fordran.store.connections.database import Connection
from tests.actions.office import Office


@pytest.fixture(scope="module")
def settings(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    data = tmp_path_factory.mktemp("data")
    return dataclasses.replace(Settings(), database_url=database_url, data=data, rate_limit_per_second=0)


@pytest.fixture(scope="module")
async def letter(office: Office) -> dict[str, Any]:
    """A demand that left, in a case that was paid in part before it, reminded of, and disputed and written about afterwards."""
    invoiced = (clock.stockholm_date(clock.now()) - timedelta(days=60)).isoformat()
    body = office.case_body(office.debt(invoice_date=invoiced), first_action="reminder")
    case = (await office.post("case--registrations", body))["_cases"][0]
    await office.pay(case, 100, clock.stockholm_date(clock.now()))
    await office.post("clock", {"days": 25})
    await office.post(f"cases/{case}/disputes", {"reason": "Fel vara."})
    await office.post(f"cases/{case}/letters", {"template": "documents_wanted"})
    await office.post("clock", {"days": 1})
    found = (await office.get("letters", where=f'{{"case": "{case}"}}'))["_items"]
    assert [one["kind"] for one in found] == ["reminder", "debt_collection", "dispute", "free"]
    demand: dict[str, Any] = found[1]
    return demand


async def differences(office: Office, media: MediaFolder, operator: str = "Exempelinkasso AB") -> list[str]:
    async with office.app.database.transaction() as tx:
        return [str(found) async for found in verify_letters(tx, media.get, operator)]


@asynccontextmanager
async def changed(office: Office, statement: str, back: str, *values: Any) -> AsyncIterator[None]:
    async def run(text: str) -> None:
        async with office.app.database.transaction() as tx:
            connection: Connection = tx
            await connection.execute(text, *values)

    await run(statement)
    yield
    await run(back)


@pytest.fixture
def media(settings: Settings) -> MediaFolder:
    return MediaFolder(settings.data / "media")


async def test_letters_as_they_left_differ_in_nothing(
    office: Office, letter: dict[str, Any], media: MediaFolder
) -> None:
    assert await differences(office, media) == []


async def test_a_document_that_is_changed_or_missing_is_found(
    office: Office, letter: dict[str, Any], media: MediaFolder
) -> None:
    id_ = letter["document"]["id"]
    content = media.get(id_)
    media.put(id_, content.replace(b"%PDF-1.7", b"%PDF-1.6"))
    (found,) = await differences(office, media)
    assert found.startswith(f"letters {letter['_id']}: document's bytes should be {letter['sha256']}")
    media._path(id_).unlink()
    (found,) = await differences(office, media)
    assert found == f"letters {letter['_id']}: document's bytes should be there, is There is no file {id_}."
    media.put(id_, content)
    assert await differences(office, media) == []


CHANGES = [
    ("amount = amount + 1", "amount = amount - 1", "amount should be"),
    ("dated = dated - 1", "dated = dated + 1", "dated should be"),
    ("pay_by = pay_by + 1", "pay_by = pay_by - 1", "pay_by should be"),
    ("sha256 = sha256('x')", "sha256 = decode('<its own>', 'hex')", "sha256"),
    ("amount = amount + 1", "amount = amount - 1", "amount should be what was owed that day"),
    ("pay_by = pay_by - 10", "pay_by = pay_by + 10", "time_is_eight_days (inkassolag (1974:182) 5 §)"),
    (
        "checklist = jsonb_set(checklist, '{0,passed}', 'false')",
        "checklist = jsonb_set(checklist, '{0,passed}', 'true')",
        "answer to creditor_is_named should be True, is False",
    ),
    (
        'checklist = checklist || \'{"rule": "x", "law": "y", "passed": true}\'',
        "checklist = checklist - -1",
        "rules of its checklist",
    ),
]


@pytest.mark.parametrize(("change", "back", "named"), CHANGES, ids=[named for _, _, named in CHANGES])
async def test_a_changed_letter_is_found(
    office: Office, letter: dict[str, Any], media: MediaFolder, change: str, back: str, named: str
) -> None:
    update = "update letters set {} where id = $1"
    back = back.replace("<its own>", letter["sha256"])
    async with changed(office, update.format(change), update.format(back), letter["_id"]):
        found = await differences(office, media)
    assert any(letter["_id"] in line and named in line for line in found), found
    assert await differences(office, media) == []


async def test_a_letter_and_its_fact_altered_alike_is_held_against_what_was_known(
    office: Office, letter: dict[str, Any], media: MediaFolder
) -> None:
    facts = """update cases set facts = (
        select jsonb_agg(case when fact ->> 'id' = $1 then jsonb_set(fact, '{asked}', to_jsonb((fact -> 'asked')::int %s 500))
                         else fact end order by place)
        from jsonb_array_elements(facts) with ordinality as each (fact, place))
        where id = (select case_id from letters where id = $1)"""
    sums = "update letters set amount = amount %s 500 where id = $1"
    async with changed(office, facts % "-", facts % "+", letter["_id"]):
        async with changed(office, sums % "-", sums % "+", letter["_id"]):
            found = await differences(office, media)
    assert any("amount by what was known" in line and letter["_id"] in line for line in found), found
    assert await differences(office, media) == []


GROUNDS = [
    ("customers", "bankruptcy_on = '2026-01-01'", "bankruptcy_on = null", "customer", "not_bankruptcy"),
    ("cases", "debt_description = ''", "debt_description = 'Papper'", "case", "basis_is_stated"),
    (
        "cases",
        "invoice_date = (invoice_date at time zone 'UTC' - interval '5 years') at time zone 'UTC'",
        "invoice_date = (invoice_date at time zone 'UTC' + interval '5 years') at time zone 'UTC'",
        "case",
        "amount",
    ),
    (
        "cases",
        "case_settings = case_settings || '{\"reminder_fee_agreed\": false}'",
        "case_settings = case_settings - 'reminder_fee_agreed'",
        "case",
        "reminder_fee_is_agreed",
    ),
]


@pytest.mark.parametrize(
    ("table", "change", "back", "of", "named"), GROUNDS, ids=[f"{row[0]} {row[4]}" for row in GROUNDS]
)
async def test_what_it_rested_on_is_asked_anew(
    office: Office,
    letter: dict[str, Any],
    media: MediaFolder,
    table: str,
    change: str,
    back: str,
    of: str,
    named: str,
) -> None:
    update = f"update {table} set {{}} where id = $1"
    async with changed(office, update.format(change), update.format(back), letter[of]):
        found = await differences(office, media)
    assert any(letter["_id"] in line and named in line for line in found), found
    assert await differences(office, media) == []


async def test_a_letter_in_nobodys_name_is_found(office: Office, letter: dict[str, Any], media: MediaFolder) -> None:
    found = await differences(office, media, operator=" ")
    assert any("collector_is_named" in line for line in found)
