"""Many random steps on many cases: after each, every component adds up and every posting balances; at the end, verified.

`FORDRAN_TEST_STEPS` says how many; by default there are few enough to run with every other test.
"""

from __future__ import annotations

import os
import random
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from unittest.mock import patch

from fordran import clock
from fordran.domain.books.journal import CLAIMS, CLAIMS_CONTRA
from tests.actions.office import COMPANY, Body, Office

STEPS = int(os.environ.get("FORDRAN_TEST_STEPS", "500"))
FIRST_DAY = date(2024, 1, 10)
MOST_CASES = 40


async def test_after_every_step_everything_adds_up(office: Office) -> None:
    chance = random.Random(20261115)
    cases: list[str] = []
    day = FIRST_DAY
    for step in range(STEPS):
        day += timedelta(days=chance.choice([0, 0, 0, 1, 3, 20]) if STEPS <= 1000 else chance.choice([0] * 20 + [1]))
        noon = datetime.combine(day, time(12), UTC)
        with patch.object(clock, "now", lambda noon=noon: noon):
            if len(cases) < 3 or chance.random() < 0.1:
                cases.append(await register(office, chance, day))
                case = cases[-1]
            else:
                case = chance.choice(cases)
                await act(office, chance, case, day)
        await check(office, case, f"step {step}, {day}")
        if len(cases) > MOST_CASES:
            cases.pop(0)
    assert await office.differences() == []


async def register(office: Office, chance: random.Random, day: date) -> str:
    invoiced = day - timedelta(days=chance.choice([0, 0, 40, 400]))
    if chance.random() < 0.5:
        return await office.register_invoice(
            *(chance.randint(1, 500_000) / 100 for _ in range(chance.randint(1, 4))),
            invoice_date=invoiced.isoformat(),
            invoice_due_date=(invoiced + timedelta(days=chance.choice([0, 10, 30]))).isoformat(),
        )
    fees = {
        article: {
            "amount": chance.randint(1, 40_000) / 100,
            "fee_registration_date": (invoiced + timedelta(days=chance.randint(0, 90))).isoformat(),
        }
        for article in chance.sample(
            ["reminder", "debt_collection", "late_payment_fee", "invoice_fee"], chance.randint(0, 3)
        )
    }
    debt = office.debt(chance.randint(1, 900_000) / 100, invoice_date=invoiced.isoformat(), fees_already_claimed=fees)
    body = office.case_body(debt)
    if chance.random() < 0.5:
        body["customer"] |= {"id_number": COMPANY, "is_person": False, "is_company": True}
    case: str = (await office.post("case--registrations", body))["_cases"][0]
    return case


async def act(office: Office, chance: random.Random, case: str, day: date) -> None:
    owed = Decimal(str((await office.case(case))["total_remaining_transaction_amount"]))
    some = max(Decimal("0.01"), (owed * Decimal(chance.choice([0.1, 0.5, 1, 1.3]))).quantize(Decimal("0.01")))
    match chance.choice(["pay"] * 7 + ["credit"] * 2 + ["cancel"]):
        case "pay":
            await office.pay(case, float(some), day - timedelta(days=chance.choice([0, 0, 1, 5, 60])))
        case "credit":
            await office.credit(case, float(some))
        case "cancel":
            await office.cancel(case)


async def check(office: Office, id_: str, when: str) -> None:
    case = await office.case(id_)
    for component in ("capital", "interest", "costs"):
        lines = [line for line in case["transactions"] if component_of(line) == component]
        added, settled, credited, written_off = (
            sum(Decimal(str(line["amount"])) for line in lines if line["description_locale_tag"].endswith(f"_{kind}"))
            for kind in ("added", "settled", "credited", "written_off")
        )
        remaining = Decimal(str(case[f"total_remaining_{component}_amount"]))
        assert Decimal(str(case[f"total_added_{component}_amount"])) == added, f"{when}: {component}"
        assert added + settled + credited + written_off == remaining >= 0, f"{when}: {component}"
    async with office.app.database.connection() as connection:
        rows = await connection.fetch("select ledger_accounts, amounts from bookings where case_id = $1", id_)
    assert all(sum(row["amounts"]) == 0 for row in rows), when
    claims = sum(
        amount
        for row in rows
        for account, amount in zip(row["ledger_accounts"], row["amounts"], strict=True)
        if account == CLAIMS
    )
    assert claims == round(Decimal(str(case["total_remaining_transaction_amount"])) * 100), when
    assert {account for row in rows for account in row["ledger_accounts"]} <= {CLAIMS, CLAIMS_CONTRA}, when


def component_of(line: Body) -> str:
    return line["type"] if line["type"] in ("capital", "interest") else "costs"
