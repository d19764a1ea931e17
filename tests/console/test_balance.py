"""Saldo och nästa utbetalning: for staff and for the creditor's own people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from fordran.domain.languages import SWEDISH
from fordran.web.formatting import amount_text
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


@pytest.mark.parametrize("person", ["finance", "creditor_user"])
async def test_the_page_shows_what_the_interface_answers(browse: Browse, world: World, person: str) -> None:
    one, path = await browse(person), f"/console/creditors/{world.creditor.id}"
    creditor = await one.get(path)
    assert f"{path}/balance" in creditor.tree.xpath("//a/@href")
    page = await one.get(f"{path}/balance")
    assert page.h1 == "Saldo och nästa utbetalning"
    found = (await world.operator.get(f"/creditors/{world.creditor.id}/balance")).json()
    (shown,) = page.tree.xpath("//@data-balance")
    assert int(shown) == round(found["total_amount"] * 100)
    assert len(page.tree.xpath("//main//table")) == len(found["payouts"])
    if found["payouts"]:
        first = found["payouts"][0]["pay_on"]
        due = sum(round(one["total_amount"] * 100) for one in found["payouts"] if one["pay_on"] == first)
        written = amount_text(due, SWEDISH).replace("\xa0", " ")
        assert f"Nästa utbetalning: {written}" in page.text
    links = {link for link in page.tree.xpath("//main//a/@href") if link.startswith("/console/payouts/")}
    assert bool(links) == (person == "finance" and any("payout" in one for one in found["payouts"]))
