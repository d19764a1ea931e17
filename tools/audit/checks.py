"""The checks of an audit from outside. Each yields a sentence for whatever does not agree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

from tools.audit.papers import Invoice, Order, Statement, Voucher, invoices, orders, rejected, statements, vouchers

CLIENT_FUNDS, OUTLAYS, CLAIMS_ON_CREDITORS, OUTPUT_VAT = 1990, 1681, 1510, 2611
WHOSE = (2420, 2421, 2422, 2429, 2490, 2498, 1686)
"""Whose the client funds are: creditors', the operator's fees, nobody's yet, payers', less what payers owe."""
SERVICE = (3010, 3305, 3308)
INVOICED = "J"
"""The series of invoices to creditors."""
BANK_TAKES_DAYS = 7


def audit(folder: Path) -> list[str]:
    """The differences in a folder with `sie`, `statements`, `orders`, `answers` and `invoices`; none where every öre is found."""
    made = list(vouchers(folder / "sie"))
    told, ordered = statements(folder / "statements"), orders(folder / "orders")
    refused, billed = rejected(folder / "answers"), invoices(folder / "invoices")
    if not made or not told:
        return ["There are no vouchers, or no statements."]
    return [
        *_vouchers_balance(made),
        *_months_follow(sorted(path.stem for path in (folder / "sie").glob("*.si"))),
        *_statements_follow(told),
        *_orders_were_paid(told, {id_: order for id_, order in ordered.items() if id_ not in refused}),
        *_bank_is_booked(made, told, ordered, refused),
        *_money_is_somebodys(made),
        *_invoices_are_booked(made, billed),
    ]


def _vouchers_balance(made: Sequence[Voucher]) -> Iterator[str]:
    for one in made:
        if over := sum(amount for _, amount in one.rows):
            yield f"{one.file}: voucher {one.series} of {one.day} is {kronor(over)} off balance."
        if f"{one.day:%Y-%m}" != one.file:
            yield f"{one.file}: voucher {one.series} is dated {one.day}."


def _months_follow(months: Sequence[str]) -> Iterator[str]:
    days = [date.fromisoformat(f"{month}-01") for month in months]
    for before, after in pairwise(days):
        if (before + timedelta(days=31)).replace(day=1) != after:
            yield f"No export is there between {before:%Y-%m} and {after:%Y-%m}."


def _statements_follow(told: Sequence[Statement]) -> Iterator[str]:
    for one in told:
        if over := one.closing - one.opening - sum(entry.amount for entry in one.entries):
            yield f"{one.file}: the entries are {kronor(over)} from the balances."
    for before, after in pairwise(told):
        if before.closing != after.opening:
            yield f"{after.file} begins with {kronor(after.opening)}; {before.file} ends with {kronor(before.closing)}."


def _orders_were_paid(told: Sequence[Statement], ordered: dict[str, Order]) -> Iterator[str]:
    waiting = dict(ordered)
    for statement in told:
        for entry in statement.entries:
            if entry.amount < 0 and not entry.is_reversal:
                asked = [waiting.pop(id_) for id_ in entry.orders if id_ in waiting]
                if sum(order.amount for order in asked) != -entry.amount:
                    yield f"{statement.file}: {kronor(-entry.amount)} left the account by no order of that amount."
    last = max(entry.day for statement in told for entry in statement.entries)
    for order in waiting.values():
        if order.day + timedelta(days=BANK_TAKES_DAYS) < last:
            yield f"Order {order.id} of {kronor(order.amount)} for {order.day} was not paid."


def _bank_is_booked(
    made: Sequence[Voucher], told: Sequence[Statement], ordered: dict[str, Order], refused: dict[str, date]
) -> Iterator[str]:
    """Money in is booked on the bank's day, and an order on the day that it names, unless the bank has rejected it by then."""
    bank: Counter[date] = Counter()
    for statement in told:
        for entry in statement.entries:
            if entry.amount > 0 or entry.is_reversal:
                bank[entry.day] += entry.amount
    for order in ordered.values():
        bank[order.day] -= order.amount
        if order.id in refused:
            bank[max(order.day, refused[order.id])] += order.amount
    booked: Counter[date] = Counter()
    for one in made:
        booked[one.own_day] += sum(amount for account, amount in one.rows if account == CLIENT_FUNDS)
    until = max(one.day for one in made).replace(day=1) + timedelta(days=31)
    for day in sorted(bank.keys() | booked.keys()):
        if day < until.replace(day=1) and bank[day] != booked[day]:
            yield f"{day}: the bank and the orders have {kronor(bank[day])}, the books {kronor(booked[day])} on 1990."


def _money_is_somebodys(made: Sequence[Voucher]) -> Iterator[str]:
    """On each day, the client bank account is what is owed out of it."""
    of_day: defaultdict[date, int] = defaultdict(int)
    for one in made:
        of_day[one.day] += sum(amount for account, amount in one.rows if account in (CLIENT_FUNDS, *WHOSE))
    for day, over in sorted(of_day.items()):
        if over:
            yield f"{day}: {kronor(over)} of the client funds are nobody's."


def _invoices_are_booked(made: Sequence[Voucher], billed: Sequence[Invoice]) -> Iterator[str]:
    """Net, VAT, outlays and claims of the invoices of a day."""
    books: defaultdict[date, Counter[int]] = defaultdict(Counter)
    for one in made:
        if one.series == INVOICED:
            for account, amount in one.rows:
                books[one.own_day][account] += amount
    papers: defaultdict[date, Counter[str]] = defaultdict(Counter)
    for invoice in billed:
        papers[invoice.day].update(
            {"net": invoice.net, "VAT": invoice.vat, "outlays": invoice.outlays, "to pay": invoice.to_pay}
        )
    for day in sorted(books.keys() | papers.keys()):
        of = books[day]
        sides = {
            "net": -sum(of[account] for account in SERVICE),
            "VAT": -of[OUTPUT_VAT],
            "outlays": -of[OUTLAYS],
            "to pay": of[CLAIMS_ON_CREDITORS],
        }
        for name, amount in sides.items():
            if amount != papers[day][name]:
                shown = kronor(papers[day][name])
                yield f"{day}: {name} of the invoices is {shown}, of the books {kronor(amount)}."
    numbers = sorted(int(invoice.number) for invoice in billed)
    if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        yield "The numbers of the invoices have gaps."


def kronor(ore: int) -> str:
    """An amount as it is printed."""
    return f"{'-' if ore < 0 else ''}{abs(ore) // 100}.{abs(ore) % 100:02d} kr"
