"""A failed item of a job: put on the work list with its reason, so that others do not wait for it.

The item, whose subject is the name of the thing, is there once. It also says when the thing is tried again: an hour
after it was last touched, or once somebody has resolved it. What works after all resolves its item.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from fordran.actions.cases.work_list import put_on_work_list
from fordran.domain.message import Message
from fordran.store.connections.database import Connection

MOST_SAID = 500


@dataclass(frozen=True)
class FailedJob:
    """Something that a duty does: its owner and its name. `id` is its case, if it has one."""

    account: str
    creditor: str
    name: str
    id: str | None = None
    partner: str | None = None


_WAITS = "kind = 'duty_failed' and resolved is null and subject = {name}"

PUT_ASIDE = f"""exists (select 1 from work_items w where w.account_id = {{account}} and w.case_id = {{case}}
    and {_WAITS} and w.updated > {{now}}::timestamptz - interval '1 hour')"""
"""Whether the thing by that name of a case was tried less than an hour ago."""

CASES_PUT_ASIDE = f"""(select w.case_id from work_items w where w.account_id = {{account}} and w.case_id is not null
    and {_WAITS} and w.updated > {{now}}::timestamptz - interval '1 hour')"""
"""The cases of an account of which that holds: for what lies elsewhere than cases do, and is not asked together with them."""


async def put_aside(tx: Connection, thing: FailedJob, reason: str, now: datetime) -> None:
    """Put the thing on the work list, once; an item that is there is touched, and the next try is an hour later."""
    touched = await tx.execute(
        f"""update work_items set updated = $4, revision = revision + 1
            where account_id = $1 and creditor_id = $2 and case_id is not distinct from $3 and {_WAITS.format(name="$5")}""",
        thing.account,
        thing.creditor,
        thing.id,
        now,
        thing.name,
    )
    if touched == "UPDATE 0":
        listed = await _with_partner(tx, thing)
        message = Message("work.duty_failed", duty=thing.name, reason=reason[:MOST_SAID])
        await put_on_work_list(tx, listed, "duty_failed", message, now, subject=thing.name)


async def _with_partner(tx: Connection, thing: FailedJob) -> FailedJob:
    partner = await tx.fetchval("select partner_id from accounts where id = $1", thing.account)
    return FailedJob(thing.account, thing.creditor, thing.name, thing.id, partner)


async def resolve_failures(tx: Connection, account: str, cases: Sequence[str], name: str, now: datetime) -> None:
    """Resolve the items of cases for which the thing by that name was done after all."""
    await tx.execute(
        f"""update work_items set resolved = $4, updated = $4, revision = revision + 1
            where account_id = $1 and case_id = any($2::text[]) and {_WAITS.format(name="$3")}""",
        account,
        cases,
        name,
        now,
    )


async def take_up_creditors(tx: Connection, account: str, creditors: Sequence[str], name: str, now: datetime) -> None:
    """Resolve the items of creditors for which the thing by that name, of no single case, was done after all."""
    await tx.execute(
        f"""update work_items set resolved = $4, updated = $4, revision = revision + 1
            where account_id = $1 and creditor_id = any($2::text[]) and case_id is null and {_WAITS.format(name="$3")}""",
        account,
        creditors,
        name,
        now,
    )


async def put_account_aside(tx: Connection, account: str, name: str, reason: str, now: datetime) -> None:
    """The same for what is a whole account's: the item is its first creditor's."""
    first: str = await tx.fetchval("select min(id) from creditors where account_id = $1", account)
    await put_aside(tx, FailedJob(account, first, name), reason, now)


async def take_up_account(tx: Connection, account: str, name: str, now: datetime) -> None:
    """Resolve the item of an account for which the thing by that name was done after all."""
    first: str = await tx.fetchval("select min(id) from creditors where account_id = $1", account)
    await take_up_creditors(tx, account, [first], name, now)
