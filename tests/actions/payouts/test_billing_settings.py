"""Settings of operator invoices: of installation, agreement template, account and creditor, the nearest that sets one counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from fordran import clock
from fordran.actions.cases.change_settings import DoesNotFit, add_template, change_setting, settings_at
from fordran.actions.payouts.terms import PaidCreditor, paid_creditors
from fordran.api.app import Api
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk
from tests.actions.payouts.test_operator_invoices import DECEMBER, NEW_YEAR, invoices, issue, kept, wrong

LEVELS = ("installation", "agreement_template", "account", "creditor")


async def billed(desk: PayoutDesk) -> tuple[str, str]:
    async with desk.database.transaction() as tx:
        found = await paid_creditors(tx, desk.office.account, [desk.office.creditor])
    whom: PaidCreditor = found[desk.office.creditor]
    return whom.fee_vat, whom.settle_fees


async def put(desk: PayoutDesk, level: str, settings: dict[str, str] | None) -> None:
    """Set what a level says of it, and nothing else."""
    statements = {
        "installation": "update installation set case_settings = $1 where $2 <> '' and $3 <> ''",
        "agreement_template": """update agreement_templates set case_settings = $1
            where id = (select agreement_template from accounts where id = $2) and $3 <> ''""",
        "account": "update accounts set case_settings = $1 where id = $2 and $3 <> ''",
        "creditor": "update creditors set case_config = $1 where account_id = $2 and id = $3",
    }
    async with desk.database.transaction() as tx:
        await tx.execute(statements[level], settings, desk.office.account, desk.office.creditor)


async def test_the_nearest_level_counts(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path)
    async with desk.database.transaction() as tx:
        template = await add_template(tx, "Hyror", clock.now())
        await tx.execute("update accounts set agreement_template = $2 where id = $1", desk.office.account, template)
    assert await billed(desk) == ("on_top", "net")
    try:
        for place, level in enumerate(LEVELS):
            vat, settled = ("included", "net") if place % 2 == 0 else ("on_top", "invoice")
            await put(desk, level, {"fee_vat": vat, "settle_fees": settled})
            assert await billed(desk) == (vat, settled), level
        await put(desk, "creditor", {"settle_fees": "net"})
        assert await billed(desk) == ("included", "net"), "each setting by itself"
    finally:
        await put(desk, "installation", None)


async def test_an_account_says_how_its_creditors_are_billed(app: Api, tmp_path: Path) -> None:
    desk = await open_desk(app, tmp_path)
    account = await desk.office.get(f"accounts/{desk.office.account}")
    answer = await desk.office.client.patch(
        f"/accounts/{desk.office.account}",
        json={"case_settings": {"fee_vat": "included", "settle_fees": "invoice"}},
        headers={"If-Match": account["_etag"]},
    )
    assert answer.status_code == 200, answer.text
    await kept(desk, DECEMBER)
    await issue(desk, NEW_YEAR)
    (invoice,) = await invoices(desk)
    shown = ("fee_vat", "settle_fees", "net_amount", "vat_amount", "amount_to_pay")
    assert [invoice[name] for name in shown] == ["included", "invoice", 144, 36, 0]
    assert await wrong(desk) == []


async def test_the_installation_says_it_by_command(app: Api) -> None:
    now = clock.now()
    async with app.database.transaction() as tx:
        assert (await settings_at(tx, now))["fee_vat"] == {"value": "on_top", "level": "default"}
        assert await change_setting(tx, "fee_vat", "included", now) == {
            "fee_vat": {"value": "included", "level": "installation"}
        }
        with pytest.raises(DoesNotFit):
            await change_setting(tx, "settle_fees", "later", now)
        unset = await change_setting(tx, "fee_vat", None, now)
    assert unset == {"fee_vat": {"value": "on_top", "level": "default"}}
