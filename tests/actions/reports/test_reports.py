"""Each report says of a random history what an oracle reckons from the interface, from what was sent, or from the books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest

from fordran.actions.books.journal_lines import POSTINGS
from fordran.actions.reports.ageing import ageing
from fordran.actions.reports.cohorts import cohorts
from fordran.actions.reports.creditors import NoSuchCreditor
from fordran.actions.reports.fees import fees
from fordran.actions.reports.owed_to_debtors import owed_to_debtors
from fordran.actions.reports.recovery import recovery
from fordran.actions.reports.statement import statement_document, statement_report
from fordran.actions.reports.vat import vat
from fordran.actions.reports.write_offs import write_offs
from fordran.domain.books.journal import CREDITORS_SHARE, FEE_INCOME, INPUT_VAT, OWED_TO_CREDITOR, PAYERS, SUSPENSE
from fordran.domain.books.report import Report
from fordran.domain.claims.entries import COMPONENTS
from fordran.domain.vat import VatLine, totals
from fordran.operator import Operator
from tests.actions.payouts.payout_desk import PayoutDesk
from tests.actions.reports.histories import BEGINS, History, Registered

Row = dict[str, Any]


async def made(history: History, make: Callable[..., Awaitable[Report]], *values: Any) -> Report:
    async with history.app.database.transaction() as tx:
        return await make(tx, *values)


def rows(report: Report) -> list[Row]:
    return [dict(zip(report.columns, row, strict=True)) for row in report.rows]


def summed(found: Iterable[Row], amount: str, *by: str) -> dict[Any, int]:
    """The sums of an amount by some columns, without what comes to nothing."""
    sums: Counter[Any] = Counter()
    for row in found:
        sums[tuple(row[column] for column in by) if len(by) > 1 else row[by[0]]] += row[amount]
    return {key: value for key, value in sums.items() if value}


async def number(desk: PayoutDesk) -> int:
    found: int = (await desk.office.get(f"creditors/{desk.office.creditor}"))["creditor_number"]
    return found


async def booked(history: History, account: int) -> dict[Any, int]:
    """What the journal has on a ledger account, by month."""
    async with history.app.database.connection() as connection:
        found = await connection.fetch(
            f"""select to_char(booked_on, 'YYYY-MM') as month, sum(amount)::bigint as amount from ({POSTINGS}) p
                where ledger_account = $1 group by 1""",
            account,
        )
    return {row["month"]: row["amount"] for row in found if row["amount"]}


def ore(kronor: float) -> int:
    return round(kronor * 100)


# Ageing -----------------------------------------------------------------------------------------------------------------------


def bucket(days: int) -> str:
    for name, last in (("not_due", 0), ("1_30", 30), ("31_60", 60), ("61_90", 90), ("91_180", 180), ("181_365", 365)):
        if days <= last:
            return name
    return "over_365"


async def owed_then(history: History, at: date) -> dict[tuple[int, str], int]:
    """What the statements of all cases come to, by creditor and age, by what was known on the day."""
    found: Counter[tuple[int, str]] = Counter()
    for case in history.cases:
        if case.on <= at:
            stated = await case.desk.office.get(f"cases/{case.id}/statement", at=str(at), known=str(at))
            remaining = ore(stated["total_remaining_transaction_amount"])
            found[await number(case.desk), bucket((at - case.due).days)] += remaining
    return {key: amount for key, amount in found.items() if amount}


def by_age(report: Report) -> dict[tuple[int, str], int]:
    ages = report.columns[3:-1]
    return {(row["creditor_number"], age): row[age] for row in rows(report) for age in ages if row[age]}


async def test_ageing_of_any_day_sums_to_what_statements_of_that_day_sum_to(history: History) -> None:
    days = sorted(history.reported)
    for at in (days[0], days[len(days) // 2], history.day):
        report = await made(history, ageing, at)
        assert by_age(report) == await owed_then(history, at), at
        assert all(row["remaining"] == sum(row[age] for age in report.columns[3:-1]) for row in rows(report))
    assert len({age for _, age in by_age(report)}) >= 5, "the history has claims of most ages"


async def test_ageing_of_a_past_day_is_what_was_reported_on_it(history: History) -> None:
    assert len(history.reported) > 3
    for at, then in history.reported.items():
        assert (await made(history, ageing, at)).rows == then.rows, at


async def test_ageing_before_the_first_case_is_empty(history: History) -> None:
    assert (await made(history, ageing, BEGINS - timedelta(days=1))).rows == []


async def test_ageing_tells_how_far_it_has_come(history: History) -> None:
    told: list[tuple[int, int]] = []
    report = await made(history, ageing, history.day, None, lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] >= sum(row["cases"] for row in rows(report))


# Cohorts and recovery ---------------------------------------------------------------------------------------------------------


async def recovered(case: Registered) -> list[tuple[date, int]]:
    """What was paid of a case's capital on which days, as its statement says."""
    stated = await case.desk.office.get(f"cases/{case.id}/statement")
    return [
        (date.fromisoformat(line["date"]), -ore(line["amount"]))
        for line in stated["lines"]
        if line["description_locale_tag"] == "capital_settled"
    ]


async def test_cohorts_are_the_shares_that_statements_give(history: History) -> None:
    report = await made(history, cohorts, history.day)
    months = {f"{case.on:%Y-%m}" for case in history.cases}
    assert [row["month"] for row in rows(report)] == sorted(months)
    for row in rows(report):
        cases = [case for case in history.cases if f"{case.on:%Y-%m}" == row["month"]]
        capital = sum(case.ore for case in cases)
        assert (row["cases"], row["capital_registered"]) == (len(cases), capital)
        paid = [((day - case.on).days, amount) for case in cases for day, amount in await recovered(case)]
        last = (date.fromisoformat(f"{row['month']}-01") + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        for after in (0, 30, 60, 90, 180, 360):
            share = Decimal(sum(amount for days, amount in paid if days <= after)) * 100 / capital
            expected = (
                share.quantize(Decimal("0.1"), ROUND_HALF_UP) if last + timedelta(days=after) <= history.day else None
            )
            assert row[f"recovered_percent_after_{after}_days"] == expected, (row["month"], after)


async def test_a_share_is_not_told_before_every_claim_of_the_month_had_the_time(history: History) -> None:
    (*_, last) = rows(await made(history, cohorts, history.day))
    assert last["recovered_percent_after_360_days"] is None
    (first, *_) = rows(await made(history, cohorts, date(2025, 11, 30)))
    assert (first["recovered_percent_after_0_days"] is not None, first["recovered_percent_after_30_days"]) == (
        True,
        None,
    )


async def test_recovery_is_what_statements_say_was_paid(history: History) -> None:
    report = await made(history, recovery, date.min, history.day)
    paid = Counter(dict.fromkeys(COMPONENTS, 0))
    for case in history.cases:
        for line in (await case.desk.office.get(f"cases/{case.id}/statement"))["lines"]:
            if line["description_locale_tag"].endswith("_settled"):
                paid[line["component"]] -= ore(line["amount"])
    assert {component: report.total(f"{component}_recovered") for component in COMPONENTS} == dict(paid)
    assert report.total("recovered") == paid.total()
    assert report.total("capital_registered") == sum(case.ore for case in history.cases)


# Fees, commission and VAT -----------------------------------------------------------------------------------------------------


async def test_fee_income_of_each_month_is_that_of_the_journal(history: History) -> None:
    report = await made(history, fees, date.min, history.day)
    income = await booked(history, FEE_INCOME)
    assert summed(rows(report), "fee_income", "month") == {month: -amount for month, amount in income.items()}
    assert report.total("fee_income") > 0


async def test_fee_income_by_fee_is_what_statements_say_was_paid_to_us(history: History) -> None:
    paid: Counter[tuple[int, str]] = Counter()
    for case in history.cases:
        trace = await case.desk.office.get(f"cases/{case.id}/trace")
        for payment in trace["payments"]:
            if payment["reached_us"]:
                for line in payment["settled"]:
                    if line["type"] in ("reminder", "debt_collection"):
                        paid[await number(case.desk), line["type"]] += ore(line["amount"])
    report = await made(history, fees, date.min, history.day)
    assert summed(rows(report), "fee_income", "creditor_number", "fee") == dict(+paid)


async def test_commission_is_what_the_journal_has_paid_and_what_is_still_owed(history: History) -> None:
    report = await made(history, fees, date.min, history.day)
    async with history.app.database.connection() as connection:
        unpaid = await connection.fetchrow(
            """select coalesce(sum(s.amount), 0)::bigint, coalesce(sum(s.vat_amount), 0)::bigint from payout_specifications s
               left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
               where s.finance_category = 'creditor_commission' and p.payout_date is null"""
        )
    assert unpaid is not None
    shared, input_vat = await booked(history, CREDITORS_SHARE), await booked(history, INPUT_VAT)
    assert report.total("commission") == sum(shared.values()) + unpaid[0] > 0
    assert report.total("commission_vat") == sum(input_vat.values()) + unpaid[1]
    left = report.total("fee_income") - report.total("commission")
    assert report.total("fee_income_after_commission") == left


async def test_vat_on_commission_is_the_input_vat_of_the_journal_month_by_month(history: History) -> None:
    found = [row for row in rows(await made(history, vat, date.min, history.day)) if row["invoiced"] == "commission"]
    assert summed(found, "vat", "month") == await booked(history, INPUT_VAT)
    assert summed(found, "vat_base", "month") == await booked(history, CREDITORS_SHARE)
    assert found
    assert {row["vat_percent"] for row in found} <= {0, 25}


async def test_vat_on_invoices_is_that_of_what_was_sent(history: History) -> None:
    """Reckoned invoice by invoice, since VAT is rounded on each."""
    vat_of: Counter[tuple[str, int, int]] = Counter()
    base_of: Counter[tuple[str, int, int]] = Counter()
    for sent in history.invoices:
        sums = totals(VatLine(amount, rate) for rate, amount in sent.lines)  # type: ignore[arg-type]
        of_rate = {25: sums.total_vat_25_percent, 12: sums.total_vat_12_percent, 6: sums.total_vat_6_percent, 0: 0}
        for percent, amount in of_rate.items():
            key = (sent.month, await number(sent.desk), percent)
            sign = -1 if sent.is_credit else 1
            vat_of[key] += sign * amount
            base_of[key] += sign * sum(line for rate, line in sent.lines if rate == f"{percent}%")
    found = [row for row in rows(await made(history, vat, date.min, history.day)) if row["invoiced"] == "invoices"]
    by = ("month", "creditor_number", "vat_percent")
    assert summed(found, "vat", *by) == {key: amount for key, amount in vat_of.items() if amount}
    assert summed(found, "vat_base", *by) == {key: amount for key, amount in base_of.items() if amount}
    assert any(sent.is_credit for sent in history.invoices)


# Write-offs -------------------------------------------------------------------------------------------------------------------


async def test_write_offs_are_those_of_statements_with_the_reason_of_each(history: History) -> None:
    expected: Counter[tuple[int, str]] = Counter()
    for case in history.cases:
        shown = await case.desk.office.case(case.id)
        for line in (await case.desk.office.get(f"cases/{case.id}/statement"))["lines"]:
            if line["description_locale_tag"].endswith("_written_off"):
                is_decided = shown["close_reason"] not in ("paid", "credited")
                reason = shown["close_reason"] if is_decided else "small_rest"
                expected[await number(case.desk), reason] -= ore(line["amount"])
    report = await made(history, write_offs, date.min, history.day)
    assert summed(rows(report), "written_off", "creditor_number", "write_off_reason") == dict(+expected)
    assert {"small_rest", "cancelled"} < {reason for _, reason in +expected}, "there are several reasons"
    parts = sum(report.total(component) for component in COMPONENTS)
    assert report.total("written_off") == parts


async def test_periods_of_reports_add_up_and_do_not_overlap(history: History) -> None:
    middle = BEGINS + (history.day - BEGINS) / 2
    for make, column in ((fees, "fee_income"), (vat, "vat"), (write_offs, "written_off"), (recovery, "recovered")):
        whole = (await made(history, make, date.min, history.day)).total(column)
        early, late = date(middle.year, middle.month, 1), date(middle.year, middle.month, 1) - timedelta(days=1)
        parts = [await made(history, make, date.min, late), await made(history, make, early, history.day)]
        assert sum(part.total(column) for part in parts) == whole, make.__name__
        assert all(part.total(column) for part in parts), "something on both sides"


# Owed to debtors --------------------------------------------------------------------------------------------------------------


async def test_what_is_owed_to_debtors_is_what_cases_say_and_what_the_journal_has(history: History) -> None:
    report = await made(history, owed_to_debtors, history.day)
    cases = {}
    for case in history.cases:
        stated = await case.desk.office.get(f"cases/{case.id}/statement")
        cases[(await case.desk.office.case(case.id))["ocr_number"]] = ore(stated["refund_amount"])
    overpaid = [row for row in rows(report) if row["owed_for"] == "overpayment"]
    assert summed(overpaid, "owed", "ocr_number") == {case: owed for case, owed in cases.items() if owed}
    assert sum(row["owed"] for row in overpaid) == -sum((await booked(history, PAYERS)).values()) > 0
    (waiting,) = [row["owed"] for row in rows(report) if row["owed_for"] == "unidentified"]
    assert waiting == -sum((await booked(history, SUSPENSE)).values()) > 0


async def test_what_was_owed_to_debtors_on_a_past_day_is_by_the_journal_of_that_day(history: History) -> None:
    at = sorted(history.reported)[1]
    async with history.app.database.connection() as connection:
        booked_then = await connection.fetchval(
            f"""select -sum(amount)::bigint from ({POSTINGS}) p
                where ledger_account = any($1::integer[]) and booked_on <= $2""",
            [PAYERS, SUSPENSE],
            at,
        )
    assert (await made(history, owed_to_debtors, at)).total("owed") == booked_then


# A creditor's statement -------------------------------------------------------------------------------------------------------


async def statement(history: History, desk: PayoutDesk, first: date, last: date) -> Any:
    async with history.app.database.transaction() as tx:
        return await statement_document(tx, Operator(), desk.office.creditor, first, last, history.day)


def months(history: History) -> list[tuple[date, date]]:
    found, first = [], BEGINS.replace(day=1)
    while first <= history.day:
        following = (first + timedelta(days=31)).replace(day=1)
        found.append((first, following - timedelta(days=1)))
        first = following
    return found


async def test_a_month_begins_where_the_one_before_it_ended(history: History) -> None:
    for desk in history.desks:
        before = None
        for month in months(history):
            now = await statement(history, desk, *month)
            if before is not None:
                assert now.claims["opening"] == before.claims["closing"]
                assert now.payouts["opening"] == before.payouts["closing"]
                assert now.cases.opening == before.cases.closing
            counts = now.cases
            assert counts.opening + counts.registered + counts.reopened - counts.ended == counts.closing
            assert -sum(now.payouts["paid_out"].values()) == sum(paid.amount for paid in now.paid_out)
            before = now


async def test_the_last_month_ends_with_what_cases_and_the_journal_say(history: History) -> None:
    for desk in history.desks:
        last = await statement(history, desk, *months(history)[-1])
        shown = [await desk.office.case(case.id) for case in history.cases if case.desk is desk]
        for component in COMPONENTS:
            remaining = sum(ore(case[f"total_remaining_{component}_amount"]) for case in shown)
            assert last.claims["closing"][component] == remaining
        assert last.cases.closing == sum(case["total_remaining_transaction_amount"] > 0 for case in shown)
        async with history.app.database.connection() as connection:
            for category in ("capital", "interest", "creditor_outlay"):
                owed = await connection.fetchval(
                    """select coalesce(-sum(amount), 0)::bigint from (
                           select account_id, creditor_id, unnest(ledger_accounts) as account, unnest(amounts) as amount
                           from bookings
                           union all select p.account_id, p.creditor_id, unnest(b.ledger_accounts), unnest(b.amounts)
                           from payout_bookings b join payouts p on p.account_id = b.account_id and p.id = b.payout_id) j
                       where creditor_id = $1 and account = $2""",
                    desk.office.creditor,
                    OWED_TO_CREDITOR[category],
                )
                assert last.payouts["closing"][category] == owed, category


async def test_a_statement_as_a_table_has_every_amount_of_it(history: History) -> None:
    document = await statement(history, history.desks[0], BEGINS, history.day)
    found = rows(statement_report(document))
    assert summed(found, "amount", "part", "line", "item") == {
        (part, line, item): amount
        for part, lines in (("claims", document.claims), ("payouts", document.payouts))
        for line, amounts in lines.items()
        for item, amount in amounts.items()
        if amount
    }


# One creditor -----------------------------------------------------------------------------------------------------------------

OF_A_DAY = (ageing, cohorts, owed_to_debtors)
OF_A_PERIOD = (recovery, fees, vat, write_offs)


async def test_reports_of_each_creditor_are_together_the_report_of_all(history: History) -> None:
    for make in (*OF_A_DAY, *OF_A_PERIOD):
        days = (history.day,) if make in OF_A_DAY else (date.min, history.day)
        whole = await made(history, make, *days)
        parts = [await made(history, make, *days, desk.office.creditor) for desk in history.desks]
        if make is cohorts:
            assert sum(part.total("capital_registered") for part in parts) == whole.total("capital_registered")
            continue
        together = sorted(str(row) for part in parts for row in part.rows)
        assert together == sorted(str(row) for row in whole.rows if row[0] != "unidentified"), make.__name__


@pytest.mark.parametrize("make", [*OF_A_DAY, *OF_A_PERIOD], ids=lambda make: make.__name__)
async def test_a_creditor_that_is_not_there_is_refused(history: History, make: Any) -> None:
    days = (history.day,) if make in OF_A_DAY else (date.min, history.day)
    with pytest.raises(NoSuchCreditor, match="There is no creditor 'nobody'"):
        await made(history, make, *days, "nobody")
