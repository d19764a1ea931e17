"""Fields: one that is stored, one that a view derives."""

from __future__ import annotations

from tools.recipes.recipe import Add, Create, Recipe, Replace

_ANYTHING_WITH_FIELDS = (
    "tests/resources",
    "tests/store/upkeep/test_schema.py",
    "tests/api/test_description.py",
    "tests/api/test_items.py",
    "tests/api/test_projections.py::test_every_field_can_be_included_and_excluded[creditors]",
    "tests/api/test_filters.py::test_every_field_can_be_filtered_on[creditors]",
    "tests/api/test_sorting.py::test_every_field_with_a_single_value_can_be_sorted_by[creditors]",
    "tests/test_docs.py",
)

DERIVED_FIELD = Recipe(
    name="a derived field",
    example="whether a creditor has an account to be paid on",
    edits=(
        Replace(
            "fordran/resources/creditors.py",
            "    payout_details: PayoutDetails\n",
            "    can_be_paid: Flag\n"
            '    """Whether there is an account to pay to."""\n'
            "    payout_details: PayoutDetails\n",
        ),
        Replace(
            "fordran/sql/views.sql",
            " c.case_config, c.payout_details,",
            " c.case_config, c.payout_details,\n    c.payout_details -> 'sek' is not null as can_be_paid,",
        ),
    ),
    tests=_ANYTHING_WITH_FIELDS,
    makes=("docs",),
    shows="""
from fordran.resources import RESOURCES
assert "can_be_paid" in RESOURCES["creditors"].fields
""",
)

OPTIONAL_FIELD = Recipe(
    name="an optional field",
    example="the address that a creditor is visited at",
    edits=(
        Replace(
            "fordran/resources/creditors.py",
            "    invoice_address: Address\n",
            '    visit_address: Address | None = None\n    """Where the creditor is visited."""\n'
            "    invoice_address: Address\n",
        ),
        Replace(
            "fordran/resources/creditors.py",
            "    invoice_address: Address | None = None\n",
            '    visit_address: Address | None = None\n    """Where the creditor is visited."""\n'
            "    invoice_address: Address | None = None\n",
        ),
        Create(
            "fordran/sql/migrations/{next}_visit_address.sql",
            "-- Where a creditor is visited, which may be elsewhere than where its post goes.\n\n"
            "set local search_path = fordran;\n\n"
            "alter table creditors add column visit_address jsonb;\n",
        ),
        Add(
            "fordran/sql/schema.sql",
            "    added_to_erp_system       boolean,\n    warnings                  jsonb,\n",
            "    visit_address             jsonb,\n",
        ),
        Replace(
            "fordran/sql/views.sql",
            "    c.invoice_address, c.case_config,",
            "    c.invoice_address, c.visit_address, c.case_config,",
        ),
    ),
    tests=(
        *_ANYTHING_WITH_FIELDS,
        "tests/load/test_migrations.py",
        "tests/api/test_creates.py::test_the_bodies_here_say_every_declared_field[creditors]",
        "tests/api/test_creates.py::test_a_create_answers_what_it_made_and_where[creditors]",
        "tests/api/test_changes.py",
    ),
    makes=("rows", "docs"),
    shows="""
from fordran.resources import RESOURCES
assert "visit_address" in RESOURCES["creditors"].fields
""",
)
