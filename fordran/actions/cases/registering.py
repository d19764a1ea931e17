"""The common part of registrations: references of the body, looked up within the caller's scope."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.cases.locked_case import LockedCase, lock_case
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.cases import CASES
from fordran.resources.creditors import CREDITORS
from fordran.shape.fields import Issues, Refused
from fordran.shape.moments import rfc_1123
from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import CREDITOR, DEBTOR, OPERATOR, PARTNER, Caller
from fordran.store.rows.ids import is_id
from fordran.store.rows.rows import find, no_such


def created(id_: str, now: datetime) -> dict[str, Any]:
    """The answer of a create whose document has one new row."""
    moment = rfc_1123(now)
    return {"_id": id_, "_created": moment, "_updated": moment, "_etag": etag_of(id_, 1)}


def etag_of(id_: str, revision: int) -> str:
    """The tag of a document of one row, as the database's function `etag` makes it."""
    return hashlib.sha256(f"{id_}/{revision}".encode()).hexdigest()[:40]


def sees(caller: Caller, partner: str | None, account: str, creditor: str) -> bool:
    """Whether a creditor's documents are the caller's."""
    if caller.level == OPERATOR:
        return True
    if caller.level == DEBTOR:
        return False
    if caller.level == PARTNER:
        return partner is not None and partner == caller.partner
    return account == caller.account and (caller.level != CREDITOR or creditor in caller.creditors)


def sees_case(caller: Caller, case: LockedCase) -> bool:
    """Whether a locked case is the caller's: it may have been assigned to another creditor since it was found."""
    return sees(caller, case.partner, case.account, case.creditor)


async def find_case(
    tx: Connection, caller: Caller, id_: str, creditor: str, account: str | None, now: datetime, *, or_was: bool = False
) -> LockedCase:
    """The case, locked, if it is that creditor's and the creditor's documents are the caller's.

    With `or_was` it may be a claim that the creditor has assigned to another.
    """
    # A caller that sees one account learns where to look: the case of another account is not there.
    account = caller.account if account is None else account
    if is_id(id_) and is_id(creditor) and (account is None or is_id(account)):
        case = await lock_case(tx, id_, creditor, account, now)
        is_its = case is not None and (or_was or case.creditor == creditor)
        if case is not None and is_its and sees(caller, case.partner, case.account, creditor):
            return case
    raise Refused(await unknown_references(tx, caller, {"account": account, "creditor": creditor, "case": id_}))


_REFERRED: Mapping[str, Resource] = {"account": ACCOUNTS, "creditor": CREDITORS, "case": CASES}


async def unknown_references(tx: Connection, caller: Caller, given: Mapping[str, str | None]) -> Issues:
    """Which of the references are not the caller's, or do not belong together."""
    issues: Issues = {}
    found: dict[str, dict[str, Any]] = {}
    for name, id_ in given.items():
        if id_ is None:
            continue
        item = await find(tx, _REFERRED[name], caller, id_)
        if item is None:
            issues[name] = no_such(_REFERRED[name], id_)
        else:
            found[name] = item.document
    if not issues:
        # Each is there, so it is the pair that does not fit: the creditor is another account's, or the case another's.
        is_other_account = given.get("account") not in (None, found.get("creditor", {}).get("account"))
        wrong = "creditor" if is_other_account else "case"
        issues[wrong] = no_such(_REFERRED[wrong], str(given[wrong]))
    return issues
