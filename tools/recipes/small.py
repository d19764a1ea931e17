"""The short ones: a setting, a text, a command and a rule."""

from __future__ import annotations

from tools.recipes.recipe import Add, Create, Recipe, Replace

SETTING = Recipe(
    name="a setting",
    example="the address for questions about the installation",
    edits=(
        Add(
            "fordran/settings.py",
            '    log_level: str = _setting("info", "The least that is logged: debug, info, warning or error.")\n',
            '    support_email: str = _setting("", "The address for questions about the installation; none by default.")\n',
        ),
        Add(
            "docs/operating.md",
            "| `log_level` | `info` | The least that is logged: `debug`, `info`, `warning` or `error`. |\n",
            "| `support_email` | | The address for questions about the installation; none by default. |\n",
        ),
    ),
    tests=("tests/commands/test_settings.py",),
    shows="""
import os
from fordran.settings import Settings
os.environ["FORDRAN_SUPPORT_EMAIL"] = "help@operator.example"
assert Settings.load().support_email == "help@operator.example"
""",
)

_LOCALE = 'msgid "locale.crediting_more_than_capital"\n'
TEXT = Recipe(
    name="a text",
    example="what a case is told to wait for",
    edits=(
        Replace(
            "fordran/texts/sv.po",
            _LOCALE,
            f'msgid "locale.case_waits"\nmsgstr "Ärendet väntar."\n\n{_LOCALE}',
        ),
        Replace(
            "fordran/texts/en.po",
            _LOCALE,
            f'msgid "locale.case_waits"\nmsgstr "The case waits."\n\n{_LOCALE}',
        ),
        Add(
            "fordran/actions/locale_texts.py",
            "LOCALE_TEXTS = (\n",
            '    LocaleText("case_waits", "locale.case_waits", "Why nothing comes next"),\n',
        ),
    ),
    tests=("tests/api/test_lists.py", "tests/store/upkeep/test_schema.py", "tests/texts"),
    shows="""
from fordran.actions.locale_texts import locale_text
assert locale_text("case_waits", "sv") == "Ärendet väntar."
""",
)

COMMAND = Recipe(
    name="a command",
    example="`fordran version`",
    edits=(
        Create(
            "fordran/commands/version.py",
            '''"""`fordran version`: which version this is, for whoever reports something."""

from importlib.metadata import version as installed

import typer

from fordran.commands.options import Json, show

app = typer.Typer()


@app.command()
def version(as_json: Json = False) -> None:
    """Print the version of the program."""
    show({"version": installed("fordran")}, as_json=as_json)
''',
        ),
        Add(
            "fordran/commands/app.py",
            '    "explain": "Print a resource\'s table, view, the SELECT of a query and its OpenAPI fragment.",\n',
            '    "version": "Print the version of the program.",\n',
        ),
        Add(
            "docs/operating.md",
            "| `fordran explain RESOURCE` | how a resource is read, for whoever works on the program |\n",
            "| `fordran version` | which version this is |\n",
        ),
        Replace(
            "tests/commands/test_short_commands.py",
            "def test_a_resource_is_explained_without_a_database",
            """def test_the_version_is_told_as_json_alone() -> None:
    told = fordran("version", "--json")
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["version"].count(".") == 2


def test_a_resource_is_explained_without_a_database""",
        ),
    ),
    tests=(
        "tests/commands/test_short_commands.py::test_the_version_is_told_as_json_alone",
        "tests/commands/test_short_commands.py::test_a_resource_is_explained_without_a_database",
        "tests/test_docs.py",
        "tests/test_rooms.py",
    ),
    shows="""
from fordran.commands.app import COMMANDS
assert "version" in COMMANDS
""",
)

RULE = Recipe(
    name="a rule",
    example="a payment of more than ten years ago is refused",
    edits=(
        Add(
            "fordran/domain/flow/limitation.py",
            "from fordran.domain.law.deadlines import LawTerm, limitation_date, term_on\n",
            '''

def is_beyond_claims(paid: dt.date, today: dt.date) -> bool:
    """Whether a payment is so old that what it paid was barred long since: preskriptionslag (1981:130) 2 § första stycket.

    >>> is_beyond_claims(dt.date(2016, 11, 14), dt.date(2026, 11, 15))
    True
    """
    return limitation_date(paid, is_consumer=False) < today
''',
        ),
        Add(
            "fordran/actions/registrations/record_payment.py",
            "from fordran.domain.claims.payment_days import earliest_payment_day, is_payment_day\n",
            "from fordran.domain.flow.limitation import is_beyond_claims\n",
        ),
        Replace(
            "fordran/actions/registrations/record_payment.py",
            "    _check_day(case, day)\n",
            "    if is_beyond_claims(day, case.today):\n"
            '        raise Refused({"bank_transaction_date": "must not be more than ten years ago"})\n'
            "    _check_day(case, day)\n",
        ),
        Replace(
            "tests/domain/flow/test_limitation.py",
            "from fordran.domain.flow.limitation import Limitation, last_day_of_claim\n",
            "from fordran.domain.flow.limitation import Limitation, is_beyond_claims, last_day_of_claim\n",
        ),
        Add(
            "tests/domain/flow/test_limitation.py",
            "    assert found == D(last), remark\n",
            """

@pytest.mark.parametrize(
    ("paid", "is_beyond", "remark"),
    [
        ("2016-11-14", True, "ten years and a day ago"),
        ("2016-11-15", False, "ten years ago to the day"),
        ("2026-11-15", False, "today"),
        ("2027-01-01", False, "what is to come is not old"),
    ],
)
def test_a_payment_of_more_than_ten_years_ago_is_beyond_claims(paid: str, is_beyond: bool, remark: str) -> None:
    assert is_beyond_claims(D(paid), D("2026-11-15")) is is_beyond, remark
""",
        ),
        Add(
            "tests/actions/registrations/test_record_payment.py",
            '    ({"currency": "EUR"}, "currency", "unallowed value EUR: must be one of SEK", "kronor only"),\n',
            """    (
        {"bank_transaction_date": "2009-12-31"},
        "bank_transaction_date",
        "must not be more than ten years ago",
        "barred long since",
    ),
""",
        ),
        Add(
            "docs/rules/what-is-owed.md",
            "- **Closed**: nothing remains, and no fee can be added.\n",
            "- **Beyond claims**: a payment dated more than ten years ago, which is refused.\n",
        ),
    ),
    tests=(
        "tests/domain/flow/test_limitation.py",
        "tests/domain/test_rules_pages.py",
        "tests/actions/registrations/test_record_payment.py",
        "tests/test_rooms.py",
    ),
    shows="""
from fordran.domain.flow.limitation import is_beyond_claims
""",
)
