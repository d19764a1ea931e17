"""Who may open what, as the tests expect it: one row a page or act, one letter a role. Written by hand, and not from the table.

The letters are those of tests/api/policy.py: `o` operator (whose people are admins), `h` handler, `f` finance, `t` auditor,
`p` partner, `a` account administrator, `c` administrator of creditors, `u` user of creditors. `-` is nobody signed in.
"""

from __future__ import annotations

from tests.api.policy import ROLES

POLICY = {
    "GET /console/sign-in": "-",
    "GET /console/sign-in/link": "-",
    "POST /console/sign-out": "-",
    "POST /console/language": "-",
    "GET /console/static/{name}": "-",
    "GET /console": "ohftpacu",
    "GET /console/cases": "ohftpacu",
    "GET /console/cases.{form}": "ohftpacu",
    "GET /console/cases/{id}": "ohftpacu",
    "GET /console/cases/{id}/start": "ohftpacu",
    "POST /console/cases/{id}/start": "ohfpacu",
    "GET /console/cases/{id}/respite": "ohftpacu",
    "POST /console/cases/{id}/respite": "ohfpacu",
    "GET /console/cases/{id}/lift-respite": "ohftpacu",
    "POST /console/cases/{id}/lift-respite": "ohfpacu",
    "GET /console/cases/{id}/dispute": "ohftpacu",
    "POST /console/cases/{id}/dispute": "ohfpacu",
    "GET /console/cases/{id}/dispute-answer": "ohftpacu",
    "POST /console/cases/{id}/dispute-answer": "ohfpacu",
    "GET /console/cases/{id}/withdraw-dispute": "ohftpacu",
    "POST /console/cases/{id}/withdraw-dispute": "ohfpacu",
    "GET /console/cases/{id}/plan": "ohftpacu",
    "POST /console/cases/{id}/plan": "ohfpacu",
    "GET /console/cases/{id}/end-plan": "ohftpacu",
    "POST /console/cases/{id}/end-plan": "ohfpacu",
    "GET /console/cases/{id}/note": "ohftpacu",
    "POST /console/cases/{id}/note": "ohfpacu",
    "GET /console/cases/{id}/close": "ohft",
    "POST /console/cases/{id}/close": "ohf",
    "GET /console/search": "ohftpacu",
    "GET /console/customers": "ohftpacu",
    "GET /console/customers/{id}": "ohftpacu",
    "POST /console/customers/{id}": "ohfpac",
    "GET /console/invoices": "ohftpacu",
    "GET /console/invoices/{id}": "ohftpacu",
    "GET /console/work": "ohft",
    "GET /console/work/{id}": "ohft",
    "POST /console/work/{id}": "ohf",
    "GET /console/bank": "ohft",
    "POST /console/bank/files": "of",
    "GET /console/bank/{id}": "ohft",
    "GET /console/bank/{id}/ask": "ohft",
    "POST /console/bank/{id}/match": "of",
    "POST /console/bank/{id}/split": "of",
    "POST /console/bank/{id}/refund": "of",
    "GET /console/payouts": "ohft",
    "POST /console/payouts/export": "of",
    "GET /console/payouts/orders/{id}": "ohft",
    "GET /console/payouts/{id}": "ohft",
    "POST /console/payouts/{id}/approve": "of",
    "GET /console/reports": "ohftpacu",
    "GET /console/reports/{name}": "ohftpacu",
    "GET /console/reports/{name}/{form}": "ohftpacu",
    "GET /console/letters": "ohftpacu",
    "GET /console/letters/preview": "ohftpacu",
    "GET /console/letters/{id}": "ohftpacu",
    "POST /console/letters/{id}/stop": "ohfpacu",
    "GET /console/files/{id}": "ohftpacu",
    "GET /console/style": "ohftpacu",
}


def roles_of(page: str) -> frozenset[str]:
    """The roles that may open a page; empty where nobody need be signed in."""
    return frozenset(ROLES[letter] for letter in POLICY[page] if letter in ROLES)


PEOPLE = {
    "admin": "operator",
    "handler": "handler",
    "finance": "finance",
    "auditor": "auditor",
    "account_admin": "account_admin",
    "creditor_admin": "creditor_admin",
    "creditor_user": "creditor_user",
    "groupless": "creditor_user",
}
"""The people of the world, and the role that each has in the policy."""
