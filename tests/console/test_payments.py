"""A payment's own page: where every öre went, the same as the trace of the interface."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def test_a_payment_shows_where_every_ore_went(browse: Browse, world: World) -> None:
    finance = await browse("finance")
    matched = [one for one in await world.some("bank--transactions") if one["cases"]]
    seen = 0
    for payment in matched:
        page = await finance.get(f"/console/payments/{payment['_id']}")
        assert page.status == 200
        assert len(page.answer.content) < 100_000
        for part in payment["cases"]:
            case = part["case"]
            assert f"/console/cases/{case}/payments" in page.tree.xpath("//a/@href")
            traced = (await world.operator.get(f"/cases/{case}/trace")).json()["payments"]
            (one,) = [one for one in traced if one.get("bank", {}).get("transaction") == payment["_id"]]
            tables = page.tree.xpath("//table[starts-with(@aria-label, 'Vart pengarna gick ')]")
            rows = [len(table.xpath("./tbody/tr")) for table in tables]
            rest = one["amount"] - sum(settled["amount"] for settled in one["settled"])
            assert len(one["settled"]) + bool(round(rest * 100)) in rows
            payouts = {line["payout"] for done in one["settled"] for line in done["specifications"] if "payout" in line}
            assert {f"/console/payouts/{id_}" for id_ in payouts} <= set(page.tree.xpath("//a/@href"))
            seen += 1
    assert seen > 0


async def test_a_case_lists_its_payments_and_leads_staff_to_the_bank(browse: Browse, world: World) -> None:
    payment = next(
        one
        for one in await world.some("bank--transactions")
        if any(part["creditor"] == world.creditor.id for part in one["cases"])
    )
    case = next(part["case"] for part in payment["cases"] if part["creditor"] == world.creditor.id)
    path = f"/console/cases/{case}/payments"
    handler, user = await browse("handler"), await browse("creditor_user")
    assert path in (await handler.get(f"/console/cases/{case}")).tree.xpath("//a/@href")
    page = await handler.get(path)
    assert page.h1 == "Betalningar"
    assert f"/console/payments/{payment['_id']}" in page.tree.xpath("//a/@href")
    theirs = await user.get(path)
    assert theirs.status == 200
    links = theirs.tree.xpath("//main//a/@href")
    assert not [link for link in links if link.startswith(("/console/payments", "/console/payouts"))]
    assert (await user.get(f"/console/payments/{payment['_id']}")).status == 403


async def test_another_creditors_case_has_no_payments_to_see(browse: Browse, world: World) -> None:
    others = [one for one in await world.some("cases") if one["creditor"] != world.creditor.id]
    user = await browse("creditor_user")
    assert (await user.get(f"/console/cases/{others[0]['_id']}/payments")).status == 404
