"""Rows to documents: columns, objects that are made of columns, and the function that is written for chosen fields."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fordran.resources.cases import CASES
from fordran.resources.invoices import INVOICES
from fordran.shape.resource import META, Resource
from fordran.store.reading.documents import columns_of, writer

MOMENT = datetime(2026, 3, 2, tzinfo=UTC)


def test_an_object_that_is_made_of_columns_is_read_from_them() -> None:
    columns = columns_of(CASES, ("_id", "debt", "state"))
    assert columns[0] == "_id"
    assert columns[-1] == "state"
    assert columns[1:-1] == tuple(f"debt.{part}" for part in CASES.fields["debt"].children)
    assert set(columns) <= CASES.columns.keys()


def test_values_are_shown_as_their_kinds_are_and_missing_ones_left_out() -> None:
    fields = ("_id", "_created", "debt", "state", "total_added_capital_amount", "refund_amount")
    values = {
        "_id": "a1",
        "_created": MOMENT,
        "debt.invoice_number": "F1",
        "debt.invoice_date": MOMENT,
        "debt.initial_capital": 12_345,
        "debt.capital_to_claim": 10_000,
        "total_added_capital_amount": 0,
    }
    row = [values.get(column) for column in columns_of(CASES, fields)]
    said = "Mon, 02 Mar 2026 00:00:00 GMT"
    debt = {"invoice_number": "F1", "invoice_date": said, "initial_capital": 123.45, "capital_to_claim": 100}
    expected = {"_id": "a1", "_created": said, "debt": debt, "total_added_capital_amount": 0}
    write = writer(CASES, fields)
    assert write(row) == expected
    assert list(write(row)) == list(expected), "in the order of the fields"
    assert write([*row, 17]) == expected, "what follows the columns, such as a total, is not shown"


def test_a_column_is_read_once_for_all_who_show_it() -> None:
    fields = ("local_added_capital_amount", "total_added_capital_amount", "local_added_costs_amount")
    columns = columns_of(CASES, fields)
    assert columns == ("total_added_capital_amount", "total_added_costs_amount")
    assert writer(CASES, fields)((150, None)) == {"local_added_capital_amount": 1.5, "total_added_capital_amount": 1.5}
    assert all({shown, read} <= CASES.fields.keys() for shown, read in CASES.same_values.items())


def test_each_row_has_objects_of_its_own() -> None:
    write = writer(CASES, ("debt",))
    row = [None] * len(columns_of(CASES, ("debt",)))
    first, second = write(row), write(row)
    assert first == second == {"debt": {}}
    assert first["debt"] is not second["debt"]


@pytest.mark.parametrize("resource", [CASES, INVOICES], ids=lambda resource: resource.name)
def test_a_function_is_written_for_any_fields_of_a_resource(resource: Resource) -> None:
    for fields in (tuple(resource.fields), META):
        write = writer(resource, fields)
        assert write([None] * len(columns_of(resource, fields))).keys() <= set(resource.column_backed)
