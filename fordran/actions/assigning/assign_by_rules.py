"""Assign by rules: give cases that first need a person to a handler, and take them from a handler who has left.

A case that runs by itself has no handler: it gets one when something about it waits on the work list.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import TypedDict

import orjson

from fordran.actions.assigning.assign_case import give_cases
from fordran.actions.assigning.handlers import handlers, handlers_among
from fordran.actions.cases.work_list import CaseSubject, WorkItemToAdd, put_all_on_work_list
from fordran.domain.kinds.claim_kinds import ClaimKind
from fordran.domain.message import Message
from fordran.domain.service.assignment import CaseToAssign, HandlerRule, least_busy, rule_for
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.connections.typed_rows import fetch_rows

AT_A_TIME = 200


class _LeftRow(TypedDict):
    account_id: str
    id: str
    creditor_id: str
    assigned_to: str


class _WaitingRow(TypedDict):
    account_id: str
    id: str
    creditor_id: str
    claim_kind: ClaimKind
    is_person: bool


_LEFT = f"""
select k.account_id, k.id, k.creditor_id, k.assigned_to from cases k
where {of_one_account("k")} and k.assigned_to is not null and k.assigned_to <> all($1::text[]) and k.closed is null
order by k.account_id, k.id limit $2 for update of k skip locked
"""
# Rules are as alternatives, side by side: the creditor, the kind of claim and the kind of customer, null where it is every one.
_WAITING = f"""
select k.account_id, k.id, k.creditor_id, coalesce(k.particulars ->> 'claim_kind', 'goods_or_services') as claim_kind,
       c.is_person
from cases k join customers c on c.account_id = k.account_id and c.id = k.customer_id
where {of_one_account("k")} and k.assigned_to is null and k.closed is null
  and exists (select 1 from work_items w where w.account_id = k.account_id and w.case_id = k.id and w.resolved is null)
  and exists (select 1 from unnest($1::text[], $2::text[], $3::boolean[]) as rule (creditor, claim_kind, is_person)
              where (rule.creditor is null or rule.creditor = k.creditor_id)
                and (rule.claim_kind is null
                     or rule.claim_kind = coalesce(k.particulars ->> 'claim_kind', 'goods_or_services'))
                and (rule.is_person is null or rule.is_person = c.is_person))
order by k.account_id, k.id limit $4 for update of k skip locked
"""


async def assign_by_rules(tx: Connection, now: datetime) -> int:
    """Some of what is to be assigned or taken back; how many cases."""
    return await _take_back(tx, now) or await _give(tx, now)


async def _take_back(tx: Connection, now: datetime) -> int:
    """Let cases of handlers who have left have none, and be on the work list until they have one."""
    rows = await fetch_locked(tx, _LeftRow, _LEFT, [one["id"] for one in await handlers(tx)], AT_A_TIME)
    if not rows:
        return 0
    left = list({row["assigned_to"] for row in rows})
    named = await tx.fetch("select id, name from users where id = any($1::text[])", left)
    names = {row["id"]: row["name"] for row in named}
    partners = await _partners(tx, {row["account_id"] for row in rows})
    items = []
    for row in rows:
        await give_cases(tx, row["account_id"], [row["id"]], None, now)
        case = CaseSubject(row["account_id"], row["creditor_id"], partners[row["account_id"]], row["id"])
        reason = Message("work.handler_left", name=names.get(row["assigned_to"], row["assigned_to"]))
        items.append(WorkItemToAdd(case, "handler_left", reason))
    await put_all_on_work_list(tx, items, now)
    return len(rows)


async def _partners(tx: Connection, accounts: set[str]) -> dict[str, str | None]:
    rows = await tx.fetch("select id, partner_id from accounts where id = any($1::text[])", list(accounts))
    return {row["id"]: row["partner_id"] for row in rows}


class _RuleRow(TypedDict):
    id: str
    creditor_id: str | None
    claim_kind: ClaimKind | None
    is_person: bool | None
    handlers: orjson.Fragment


async def _rules(tx: Connection) -> list[HandlerRule]:
    """The rules, with those of their handlers who can be given cases."""
    rows = await fetch_rows(
        tx, _RuleRow, "select id, creditor_id, claim_kind, is_person, handlers from assignment_rules"
    )
    able = await handlers_among(tx, {user for row in rows for user in parsed(row["handlers"])}) if rows else frozenset()
    rules = [
        HandlerRule(
            row["id"],
            tuple(user for user in parsed(row["handlers"]) if user in able),
            row["creditor_id"],
            row["claim_kind"],
            row["is_person"],
        )
        for row in rows
    ]
    return [rule for rule in rules if rule.handlers]


async def _give(tx: Connection, now: datetime) -> int:
    rules = await _rules(tx)
    if not rules:
        return 0
    found = await fetch_locked(
        tx,
        _WaitingRow,
        _WAITING,
        [rule.creditor for rule in rules],
        [rule.claim_kind for rule in rules],
        [rule.is_person for rule in rules],
        AT_A_TIME,
    )
    if not found:
        return 0
    named = list({user for rule in rules for user in rule.handlers})
    counted = await tx.fetch(
        """select assigned_to, count(*) as cases from cases
           where assigned_to = any($1::text[]) and closed is null group by assigned_to""",
        named,
    )
    open_cases = Counter({row["assigned_to"]: row["cases"] for row in counted})
    for row in found:
        rule = rule_for(CaseToAssign(row["creditor_id"], row["claim_kind"], row["is_person"]), rules)
        assert rule is not None
        handler = least_busy(rule.handlers, open_cases)
        assert handler is not None
        await give_cases(tx, row["account_id"], [row["id"]], handler, now)
        open_cases[handler] += 1
    return len(found)
