"""Approvals: no payout leaves before as many people have looked at it as its creditor asks for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from fordran.actions.proof.approvals import check_approvals
from fordran.actions.proof.differences import Discrepancy
from fordran.api.app import Api
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk
from tests.actions.payouts.people import person
from tests.api.bodies import creditor_data

MONDAY = date(2026, 11, 16)
TUESDAY = MONDAY + timedelta(days=1)


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    """A desk of a creditor with whom two approvals are agreed, and a payout of 500 kr that is ready."""
    config = {"payout_frequency": "daily", "payout_approvals": 2}
    opened = await open_desk(app, tmp_path, case_config=config)
    while await opened.export(TUESDAY):
        pass
    await opened.paid(await opened.debt(1000), 500_00, MONDAY)
    await opened.prepare(TUESDAY)
    return opened


@pytest.fixture
async def people(app: Api) -> AsyncIterator[dict[str, httpx.AsyncClient]]:
    async with AsyncExitStack() as stack:
        made = {}
        for name in ("anna", "bo", "eva"):
            _, client = await person(app, name)
            made[name] = await stack.enter_async_context(aclosing(client))
        yield made


async def approve(by: httpx.AsyncClient, payout: dict[str, Any], body: Any = None) -> httpx.Response:
    path = f"/finance--payouts/{payout['_id']}/approve"
    return await by.post(path) if body is None else await by.post(path, json=body)


async def missing(desk: PayoutDesk) -> int:
    return int((await desk.payout())["approvals_missing"])


async def change(by: httpx.AsyncClient, payout: dict[str, Any], **body: Any) -> None:
    answer = await by.patch(f"/finance--payouts/{payout['_id']}", json=body, headers={"if-match": payout["_etag"]})
    assert answer.status_code == 200, answer.text


async def test_a_payout_leaves_after_two_people_have_approved_it(
    desk: PayoutDesk, people: dict[str, httpx.AsyncClient]
) -> None:
    payout = await desk.payout()
    assert (payout["ready_for_payout"], payout["approvals_missing"]) == (True, 2)
    assert await desk.export(TUESDAY) is None
    answer = await approve(people["anna"], payout)
    assert answer.status_code == 201, answer.text
    said = answer.json()
    assert (said["_status"], said["approvals_missing"], len(said["approvals"])) == ("OK", 1, 1)
    assert said["_etag"] != payout["_etag"]
    assert await desk.export(TUESDAY) is None
    assert (await approve(people["bo"], payout, {"total_amount": 500})).status_code == 201
    assert await desk.export(TUESDAY) is not None
    paid = await desk.payout()
    assert (paid["approvals_missing"], len(paid["approvals"])) == (0, 2)
    assert await desk.office.differences() == []


async def test_what_is_not_approved_stays_when_another_payout_of_the_account_leaves(
    desk: PayoutDesk, people: dict[str, httpx.AsyncClient]
) -> None:
    config = {"payout_frequency": "daily", "payout_approvals": 2}
    body = creditor_data(case_config=config, payout_details={"sek": {"bankgiro": "991-2346"}})
    sibling = (await desk.office.post("creditors", body | {"account": desk.office.account}))["_id"]
    other = PayoutDesk(replace(desk.office, creditor=sibling), desk.folder)
    await other.paid(await other.debt(1000), 300_00, MONDAY)
    await other.prepare(TUESDAY)
    for name in ("anna", "bo"):
        assert (await approve(people[name], await desk.payout())).status_code == 201
    assert (await other.payout())["ready_for_payout"] is True
    assert await desk.export(TUESDAY) is not None
    assert ("payout_date" in await desk.payout(), "payout_date" in await other.payout()) == (True, False)


async def test_one_person_counts_once(desk: PayoutDesk, people: dict[str, httpx.AsyncClient]) -> None:
    payout = await desk.payout()
    assert (await approve(people["anna"], payout)).status_code == 201
    again = await approve(people["anna"], payout)
    assert (again.status_code, await missing(desk)) == (409, 1)
    assert "already" in again.json()["_error"]["message"]


async def test_of_two_requests_of_one_person_at_once_one_counts(
    desk: PayoutDesk, people: dict[str, httpx.AsyncClient]
) -> None:
    payout = await desk.payout()
    answers = await asyncio.gather(*(approve(people["anna"], payout) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert await missing(desk) == 1


async def test_an_api_client_is_no_person(desk: PayoutDesk) -> None:
    answer = await approve(desk.office.client, await desk.payout())
    assert (answer.status_code, await missing(desk)) == (403, 2)


async def test_a_creditors_person_is_not_asked(desk: PayoutDesk, app: Api) -> None:
    _, client = await person(app, "Creditor's", creditors=[desk.office.creditor])
    async with aclosing(client):
        assert (await approve(client, await desk.payout())).status_code == 403


async def test_who_changed_it_by_hand_does_not_approve_it(
    desk: PayoutDesk, people: dict[str, httpx.AsyncClient]
) -> None:
    await change(people["eva"], await desk.payout(), payout_reference="Another")
    payout = await desk.payout()
    refused = await approve(people["eva"], payout)
    assert (refused.status_code, await missing(desk)) == (409, 2)
    assert "by hand" in refused.json()["_error"]["message"]
    assert [(await approve(people[name], payout)).status_code for name in ("anna", "bo")] == [201, 201]
    assert await desk.export(TUESDAY) is not None
    assert await desk.wrong() == []


async def test_a_change_by_hand_asks_for_all_approvals_anew(
    desk: PayoutDesk, people: dict[str, httpx.AsyncClient]
) -> None:
    payout = await desk.payout()
    for name in ("anna", "bo"):
        await approve(people[name], payout)
    await change(people["anna"], await desk.payout(), payout_reference="Another")
    assert await missing(desk) == 2
    assert await desk.export(TUESDAY) is None
    assert [(await approve(people[name], payout)).status_code for name in ("bo", "anna", "eva")] == [201, 409, 201]
    assert await desk.export(TUESDAY) is not None
    assert await desk.wrong() == []


async def test_another_amount_asks_for_all_approvals_anew(
    desk: PayoutDesk, people: dict[str, httpx.AsyncClient]
) -> None:
    payout = await desk.payout()
    for name in ("anna", "bo"):
        await approve(people[name], payout)
    await desk.paid(await desk.debt(1000), 100_00, MONDAY)
    await desk.prepare(TUESDAY)
    changed = await desk.payout()
    assert (changed["total_amount"], changed["approvals_missing"], "approvals" in changed) == (600, 2, False)
    assert await desk.export(TUESDAY) is None
    stale = await approve(people["anna"], changed, {"total_amount": 500})
    assert (stale.status_code, await missing(desk)) == (409, 2)


async def test_another_account_asks_for_all_approvals_anew(
    desk: PayoutDesk, people: dict[str, httpx.AsyncClient]
) -> None:
    payout = await desk.payout()
    for name in ("anna", "bo"):
        await approve(people[name], payout)
    creditor = await desk.office.get(f"creditors/{desk.office.creditor}")
    details = {"payout_details": {"sek": {"bankgiro": "555-5552"}}}
    tag = {"if-match": creditor["_etag"]}
    await desk.office.client.patch(f"/creditors/{desk.office.creditor}", json=details, headers=tag)
    assert await desk.export(TUESDAY) is None
    assert await missing(desk) == 2
    for name in ("anna", "bo"):
        assert (await approve(people[name], payout)).status_code == 201
    assert await desk.export(TUESDAY) is not None
    assert await desk.wrong() == []


async def test_what_is_paid_is_not_approved_any_more(desk: PayoutDesk, people: dict[str, httpx.AsyncClient]) -> None:
    payout = await desk.payout()
    await change(desk.office.client, payout, payout_date="2026-11-17")
    assert (await approve(people["anna"], payout)).status_code == 409


async def test_a_payout_that_is_not_there_is_not_found(people: dict[str, httpx.AsyncClient]) -> None:
    assert (await approve(people["anna"], {"_id": "0" * 24})).status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [({"total_amount": "500"}, "total_amount"), ({"comment": "fine"}, "comment")],
)
async def test_a_body_that_cannot_be_is_refused(
    desk: PayoutDesk, people: dict[str, httpx.AsyncClient], body: dict[str, Any], field: str
) -> None:
    answer = await approve(people["anna"], await desk.payout(), body)
    assert (answer.status_code, list(answer.json()["_issues"])) == (422, [field])
    assert await missing(desk) == 2


@pytest.mark.parametrize("value", [-1, 3, 1.5, "2", True])
async def test_other_numbers_of_approvals_are_refused(desk: PayoutDesk, value: Any) -> None:
    creditor = await desk.office.get(f"creditors/{desk.office.creditor}")
    body, tag = {"case_config": {"payout_approvals": value}}, {"if-match": creditor["_etag"]}
    answer = await desk.office.client.patch(f"/creditors/{desk.office.creditor}", json=body, headers=tag)
    assert answer.status_code == 422, answer.text


async def test_a_dry_run_approves_nothing(desk: PayoutDesk, people: dict[str, httpx.AsyncClient]) -> None:
    payout = await desk.payout()
    path = f"/finance--payouts/{payout['_id']}/approve"
    answer = await people["anna"].post(path, params={"dry_run": "true"})
    assert answer.status_code == 200, answer.text
    assert await missing(desk) == 2


# Forged -----------------------------------------------------------------------------------------------------------------------

ADDED = """
insert into payout_approvals (account_id, payout_id, position, at, user_id, amount, bank_account, round, previous_hash, hash)
select account_id, payout_id, 3, at, $2, amount, bank_account, round, hash, hash from payout_approvals
where payout_id = $1 and position = 2
"""


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        (ADDED, {"hash", "request"}),
        ("update payout_approvals set user_id = $2 where payout_id = $1 and position = 2", {"hash", "request"}),
        ("update payout_approvals set amount = 1 where payout_id = $1 and $2 <> ''", {"hash", "approvals"}),
        (
            "delete from payout_approvals where payout_id = $1 and position = 1 and $2 <> ''",
            {"position", "previous_hash", "approvals"},
        ),
        ("""update payouts set changed_by = array[$2] where id = $1""", {"approvals"}),
        (
            """update users set "system_user" = true where id = (select user_id from payout_approvals
            where payout_id = $1 and position = 2) and $2 <> ''""",
            {"user"},
        ),
        (
            """update payout_approvals p set let_in_by = array[f.user_id] from payout_approvals f
            where f.account_id = p.account_id and f.payout_id = p.payout_id and f.position = 1
              and p.payout_id = $1 and p.position = 2 and $2 <> ''""",
            {"hash", "let_in_by"},
        ),
    ],
    ids=["added", "another's", "another amount", "taken away", "of another round", "a client's", "of one hand"],
)
async def test_verify_finds_an_approval_that_was_forged_as_the_service_would_write_it(
    desk: PayoutDesk, people: dict[str, httpx.AsyncClient], app: Api, statement: str, found: set[str]
) -> None:
    payout = await desk.payout()
    for name in ("anna", "bo"):
        await approve(people[name], payout)
    assert await desk.export(TUESDAY) is not None
    other, client = await person(app, "Other")
    async with aclosing(client):
        differences = await found_after(desk, statement, payout["_id"], other)
    assert {one.what for one in differences} == found
    assert {one.id.partition("/")[0] for one in differences} == {payout["_id"]}
    assert await desk.wrong() == []


class Undone(Exception):
    """What was forged is not left there."""


async def found_after(desk: PayoutDesk, statement: str, *values: str) -> list[Discrepancy]:
    """What is found of approvals after a statement, which is undone."""
    found: list[Discrepancy] = []
    with suppress(Undone):
        async with desk.database.transaction() as tx:
            await tx.execute(statement, *values)
            found += [one async for one in check_approvals(tx, lambda *_: None)]
            raise Undone
    return found
