"""Helpers of tests in a sandbox are for everybody, and reach no further than what their caller sees."""

from __future__ import annotations

import json

import pytest

from tests.api.world import World


@pytest.mark.parametrize("caller", ["api_user", "creditor_user", "account_admin", "partner"])
async def test_everybody_helps_themselves_within_what_they_see(world: World, caller: str) -> None:
    client = world.callers[caller]
    seen = {"case": world.case, "amount": 1}
    assert (await client.post("/test--helpers/payments", json=seen)).status_code == 201
    other = world.partners[1].accounts[0].creditors[0]
    of_other = await world.operator.get("/cases", params={"where": json.dumps({"creditor": other.id})})
    for item in of_other.json()["_items"]:
        for body in ({"case": item["_id"]}, {"ocr_number": item["ocr_number"]}):
            refused = await client.post("/test--helpers/payments", json=body | {"amount": 1})
            assert refused.status_code == 422
