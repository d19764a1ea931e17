"""Rows of law: one person proposes a row, another approves or rejects it. In a sandbox one step is enough.

Nothing that was final changes. An amount or an order of payment begins after today, since what was charged and paid until now
was decided by the rows before. A reference rate is of a half-year that has none yet; its days may be past, since interest
of theirs is provisional.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, get_args

from fordran.actions.cases.law_in_force import law_in_force
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.domain.kinds.claim_kinds import ClaimKind
from fordran.domain.law.law import LAW_ROW_KINDS, LawRowStatus, on_trial
from fordran.domain.law.payment_order import DEBT_PARTS
from fordran.domain.law.reference_rates import is_published
from fordran.domain.message import Message
from fordran.shape.fields import Refused
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import LawRowRow
from fordran.store.upkeep.installation import business_day, business_now

ADMIN = "operator"
"""The role of those who decide what the law is taken to be."""
_MOST = 1_000_000_00
_MOST_PERCENT = 100

_ONE = """
select id, article, begins, amount, percent, parts, claim_kind, is_for_consumers, source, status, proposed_by from law_rows
where id = $1 for update
"""
_ALL = """
select r.id, r.created, r.article, r.begins, r.amount, r.percent, r.parts, r.claim_kind, r.is_for_consumers, r.source, r.status,
       r.proposed_by, r.decided, r.decided_by, r.known, r.restated, proposer.name as proposer, decider.name as decider
from law_rows r left join users proposer on proposer.id = r.proposed_by[1] left join users decider on decider.id = r.decided_by
where $1::text is null or r.id = $1 order by r.created desc, r.id desc
"""
_DECIDE = "update law_rows set status = $2, decided = $3, decided_by = $4, known = $5, restated = $6 where id = $1"


class StoredLawRow(LawRowRow):
    """A row of law with the names of those who proposed and decided it."""

    proposer: str | None
    decider: str | None


@dataclass(frozen=True)
class GivenLawRow:
    """A row of law as somebody states it: with one value, of the kind that its article has."""

    article: str
    begins: date
    amount: int | None = None
    percent: Decimal | None = None
    parts: tuple[str, ...] | None = None
    claim_kind: str | None = None
    is_for_consumers: bool = False
    source: str = ""


async def law_rows_there(connection: Connection, only: str | None = None) -> list[StoredLawRow]:
    """Every row that was proposed, approved or rejected, the latest first; with `only`, that one."""
    return await fetch_rows(connection, StoredLawRow, _ALL, only)


async def propose_law_row(tx: Connection, given: GivenLawRow, by: Caller | None, now: datetime) -> StoredLawRow:
    """Write a row as proposed; in a sandbox it holds at once. `by` is nobody where the command line does it."""
    if by is not None:
        _refuse_outsider(by)
    # Rows are proposed and approved one after another.
    is_sandbox = bool(await tx.fetchval("select sandbox from installation for update"))
    refuse_wrong(given, is_sandbox=is_sandbox)
    await _refuse_early(tx, given.article, given.begins, now, is_sandbox=is_sandbox)
    id_ = new_id()
    row = {
        "id": id_,
        "created": now,
        "article": given.article,
        "begins": given.begins,
        "amount": given.amount,
        "percent": given.percent,
        "parts": given.parts and list(given.parts),
        "claim_kind": given.claim_kind,
        "is_for_consumers": given.is_for_consumers,
        "source": given.source or on_trial(given.begins),
        "status": "proposed",
        "proposed_by": None if by is None else list(by.hands),
    }
    await insert(tx, "law_rows", row)
    if is_sandbox:
        await _approve(tx, await _locked(tx, id_), by, now)
    return (await law_rows_there(tx, id_))[0]


async def approve_law_row(tx: Connection, id_: str, by: Caller, now: datetime) -> StoredLawRow | None:
    """Let a row hold that somebody else proposed; None where there is none by that id."""
    is_sandbox = bool(await tx.fetchval("select sandbox from installation for update"))
    row = await _to_decide(tx, id_, by)
    if row is None:
        return None
    if set(row["proposed_by"] or ()) & set(by.hands):
        raise Conflict("error.law_row_own")
    await _refuse_early(tx, row["article"], row["begins"], now, is_sandbox=is_sandbox)
    await _approve(tx, row, by, now)
    return (await law_rows_there(tx, id_))[0]


async def reject_law_row(tx: Connection, id_: str, by: Caller, now: datetime) -> StoredLawRow | None:
    """Let a proposed row never hold, as another person or as its proposer; None where there is none by that id."""
    row = await _to_decide(tx, id_, by)
    if row is None:
        return None
    await tx.execute(_DECIDE, id_, "rejected", now, by.user, None, None)
    return (await law_rows_there(tx, id_))[0]


def refuse_wrong(given: GivenLawRow, *, is_sandbox: bool) -> None:
    """Refuse a row whose values do not belong together, every issue at once."""
    wanted = _value_of(given.article)
    issues: dict[str, Message] = {}
    if given.article not in LAW_ROW_KINDS:
        issues["article"] = Message("issue.law_article", known=", ".join(LAW_ROW_KINDS))
    for name in ("amount", "percent", "parts"):
        if (getattr(given, name) is not None) != (name == wanted) and "article" not in issues:
            issues[name] = Message("issue.law_value", article=given.article, wanted=wanted)
    if given.amount is not None and not 0 <= given.amount <= _MOST:
        issues["amount"] = Message("issue.law_amount")
    if given.percent is not None and not -_MOST_PERCENT <= given.percent <= _MOST_PERCENT:
        issues["percent"] = Message("issue.law_percent")
    if given.parts is not None and sorted(given.parts) != sorted(DEBT_PARTS):
        issues["parts"] = Message("issue.law_parts", known=", ".join(DEBT_PARTS))
    if given.claim_kind is not None and given.claim_kind not in get_args(ClaimKind):
        issues["claim_kind"] = Message("issue.law_claim_kind", known=", ".join(get_args(ClaimKind)))
    if (given.claim_kind is not None or given.is_for_consumers) and given.article != "order_of_payment":
        issues["claim_kind"] = Message("issue.law_for_whom")
    if given.article == "reference_rate" and (given.begins.month, given.begins.day) not in ((1, 1), (7, 1)):
        issues["begins"] = Message("issue.law_half_year")
    if not given.source and not is_sandbox:
        issues["source"] = Message("issue.law_source")
    if issues:
        raise Refused(issues)


def _value_of(article: str) -> str:
    """The name of the value that a row of an article has."""
    return {"reference_rate": "percent", "order_of_payment": "parts"}.get(article, "amount")


async def _refuse_early(tx: Connection, article: str, begins: date, now: datetime, *, is_sandbox: bool) -> None:
    """Refuse a row that would change what is final already. A sandbox may try it."""
    if is_sandbox:
        return
    if begins > await business_day(tx, now):
        return
    if article != "reference_rate":
        raise Conflict("error.law_row_early", day=begins)
    if is_published(begins, (await law_in_force(tx)).rates):
        raise Conflict("error.law_rate_published", day=begins)


async def _to_decide(tx: Connection, id_: str, by: Caller) -> LawRowRow | None:
    """The row, locked, that a person of the administrators may decide about."""
    _refuse_outsider(by)
    if await tx.fetchval('select "system_user" from users where id = $1', by.user) is not False:
        raise NotAllowed("error.approver_not_a_person")
    row = await fetch_row(tx, LawRowRow, _ONE, id_)
    if row is not None and row["status"] != "proposed":
        raise Conflict("error.law_row_decided")
    return row


async def _locked(tx: Connection, id_: str) -> LawRowRow:
    row = await fetch_row(tx, LawRowRow, _ONE, id_)
    assert row is not None
    return row


async def _approve(tx: Connection, row: LawRowRow, by: Caller | None, now: datetime) -> None:
    """Let the row hold from now on. A day that is past makes open cases due to be restated."""
    known = await business_now(tx, now)
    restated = now if row["begins"] > await business_day(tx, now) else None
    status: LawRowStatus = "approved"
    await tx.execute(_DECIDE, row["id"], status, now, None if by is None else by.user, known, restated)
    await tx.execute("update installation set law_rows = law_rows || $1", [kept_row(row, known)])


def kept_row(row: LawRowRow, known: datetime) -> dict[str, Any]:
    """An approved row as the installation keeps it, where every statement reads it."""
    found: dict[str, Any] = {
        "id": row["id"],
        "article": row["article"],
        "begins": row["begins"].isoformat(),
        "source": row["source"],
        "known": known.isoformat(),
    }
    if row["amount"] is not None:
        found["most"] = row["amount"]
    if row["percent"] is not None:
        found["percent"] = str(row["percent"])
    if row["parts"] is not None:
        found |= {"parts": parsed(row["parts"]), "is_for_consumers": row["is_for_consumers"]}
    if row["claim_kind"] is not None:
        found["claim_kind"] = row["claim_kind"]
    return found


def _refuse_outsider(by: Caller) -> None:
    if ADMIN not in by.roles:
        raise NotAllowed("error.law_needs_admin")
