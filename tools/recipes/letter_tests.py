"""The tests that the recipe for a letter adds."""

from __future__ import annotations

from tools.recipes.recipe import Add, Edit, Replace

_SAMPLE = """def parking(**changes: Any) -> LetterDocument:
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
        "tests/actions/flow/customers.story",
        "sent surveillance_letter to pay by 2027-04-29; sent surveillance_letter to pay by 2027-10-29; "
        "sent surveillance_letter to pay by 2028-05-02; waits: Legal action",
        "sent parking_letter to pay by 2027-04-29; sent parking_letter to pay by 2027-10-29; "
        "sent parking_letter to pay by 2028-05-02; waits: Legal action",
    ),
)
