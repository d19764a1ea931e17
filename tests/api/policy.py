"""Who may do what, as the tests expect it: one row an endpoint, one letter a role. Written by hand, and not from the table.

`o` operator, `p` partner, `a` account administrator, `c` administrator of creditors, `u` user or API client of creditors.
`-` is no token at all, `s` a signed link instead of one. What a role may do it may do to what it sees, and to nothing else.
"""

from __future__ import annotations

ROLES = {"o": "operator", "p": "partner", "a": "account_admin", "c": "creditor_admin", "u": "creditor_user"}

POLICY = {
    "GET /authenticates/api-code": "-",
    "POST /authenticates/api-code": "-",
    "GET /users": "opacu",
    "GET /users/{id}": "opacu",
    "POST /users": "opac",
    "PATCH /users/{id}": "opac",
    "DELETE /users/{id}": "opac",
    "GET /accounts": "opacu",
    "GET /accounts/{id}": "opacu",
    "POST /accounts": "op",
    "PATCH /accounts/{id}": "opa",
    "GET /creditors": "opacu",
    "GET /creditors/{id}": "opacu",
    "POST /creditors": "opa",
    "PATCH /creditors/{id}": "opa",
    "DELETE /creditors/{id}": "opa",
    "GET /cases": "opacu",
    "GET /cases/{id}": "opacu",
    "GET /cases/{id}/statement": "opacu",
    "GET /cases/{id}/trace": "opacu",
    "GET /cases/{id}/settings": "opacu",
    "POST /cases/{id}/start": "opacu",
    "POST /cases/{id}/respite": "opacu",
    "DELETE /cases/{id}/respite": "opacu",
    "POST /cases/{id}/disputes": "opacu",
    "DELETE /cases/{id}/disputes": "opacu",
    "POST /cases/{id}/dispute-answers": "opacu",
    "POST /cases/{id}/amortization-plans": "opacu",
    "DELETE /cases/{id}/amortization-plans": "opacu",
    "GET /cases/{id}/refunds": "opacu",
    "POST /cases/{id}/refunds": "o",
    "POST /cases/{id}/refund-write-offs": "o",
    "GET /refunds": "opacu",
    "GET /refunds/{id}": "opacu",
    "POST /cases/{id}/close": "o",
    "POST /cases/{id}/enforcement-replies": "o",
    "PATCH /customers/{id}": "opac",
    "GET /letters": "opacu",
    "GET /letters/{id}": "opacu",
    "GET /work--items": "opacu",
    "GET /work--items/{id}": "opacu",
    "GET /customers": "opacu",
    "GET /customers/{id}": "opacu",
    "GET /invoices": "opacu",
    "GET /invoices/{id}": "opacu",
    "GET /invoice--registrations": "opacu",
    "GET /invoice--registrations/{id}": "opacu",
    "POST /invoice--registrations": "opacu",
    "GET /case--registrations": "opacu",
    "GET /case--registrations/{id}": "opacu",
    "POST /case--registrations": "opacu",
    "GET /creditor--payments": "opacu",
    "GET /creditor--payments/{id}": "opacu",
    "POST /creditor--payments": "opacu",
    "GET /creditor--creditings": "opacu",
    "GET /creditor--creditings/{id}": "opacu",
    "POST /creditor--creditings": "opacu",
    "GET /creditor--cancellations": "opacu",
    "GET /creditor--cancellations/{id}": "opacu",
    "POST /creditor--cancellations": "opacu",
    "GET /bank--files": "o",
    "GET /bank--files/{id}": "o",
    "POST /bank--files": "o",
    "GET /bank--transactions": "o",
    "GET /bank--transactions/{id}": "o",
    "GET /unmatched--payments": "o",
    "GET /unmatched--payments/{id}": "o",
    "POST /unmatched--payments/{id}/match": "o",
    "POST /unmatched--payments/{id}/split": "o",
    "POST /unmatched--payments/{id}/refund": "o",
    "GET /finance--payouts": "opacu",
    "GET /finance--payouts/{id}": "opacu",
    "PATCH /finance--payouts/{id}": "o",
    "GET /finance--payout-specifications": "opacu",
    "GET /finance--payout-specifications/{id}": "opacu",
    "GET /events": "opacu",
    "GET /events/{id}": "opacu",
    "GET /webhooks": "opac",
    "GET /webhooks/{id}": "opac",
    "POST /webhooks": "opac",
    "PATCH /webhooks/{id}": "opac",
    "DELETE /webhooks/{id}": "opac",
    "POST /webhooks/{id}/test": "opac",
    "POST /webhooks/{id}/rotate-secret": "opac",
    "POST /webhooks/{id}/replay": "opac",
    "GET /webhook--deliveries": "opac",
    "GET /webhook--deliveries/{id}": "opac",
    "POST /media--upload/{reference_id}": "opacu",
    "GET /media--files/{id}": "opacus",
    "GET /request--logs": "opacu",
    "GET /request--logs/{id}": "opacu",
    "GET /file--import-reports": "opacu",
    "GET /file--import-reports/{id}": "opacu",
    "GET /audit--log": "o",
    "GET /audit--log/{id}": "o",
    "POST /clock": "o",
    "GET /partners": "op",
    "GET /partners/{id}": "op",
    "GET /locales": "opacu",
    "GET /locales/{id}": "opacu",
    "GET /access--groups": "opacu",
    "GET /access--groups/{id}": "opacu",
    "GET /applications": "opacu",
    "GET /applications/{id}": "opacu",
    "GET /": "-",
    "GET /openapi.json": "-",
    "GET /docs": "-",
    "GET /health": "-",
    "GET /ready": "-",
    "GET /metrics": "-",
}


def roles_of(endpoint: str) -> frozenset[str]:
    """The roles that may use an endpoint; empty where no token is needed."""
    return frozenset(ROLES[letter] for letter in POLICY[endpoint] if letter in ROLES)


def takes_signed_links(endpoint: str) -> bool:
    """Whether a link that we signed stands in for a token."""
    return "s" in POLICY[endpoint]


def is_open(endpoint: str) -> bool:
    """Whether an endpoint needs no token."""
    return POLICY[endpoint] == "-"
