"""What the recipe for a letter adds to the tests, and to the pages that they read."""

from __future__ import annotations

from tools.recipes.recipe import Add, Edit, Replace

_SAMPLE = """def parking(**changes: Any) -> Letter:
    return _letter(ParkingLetter, changes, pay_by=PAY_BY)


"""

TESTS: tuple[Edit, ...] = (
    Replace(
        "tests/documents/letter_samples.py",
        "from fordran.documents.letters.refund_notice import RefundNotice\n",
        "from fordran.documents.letters.parking import ParkingLetter\n"
        "from fordran.documents.letters.refund_notice import RefundNotice\n",
    ),
    Replace("tests/documents/letter_samples.py", "def respite(", f"{_SAMPLE}def respite("),
    Add("tests/documents/letter_samples.py", "        surveillance,\n", "        parking,\n"),
    Add(
        "tests/documents/letter_samples.py",
        '    "surveillance": (167_866, PAY_BY),\n',
        '    "parking": (167_866, PAY_BY),\n',
    ),
    Replace(
        "tests/domain/flow/test_case_flow_steps.py",
        """        (
            case("surveillance", is_parking=True, state_since=D("2028-02-01")),
            "close_time_barred 2028-07-17",
""",
        """        (case("surveillance", is_parking=True), "parking_letter 2027-03-01", "six months, in a letter of its own"),
        (
            case("surveillance", is_parking=True, state_since=D("2028-02-01")),
            "close_time_barred 2028-07-17",
""",
    ),
    Replace(
        "tests/actions/flow/customers.story",
        "sent surveillance_letter to pay by 2027-04-27; sent surveillance_letter to pay by 2027-10-27; "
        "sent surveillance_letter to pay by 2028-04-27; next close_time_barred 2028-09-02",
        "sent parking_letter to pay by 2027-04-27; sent parking_letter to pay by 2027-10-27; "
        "sent parking_letter to pay by 2028-04-27; next close_time_barred 2028-09-02",
    ),
)

_EXCEPTIONS = "pay_by_is_named, plan_runs, refund_is_owed, demanded_first, demand_has_run_out, application_is_complete"

PAGES: tuple[Edit, ...] = (
    Replace(
        "docs/rules/letters.md",
        "| `RespiteConfirmation` |",
        "| `ParkingLetter` | parking_letter | that it does not prolong the time to sue for a parking fee (lag (1984:318)"
        " 9 §) |\n| `RespiteConfirmation` |",
    ),
    Replace(
        "docs/rules/letters.md",
        "A reminder, a demand, a surveillance letter and the demand after an ended plan ask for all that is owed on their day.\n"
        "Whoever pays that by the last day is free, although interest has run meanwhile.\n",
        "A reminder, a demand, a surveillance or parking letter and the demand after an ended plan ask for all that is owed on\n"
        "their day. Whoever pays that by the last day is free, although interest has run meanwhile.\n",
    ),
    Replace(
        "docs/rules/lawfulness.md",
        "  `surveillance_letter`, `amortization_default`.\n",
        "  `surveillance_letter`, `parking_letter`, `amortization_default`.\n",
    ),
    Add(
        "docs/rules/lawfulness.md",
        f"| surveillance_letter | {_EXCEPTIONS} |\n",
        f"| parking_letter | {_EXCEPTIONS} |\n",
    ),
    Replace(
        "docs/rules/case-flow.md",
        "6. Under surveillance: a letter every six months, and no later than thirty days before limitation.\n",
        "6. Under surveillance: a letter every six months, and no later than thirty days before limitation. For a parking fee\n"
        "   that was not sued for it is `parking_letter`, which prolongs nothing and is not hurried.\n",
    ),
)
