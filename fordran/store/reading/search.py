"""The search box: one statement that finds customers, cases and invoices by what somebody knows of them, in scope.

Each branch is served by an index of its own: names by the beginnings of their words, numbers and addresses whole or by their
beginnings, amounts by their öre. A branch that the text cannot mean is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Literal, TypeAlias, TypedDict

from fordran.domain.money import NotMoney, ore_of
from fordran.domain.numbers import case_number, identity, letter_number
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.parameters import Parameters
from fordran.store.reading.scope import CREDITOR, Caller, table_scope

MOST_OF_A_KIND = 25
LONGEST = 200
_AMOUNT = re.compile(r"\d{1,13}(?:[.,]\d{1,2})?")
_PHONE_DIGITS = 9
"""What a number has in common however it is written: +46 70 123 45 67 and 070-123 45 67."""

FoundKind: TypeAlias = Literal["customer", "case", "invoice"]


class Found(TypedDict):
    """Something that the text may mean."""

    kind: FoundKind
    id: str
    name: str
    number: str
    """By what it is told from others: an id number, an OCR number, an invoice number."""
    by: str
    """What of it was found."""


@dataclass(frozen=True)
class Meant:
    """What a text may mean; None is what it cannot."""

    words: str | None
    id_number: str | None
    number: str | None
    email: str | None
    phone: str | None
    ore: int | None


def meanings(text: str, today: date) -> Meant:
    """What somebody may have meant by a text, in the spellings that are stored."""
    plain = text.replace("\x00", "").strip()[:LONGEST]
    digits = re.sub(r"\D", "", plain)
    joined = re.sub(r"\s", "", plain)
    words = re.findall(r"\w+", plain.casefold())
    return Meant(
        words=" & ".join(f"{word}:*" for word in words[:6]) if words and not joined.isdigit() else None,
        id_number=identity.compacted(plain, today) if 6 <= len(digits) <= 12 and digits else None,
        number=joined or None,
        email=plain.casefold() if "@" in plain else None,
        phone=digits[-_PHONE_DIGITS:] if 8 <= len(digits) <= 15 else None,
        ore=_ore(plain),
    )


def _ore(text: str) -> int | None:
    written = re.sub(r"\s|\N{NO-BREAK SPACE}|kr$|:-$", "", text.casefold())
    if not _AMOUNT.fullmatch(written):
        return None
    try:
        return ore_of(Decimal(written.replace(",", ".")))
    except (NotMoney, InvalidOperation):
        return None


async def search(connection: Connection, caller: Caller, text: str, today: date) -> list[Found]:
    """What the text may mean of what the caller sees, customers first."""
    parameters = Parameters()
    branches = [*_branches(caller, meanings(text, today), parameters)]
    if not branches:
        return []
    # Of something that is found by several branches, the first is told.
    statement = f"""select distinct on (kind, id) kind, id, name, number, by
                    from ({" union all ".join(branches)}) found order by kind, id"""
    rows = await fetch_rows(connection, Found, statement, *parameters.values)
    order: dict[str, int] = {"customer": 0, "case": 1, "invoice": 2}
    return sorted(rows, key=lambda row: (order[row["kind"]], row["name"], row["id"]))


def _branches(caller: Caller, meant: Meant, parameters: Parameters) -> Iterator[str]:
    yield from _customers(caller, meant, parameters)
    yield from _cases(caller, meant, parameters)
    if meant.number:
        number = parameters.add(meant.number, "text")
        yield _select(
            "invoice",
            "i",
            "invoices i",
            "i.invoice_number",
            f"i.invoice_number = {number}",
            "number",
            caller,
            parameters,
        )


def _customers(caller: Caller, meant: Meant, parameters: Parameters) -> Iterator[str]:
    conditions: list[tuple[str, str]] = []
    if meant.words:
        words = parameters.add(meant.words, "text")
        conditions.append(("name", f"to_tsvector('simple', s.name_folded) @@ to_tsquery('simple', {words})"))
    if meant.id_number:
        conditions.append(("id_number", f"c.id_number_compact = {parameters.add(meant.id_number, 'text')}"))
    if meant.email:
        email = parameters.add(meant.email, "text")
        conditions.append(("email", f"s.email_folded = {email} and s.email_folded <> ''"))
    if meant.phone:
        phone = parameters.add(meant.phone, "text")
        conditions.append(
            (
                "phone",
                f"right(regexp_replace(s.mobile_number, '[^0-9]', '', 'g'), {_PHONE_DIGITS}) = {phone}"
                " and s.mobile_number is not null",
            )
        )
    if meant.number:
        conditions.append(("customer_number", f"s.customer_number = {parameters.add(meant.number, 'text')}"))
    told = caller.level == CREDITOR
    table = (
        "customer_details s join customers c on c.account_id = s.account_id and c.id = s.customer_id"
        if told
        else "customers c"
    )
    for by, condition in conditions:
        asked = condition if told else condition.replace("s.", "c.")
        yield _select_customer(table, "s" if told else "c", asked, by, caller, parameters)


def _select_customer(table: str, told: str, condition: str, by: str, caller: Caller, parameters: Parameters) -> str:
    scope = table_scope(caller, "c.account_id", "s.creditor_id" if caller.level == CREDITOR else None, parameters)
    return (
        f"(select 'customer' as kind, c.id::text as id, {told}.name::text as name, {told}.id_number::text as number,"
        f" '{by}' as by from {table} where {condition} and {scope} limit {MOST_OF_A_KIND})"
    )


def _cases(caller: Caller, meant: Meant, parameters: Parameters) -> Iterator[str]:
    if meant.number:
        number = parameters.add(meant.number, "text")
        known = "ocr_numbers o join cases k on k.account_id = o.account_id and k.id = o.case_id"
        yield _select("case", "k", known, "k.ocr_number", f"o.ocr = {number}", "ocr", caller, parameters)
        if case_number.is_valid(meant.number):
            ocr = parameters.add(case_number.to_ocr(meant.number), "text")
            yield _select("case", "k", known, "k.ocr_number", f"o.ocr = {ocr}", "case_number", caller, parameters)
        if letter_number.is_valid(meant.number):
            written = f"l.letter_number = {parameters.add(letter_number.compact(meant.number), 'text')}"
            told_of = "letters l join cases k on k.account_id = l.account_id and k.id = l.case_id"
            yield _select("case", "k", told_of, "k.ocr_number", written, "letter_number", caller, parameters)
        for column in ("invoice_number", "debt_reference"):
            yield _select("case", "k", "cases k", "k.ocr_number", f"k.{column} = {number}", column, caller, parameters)
        yield _select("case", "k", "cases k", "k.ocr_number", f"k.id = {number}", "id", caller, parameters)
    if meant.ore:
        ore = parameters.add(meant.ore, "bigint")
        owed = "k.total_remaining_capital_amount + k.total_remaining_interest_amount + k.total_remaining_costs_amount"
        is_owed = f"({owed}) = {ore} and k.state <> 'closed'"
        for condition in (is_owed, f"k.initial_capital = {ore}"):
            yield _select("case", "k", "cases k", "k.ocr_number", condition, "amount", caller, parameters)


def _select(
    kind: FoundKind,
    alias: str,
    table: str,
    number: str,
    condition: str,
    by: str,
    caller: Caller,
    parameters: Parameters,
) -> str:
    scope = table_scope(caller, f"{alias}.account_id", f"{alias}.creditor_id", parameters)
    # The name that the document's own creditor has told.
    name = (
        f"(select d.name from customer_details d where d.account_id = {alias}.account_id"
        f" and d.customer_id = {alias}.customer_id and d.creditor_id = {alias}.creditor_id)"
    )
    return (
        f"(select '{kind}' as kind, {alias}.id::text as id, coalesce({name}, '')::text as name, {number}::text as number,"
        f" '{by}' as by from {table} where {condition} and {scope} limit {MOST_OF_A_KIND})"
    )
