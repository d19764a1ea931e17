"""Suggest cases for a payment that waits: found by its references, its payer's number and its payer's name, and weighed."""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import date
from typing import Any, TypedDict

from fordran.actions.bank.match_authority import applications_named
from fordran.domain.bank.likeness import Candidate, LikelyCase, Likeness, likeliest, neighbours
from fordran.domain.numbers import authority_case, identity
from fordran.resources.cases import CASES
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.documents import Values
from fordran.store.reading.listing import Query, read_values
from fordran.store.reading.scope import Caller

MOST_NUMBERS, MOST_CANDIDATES = 20, 60


class _FoundRow(TypedDict):
    case_id: str
    how: Likeness


_FOUND = """
(select case_id, 'ocr' as how from ocr_numbers where ocr = any($1::text[]) limit 20)
union all
(select id, 'ocr' from cases where particulars ? 'old_payment_reference'
 and particulars ->> 'old_payment_reference' = any($1::text[]) limit 20)
union all
(select case_id, 'ocr_near' from ocr_numbers where ocr = any($2::text[]) limit 20)
union all
(select k.id, 'payer_number' from customers c join cases k on k.account_id = c.account_id and k.customer_id = c.id
 where c.id_number_compact = $3::text and c.id_number_compact <> '' order by k.id desc limit 20)
union all
(select k.id, 'payer_name' from customers c join cases k on k.account_id = c.account_id and k.customer_id = c.id
 where c.name = any($4::text[]) order by k.id desc limit 20)
"""


async def suggest_cases(
    connection: Connection, caller: Caller, payment: Values, on: date
) -> list[tuple[LikelyCase, Values]]:
    """The cases that a payment, given as it was read, is likeliest for, as the caller sees them."""
    payer: dict[str, Any] = payment["payer"]
    references = [one["reference"] for one in payment["references"]]
    numbers = numbers_in([*references, *payment["information"]])
    near = {neighbour for number in numbers for neighbour in neighbours(number)}
    rows = await fetch_rows(
        connection,
        _FoundRow,
        _FOUND,
        numbers,
        list(near),
        identity.compacted(payer.get("organization_no") or "", on),
        spellings(payer.get("name") or ""),
    )
    found_by: defaultdict[str, set[Likeness]] = defaultdict(set)
    for row in rows:
        found_by[row["case_id"]].add(row["how"])
    named = authority_case.mentioned([*references, *payment["information"]])[:MOST_NUMBERS]
    for application in (await applications_named(connection, named))[:MOST_CANDIDATES]:
        for id_ in parsed(application["case_ids"]):
            found_by[id_].add("authority_number")
    cases = await _cases(connection, caller, list(found_by)[:MOST_CANDIDATES])
    candidates = [_candidate(case, found_by[id_]) for id_, case in cases.items()]
    chosen = likeliest(payment["suspense_amount"], references, candidates)
    return [(likely, cases[likely.case]) for likely in chosen]


async def _cases(connection: Connection, caller: Caller, ids: list[str]) -> dict[str, Values]:
    if not ids:
        return {}
    query = Query(max_results=MOST_CANDIDATES, where={"_id": {"$in": ids}})
    return {case["_id"]: case for case in await read_values(connection, CASES, caller, query)}


def _candidate(case: Values, found_by: set[Likeness]) -> Candidate:
    debt = case["debt"]
    return Candidate(
        case["_id"],
        frozenset(found_by),
        debt["invoice_number"],
        case["total_remaining_transaction_amount"],
        debt["capital_to_claim"],
        "closed" in case,
    )


def numbers_in(texts: list[str]) -> list[str]:
    """Every number in texts that may be a payment reference, however it is grouped.

    >>> numbers_in(["OCR 4100 1785", "tack!"])
    ['4100', '1785', '41001785']
    """
    found: dict[str, None] = {}
    for text in texts:
        parts = re.findall(r"\d+", text)
        joined = re.sub(r"(?<=\d)[ -]+(?=\d)", "", text)
        found |= dict.fromkeys([*parts, *re.findall(r"\d+", joined)])
    return [number.lstrip("0") for number in found if 2 <= len(number.lstrip("0")) <= 25][:MOST_NUMBERS]


def spellings(name: str) -> list[str]:
    """How a customer may be called whom a bank calls so: banks write in capitals, and the last name first.

    >>> spellings("LINDQVIST AGNETA")
    ['LINDQVIST AGNETA', 'Lindqvist Agneta', 'Agneta Lindqvist']
    """
    written = " ".join(name.replace(",", " ").split())
    if not written:
        return []
    first, *rest = written.split(" ")
    return list(dict.fromkeys([name.strip(), written.title(), " ".join([*rest, first]).title()]))
