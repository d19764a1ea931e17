"""Faults in the guards of objections."""

from __future__ import annotations

from tools.planted.fault import Fault

OBJECTIONS_TESTS = "tests/actions/flow/test_objections.py"

OBJECTIONS = (
    Fault(
        "the person who noted an objection confirms it",
        "fordran/actions/flow/dispute_case.py",
        "if set(by.hands) & set(found.noted_by):",
        "if False:",
        (f"{OBJECTIONS_TESTS}::test_two_people_of_the_staff_let_a_case_go_on",),
    ),
    Fault(
        "a letter asks for what the debtor objects to",
        "fordran/domain/flow/lawfulness.py",
        "if letter.left_out >= letter.case.disputed:",
        "if True:",
        ("tests/domain/flow/test_lawfulness.py",),
    ),
    Fault(
        "paying the undisputed part settles the disputed part too",
        "fordran/domain/claims/replay.py",
        "most = self.undisputed_left(day, letter) if letter.disputed else None",
        "most = None",
        ("tests/domain/claims/test_objections.py",),
    ),
    Fault(
        "a rejected objection is taken back without evidence",
        "fordran/actions/flow/dispute_case.py",
        "dispute = next((one for one in reversed(disputes) if one.rejected_on is None), None)",
        "dispute = disputes[-1]",
        ("tests/actions/flow/test_stories.py",),
    ),
)
