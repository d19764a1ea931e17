"""Each case has every payment and crediting once, and its capital and its payouts are what those come to."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from fordran import clock
from fordran.domain.law.law import LAW
from tools.soak.checks.ground import Ground
from tools.soak.records import Body
from tools.soak.writers import ore

AT_ONCE = 4
PAID_ON = ("capital", "interest", "creditor_outlay")
"""What goes to creditors whole; commission is a share of fees."""


@dataclass
class Expected:
    """What should stand on a case, in öre."""

    reported: dict[str, int] = field(default_factory=dict)
    """Payments that the creditor reported, by id."""
    credited: dict[str, int] = field(default_factory=dict)
    reached_us: list[int] = field(default_factory=list)
    is_cancelled: bool = False


async def check_cases(ground: Ground) -> None:
    """Look at every case's statement and trace. Documents were checked before: here they are taken as they are."""
    expected: dict[str, Expected] = defaultdict(Expected)
    for payment in await ground.all_of("creditor--payments"):
        expected[payment["case"]].reported[payment["_id"]] = ore(payment["amount"])
    for crediting in await ground.all_of("creditor--creditings"):
        expected[crediting["case"]].credited[crediting["_id"]] = ore(crediting["amount"])
    for cancellation in await ground.all_of("creditor--cancellations"):
        expected[cancellation["case"]].is_cancelled = True
    for transaction in await ground.all_of("bank--transactions"):
        for part in transaction["cases"]:
            expected[part["case"]].reached_us.append(ore(part["amount"]))
    specified: Counter[str] = Counter()
    for line in await ground.all_of("finance--payout-specifications"):
        if line["finance_category"] in PAID_ON:
            specified[line["case"]] += ore(line["amount"])
    turn = asyncio.Semaphore(AT_ONCE)

    async def check(case: Body) -> None:
        async with turn:
            statement = await ground.operator.get(f"/cases/{case['_id']}/statement")
            trace = await ground.operator.get(f"/cases/{case['_id']}/trace")
        for wrong in (
            *wrong_money(expected[case["_id"]], trace),
            *wrong_capital(expected[case["_id"]], case, statement),
            *wrong_payouts(specified[case["_id"]], trace),
        ):
            ground.counts.other(f"case {case['_id']}: {wrong}")

    await asyncio.gather(*(check(case) for case in await ground.all_of("cases")))


def wrong_money(expected: Expected, trace: Body) -> list[str]:
    """The payments that the case was computed with are those that were made."""
    reported = [(one["payment"], ore(one["amount"])) for one in trace["payments"] if not one["reached_us"]]
    reached = [ore(one["amount"]) for one in trace["payments"] if one["reached_us"]]
    wrong = []
    if sorted(reported) != sorted(expected.reported.items()):
        wrong.append(f"reported payments are {reported}, and not {expected.reported}")
    if sorted(reached) != sorted(expected.reached_us):
        wrong.append(f"payments that reached us are {reached}, and not {expected.reached_us}")
    return wrong


def wrong_capital(expected: Expected, case: Body, statement: Body) -> list[str]:
    """What remains of the capital is what was claimed, less what was credited, less what payments left of it.

    Payments cover costs and interest first, and what they took of those is the statement's to say. While capital remains, all
    of every payment and crediting has been used. A small rest is written off.
    """
    capital = ore(case["debt"]["capital_to_claim"])
    remaining = ore(statement["total_remaining_capital_amount"])
    paid = sum(expected.reported.values()) + sum(expected.reached_us)
    credited = sum(expected.credited.values())
    if ore(case["total_remaining_capital_amount"]) != remaining:
        return [f"the case says that {case['total_remaining_capital_amount']} remains, the statement {remaining} öre"]
    if remaining:
        elsewhere = -sum(
            ore(line["amount"]) for line in statement["lines"] if line["component"] != "capital" and line["amount"] < 0
        )
        should = capital - credited - (paid - elsewhere)
        if expected.is_cancelled or "closed" in case:
            return [f"it is closed, and capital of {remaining} öre remains"]
        return [f"capital of {remaining} öre remains, and should be {should}"] if remaining != should else []
    little = LAW.row("write_off_below", clock.stockholm_date(clock.now())).most
    if not expected.is_cancelled and capital - paid - credited >= little:
        return [f"no capital remains of {capital} öre, of which {paid} were paid and {credited} credited"]
    return []


def wrong_payouts(specified: int, trace: Body) -> list[str]:
    """What was settled with money that reached us is on its way to the creditor, once."""
    settled = sum(
        ore(part["amount"])
        for payment in trace["payments"]
        if payment["reached_us"]
        for part in payment["settled"]
        if not part["is_own_fee"]
    )
    return [f"{settled} öre were settled for the creditor, and {specified} specified"] if settled != specified else []
