"""Lists of people to erase in the pages: an administrator puts one off, and confirms it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.api.aftermath import erasure_batch
from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def test_an_administrator_puts_a_list_off_and_confirms_it(browse: Browse, world: World) -> None:
    async with world.database.transaction() as tx:
        batch = await erasure_batch(tx, world.case)
        await tx.execute(
            "update erasure_batches set status = 'waiting', put_off_until = null, note = null where id = $1", batch
        )
        await tx.execute("update erasure_batch_customers set outcome = null where erasure_batch_id = $1", batch)
    here = f"/console/erasures/{batch}"
    admin = await browse("admin")
    assert here in (await admin.get("/console/erasures")).tree.xpath("//a/@href")
    page = await admin.get(here)
    customer = (await world.operator.get(f"/cases/{world.case}")).json()["customer"]
    assert f"/console/customers/{customer}" in page.tree.xpath("//a/@href")
    wrong = await admin.send(page, f"{here}/put-off", until="2020-01-01", note="Bokslut")
    assert "Välj en dag efter" in wrong.text
    put_off = await admin.send(page, f"{here}/put-off", until="2099-01-01", note="Bokslut")
    assert "Uppskjuten" in put_off.text
    assert "Bokslut" in put_off.text
    asked = await admin.send(put_off, f"{here}/confirm")
    assert "Det går inte att ångra" in asked.text
    done = await admin.send(asked, f"{here}/confirm", _confirmed="yes")
    assert "Gallras" in done.text
    assert not [form for form in done.tree.forms if (form.action or "").startswith(here)], "it is decided"
    auditor = await browse("auditor")
    assert (await auditor.get(here)).status == 200
    assert (await (await browse("handler")).get(here)).status == 403
