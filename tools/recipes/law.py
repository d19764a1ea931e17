"""Changes of law: a fee from a day, and the reference rate of the next half-year."""

from __future__ import annotations

from tools.recipes.recipe import Add, Recipe, Replace

FEE = Recipe(
    name="a fee of the law",
    example="from July 2027 an attachment costs 650 kr",
    edits=(
        Add(
            "fordran/domain/law/fees.py",
            '    FeeRow("attachment", _2013, 600_00, "occasion", "förordning (1992:1094) 5–6 §§"),\n',
            '    FeeRow("attachment", date(2027, 7, 1), 650_00, "occasion", "förordning (1992:1094) 5–6 §§"),\n',
        ),
        Add(
            "docs/rules/fees.md",
            "| attachment | 2013-03-16 | 600.00 | occasion | förordning (1992:1094) 5–6 §§ |\n",
            "| attachment | 2027-07-01 | 650.00 | occasion | förordning (1992:1094) 5–6 §§ |\n",
        ),
        Add(
            "tests/domain/test_law.py",
            '        ("attachment", "2026-11-15", 600),\n',
            '        ("attachment", "2027-06-30", 600),\n        ("attachment", "2027-07-01", 650),\n',
        ),
    ),
    tests=(
        "tests/domain/test_law.py",
        "tests/domain/test_rules_pages.py",
        "tests/documents/letters/test_letter_words.py",
    ),
    shows="""
from datetime import date
from fordran.domain.law.law import LAW
assert LAW.cap_on("attachment", date(2027, 7, 1)).most == 650_00
assert LAW.cap_on("attachment", date(2027, 6, 30)).most == 600_00
""",
)

REFERENCE_RATE = Recipe(
    name="a reference rate",
    example="the Riksbank's rate for the first half of 2027",
    edits=(
        Add(
            "fordran/domain/law/reference_rates.py",
            '    (2026, "2.00", "2.00"),\n',
            '    (2027, "1.50", None),\n',
        ),
        Replace(
            "tests/domain/test_law.py",
            """        ("2026-12-31", "2.00", False, "the last published day, for now"),
        ("2027-01-01", "2.00", True, "not yet published: the last rate holds provisionally"),
        ("2040-01-01", "2.00", True, "for as long as it takes"),
""",
            """        ("2026-12-31", "2.00", False, "half-year by half-year"),
        ("2027-06-30", "1.50", False, "the last published day, for now"),
        ("2027-07-01", "1.50", True, "not yet published: the last rate holds provisionally"),
        ("2040-01-01", "1.50", True, "for as long as it takes"),
""",
        ),
    ),
    # Amounts that depend on interest, none of which may change.
    tests=("tests/domain/test_law.py", "tests/domain/claims", "tests/stories"),
    shows="""
from datetime import date
from fordran.domain.law.reference_rates import rate_on
assert rate_on(date(2027, 3, 1)) == (1.5, False)
""",
)
