"""Settings of a case, wherever they are given: the nearest wins, the law's bounds hold, and each says where it is from."""

from __future__ import annotations

from datetime import date
from typing import Any

from fordran.domain.flow.case_settings import LEVELS, SETTINGS
from tests.actions.flow.days import Days
from tests.actions.office import Office


async def change(office: Office, path: str, body: dict[str, Any]) -> None:
    etag = (await office.get(path))["_etag"]
    answer = await office.client.patch(f"/{path}", json=body, headers={"If-Match": etag})
    assert answer.status_code == 200, answer.text


async def settings_of(office: Office, case: str) -> dict[str, Any]:
    found: dict[str, Any] = (await office.get(f"cases/{case}/settings"))["settings"]
    return found


async def test_each_level_wins_over_the_ones_above_it(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    body = office.case_body(
        office.debt(1000, invoice_date="2026-07-16"), case_settings={"reminder_pay_days": 15, "reminder_fee": 10}
    )
    case = (await office.post("case--registrations", body))["_cases"][0]
    names = ["reminder_pay_days", "reminder_grace_days", "debt_collection_pay_days", "surveillance_months"]
    async with days.transaction() as tx:
        await tx.execute(
            "update installation set case_settings = $1", dict.fromkeys([*names, "missed_instalment_days"], 11)
        )
        template = await tx.fetchval("select agreement_template from accounts where id = $1", office.account)
        await tx.execute(
            """insert into agreement_templates (id, created, updated, name, case_settings)
               values ($1, now(), now(), 'Standard', $2)
               on conflict (id) do update set case_settings = excluded.case_settings""",
            template,
            dict.fromkeys(names, 12),
        )
    await change(office, f"accounts/{office.account}", {"case_settings": dict.fromkeys(names[:3], 13)})
    await change(office, f"creditors/{office.creditor}", {"case_config": dict.fromkeys(names[:2], 14)})
    found = await settings_of(office, case)
    told = {name: (found[name]["value"], found[name]["level"]) for name in (*names, "missed_instalment_days")}
    assert told == {
        "reminder_pay_days": (15, "case"),
        "reminder_grace_days": (14, "creditor"),
        "debt_collection_pay_days": (13, "account"),
        "surveillance_months": (12, "agreement_template"),
        "missed_instalment_days": (11, "installation"),
    }
    assert found["reminder_fee"] == {"value": 10, "level": "case", "law": SETTINGS["reminder_fee"].law}
    assert found["debt_collection_grace_days"]["level"] == "default"
    assert set(found) == set(SETTINGS)
    assert {one["level"] for one in found.values()} == set(LEVELS)
    async with days.transaction() as tx:
        await tx.execute("update installation set case_settings = null")
        await tx.execute("delete from agreement_templates where id = $1 and name = 'Standard'", template)


async def test_the_laws_bounds_hold_whatever_is_set_and_are_told(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    given = {
        "reminder_fee": 75,
        "debt_collection_fee": 1000,
        "debt_collection_pay_days": 3,
        "late_payment_fee": 451,
        "enforcement_fee": 681,
        "amortization_setup_fee": 171,
        "reminder_days_after_due": 0,
    }
    body = office.case_body(office.debt(1000, invoice_date="2026-07-16"), case_settings=given)
    case = (await office.post("case--registrations", body))["_cases"][0]
    found = await settings_of(office, case)
    capped = {name: one["value"] for name, one in found.items() if one.get("was_capped")}
    assert capped == {
        "reminder_fee": 60,
        "debt_collection_fee": 180,
        "debt_collection_pay_days": 8,
        "late_payment_fee": 450,
        "enforcement_fee": 680,
        "amortization_setup_fee": 170,
        "reminder_days_after_due": 1,
    }
    assert all(found[name]["law"] for name in capped)


async def test_a_changed_setting_counts_from_the_next_step(office: Office, days: Days) -> None:
    days.at(date(2026, 9, 1))
    case = await office.register_invoice(1000, invoice_date="2026-09-01", invoice_due_date="2026-10-01")
    await days.live(date(2026, 10, 6))
    await change(office, f"creditors/{office.creditor}", {"case_config": {"debt_collection_fee": 100}})
    await days.live(date(2026, 10, 19))
    shown = await office.case(case)
    assert (shown["state"], shown["total_added_costs_amount"]) == ("debt_collection", 160)
