"""Fortnox and the cases are compared both ways: each difference has its line, and what agrees has none."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from fordran.actions.accounting.accounting_creditor import find_accounting_creditor
from fordran.actions.accounting.reconcile import ReconciledInvoice, accounting_report, invoice_cases, reconcile
from fordran.formats.accounting import AccountingTrouble
from tests.actions.fortnox.pulled import DAY, Pulled

ALWAYS = {
    "1003": "refused",
    "1004": "refused",
    "1005": "refused",
    "1006": "refused",
    "1007": "refused",
    "1011": "not_read",
    "1012": "not_read",
}
"""Overdue at Fortnox, and no cases."""


async def differences(pulled: Pulled) -> dict[str, tuple[str, int | None, int | None]]:
    async with pulled.days.transaction() as tx:
        creditor = await find_accounting_creditor(tx, pulled.office.creditor)
        assert creditor is not None
        cases = await invoice_cases(tx, creditor)
    found = await reconcile(pulled.fortnox, cases, DAY)
    assert [one.number for one in found] == sorted(one.number for one in found)
    return {one.number: (one.finding, one.there, one.here) for one in found}


async def of_cases(pulled: Pulled) -> dict[str, tuple[str, int | None, int | None]]:
    found = await differences(pulled)
    assert {number: one[0] for number, one in found.items() if number in ALWAYS} == ALWAYS
    return {number: one for number, one in found.items() if number not in ALWAYS}


async def test_what_was_just_taken_agrees_and_what_was_not_is_listed(pulled: Pulled) -> None:
    await pulled.pull()
    assert await of_cases(pulled) == {}
    assert (await differences(pulled))["1004"] == ("refused", 40000, None)
    assert (await differences(pulled))["1011"] == ("not_read", 110000, None)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"Balance": 12000.25}, ("less_there", 1200025, 1250000)),
        ({"Balance": 0}, ("less_there", 0, 1250000)),
        ({"Balance": 13000}, ("more_there", 1300000, 1250000)),
        ({"Cancelled": True}, ("missing_there", None, 1250000)),
        ({"Balance": 0, "Cancelled": True}, ("missing_there", None, 1250000)),
    ],
)
async def test_what_was_done_at_fortnox(
    pulled: Pulled, changes: dict[str, Any], expected: tuple[str, int | None, int | None]
) -> None:
    await pulled.pull()
    pulled.hall.stand_in.invoices["1001"] |= changes
    assert await of_cases(pulled) == {"1001": expected}


async def test_an_invoice_that_is_gone_at_fortnox(pulled: Pulled) -> None:
    await pulled.pull()
    del pulled.hall.stand_in.invoices["1001"]
    assert await of_cases(pulled) == {"1001": ("missing_there", None, 1250000)}


async def test_what_was_paid_or_credited_here(pulled: Pulled) -> None:
    await pulled.pull(date(2026, 9, 1))
    cases = {number: case["_id"] for number, case in (await pulled.cases()).items()}
    await pulled.office.credit(cases["1001"], 2500)
    await pulled.office.cancel(cases["1002"])
    assert await of_cases(pulled) == {
        "1001": ("more_there", 1250000, 1000000),
        "1002": ("more_there", 49950, 0),
    }
    # Booked at Fortnox as well, both agree again. One that is closed here and paid there is not asked about.
    pulled.hall.stand_in.invoices["1001"]["Balance"] = 10000
    pulled.hall.stand_in.invoices["1002"]["Balance"] = 0
    pulled.hall.stand_in.asked.clear()
    assert await of_cases(pulled) == {}
    assert not [path for path in pulled.hall.stand_in.asked if path.endswith("/1002")]


async def test_what_is_still_to_be_sent_is_no_difference_that_somebody_has_to_book(pulled: Pulled) -> None:
    await pulled.pull()
    await pulled.send()
    case = (await pulled.cases())["1001"]["_id"]
    await pulled.office.credit(case, 2500)
    # Noted, and not sent.
    pulled.hall.stand_in.breaks["POST invoicepayments"] = ["before"]
    await pulled.send()
    assert await of_cases(pulled) == {"1001": ("to_send", 1250000, 1000000)}
    await pulled.send(at_once=True)
    assert await of_cases(pulled) == {}


async def test_a_fortnox_that_is_away_is_no_report(pulled: Pulled) -> None:
    await pulled.pull()
    pulled.tenant = "500"
    with pytest.raises(AccountingTrouble, match="system_error"):
        await differences(pulled)


def test_the_report_adds_up_its_differences() -> None:
    found = [
        ReconciledInvoice("1", "c", 100, 300, "less_there"),
        ReconciledInvoice("2", None, 50, None, "refused"),
        ReconciledInvoice("3", "d", None, 70, "missing_there"),
    ]
    report = accounting_report("fortnox", [("A", found), ("B", [])])
    assert report.values("difference") == [-200, 50, -70]
    assert report.total("balance_there") - report.total("capital") == report.total("difference") == -220
