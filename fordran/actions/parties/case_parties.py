"""Parties of cases: who is in a case beside its debtor, and to whom its letters go. The rule is in docs/rules/parties.md."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fordran.actions.cases.move_case import FlowingCase, lock_flowing, save
from fordran.actions.cases.work_list import resolve_work
from fordran.actions.refusals import Conflict
from fordran.domain.flow.next_step import stopped_by
from fordran.domain.kinds.party_roles import PARTY_ROLES
from fordran.domain.message import Message
from fordran.domain.service.protection import FORWARDING_ADDRESS
from fordran.resources.party_input import PartyInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed, wire
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, insert
from fordran.store.rows.schema_rows import CasePartyRow

_NO_ADDRESS = {"address_line_1": "", "zip_code": "", "city": "", "country": "SE"}


async def add_party(tx: Connection, flowing: FlowingCase, given: PartyInput, now: datetime) -> str:
    """A new party of a case; its id."""
    _check(flowing)
    id_, case = new_id(), flowing.case
    if given.customer is not None:
        await _refuse_twice(tx, flowing, given.customer)
    owner = {"account_id": case.account, "creditor_id": case.creditor, "case_id": case.id}
    row = {"id": id_, "created": now, "updated": now, "role": given.role}
    await insert(tx, "case_parties", owner | row | _columns(given))
    await _look_again(tx, flowing, now)
    return id_


async def change_party(tx: Connection, flowing: FlowingCase, party: str, given: PartyInput, now: datetime) -> None:
    """Keep what is new of a party, which is given whole."""
    _check(flowing)
    await change(tx, "case_parties", {"account_id": flowing.case.account, "id": party}, _columns(given), now)
    await _look_again(tx, flowing, now)


async def remove_party(tx: Connection, flowing: FlowingCase, party: str, now: datetime) -> None:
    """Delete a party that was added by mistake. One that got letters is ended by its last day."""
    _check(flowing)
    case = flowing.case
    has_letters: bool = await tx.fetchval(
        "select exists (select 1 from envelopes where account_id = $1 and addressee ->> 'party' = $2)",
        case.account,
        party,
    )
    if has_letters:
        raise Conflict("error.party_has_letters")
    await tx.execute("delete from case_parties where account_id = $1 and id = $2", case.account, party)
    await _look_again(tx, flowing, now)


async def _refuse_twice(tx: Connection, flowing: FlowingCase, customer: str) -> None:
    """Refuse a further debtor who is one already, or who is another account's."""
    case = flowing.case
    is_there: bool = await tx.fetchval(
        """select exists (select 1 from cases where account_id = $1 and id = $2 and customer_id = $3)
               or exists (select 1 from case_parties where account_id = $1 and case_id = $2 and customer_id = $3)
               or not exists (select 1 from customers where account_id = $1 and id = $3)""",
        case.account,
        case.id,
        customer,
    )
    if is_there:
        raise Refused({"customer": Message("issue.debtor_twice")})


def _check(flowing: FlowingCase) -> None:
    if flowing.row["state"] == "closed":
        raise Conflict("error.case_closed")


def _columns(given: PartyInput) -> dict[str, Any]:
    return {
        "name": given.name,
        "id_number": given.id_number or None,
        "address": _NO_ADDRESS | (wire(given.address) if given.address is not None else {}),
        "email": given.email or None,
        "from_day": None if given.from_ is None else day_of(given.from_),
        "until_day": None if given.until is None else day_of(given.until),
        "receives_letters": given.receives_letters or PARTY_ROLES[given.role].letters[0],
        "may_agree": bool(given.may_agree),
        "ground": given.ground,
        "customer_id": given.customer,
        "inventory_date": None if given.inventory_date is None else day_of(given.inventory_date),
    }


async def _look_again(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """Let the case go on as its parties are now; letters that have not left are made again."""
    case = flowing.case
    after = await lock_flowing(tx, case.id, case.creditor, case.account, now)
    assert after is not None
    await save(tx, [after], now)
    if not stopped_by(after.situation()):
        await resolve_work(tx, case.account, ["stopped"], now, case=case.id)


_PARTIES = """
select p.id, p.created, p.role, coalesce(j.name, p.name) as name, p.customer_id,
       coalesce(j.id_number, p.id_number) as id_number, p.address, p.email, p.from_day, p.until_day, p.receives_letters,
       p.may_agree, p.ground, p.inventory_date
from case_parties p left join customers j on j.account_id = p.account_id and j.id = p.customer_id
where p.account_id = $1 and p.case_id = $2 order by p.id
"""


async def read_parties(connection: Connection, account: str, case: str) -> list[dict[str, Any]]:
    """The parties of a case, the first one first. Of a protected debtor's case it does not show how they are reached."""
    is_protected = await connection.fetchval(
        """select c.is_protected from cases k join customers c on c.account_id = k.account_id and c.id = k.customer_id
           where k.account_id = $1 and k.id = $2""",
        account,
        case,
    )
    rows = await fetch_rows(connection, CasePartyRow, _PARTIES, account, case)
    return [_shown(row, is_protected=is_protected) for row in rows]


async def kept_parties(tx: Connection, account: str, case: str) -> list[dict[str, Any]]:
    """The same as they are stored, for a change of one: what is hidden stays as it is."""
    rows = await fetch_rows(tx, CasePartyRow, _PARTIES, account, case)
    return [_shown(row, is_protected=False) for row in rows]


def _shown(row: CasePartyRow, *, is_protected: bool) -> dict[str, Any]:
    days = {"from": row["from_day"], "until": row["until_day"], "inventory_date": row["inventory_date"]}
    is_debtor = row["customer_id"] is not None
    address = dict(FORWARDING_ADDRESS) if is_protected and not is_debtor else _NO_ADDRESS | parsed(row["address"])
    return {
        "_id": row["id"],
        "_created": row["created"],
        "role": row["role"],
        "name": row["name"],
        "customer": row["customer_id"],
        "id_number": row["id_number"] or None,
        "address": address if any(address[name] for name in ("address_line_1", "city")) else None,
        "email": None if is_protected else row["email"],
        "receives_letters": row["receives_letters"],
        "may_agree": row["may_agree"],
        "ground": row["ground"],
        **{name: None if day is None else day.isoformat() for name, day in days.items()},
    }
