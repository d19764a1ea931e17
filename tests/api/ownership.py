"""Whose a document is, told from the world alone: what every caller sees, and where what it does not see belongs."""

from __future__ import annotations

from typing import Any

from fordran.resources import RESOURCES
from fordran.shape.resource import Resource
from tests.api.policy import roles_of
from tests.api.world import World

CALLERS = {
    "operator": "operator",
    "handler": "handler",
    "finance": "finance",
    "auditor": "auditor",
    "partner": "partner",
    "account_admin": "account_admin",
    "creditor_admin": "creditor_admin",
    "creditor_user": "creditor_user",
    "api_user": "creditor_user",
    "groupless": "creditor_user",
}
"""The callers of the world, and the role that each has in the policy table."""

SEE_ALL = ("operator", "handler", "finance", "auditor")
"""The operator's own, from whom nothing is hidden."""

NOWHERE = "0" * 24
OWN, SIBLING, OTHER_ACCOUNT, OTHER_PARTNER = "own", "sibling creditor", "other account", "other partner"


def may(caller: str, method: str, resource: Resource, rest: str = "") -> bool:
    return CALLERS[caller] in roles_of(f"{method} /{resource.name}{rest}")


Known = dict[str, list[dict[str, Any]]]


async def everything(world: World, resource: Resource, known: Known) -> list[dict[str, Any]]:
    """Every document of a resource, as the operator sees it. Nothing in these tests changes any, so they are read once."""
    items = known.setdefault(resource.name, [])
    while not items or len(items) % 100 == 0:
        query = {"max_results": "100", "page": str(len(items) // 100 + 1)}
        page = (await world.operator.get(f"/{resource.name}", params=query)).json()
        items += page["_items"]
        if len(items) == page["_meta"]["total"]:
            break
    return items


def places_of(
    resource: Resource, document: dict[str, Any], cases: list[dict[str, Any]]
) -> tuple[str | None, list[str]]:
    """The account that a document belongs to, and the creditors."""
    account = document["_id"] if resource.name == "accounts" else document.get("account")
    creditor = document["_id"] if resource.name == "creditors" else document.get("creditor")
    if resource.owner == "customer":
        of = [case for case in cases if case["customer"] == document["_id"]]
        return of[0]["account"], [case["creditor"] for case in of]
    return account, [creditor] if creditor else []


def class_of(world: World, resource: Resource, document: dict[str, Any], cases: list[dict[str, Any]]) -> str:
    """Where a document belongs, as the narrow callers of the world's first creditor see it."""
    account, creditors = places_of(resource, document, cases)
    if resource.owner == "partner" or (not account and document.get("partner")):
        partner = document["_id"] if resource.owner == "partner" else document["partner"]
        return OWN if partner == world.partners[0].id else OTHER_PARTNER
    if account == world.account.id:
        return SIBLING if creditors and world.creditor.id not in creditors else OWN
    if account in {one.id for one in world.partners[0].accounts}:
        return OTHER_ACCOUNT
    return OTHER_PARTNER if account else OWN


def sees(world: World, caller: str, resource: Resource, document: dict[str, Any], cases: list[dict[str, Any]]) -> bool:
    """Whether a document is the caller's."""
    if caller in SEE_ALL or resource.owner == "everyone":
        return True
    if resource.owner == "operator":
        return False
    if resource.owner == "user_alone":
        return bool(document["user"] == world.users[caller])
    partner = world.partners[0]
    if resource.owner == "partner":
        return caller == "partner" and document["_id"] == partner.id
    account, creditors = places_of(resource, document, cases)
    if resource.owner == "creditor_or_operator" and not creditors:
        return False
    if caller == "partner":
        mine = document["_id"] == world.users["partner"] or document.get("partner") == partner.id
        return mine or account in {one.id for one in partner.accounts}
    if account != world.account.id:
        return False
    if caller == "account_admin" or resource.owner == "account":
        return True
    if resource.owner == "user":
        is_of_mine = caller != "groupless" and _is_of_creditor(world, document)
        return document["_id"] == world.users[caller] or is_of_mine
    return caller != "groupless" and world.creditor.id in creditors


def _is_of_creditor(world: World, user: dict[str, Any]) -> bool:
    """Whether a user, or an API client, is in a group of the world's first creditor."""
    if "scope" in user:
        return world.creditor.id in user["scope"]["creditors"]
    groups = {item["access_group"] for item in user["data_access"]}
    return bool(groups & set(world.creditor.groups.values()))


async def split(world: World, caller: str, resource: Resource, known: Known) -> tuple[list[Any], list[Any]]:
    """The documents that the caller sees, and those that it does not."""
    cases = await everything(world, RESOURCES["cases"], known)
    documents = await everything(world, resource, known)
    seen = [document for document in documents if sees(world, caller, resource, document, cases)]
    return seen, [document for document in documents if document not in seen]
