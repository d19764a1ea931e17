"""The work list: what waits for a person, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from fordran.domain.flow.marks import Mark
from fordran.domain.kinds.work_item_kinds import ENDING_WITH_CASE, WorkItemKind
from fordran.domain.languages import ENGLISH
from fordran.domain.message import Message, as_json
from fordran.resources.work_items import WORK_ITEMS
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.recordset import recordset
from fordran.store.rows.rows import tally
from fordran.store.rows.schema_rows import NewWorkItem
from fordran.texts.catalogue import texts


class WorkItemSubject(Protocol):
    """A case, as far as the list has to know it; without an id where it is about no single one."""

    @property
    def account(self) -> str: ...
    @property
    def creditor(self) -> str: ...
    @property
    def partner(self) -> str | None: ...
    @property
    def id(self) -> str | None: ...


@dataclass(frozen=True)
class CreditorSubject:
    """A creditor as the subject of a work item that is about no case."""

    account: str
    creditor: str
    partner: str | None
    id: str | None = None


@dataclass(frozen=True)
class CaseSubject:
    """A case as the subject of a work item, where it is not locked."""

    account: str
    creditor: str
    partner: str | None
    id: str


@dataclass(frozen=True)
class WorkItemToAdd:
    """A work item to add: a case and the reason. `letter` is the letter that it is about, if any.

    `subject` names anything else that it is about, so that the item can be found again.
    """

    case: WorkItemSubject
    kind: WorkItemKind
    reason: Message
    letter: str | None = None
    subject: str | None = None


_PUT = f"""
insert into work_items (account_id, id, created, updated, creditor_id, case_id, letter_id, kind, reason, message, subject,
                        assigned_to)
select account_id, id, created, updated, creditor_id, case_id, letter_id, kind, reason, message, subject,
       (select k.assigned_to from cases k where k.account_id = $2 and k.id = new.case_id)
from {recordset(NewWorkItem, 1, "new")}
where not exists (select 1 from work_items w where w.account_id = $2 and w.case_id = new.case_id
                  and w.kind = new.kind and w.message = new.message and w.resolved is null)
  and (new.case_id is not null or not exists (
      select 1 from work_items w where w.account_id = $2 and w.creditor_id = new.creditor_id and w.case_id is null
      and w.kind = new.kind and w.message = new.message and w.resolved is null))
returning creditor_id
"""


async def put_on_work_list(
    tx: Connection,
    case: WorkItemSubject,
    kind: WorkItemKind,
    reason: Message,
    now: datetime,
    letter: str | None = None,
    subject: str | None = None,
) -> None:
    """Put a case on the list, once for each reason that is not resolved. It is for the case's handler, if it has one."""
    await put_all_on_work_list(tx, [WorkItemToAdd(case, kind, reason, letter, subject)], now)


async def resolve_work(
    tx: Connection,
    account: str,
    kinds: Sequence[WorkItemKind],
    now: datetime,
    *,
    case: str | None = None,
    subject: str | None = None,
) -> None:
    """Resolve the open items of some kinds about a case, about a subject, or about both."""
    assert case is not None or subject is not None
    await tx.execute(
        """update work_items set resolved = $3, updated = greatest(updated, $3), revision = revision + 1
           where account_id = $1 and kind = any($2::text[]) and resolved is null
             and ($4::text is null or case_id = $4) and ($5::text is null or subject = $5)""",
        account,
        list(kinds),
        now,
        case,
        subject,
    )


async def resolve_said(tx: Connection, account: str, case: str, codes: Sequence[str], now: datetime) -> None:
    """Resolve the open items of a case whose message has one of these codes. What was offered for them is not taken any more."""
    await tx.execute(
        """update work_items set resolved = coalesce(resolved, $4), updated = greatest(updated, $4), revision = revision + 1,
               offer_outcome = case when offered_until is null then null else coalesce(offer_outcome, 'withdrawn') end
           where account_id = $1 and case_id = $2 and message ->> 'code' = any($3::text[])
             and (resolved is null or (offered_until is not null and offer_outcome is null))""",
        account,
        case,
        list(codes),
        now,
    )


ASKS_FOR_PLAN: Final = "work.debtor_asks_for_plan"
ASKS_FOR_RESPITE: Final = "work.debtor_asks_for_respite"
NAMES_ACCOUNT: Final = "work.debtor_named_this_account"
WISHES = (ASKS_FOR_PLAN, ASKS_FOR_RESPITE)
"""Wishes of debtors, by the codes of the items' messages; a case that is closed ends it too."""


async def resolve_closed(tx: Connection, account: str, cases: Sequence[str], now: datetime) -> None:
    """Resolve the open items of closed cases about which nothing is left to do."""
    await tx.execute(
        """update work_items set resolved = $4, updated = greatest(updated, $4), revision = revision + 1
           where account_id = $1 and case_id = any($2::text[]) and resolved is null
             and (kind = any($3::text[]) or message ->> 'code' = any($5::text[]))""",
        account,
        list(cases),
        list(ENDING_WITH_CASE),
        now,
        list(WISHES),
    )


async def resolve_stops(
    tx: Connection, account: str, customer: str, creditors: Sequence[str], marks: Sequence[Mark], now: datetime
) -> None:
    """Resolve what says that marks stop the cases of creditors with a customer, once the marks have ended."""
    await tx.execute(
        """update work_items w set resolved = $5, updated = greatest(w.updated, $5), revision = w.revision + 1
           from cases k
           where k.account_id = $1 and k.customer_id = $2 and k.creditor_id = any($3::text[])
             and w.account_id = $1 and w.case_id = k.id and w.kind = 'stopped' and w.resolved is null
             and w.message #>> '{values,reason,values,why,value}' = any($4::text[])""",
        account,
        customer,
        list(creditors),
        list(marks),
        now,
    )


async def resolve_creditors_work(
    tx: Connection, account: str, creditor: str, kinds: Sequence[WorkItemKind], now: datetime
) -> None:
    """Resolve the open items of some kinds about a creditor and no case."""
    await tx.execute(
        """update work_items set resolved = $4, updated = greatest(updated, $4), revision = revision + 1
           where account_id = $1 and creditor_id = $2 and case_id is null and kind = any($3::text[]) and resolved is null""",
        account,
        creditor,
        list(kinds),
        now,
    )


async def put_all_on_work_list(tx: Connection, items: Sequence[WorkItemToAdd], now: datetime) -> None:
    """The same for many, in one statement for those of an account."""
    once = {(item.case.account, item.case.creditor, item.case.id, item.kind, item.reason): item for item in items}
    for account in dict.fromkeys(item.case.account for item in items):
        of_account = [item for item in once.values() if item.case.account == account]
        partners = {item.case.creditor: item.case.partner for item in of_account}
        put = await tx.fetch(_PUT, [_row(item, now) for item in of_account], account)
        for creditor, documents in Counter(row["creditor_id"] for row in put).items():
            partner = partners[creditor]
            await tally(tx, WORK_ITEMS, partner=partner, account=account, creditor=creditor, documents=documents)


def _row(item: WorkItemToAdd, now: datetime) -> NewWorkItem:
    return {
        "account_id": item.case.account,
        "id": new_id(),
        "created": now,
        "updated": now,
        "creditor_id": item.case.creditor,
        "case_id": item.case.id,
        "letter_id": item.letter,
        "kind": item.kind,
        "reason": texts(ENGLISH).say(item.reason),
        "message": as_json(item.reason),
        "subject": item.subject,
    }
