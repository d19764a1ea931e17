"""The costs of filters: the worst accepted ones of each list, and that no single condition is refused."""

from __future__ import annotations

from typing import Any

import pytest

from fordran.shape.resource import Resource
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.where import BadQuery
from fordran.store.reading.where_sql import compile_where
from tests.api.asking import each_list, paths
from tests.api.table import LISTED

BY_NAME = {resource.name: resource for resource in LISTED}
MOMENT = "2026-01-01T00:00:00Z"

# Processor seconds of these filters are in docs/measurements/2026-11-18-filters.md.
WORST: list[tuple[str, int, dict[str, Any]]] = [
    ("cases", 200, {"customer_name": {"$ne": "a"}}),
    ("cases", 100, {"_updated": {"$ne": MOMENT}}),
    ("cases", 100, {"next_step_date": {"$ne": MOMENT}}),
    ("cases", 20, {"case_number": {"$ne": "a"}}),
    ("cases", 3, {"_etag": {"$ne": "a"}}),
    ("cases", 6, {"case_settings.interest_rate.rate_percent": {"$ne": 1}}),
    ("cases", 1, {"debt": {"$ne": {"invoice_number": "a"}}}),
    ("cases", 200, {"debt.invoice_number": {"$ne": "a"}}),
    ("cases", 50, {"labels": {"$ne": "a"}}),
    ("cases", 50, {"state_history": {"$size": 9}}),
    ("cases", 2, {"state_history.state": "closed"}),
    ("cases", 1, {"state_history.status_date": MOMENT}),
    ("invoices", 100, {"_updated": {"$ne": MOMENT}}),
    ("invoices", 3, {"_etag": {"$ne": "a"}}),
    ("invoices", 1, {"delivery.status": {"$ne": "sent"}}),
    ("invoices", 1, {"delivery.sent": {"$ne": MOMENT}}),
    ("invoices", 2, {"matrix.unit_price": 1}),
    ("invoice--registrations", 100, {"invoice_number": {"$ne": "a"}}),
    ("invoice--registrations", 2, {"invoice_date": {"$ne": MOMENT}}),
    ("case--registrations", 100, {"first_action": {"$ne": "reminder"}}),
    ("case--registrations", 1, {"debts.invoice_date": MOMENT}),
    ("users", 1, {"data_access.access_group": "a"}),
    ("api--clients", 1, {"keys.id": "a"}),
    ("bank--transactions", 1, {"cases.case": "a"}),
    ("file--import-reports", 1, {"refusals.row": 1}),
    ("finance--payouts", 1, {"approvals.user": "a"}),
]


def compiled(resource: Resource, where: dict[str, Any]) -> str:
    return compile_where(where, resource, SqlParameters())


@pytest.mark.parametrize(("name", "most", "condition"), WORST)
def test_so_many_conditions_of_a_kind_are_accepted(name: str, most: int, condition: dict[str, Any]) -> None:
    assert compiled(BY_NAME[name], {"$and": [condition] * most})
    with pytest.raises(BadQuery, match="where costs more than 1000: a condition costs 5 on a field"):
        compiled(BY_NAME[name], {"$and": [condition] * (most + 1)})


def test_comparisons_within_an_element_cost_too() -> None:
    for count, is_taken in ((10, True), (11, False)):
        where = {"matrix": {"$elemMatch": {"$and": [{"unit_price": {"$ne": 1}}] * count}}}
        if is_taken:
            assert compiled(BY_NAME["invoices"], where)
        else:
            with pytest.raises(BadQuery):
                compiled(BY_NAME["invoices"], where)


def test_a_thousand_values_of_one_field_are_one_condition() -> None:
    in_list = {"reference_number": {"$in": [str(number) for number in range(1000)]}}
    assert compiled(BY_NAME["cases"], {"$and": [in_list] * 66})
    with pytest.raises(BadQuery):
        compiled(BY_NAME["cases"], {"$and": [in_list] * 67})


@each_list
def test_one_condition_on_any_field_is_accepted(resource: Resource) -> None:
    for path, field in paths(resource.fields):
        text, other = (*field.values, *field.values)[:2] if field.values else ("a", MOMENT)
        conditions: list[Any] = [None, {"$exists": True}, {"$eq": text}, {"$eq": 7}, {"$ne": other}]
        if field.kind is not None and not field.is_array:
            conditions.append({"$in": [text, other]})
        for condition in conditions:
            assert compiled(resource, {"_id": {"$in": ["a"]}, "$and": [{path: condition}]}), path
