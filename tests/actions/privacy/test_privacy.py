"""A person is found whole, and erased when the law lets go: first what is no bookkeeping, then the bookkeeping's names."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path

import asyncpg
import pytest

import fordran.actions.privacy.carry_out as carry_out
from fordran import clock
from fordran.actions.privacy.decide_batch import confirm_batch, put_batch_off
from fordran.actions.privacy.erase_batch import erase_confirmed
from fordran.actions.privacy.erase_person import RetentionTerms, TooEarly
from fordran.actions.privacy.export_person import PersonFile, export_person
from fordran.actions.privacy.files import remove_files
from fordran.actions.privacy.find import NoPersonFound
from fordran.actions.privacy.list_due import list_due
from fordran.actions.privacy.show_batches import open_batches
from fordran.actions.proof.erasures import check_erasures
from fordran.actions.proof.verify import _check_accounts
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.api.app import Api, create_app
from fordran.operator import Operator
from fordran.outside.erased_files import ErasedFiles
from fordran.settings import Settings
from fordran.shape.fields import Refused
from fordran.store.rows.erased_rows import transactions_let_go
from fordran.worker.schedule import duties
from tests.actions.approvals.two_people import person as person_of_staff
from tests.actions.bank_hall import BankHall, camt054, deposit, paid
from tests.actions.flow.days import Days
from tests.actions.flow.people import person
from tests.actions.office import Office
from tests.actions.privacy.remembered import CONTACT, IDENTITY, NAME, NUMBER, PAYER, Desk
from tests.api.bodies import creditor_data
from tests.conftest import _numbers, copy_database, execute, named

CLOSED = date(2026, 6, 8)
FIRST_STAGE, SECOND_STAGE = date(2029, 6, 8), date(2034, 1, 1)
ONE_DAY = timedelta(days=1)
VERIFICATIONS = {
    "refunds",
    "case_registrations",
    "invoice_registrations",
    "invoices",
    "cases",
    "bank_transactions",
    "bank_order_lines",
}


@pytest.fixture
async def database_url(server: str, template: str) -> AsyncIterator[str]:
    """An installation for every test: a person is sought in all of it."""
    name = f"privacy_{next(_numbers)}"
    await copy_database(server, name, template)
    yield named(server, name)
    await execute(server, f"drop database {name} with (force)")


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return dataclasses.replace(Settings(), data=tmp_path, database_url=database_url, rate_limit_per_second=0)


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[Api]:
    api = create_app(settings)
    yield api
    await api.database.close()


@pytest.fixture
def desk(office: Office, days: Days, settings: Settings) -> Desk:
    return Desk(office, days, settings)


async def exported(desk: Desk, number: str = NUMBER) -> PersonFile:
    async with desk.days.transaction() as tx:
        return await export_person(tx, number, Operator(), RetentionTerms(), clock.now())


# Erasing ----------------------------------------------------------------------------------------------------------------------


async def test_what_is_no_bookkeeping_goes_first_and_names_in_the_bookkeeping_last(desk: Desk) -> None:
    await desk.remembered()
    assert {*CONTACT, *IDENTITY} == set(await desk.places_of(*CONTACT, *IDENTITY)), "all of it is there to begin with"
    assert await desk.differences() == []

    desk.days.at(FIRST_STAGE)
    erased = await desk.erase()
    assert (erased.pseudonymised, erased.anonymised, erased.kept_until) == (1, 0, date(2033, 12, 31))
    left = await desk.places_of(*CONTACT, *IDENTITY)
    tables = {place for places in left.values() for place in places if "/" not in place}
    assert set(left) & set(CONTACT) == set()
    assert tables <= VERIFICATIONS
    assert await desk.differences() == []

    desk.days.at(SECOND_STAGE - ONE_DAY)
    assert (await desk.erase()).anonymised == 0, "the seventh year has a day left"
    desk.days.at(SECOND_STAGE)
    assert (await desk.erase()).anonymised == 1
    assert await desk.places_of(*CONTACT, *IDENTITY) == {}
    assert await desk.differences() == []
    with pytest.raises(NoPersonFound):
        await desk.erase()


async def test_both_stages_at_once_for_somebody_who_was_forgotten_about(desk: Desk) -> None:
    await desk.remembered()
    desk.days.at(SECOND_STAGE)
    erased = await desk.erase()
    assert (erased.pseudonymised, erased.anonymised, erased.kept_until) == (1, 1, None)
    assert await desk.places_of(*CONTACT, *IDENTITY) == {}
    assert await desk.differences() == []


async def test_erasing_twice_does_nothing_more(desk: Desk) -> None:
    await desk.remembered()
    desk.days.at(FIRST_STAGE)
    await desk.erase()
    before = await desk.office.counts()
    again = await desk.erase()
    assert (again.pseudonymised, again.anonymised, again.rows.total(), again.files) == (0, 0, 0, 0)
    assert await desk.office.counts() == before


async def test_every_reason_why_it_is_too_early_is_said_at_once_and_nothing_is_erased(desk: Desk) -> None:
    invoiced, owed = await desk.remembered()
    await desk.office.post(
        "case--registrations", desk.office.case_body(customer=person(7) | {"name": NAME, "id_number": NUMBER})
    )
    desk.days.at(FIRST_STAGE - ONE_DAY)
    before = await desk.places_of(*CONTACT)
    with pytest.raises(TooEarly) as refused:
        await desk.erase()
    reasons = {reason.case: reason for reason in refused.value.reasons}
    assert len(reasons) == 3
    for case in (invoiced, owed):
        assert (reasons[case].closed, reasons[case].erasable_from) == (CLOSED, FIRST_STAGE)
        assert f"{case} (invoice" in str(refused.value)
    (still_open,) = set(reasons) - {invoiced, owed}
    assert "it is open" in str(reasons[still_open])
    assert "2026-06-08" in str(refused.value)
    assert "2029-06-08" in str(refused.value)
    assert "640823" not in str(refused.value)
    assert await desk.places_of(*CONTACT) == before


async def test_another_term_can_be_set(desk: Desk) -> None:
    await desk.remembered()
    desk.days.at(date(2026, 9, 8))
    assert (await desk.erase(months=3)).pseudonymised == 1


class PlugPulled(Exception):
    """Something of the kind that nobody expects."""


async def test_whoever_is_stopped_in_the_middle_has_erased_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.remembered()
    desk.days.at(SECOND_STAGE)
    before = await desk.places_of(*CONTACT, *IDENTITY)

    async def stop(*_: object) -> int:
        raise PlugPulled

    with monkeypatch.context() as cut:
        cut.setattr(carry_out, "erase_from_audit", stop)
        with pytest.raises(PlugPulled):
            await desk.erase()
    assert await desk.places_of(*CONTACT, *IDENTITY) == before
    assert (await desk.erase()).anonymised == 1


async def test_files_that_were_left_behind_are_removed_by_the_worker(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.remembered()
    files = (await exported(desk)).files
    desk.days.at(SECOND_STAGE)

    async def later(*_: object) -> int:
        return 0

    with monkeypatch.context() as cut:
        cut.setattr("tests.actions.privacy.remembered.remove_files", later)
        await desk.erase()
    assert all(desk.media.get(file.id) for file in files), "the command was stopped after its transaction"
    (remove,) = [duty for duty in duties(desk.settings) if duty.name == "remove erased files"]
    async with desk.days.transaction() as tx:
        assert await remove.act(tx) > len(files)
    assert await desk.places_of(*IDENTITY) == {}
    async with desk.days.transaction() as tx:
        assert await remove.act(tx) == 0


# Verifying afterwards -----------------------------------------------------------------------------------------------------------

CHANGES = [
    ("update invoice_registrations set document = jsonb_set(document, '{matrix,0,unit_price}', '1')", "a number"),
    ('update invoice_registrations set document = document || \'{"your_contact": "x"}\'', "a word"),
    ("update case_registrations set document = jsonb_set(document, '{customer,name}', '\"Kim\"')", "a name"),
    ("update customers set email = 'a@example.com'", "data that came back"),
    ("update customers set erasure = null", "a mark that is gone"),
    ("update cases set erasure = null", "a case's mark that is gone"),
    ("alter table erasures disable trigger user; delete from erasures", "the record that is gone"),
    ("alter table erasures disable trigger user; update erasures set hash_after = hash_before", "another record"),
]


class Found(Exception):
    """Something differs."""


async def test_verifying_accepts_what_was_erased_and_nothing_else(desk: Desk) -> None:
    await desk.remembered()
    desk.days.at(FIRST_STAGE)
    await desk.erase()
    for statement, remark in CHANGES:
        with pytest.raises(Found):
            await look_after(desk, f"{statement} where account_id = '{desk.office.account}'", remark)
    assert await desk.differences() == []


async def look_after(desk: Desk, statement: str, remark: str) -> None:
    """Raise `Found` where verifying finds what a statement does, and undo it.

    It is done by a connection of the service's own, which keeps the rows' hashes: only what is computed anew can tell.
    """
    async with desk.days.transaction() as tx:
        for part in statement.split("; "):
            # One by one: of an account of a cluster no two commands are taken together.
            await tx.execute(part)
        for check in (_check_accounts, check_erasures):
            async for difference in check(tx, lambda *_: None):
                raise Found(difference)
    pytest.fail(f"nobody sees {remark}")


async def test_the_record_of_erasures_cannot_be_changed(desk: Desk) -> None:
    await desk.remembered()
    desk.days.at(FIRST_STAGE)
    await desk.erase()
    for statement in ("update erasures set row_id = id", "delete from erasures", "truncate erasures"):
        with pytest.raises(asyncpg.RestrictViolationError):
            async with desk.days.transaction() as tx:
                await tx.execute(statement)


# Whoever's time has come --------------------------------------------------------------------------------------------------------


async def make_list(desk: Desk, *, at_once: bool = True) -> str | None:
    """The list that waits; None where nobody is due."""
    async with desk.days.transaction() as tx:
        await list_due(tx, RetentionTerms(), clock.now(), at_once=at_once)
        waiting = [one for one in await open_batches(tx) if one["status"] == "waiting"]
    return str(waiting[0]["batch"]) if waiting else None


async def carry_out_lists(desk: Desk) -> tuple[int, int]:
    """How many customers were pseudonymised and anonymised, one a transaction."""
    pseudonymised = anonymised = 0
    while True:
        async with desk.days.transaction() as tx:
            erased = await erase_confirmed(tx, RetentionTerms(), clock.now())
        if erased is None:
            async with desk.days.transaction() as tx:
                await remove_files(tx, ErasedFiles(desk.settings.data).remove)
            return pseudonymised, anonymised
        pseudonymised, anonymised = pseudonymised + erased.pseudonymised, anonymised + erased.anonymised


async def erase_all(desk: Desk) -> tuple[int, int]:
    """The same of everybody whose time has come, once a person has confirmed it."""
    if (batch := await make_list(desk)) is None:
        return 0, 0
    anna = await person_of_staff(desk.office.app.database, "Anna", "admin")
    assert await carry_out_lists(desk) == (0, 0), "nobody has confirmed it"
    async with desk.days.transaction() as tx:
        await confirm_batch(tx, batch, anna, clock.now())
    return await carry_out_lists(desk)


async def test_everybody_is_erased_on_the_day_and_not_before(desk: Desk) -> None:
    await desk.remembered()
    office = desk.office
    # Another customer of the same account whose second case was closed later.
    first, second = [await office.register_debt(10 + n) for n in range(2)]
    await office.cancel(first)
    desk.days.at(CLOSED + ONE_DAY)
    await office.cancel(second)
    for day, expected, remark in (
        (FIRST_STAGE - ONE_DAY, (0, 0), "nobody's time has come"),
        (FIRST_STAGE, (1, 0), "the one whose last case was closed on the day"),
        (FIRST_STAGE, (0, 0), "nobody twice"),
        (FIRST_STAGE + ONE_DAY, (1, 0), "the other, a day later"),
        (SECOND_STAGE - ONE_DAY, (0, 0), "the bookkeeping is kept"),
        (SECOND_STAGE, (0, 2), "and then it need not be"),
    ):
        desk.days.at(day)
        assert await erase_all(desk) == expected, remark
    assert await desk.places_of(*CONTACT, *IDENTITY, "Karin Öberg") == {}
    assert await desk.differences() == []


async def test_a_payer_for_whom_no_case_was_found_is_forgotten_with_the_bookkeeping(desk: Desk) -> None:
    hall = BankHall(desk.office.app.database, desk.office)
    desk.days.at(CLOSED)
    assert (await hall.bring(camt054(deposit(paid(500, "no reference", payer=PAYER), day=CLOSED))))["suspense"] == 1
    (waiting,) = await hall.waiting()
    desk.days.at(SECOND_STAGE)
    assert await make_list(desk) is None, "it waits for somebody to say whose it is"
    async with desk.days.transaction() as tx:
        await tx.execute(
            "update bank_transactions set status = 'refunded', suspense_amount = 0 where id = $1", waiting["_id"]
        )
    assert await erase_all(desk) == (0, 0)
    assert await make_list(desk) is None
    assert set(await desk.places_of(*IDENTITY)) == set()


async def test_who_paid_for_several_is_known_until_the_last_of_them_is_anonymised(desk: Desk) -> None:
    cases = await desk.remembered()
    async with desk.days.transaction() as tx:
        rows = await tx.fetch(
            "select distinct transaction_id from bank_payments where case_id = any($1::text[])", cases
        )
        shared, alone = sorted(row["transaction_id"] for row in rows)
        await tx.execute("update bank_payments set transaction_id = $1 where transaction_id = $2", shared, alone)
        assert await transactions_let_go(tx, [shared, alone]) == [alone], "of the other nothing is anybody's now"
        for case, let_go in zip(cases, ([alone], [shared, alone]), strict=True):
            await tx.execute(
                "update cases set erasure = 'anonymised' where account_id = $1 and id = $2", desk.office.account, case
            )
            assert await transactions_let_go(tx, [shared, alone]) == let_go


async def test_nobody_is_erased_unless_a_person_confirms_it(desk: Desk) -> None:
    await desk.remembered()
    desk.days.at(FIRST_STAGE)
    batch = await make_list(desk)
    assert batch is not None
    assert await make_list(desk) == batch, "one list at a time"
    for role in ("finance", "auditor"):
        other = await person_of_staff(desk.office.app.database, role, role)
        async with desk.days.transaction() as tx:
            with pytest.raises(NotAllowed):
                await confirm_batch(tx, batch, other, clock.now())
    anna = await person_of_staff(desk.office.app.database, "Anna", "admin")
    async with desk.days.transaction() as tx:
        await tx.execute('update users set "system_user" = true where id = $1', anna.user)
        with pytest.raises(NotAllowed):
            await confirm_batch(tx, batch, anna, clock.now())
        await tx.execute('update users set "system_user" = false where id = $1', anna.user)
    assert await carry_out_lists(desk) == (0, 0)
    assert await desk.places_of(NUMBER) != {}
    async with desk.days.transaction() as tx:
        await confirm_batch(tx, batch, anna, clock.now())
        with pytest.raises(Conflict):
            await put_batch_off(tx, batch, anna, SECOND_STAGE, "Tvist", clock.now())
    assert await carry_out_lists(desk) == (1, 0)
    (shown,) = (await desk.office.client.get("/erasure--batches")).json()["_items"]
    assert (shown["status"], shown["customers"], shown["erased"], shown["left"]) == ("done", 1, 1, 0)
    assert [(one["stage"], one["outcome"]) for one in shown["listed"]] == [("pseudonymised", "erased")]
    assert shown["decided_by"] == anna.user


async def test_a_list_that_is_put_off_waits_again_on_its_day(desk: Desk) -> None:
    await desk.remembered()
    desk.days.at(FIRST_STAGE)
    batch = await make_list(desk)
    assert batch is not None
    anna = await person_of_staff(desk.office.app.database, "Anna", "admin")
    until = FIRST_STAGE + 90 * ONE_DAY
    async with desk.days.transaction() as tx:
        with pytest.raises(Refused):
            await put_batch_off(tx, batch, anna, FIRST_STAGE, "Tvist", clock.now())
        await put_batch_off(tx, batch, anna, until, "Tvist", clock.now())
    for day, expected in ((FIRST_STAGE, None), (until - ONE_DAY, None), (until, batch)):
        desk.days.at(day)
        assert await make_list(desk) == expected, day
    assert await carry_out_lists(desk) == (0, 0)


async def test_who_has_come_back_since_the_list_was_made_is_kept(desk: Desk) -> None:
    await desk.remembered()
    desk.days.at(FIRST_STAGE)
    batch = await make_list(desk)
    assert batch is not None
    anna = await person_of_staff(desk.office.app.database, "Anna", "admin")
    async with desk.days.transaction() as tx:
        await tx.execute("update cases set refund_amount = 100 where id = (select min(id) from cases)")
        await confirm_batch(tx, batch, anna, clock.now())
    assert await carry_out_lists(desk) == (0, 0)
    (shown,) = (await desk.office.client.get("/erasure--batches")).json()["_items"]
    assert (shown["status"], shown["kept"], shown["listed"][0]["outcome"]) == ("done", 1, "not_due")


async def test_by_itself_a_list_is_made_once_a_month(desk: Desk) -> None:
    await desk.remembered()
    desk.days.at(FIRST_STAGE)
    batch = await make_list(desk, at_once=False)
    assert batch is not None
    async with desk.days.transaction() as tx:
        await tx.execute("update erasure_batches set status = 'done', ended = now()")
        await tx.execute("delete from erasure_batch_customers")
    assert await make_list(desk, at_once=False) is None
    desk.days.at(date(2029, 7, 1))
    assert await make_list(desk, at_once=False) is not None


async def test_the_worker_lists_people_unless_it_is_told_not_to(settings: Settings) -> None:
    named = {duty.name for duty in duties(settings)}
    told_not_to = {duty.name for duty in duties(dataclasses.replace(settings, erase_after_months=0))}
    assert named - told_not_to == {"list customers to erase"}
    assert "erase confirmed customers" in told_not_to


# Everything held about a person -------------------------------------------------------------------------------------------------


async def test_everything_is_in_the_export(desk: Desk) -> None:
    cases = await desk.remembered()
    found = await exported(desk)
    document = json.loads(found.json)
    assert document["person"] == {"names": ["Rut Örnfeldt"], "id_numbers": [NUMBER]}
    data = document["data"]
    assert {case["_id"] for case in data["cases"]} == set(cases)
    assert data["cases"][0] == await desk.office.case(data["cases"][0]["_id"]), "in the form of the interface"
    assert {statement["case"] for statement in document["statements"]} == set(cases)
    for name in (
        *("customers", "invoices", "invoice--registrations", "case--registrations", "letters", "bank--transactions"),
        *("bookings", "steps", "envelopes", "events", "bank_order_lines", "idempotent_answers", "ocr_numbers"),
    ):
        assert data[name], name
    assert len(found.files) == len(document["files"]) == 7
    assert all(desk.media.get(file.id).startswith(b"%PDF") for file in found.files)
    assert found.pdf.startswith(b"%PDF")
    for heading in ("Dina rättigheter", "Hur länge de sparas", "Rättslig grund"):
        assert heading in [part["heading"] for part in document["information"]]


async def test_no_place_that_holds_the_name_is_missing_from_the_export(desk: Desk) -> None:
    await desk.remembered()
    data = json.loads((await exported(desk)).json)["data"]
    known = {name.replace("--", "_").replace("-", "_").removeprefix("finance_") for name in data}
    places = {place for found in (await desk.places_of(*CONTACT, *IDENTITY)).values() for place in found}
    assert {place for place in places if "/" not in place} <= known


async def test_two_exports_of_the_same_are_the_same(desk: Desk) -> None:
    await desk.remembered()
    first, second = [json.loads((await exported(desk)).json) for _ in range(2)]
    # Who read what is noted some moments later.
    assert first["data"].pop("audit--log")
    assert second["data"].pop("audit--log")
    assert first == second
    assert list(first["data"]) == sorted(first["data"])


@pytest.mark.parametrize("spelling", ["640823-3234", "6408233234", "196408233234", "19640823-3234", "19 640823 3234"])
async def test_a_person_is_found_in_any_spelling(desk: Desk, spelling: str) -> None:
    body = desk.office.case_body(customer=person(3) | {"id_number": "640823-3234"})
    case = (await desk.office.post("case--registrations", body))["_cases"][0]
    data = (await exported(desk, spelling)).document["data"]
    assert case in {one["_id"] for one in data["cases"]}
    await desk.office.cancel(case)


async def test_a_person_is_found_in_every_account(desk: Desk) -> None:
    office = desk.office
    await office.post("case--registrations", office.case_body(customer=person(3) | {"id_number": NUMBER}))
    other = dataclasses.replace(office)
    made = await office.post("creditors", creditor_data() | {"account": office.account})
    other.creditor = made["_id"]
    await office.post("case--registrations", other.case_body(customer=person(3) | {"id_number": "640823-3234"}))
    data = (await exported(desk)).document["data"]
    assert {case["creditor"] for case in data["cases"]} >= {office.creditor, other.creditor}


async def test_two_people_with_ten_digits_in_common_are_never_mixed(desk: Desk) -> None:
    office = desk.office
    names = {"19200102-2389": "Elda Äldre", "20200102-2389": "Yngve Yngre"}
    for number, name in names.items():
        await office.register_invoice(customer={"name": name, "id_number": number, "is_person": True})
    for spelling, whose in (
        ("19200102-2389", "19200102-2389"),
        ("200102+2389", "19200102-2389"),
        ("200102-2389", "20200102-2389"),
        ("202001022389", "20200102-2389"),
    ):
        held = json.dumps((await exported(desk, spelling)).document, ensure_ascii=False)
        assert {name for name in names.values() if name in held} == {names[whose]}, spelling


async def test_what_others_registered_in_the_same_request_is_left_out(desk: Desk) -> None:
    office = desk.office
    bodies = [office.case_body(customer=who) for who in (person(11), person(3) | {"id_number": NUMBER}, person(12))]
    await office.post("case--registrations", bodies, headers={"Idempotency-Key": f"many-{office.creditor}"})
    found = await exported(desk)
    (answer,) = found.document["data"]["idempotent_answers"]
    assert len(answer["body"]["_items"]) == 1
    for other in (person(11), person(12)):
        assert other["id_number"] not in found.json.decode()
        assert other["name"] not in found.json.decode()


async def test_who_was_pseudonymised_is_found_still_with_what_is_kept(desk: Desk) -> None:
    await desk.remembered()
    desk.days.at(FIRST_STAGE)
    await desk.erase()
    document = (await exported(desk)).document
    assert NUMBER in document["person"]["id_numbers"], "by the registrations"
    assert document["data"]["customers"][0]["name"].startswith("Gallrad ")
    assert document["data"]["erasures"]


async def test_a_sole_trader_who_is_a_creditor_is_found(desk: Desk) -> None:
    office = desk.office
    trader = creditor_data(name="Ruts Klippning", organization_no="900101-1239") | {"account": office.account}
    made = await office.post("creditors", trader)
    data = (await exported(desk, "19900101-1239")).document["data"]
    assert [one["_id"] for one in data["creditors"]] == [made["_id"]]
    assert "customers" not in data


async def test_nobody_is_told_of_without_repeating_the_number(desk: Desk) -> None:
    for act in (exported, Desk.erase):
        with pytest.raises(NoPersonFound) as refused:
            await act(desk, "19121212-1212")
        assert "1212-1212" not in str(refused.value)
        assert "12121212" not in str(refused.value)
