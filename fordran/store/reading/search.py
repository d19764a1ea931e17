"""The search box: one statement that finds customers, cases and invoices by what somebody knows of them, in scope.

Each branch is served by an index of its own: names by the beginnings of their words, but for common ones, of which there are
enough among the latest customers; addresses whole; numbers whole and by their beginning; amounts by their öre. A branch that
the text cannot mean is left out. Where nothing is found, a second statement allows a slip in each word of a name.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, TypeAlias, TypedDict

from fordran.domain.money import NotMoney, ore_of
from fordran.domain.numbers import case_number, identity, letter_number
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.plain_names import plain as without_accents
from fordran.store.reading.plain_names import plain_sql, with_one_slip
from fordran.store.reading.scope import ACCOUNT, CREDITOR, Caller, table_scope

MOST_OF_A_KIND = 25
MOST_STATED = 100
"""Cases whose debt of today is computed to find one of an amount."""
LATEST, LATEST_OF_ONE = 1000, 3000
"""How many of the latest customers are looked through for a name before the index of words is asked, which is everybody's. Of one
account or creditor there are more: a word that many have may be rare among its customers."""
LONGEST = 200
_AMOUNT = re.compile(r"\d{1,13}(?:[.,]\d{1,2})?")
_BETWEEN_WORDS = (
    string.punctuation.replace("_", "") + "\t\n\N{NO-BREAK SPACE}\N{EN DASH}\N{RIGHT SINGLE QUOTATION MARK}"
)
_OWED = "(k.total_remaining_capital_amount + k.total_remaining_interest_amount + k.total_remaining_costs_amount)"
_PHONE_DIGITS = 9
"""The common part of a telephone number however it is written: +46 70 123 45 67 and 070-123 45 67."""

SHORTEST_PART = 5
"""Fewer digits than these begin too many numbers."""

FoundKind: TypeAlias = Literal["customer", "case", "invoice"]


class SearchHit(TypedDict):
    """Something that the text may mean."""

    kind: FoundKind
    id: str
    name: str
    number: str
    """The number that identifies it: an id number, an OCR number, an invoice number."""
    by: str
    """The field that matched."""


@dataclass(frozen=True)
class SearchTerms:
    """The possible meanings of a text; None for a meaning that it cannot have."""

    words: tuple[str, ...]
    """Beginnings of words of a name, without accents; none where the text has no letter or is an address."""
    id_number: str | None
    number: str | None
    email: str | None
    phone: str | None
    ore: int | None


def parse_search(text: str, today: date) -> SearchTerms:
    """Parse a search text into the spellings that are stored."""
    plain = text.replace("\x00", "").strip()[:LONGEST]
    digits = re.sub(r"\D", "", plain)
    joined = re.sub(r"\s", "", plain)
    words = re.findall(r"\w+", without_accents(plain.casefold()))
    return SearchTerms(
        # A name has no @; to look for the words of an address among names took most of the time of finding it.
        words=tuple(words[:6]) if any(map(str.isalpha, plain)) and "@" not in plain else (),
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


async def search(connection: Connection, caller: Caller, text: str, today: date) -> list[SearchHit]:
    """The hits of the text within the caller's scope, customers first. Beginnings of numbers count where no number is whole."""
    statement, values = statement_for(caller, text, today)
    rows = await fetch_rows(connection, SearchHit, statement, *values) if statement else []
    if not rows and (words := parse_search(text, today).words):
        parameters = SqlParameters()
        slips = _misspelt(caller, words, parameters)
        rows = await fetch_rows(connection, SearchHit, slips, *parameters.values)
    if any(row["by"] != "beginning" for row in rows):
        rows = [row for row in rows if row["by"] != "beginning"]
    order: dict[str, int] = {"customer": 0, "case": 1, "invoice": 2}
    return sorted(rows, key=lambda row: (order[row["kind"]], row["name"], row["id"]))


async def cases_owing_nearly(connection: Connection, caller: Caller, ore: int) -> list[SearchHit]:
    """Open cases whose booked debt is somewhat less than an amount, the nearest first: interest since may make it that."""
    parameters = SqlParameters()
    least, most = parameters.add(ore * 4 // 5, "bigint"), parameters.add(ore, "bigint")
    near = f"{_OWED} >= {least} and {_OWED} < {most} and k.state <> 'closed' order by {_OWED} desc"
    scope = table_scope(caller, "k.account_id", "k.creditor_id", parameters)
    nearest = f"(select k.* from cases k where {scope} and {near} limit {MOST_STATED}) k"
    statement = _select("case", "k", nearest, "k.ocr_number", "true", "amount", caller, parameters, MOST_STATED)
    return await fetch_rows(connection, SearchHit, statement, *parameters.values)


def statement_for(caller: Caller, text: str, today: date) -> tuple[str, list[Any]]:
    """The statement that finds it and its values; an empty one where the text cannot mean anything."""
    parameters = SqlParameters()
    branches = [*_branches(caller, parse_search(text, today), parameters)]
    if not branches:
        return "", []
    # If several branches find the same thing, the first counts.
    statement = f"""select distinct on (kind, id) kind, id, name, number, by
                    from ({" union all ".join(branches)}) found order by kind, id, by = 'beginning'"""
    return statement, parameters.values


def _branches(caller: Caller, meant: SearchTerms, parameters: SqlParameters) -> Iterator[str]:
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
        if begun := _begins("i.invoice_number", meant.number, parameters):
            yield _select("invoice", "i", "invoices i", "i.invoice_number", begun, "beginning", caller, parameters)


def _begins(column: str, number: str, parameters: SqlParameters) -> str:
    """The condition that a number begins so, as its index takes it; empty of too few digits."""
    if sum(map(str.isdigit, number)) < SHORTEST_PART:
        return ""
    after = parameters.add(number[:-1] + chr(ord(number[-1]) + 1), "text")
    return f"{column} > {parameters.add(number, 'text')} and {column} < {after}"


def _customers(caller: Caller, meant: SearchTerms, parameters: SqlParameters) -> Iterator[str]:
    conditions: list[tuple[str, str]] = []
    # A creditor sees its own details of a customer; the others see the customer's.
    alias = "s" if caller.level == CREDITOR else "c"
    if meant.words:
        yield _named(caller, meant.words, parameters)
    if meant.id_number:
        conditions.append(("id_number", f"c.id_number_compact = {parameters.add(meant.id_number, 'text')}"))
    if meant.email:
        email = parameters.add(meant.email, "text")
        conditions.append(("email", f"{alias}.email_folded = {email} and {alias}.email_folded <> ''"))
    if meant.phone:
        phone = parameters.add(meant.phone, "text")
        conditions.append(
            (
                "phone",
                f"right(regexp_replace({alias}.mobile_number, '[^0-9]', '', 'g'), {_PHONE_DIGITS}) = {phone}"
                f" and {alias}.mobile_number is not null",
            )
        )
    if meant.number:
        conditions.append(("customer_number", f"{alias}.customer_number = {parameters.add(meant.number, 'text')}"))
    for by, condition in conditions:
        yield _select_customer(condition, by, caller, parameters)


def _select_customer(condition: str, by: str, caller: Caller, parameters: SqlParameters) -> str:
    if caller.level == CREDITOR:
        alias, table = (
            "s",
            "customer_details s join customers c on c.account_id = s.account_id and c.id = s.customer_id",
        )
        scope = table_scope(caller, "c.account_id", "s.creditor_id", parameters)
    else:
        alias, table = "c", "customers c"
        scope = table_scope(caller, "c.account_id", None, parameters)
    return (
        f"(select 'customer' as kind, {_text('c.id')} as id, {_text(f'{alias}.name')} as name,"
        f" {_text(f'{alias}.id_number')} as number,"
        f" '{by}' as by from {table} where {condition} and {scope} limit {MOST_OF_A_KIND})"
    )


def _named(caller: Caller, words: tuple[str, ...], parameters: SqlParameters) -> str:
    """Customers by the beginnings of words of their names.

    The index of words gathers everybody who has a word before the first is read, which takes long where many have it. Of
    such there are enough among the latest customers, who are looked through first; the index is for words that are rare. Of
    several words it is asked for the one that the fewest of the latest have, and the others are looked for in what it finds:
    `is true` keeps the server from asking the index for them too. To take every one of the latest names apart took most of the
    time: only what has the letters somewhere is, and there a word begins after a space or a sign. What is left out as found
    already cannot be looked for by helpers of the server, whose start took as long as the rest.
    """
    own = caller.level == CREDITOR
    latest = LATEST_OF_ONE if caller.level in (ACCOUNT, CREDITOR) else LATEST
    table, id_ = ("customer_details", "customer_id") if own else ("customers", "id")
    whose = "n.account_id", "n.creditor_id" if own else None
    scope = table_scope(caller, *whose, parameters)
    # A rare word's own index is enough, and to gather all of an account beside it took longest.
    filtered = table_scope(caller, *whose, parameters, is_looked_up=False)
    plain_name = plain_sql("name_folded")
    named = f"to_tsvector('simple', {plain_name})"
    letters = [word.replace("_", r"\_") for word in words]
    beginnings = parameters.add([f"{word}:*" for word in words], "text[]")
    inside = parameters.add([f"%{each}%" for each in letters], "text[]")
    begun = parameters.add([f"% {each}%" for each in letters], "text[]")
    between = parameters.add(_BETWEEN_WORDS, "text")
    all_words = f"(select to_tsquery('simple', array_to_string({beginnings}, ' & ')))"
    return f"""(with latest as materialized (
            select {id_} as id, name, id_number, {plain_name} as plain_name from {table} n
            where {scope} order by {id_} desc limit {latest}),
        hits as materialized (
            select id, name, id_number from latest
            where case when plain_name like all({inside})
                       then ' ' || translate(plain_name, {between}, repeat(' ', length({between}))) like all({begun}) end
            limit {MOST_OF_A_KIND}),
        rarest as materialized (
            select to_tsquery('simple', word) as word
            from unnest({beginnings}, {inside}) with ordinality w (word, letters, place)
            order by (select count(*) from latest where plain_name like letters), length(word) desc, place limit 1)
        select 'customer' as kind, {_text("id")} as id, {_text("name")} as name, {_text("id_number")} as number, 'name' as by
        from hits
        union all
        (select 'customer', {_text(id_)}, {_text("name")}, {_text("id_number")}, 'name' from {table} n
            where {named} @@ (select word from rarest) and ({named} @@ {all_words}) is true and {filtered}
            and (select count(*) from hits) < {MOST_OF_A_KIND} and (select count(*) from latest) = {latest}
            and {id_} not in (select id from hits)
            limit {MOST_OF_A_KIND})
        limit {MOST_OF_A_KIND})"""


def _misspelt(caller: Caller, words: tuple[str, ...], parameters: SqlParameters) -> str:
    """Customers each of whose words is one of a name, whole or with one slip, the latest customers first.

    The index is asked for every word that one of them may have meant, and what it finds is held against the others: the one that
    the fewest of the latest have, since it would gather everybody who has a common one.
    """
    own = caller.level == CREDITOR
    table, id_ = ("customer_details", "customer_id") if own else ("customers", "id")
    latest = LATEST_OF_ONE if caller.level in (ACCOUNT, CREDITOR) else LATEST
    whose = "n.account_id", "n.creditor_id" if own else None
    scope = table_scope(caller, *whose, parameters)
    filtered = table_scope(caller, *whose, parameters, is_looked_up=False)
    named = f"to_tsvector('simple', {plain_sql('name_folded')})"
    meant = [" | ".join(with_one_slip(word)) for word in words]
    every = f"(select to_tsquery('simple', {parameters.add(' & '.join(f'({one})' for one in meant), 'text')}))"
    each = parameters.add(meant, "text[]")
    return f"""with latest as materialized (
            select {id_} as id, name, id_number, {named} as plain_words from {table} n
            where {scope} order by {id_} desc limit {latest}),
        hits as materialized (select id, name, id_number from latest where plain_words @@ {every} limit {MOST_OF_A_KIND}),
        rarest as materialized (
            select to_tsquery('simple', word) as word from unnest({each}) with ordinality w (word, place)
            order by (select count(*) from latest where plain_words @@ to_tsquery('simple', word)), length(word) desc, place
            limit 1)
        select 'customer' as kind, {_text("id")} as id, {_text("name")} as name, {_text("id_number")} as number,
               'similar_name' as by from hits
        union all
        (select 'customer', {_text(id_)}, {_text("name")}, {_text("id_number")}, 'similar_name' from {table} n
            where {named} @@ (select word from rarest) and ({named} @@ {every}) is true and {filtered}
            and not exists (select 1 from hits) and (select count(*) from latest) = {latest}
            limit {MOST_OF_A_KIND})"""


def _cases(caller: Caller, meant: SearchTerms, parameters: SqlParameters) -> Iterator[str]:
    if meant.number:
        number = parameters.add(meant.number, "text")
        known = "ocr_numbers o join cases k on k.account_id = o.account_id and k.id = o.case_id"
        yield _select("case", "k", known, "k.ocr_number", f"o.ocr = {number}", "ocr", caller, parameters)
        if case_number.is_valid(meant.number):
            ocr = parameters.add(case_number.to_ocr(meant.number), "text")
            yield _select("case", "k", known, "k.ocr_number", f"o.ocr = {ocr}", "case_number", caller, parameters)
        if letter_number.is_valid(meant.number):
            written = f"l.letter_number = {parameters.add(letter_number.compact(meant.number), 'text')}"
            letters = "letters l join cases k on k.account_id = l.account_id and k.id = l.case_id"
            yield _select("case", "k", letters, "k.ocr_number", written, "letter_number", caller, parameters)
        for column in ("invoice_number", "debt_reference"):
            yield _select("case", "k", "cases k", "k.ocr_number", f"k.{column} = {number}", column, caller, parameters)
        yield _select("case", "k", "cases k", "k.ocr_number", f"k.id = {number}", "id", caller, parameters)
        for table, column in ((known, "o.ocr"), ("cases k", "k.invoice_number")):
            if begun := _begins(column, meant.number, parameters):
                yield _select("case", "k", table, "k.ocr_number", begun, "beginning", caller, parameters)
    if meant.ore:
        ore = parameters.add(meant.ore, "bigint")
        is_owed = f"{_OWED} = {ore} and k.state <> 'closed'"
        for condition in (is_owed, f"k.initial_capital = {ore}"):
            yield _select("case", "k", "cases k", "k.ocr_number", condition, "amount", caller, parameters)
        of_letters = "letters l join cases k on k.account_id = l.account_id and k.id = l.case_id"
        asked = f"l.amount = {ore} and l.amount > 0"
        yield _select("case", "k", of_letters, "k.ocr_number", asked, "letter_amount", caller, parameters)


def _select(
    kind: FoundKind,
    alias: str,
    table: str,
    number: str,
    condition: str,
    by: str,
    caller: Caller,
    parameters: SqlParameters,
    most: int = MOST_OF_A_KIND,
) -> str:
    scope = table_scope(caller, f"{alias}.account_id", f"{alias}.creditor_id", parameters)
    # The name from the document's own creditor. The caller's account is repeated, because nodes are chosen by it.
    own_account = table_scope(caller, "d.account_id", None, parameters) if caller.account else "true"
    name = (
        f"coalesce((select d.name from customer_details d where d.account_id = {alias}.account_id and {own_account}"
        f" and d.customer_id = {alias}.customer_id and d.creditor_id = {alias}.creditor_id), '')"
    )
    return (
        f"(select '{kind}' as kind, {_text(f'{alias}.id')} as id, {_text(name)} as name,"
        f" {_text(number)} as number,"
        f" '{by}' as by from {table} where {condition} and {scope} limit {most})"
    )


def _text(column: str) -> str:
    """A column as text. Of one that is merely cast, a cluster's machines disagree on the type and refuse each other's rows."""
    return f"({column} || '')"
