"""A noun with its list and item, and an endpoint on a noun."""

from __future__ import annotations

from tools.recipes.recipe import Add, Create, Recipe, Replace

_TABLE = """create table countries (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    code                      words not null constraint countries_code_is_unique unique,
    name                      words not null
);
comment on table countries is 'reference: countries that an address can be in';
"""
_RULE = """insert into audit_rules (table_name, records, reason, resource, derived, secret) values
    ('countries', 'changes', 'Made with the installation.', null, '{}', '{}');
"""
_ROWS = """insert into countries (id, created, updated, code, name) values
    ('000000000000000000000001', date_trunc('second', now()), date_trunc('second', now()), 'SE', 'Sverige'),
    ('000000000000000000000002', date_trunc('second', now()), date_trunc('second', now()), 'NO', 'Norge');
"""
_VIEW = """create view fordran_api.countries as
select
    n.id as _id, n.created as _created, n.updated as _updated, etag(n.id, n.revision::text) as _etag,
    n.code, n.name
from countries n;

"""
_RESOURCE = '''"""Country: one that an address can be in."""

from __future__ import annotations

from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import Text
from fordran.shape.resource import Resource


class Country(Shape):
    code: Text
    """ISO 3166-1, two letters."""
    name: Text
    """In its own language."""


COUNTRIES = Resource(
    "countries",
    Country,
    owner="everyone",
    personal=False,
    about="Countries that an address can be in.",
    kept=(NothingPersonal("countries", "names of countries"),),
)
'''
_PAGE = """## Countries

A country that an address can be in.

| Endpoint | | For |
|---|---|---|
| `GET /countries` | List countries. | all roles |
| `GET /countries/{id}` | Read one of countries. | all roles |

<!-- fields of Country, as shown -->

<!-- end -->

"""

_BEFORE = 'msgid "resource.creditor--cancellations"\n'

NOUN = Recipe(
    name="a noun",
    example="countries, to be listed and read",
    edits=(
        Create("fordran/resources/countries.py", _RESOURCE),
        Create(
            "fordran/sql/migrations/{next}_countries.sql",
            f"-- Countries, to choose from.\n\nset local search_path = fordran;\n\n{_TABLE}\n{_RULE}\n{_ROWS}",
        ),
        Add(
            "fordran/sql/schema.sql",
            "comment on table locale_entries is 'reference: every text the service shows, by tag and language';\n",
            f"\n{_TABLE}",
        ),
        Add(
            "fordran/sql/schema.sql",
            "    ('locale_entries', 'changes', 'Made with the installation.', 'locales', '{}', '{}'),\n",
            "    ('countries', 'changes', 'Made with the installation.', null, '{}', '{}'),\n",
        ),
        Replace(
            "fordran/sql/views.sql",
            "create view fordran_api.locales as\n",
            f"{_VIEW}create view fordran_api.locales as\n",
        ),
        Add(
            "fordran/api/table/installation.py",
            "from fordran.resources.connections import OutsideConnectionList\n",
            "from fordran.resources.countries import COUNTRIES\n",
        ),
        Add(
            "fordran/api/table/installation.py",
            "    *reads(LOCALES, EVERYBODY),\n",
            "    *reads(COUNTRIES, EVERYBODY),\n",
        ),
        Add(
            "tests/api/policy.py",
            '    "GET /locales/{id}": "ohftpacu",\n',
            '    "GET /countries": "ohftpacu",\n    "GET /countries/{id}": "ohftpacu",\n',
        ),
        Replace("docs/interface.md", "## Locale entries\n", f"{_PAGE}## Locale entries\n"),
        Replace("fordran/texts/sv.po", _BEFORE, f'msgid "resource.countries"\nmsgstr "Länder"\n\n{_BEFORE}'),
        Replace("fordran/texts/en.po", _BEFORE, f'msgid "resource.countries"\nmsgstr "Countries"\n\n{_BEFORE}'),
    ),
    tests=(
        "tests/resources",
        "tests/store/upkeep/test_schema.py",
        "tests/load/test_migrations.py",
        "tests/api/test_access.py",
        "tests/api/test_audit.py",
        "tests/api/test_description.py",
        "tests/api/test_items.py",
        "tests/api/test_lists.py",
        "tests/api/test_methods.py",
        "tests/api/test_filters.py::test_every_field_can_be_filtered_on[countries]",
        "tests/api/test_sorting.py::test_every_field_with_a_single_value_can_be_sorted_by[countries]",
        "tests/actions/registrations/test_record_payment.py",
        "tests/texts",
        "tests/test_docs.py",
        "tests/test_rooms.py",
    ),
    makes=("rows", "docs"),
    shows="""
from fordran.resources import RESOURCES
assert "countries" in RESOURCES
""",
)

ENDPOINT = Recipe(
    name="an endpoint on a noun",
    example="the statement of a case by another name",
    edits=(
        Replace(
            "fordran/api/table/cases.py",
            '    Endpoint(\n        "GET",\n        "/cases/{id}/trace",\n',
            '    Endpoint(\n        "GET",\n        "/cases/{id}/owed",\n        read_statement,\n'
            '        "The statement, by another name.",\n        EVERYBODY,\n        CASES,\n        query=StatementQuery,\n'
            '        answers=Statement,\n    ),\n    Endpoint(\n        "GET",\n        "/cases/{id}/trace",\n',
        ),
        Add(
            "tests/api/policy.py",
            '    "GET /cases/{id}/statement": "ohftpacu",\n',
            '    "GET /cases/{id}/owed": "ohftpacu",\n',
        ),
        Add(
            "docs/interface.md",
            "| `GET /cases/{id}/statement` | Every öre of a case explained, on any date. | all roles |\n",
            "| `GET /cases/{id}/owed` | The statement, by another name. | all roles |\n",
        ),
    ),
    tests=(
        "tests/api/test_access.py",
        "tests/api/test_description.py",
        "tests/api/test_methods.py",
        "tests/test_docs.py",
    ),
    shows="""
from fordran.api.endpoints import endpoints
from fordran.settings import Settings
assert "GET /cases/{id}/owed" in {endpoint.name for endpoint in endpoints(Settings())}
""",
)
