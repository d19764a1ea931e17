"""Settings that no document holds: what is set is what holds, and what cannot be says what is wrong."""

from __future__ import annotations

import pytest

from fordran import clock
from fordran.actions.cases.change_settings import (
    DoesNotFit,
    NoSuchSetting,
    NoSuchTemplate,
    add_template,
    change_setting,
    settings_at,
    templates,
)
from fordran.store.connections.database import Database
from fordran.store.rows.ids import new_id


async def test_a_template_wins_over_the_installation_until_it_is_unset(database: Database) -> None:
    now = clock.now()
    async with database.transaction() as tx:
        template = await add_template(tx, "Hyror", now)
        before = (await settings_at(tx, clock.now(), template))["reminder_pay_days"]
        assert await change_setting(tx, "reminder_pay_days", 12, now) == {
            "reminder_pay_days": {"value": 12, "level": "installation", "law": before["law"]}
        }
        assert (await settings_at(tx, clock.now(), template))["reminder_pay_days"]["value"] == 12
        set_ = await change_setting(tx, "reminder_pay_days", 14, now, template)
        assert (set_["reminder_pay_days"]["value"], set_["reminder_pay_days"]["level"]) == (14, "agreement_template")
        assert (await settings_at(tx, clock.now()))["reminder_pay_days"]["value"] == 12
        await change_setting(tx, "reminder_pay_days", None, now, template)
        await change_setting(tx, "reminder_pay_days", None, now)
        assert (await settings_at(tx, clock.now(), template))["reminder_pay_days"] == before
        listed = {found["_id"]: found for found in await templates(tx)}
    assert listed[template] == {"_id": template, "name": "Hyror", "is_standard": False, "accounts": 0}


async def test_what_is_wrong_is_told_in_fields(database: Database) -> None:
    now, nowhere = clock.now(), new_id()
    async with database.transaction() as tx:
        with pytest.raises(NoSuchSetting) as no_setting:
            await change_setting(tx, "reminder_fees", 60, now)
        with pytest.raises(NoSuchTemplate) as no_template:
            await settings_at(tx, clock.now(), nowhere)
        with pytest.raises(DoesNotFit) as does_not_fit:
            await change_setting(tx, "reminder_pay_days", "ten", now)
    assert no_setting.value.name == "reminder_fees"
    assert no_template.value.template == nowhere
    assert (does_not_fit.value.name, set(does_not_fit.value.issues)) == ("reminder_pay_days", {"reminder_pay_days"})
    assert "reminder_pay_days" in str(does_not_fit.value)
