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
    "GET /console/creditors": "ohftpacu",
    "GET /console/creditors/new": "otpa",
    "POST /console/creditors": "opa",
    "GET /console/creditors/{id}": "ohftpacu",
    "POST /console/creditors/{id}": "opa",
    "GET /console/users": "otpac",
    "GET /console/users/new": "otpac",
    "POST /console/users": "opac",
    "GET /console/users/{id}": "otpac",
    "POST /console/users/{id}": "opac",
    "POST /console/users/{id}/link": "opac",
    "POST /console/users/{id}/end-sessions": "opac",
    "GET /console/clients": "otpac",
    "POST /console/clients": "o",
    "GET /console/clients/{id}": "otpac",
    "POST /console/clients/{id}": "opac",
    "POST /console/clients/{id}/rotate": "opac",
    "POST /console/clients/{id}/keys": "opac",
    "POST /console/clients/{id}/keys/{key}/remove": "opac",
    "GET /console/webhooks": "otpac",
    "POST /console/webhooks": "opac",
    "GET /console/webhooks/{id}": "otpac",
    "POST /console/webhooks/{id}": "opac",
    "POST /console/webhooks/{id}/test": "opac",
    "POST /console/webhooks/{id}/rotate": "opac",
    "POST /console/webhooks/{id}/replay": "opac",
    "POST /console/webhooks/{id}/remove": "opac",
    "GET /console/deliveries/{id}": "otpac",
    "GET /console/audit": "ot",
    "GET /console/audit/{id}": "ot",
    "GET /console/time": "ohft",
    "POST /console/time/move": "ohf",
    "POST /console/time/simulate": "ohf",
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
