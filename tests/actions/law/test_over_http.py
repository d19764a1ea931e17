"""Rows of law over HTTP: proposed by one administrator, approved by another, never by an API client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.people.add_person import add_person
from tests.actions.office import Office
from tests.api.world import client_of

RATE = {"article": "reference_rate", "from": "2027-01-01", "percent": 3, "source": "SFS 2026:1500"}


@pytest.fixture
async def people(office: Office) -> AsyncIterator[dict[str, str]]:
    """Two administrators and a handler of a live installation, by their tokens."""
    async with office.app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
        key = await tx.fetchval("select token_key from installation")
        found = {
            name: issue(
                await add_person(tx, name, f"{name}.{clock.monotonic()}@example.com", role, clock.now()),
                key,
                clock.unix(),
                600,
            )
            for name, role in (("eva", "admin"), ("bo", "admin"), ("siv", "handler"))
        }
    yield found
    async with office.app.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true, law_rows = '[]'")
        await tx.execute("alter table law_rows disable trigger law_rows_stay_as_decided")
        await tx.execute("delete from law_rows")
        await tx.execute("alter table law_rows enable trigger law_rows_stay_as_decided")


async def ask(office: Office, token: str, method: str, path: str, status: int, **more: Any) -> Any:
    async with client_of(office.app, token) as client:
        answer = await client.request(method, path, **more)
    assert answer.status_code == status, answer.text
    return answer.json()


async def test_two_people_add_a_row(office: Office, people: dict[str, str]) -> None:
    eva, bo, siv = people.values()
    await ask(office, siv, "POST", "/law--rows", 403, json=RATE)
    row = await ask(office, eva, "POST", "/law--rows", 202, json=RATE)
    assert row.pop("_approval") == row["_id"]
    assert (row["article"], row["percent"], row["status"]) == ("reference_rate", 3, "proposed")
    assert row["from"] == "Fri, 01 Jan 2027 00:00:00 GMT"
    assert "decided" not in row
    path = f"/law--rows/{row['_id']}"
    assert await ask(office, siv, "GET", path, 200) == row
    assert (await office.client.post(f"{path}/approve")).status_code == 403, "an API client is no person"
    await ask(office, siv, "POST", f"{path}/approve", 403)
    await ask(office, eva, "POST", f"{path}/approve", 409)
    approved = await ask(office, bo, "POST", f"{path}/approve", 201)
    assert approved["status"] == "approved"
    assert approved["decided_by"] != row["proposed_by"]
    await ask(office, bo, "POST", f"{path}/reject", 409)
    assert (await ask(office, siv, "GET", "/law--rows", 200))["_items"] == [approved]
    assert await office.differences() == []


async def test_what_does_not_belong_together_is_refused_and_a_proposer_takes_back(
    office: Office, people: dict[str, str]
) -> None:
    eva = people["eva"]
    refused = await ask(office, eva, "POST", "/law--rows", 422, json=RATE | {"amount": 70})
    assert list(refused["_issues"]) == ["amount"]
    refused = await ask(office, eva, "POST", "/law--rows", 422, json=RATE | {"article": "invented"})
    assert list(refused["_issues"]) == ["article"]
    early = {"article": "reminder", "from": "2026-01-01", "amount": 70, "source": "SFS 2026:1"}
    await ask(office, eva, "POST", "/law--rows", 409, json=early)
    order = {"article": "order_of_payment", "from": "2027-07-01", "source": "SFS 2027:1", "is_for_consumers": True}
    order |= {"parts": ["capital", "interest", "costs", "authority_costs"]}
    row = await ask(office, eva, "POST", "/law--rows", 202, json=order)
    assert (row["parts"], row["is_for_consumers"]) == (order["parts"], True)
    assert (await ask(office, eva, "POST", f"/law--rows/{row['_id']}/reject", 201))["status"] == "rejected"
    await ask(office, eva, "POST", f"/law--rows/{'0' * 24}/approve", 404)


async def test_a_proposal_is_decided_among_all_that_waits(office: Office, people: dict[str, str]) -> None:
    eva, bo, siv = people.values()
    given = {"article": "reminder", "from": "2028-01-01", "amount": 75, "source": "SFS 2027:2"}
    row = await ask(office, eva, "POST", "/law--rows", 202, json=given)
    path = f"/approvals/{row['_approval']}"
    (one,) = [one for one in (await ask(office, bo, "GET", "/approvals", 200))["_items"] if one["_id"] == row["_id"]]
    assert (one["kind"], one["amount"], one["status"]) == ("law_row", 75, "waiting")
    assert one["details"] == {"article": "reminder", "from": "2028-01-01", "source": "SFS 2027:2"}
    await ask(office, eva, "POST", f"{path}/approve", 409)
    await ask(office, siv, "POST", f"{path}/approve", 403)
    await ask(office, bo, "POST", f"{path}/approve", 201)
    assert (await ask(office, siv, "GET", f"/law--rows/{row['_id']}", 200))["status"] == "approved"
    assert (await ask(office, bo, "GET", path, 200))["status"] == "approved"
    await ask(office, bo, "POST", f"{path}/reject", 409)
    later = await ask(office, eva, "POST", "/law--rows", 202, json=given | {"from": "2029-01-01"})
    await ask(office, bo, "POST", f"/approvals/{later['_id']}/reject", 201, json={"reason": "SFS saknas"})
    assert (await ask(office, siv, "GET", f"/law--rows/{later['_id']}", 200))["status"] == "rejected"


async def test_in_a_sandbox_one_step_is_enough(office: Office) -> None:
    given = {"article": "reminder", "from": "2027-07-01", "amount": 70}
    made = await office.post("law--rows", given)
    assert (made["status"], made["amount"]) == ("approved", 70)
