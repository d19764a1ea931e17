"""Faults in the guards before an application."""

from __future__ import annotations

from tools.planted.fault import Fault

RULES = "fordran/domain/flow/before_application.py"
TESTS = ("tests/domain/flow/test_before_application.py",)

APPLICATIONS = (
    Fault(
        "an application is made without a power of attorney",
        RULES,
        "facts.mandate is None or not facts.mandate.holds_on(day)",
        "False",
        TESTS,
    ),
    Fault(
        "an old confirmation is enough",
        RULES,
        "(confirmed is None or confirmed < day)",
        "confirmed is None",
        TESTS,
    ),
    Fault(
        "an application is made on the last day to pay",
        RULES,
        "day <= facts.letters_until",
        "day < facts.letters_until",
        TESTS,
    ),
    Fault(
        "an application for a minor's debt is not released by a person",
        RULES,
        '(facts.release == "manual" or facts.was_minor)',
        'facts.release == "manual"',
        TESTS,
    ),
    Fault(
        "costs are reversed although there is an order",
        "fordran/domain/flow/enforcements.py",
        'REPLIES[reply].moves == "ended" and order is None and',
        'REPLIES[reply].moves == "ended" and',
        ("tests/domain/flow/test_enforcements.py",),
    ),
    Fault(
        "the authority is not informed of a payment",
        "fordran/actions/enforcements/tell_authority.py",
        "where f ->> 'kind' in ('payment', 'credit', 'waiver', 'closing')",
        "where f ->> 'kind' in ('credit', 'waiver', 'closing')",
        ("tests/actions/enforcements/test_notices.py",),
    ),
    Fault(
        "an application costs something before it is posted",
        "fordran/actions/flow/take_step.py",
        "if letter is not None and LETTER_KINDS[letter].charges_when_posted:",
        "if False:",
        ("tests/actions/enforcements/test_posting.py",),
    ),
    Fault(
        "an order is written off a second time",
        "fordran/actions/enforcements/note_reply.py",
        'if row["awarded_capital_amount"] is None:',
        "if True:",
        ("tests/actions/enforcements/test_replies.py",),
    ),
    Fault(
        "execution is asked for without an order",
        "fordran/domain/flow/enforcements.py",
        "    if order is None:\n        return",
        "    if False:\n        return",
        ("tests/domain/flow/test_enforcements.py",),
    ),
)
