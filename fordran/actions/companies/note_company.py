"""Note an answer of Bolagsverket about a company, with its effects: a bankruptcy, a liquidation or a deregistration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypedDict

from fordran import clock
from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.parties.case_parties import add_party
from fordran.actions.put_aside import MOST_SAID
from fordran.actions.work.change_customer import look_again
from fordran.domain.kinds.work_item_kinds import WorkItemKind
from fordran.domain.languages import SWEDISH
from fordran.domain.message import Message
from fordran.domain.spar.outcome import retry_after
from fordran.formats.bolagsverket import CompanyAnswer, CompanyOutcome
from fordran.resources.party_input import PartyInput
from fordran.shape.fields import read
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import CompanyAnswerRow
from fordran.store.upkeep.installation import business_now
from fordran.texts.catalogue import texts


@dataclass(frozen=True)
class CheckedCompany:
    """A customer that was asked about."""

    account: str
    customer: str
    number: str
    first_tried: datetime

    @property
    def key(self) -> dict[str, str]:
        return {"account_id": self.account, "id": self.customer}


class _CustomerRow(TypedDict):
    name: str
    bankruptcy_on: date | None
    id_number_compact: str
    erasure: str | None


class _CaseRow(TypedDict):
    id: str
    creditor_id: str


_CUSTOMER = """
select name, bankruptcy_on, id_number_compact, erasure from customers where account_id = $1 and id = $2 for update
"""
_KNOWN = "select number, outcome, code, since, tries from company_answers where account_id = $1 and id = $2 for update"
_CASES = """
select id, creditor_id from cases where account_id = $1 and customer_id = $2 and closed is null order by id
"""
_UNKNOWN_ADDRESS = """
update customer_details set unknown_address = address_hash(address), revision = revision + 1,
    updated = greatest(updated, $3) where account_id = $1 and customer_id = $2
"""
_ITEMS: Mapping[CompanyOutcome, tuple[WorkItemKind, str]] = {
    "bankruptcy": ("bankruptcy_claim", "work.bankruptcy_claim"),
    "liquidation": ("company_liquidation", "work.company_liquidation"),
    "deregistered": ("company_deregistered", "work.company_deregistered"),
}
"""Outcome → the kind of its work item, and the text of its reason."""


async def note_company(tx: Connection, asked: CheckedCompany, answer: CompanyAnswer, now: datetime) -> None:
    """Note an answer. A company that has another number by now, or is erased, is left as it is."""
    before = await fetch_row(tx, _CustomerRow, _CUSTOMER, asked.account, asked.customer)
    last = await fetch_row(tx, CompanyAnswerRow, _KNOWN, asked.account, asked.customer)
    if before is None or last is None or before["erasure"] is not None:
        return
    if before["id_number_compact"] != asked.number:
        await change(tx, "company_answers", asked.key, {"claimed_until": None}, now)
        return
    today = clock.stockholm_date(await business_now(tx, now))
    is_new = (last["number"], last["outcome"], last["code"]) != (asked.number, answer.outcome, answer.code)
    if is_new and answer.outcome in _ITEMS:
        await _take_up(tx, asked, before, answer, today, now)
    kept: dict[str, Any] = {"tries": 0, "first_tried": None, "next_try": None, "claimed_until": None, "trouble": None}
    kept |= {"number": asked.number, "outcome": answer.outcome, "code": answer.code, "since": answer.since}
    await change(tx, "company_answers", asked.key, kept | {"answered_on": today}, now)


async def note_trouble(tx: Connection, asked: CheckedCompany, reason: str, now: datetime) -> None:
    """Note that there was no whole answer: it is asked again, and in the end the letter leaves with a note of that."""
    last = await fetch_row(tx, CompanyAnswerRow, _KNOWN, asked.account, asked.customer)
    if last is None:
        return
    then = await business_now(tx, now)
    tries = last["tries"] + 1
    retry = retry_after(tries, asked.first_tried, then)
    changes: dict[str, Any] = {"trouble": reason[:MOST_SAID], "claimed_until": None, "outcome": retry.outcome}
    if retry.at is None:
        changes |= {"tries": 0, "first_tried": None, "next_try": None, "answered_on": clock.stockholm_date(then)}
    else:
        changes |= {"tries": tries, "next_try": retry.at}
    await change(tx, "company_answers", asked.key, changes, now)
    await tx.execute(
        """update envelopes set trouble = $3, next_attempt = coalesce($4, next_attempt)
           where account_id = $1 and customer_id = $2 and status = 'queued' and next_attempt <= $5""",
        asked.account,
        asked.customer,
        f"Bolagsverket: {reason}"[:MOST_SAID],
        retry.at,
        then,
    )


async def _take_up(
    tx: Connection, asked: CheckedCompany, before: _CustomerRow, answer: CompanyAnswer, today: date, now: datetime
) -> None:
    """Let every open case of the company stop, or have a work item."""
    if answer.outcome == "bankruptcy" and before["bankruptcy_on"] is None:
        day = min(answer.since or today, today)
        await change(tx, "customers", asked.key, {"bankruptcy_on": day}, now)
    if answer.outcome == "deregistered":
        # Nobody is there to be written to. A new address, of a successor for example, ends it.
        await tx.execute(_UNKNOWN_ADDRESS, asked.account, asked.customer, now)
    cases = await fetch_rows(tx, _CaseRow, _CASES, asked.account, asked.customer)
    creditors = sorted({row["creditor_id"] for row in cases})
    await look_again(tx, asked.account, asked.customer, creditors, today, now)
    for row in cases:
        flowing = await lock_flowing(tx, row["id"], row["creditor_id"], asked.account, now)
        assert flowing is not None
        if answer.outcome == "liquidation":
            await _add_liquidator(tx, flowing, before["name"], answer, now)
        kind, code = _ITEMS[answer.outcome]
        message = Message(code, day=answer.since or today, register_code=answer.code)
        await put_on_work_list(tx, flowing.case, kind, message, now)
    event = DomainEvent("customer.changed", asked.account, None, data={"customer": asked.customer})
    await note_events(tx, [event], now)


async def _add_liquidator(
    tx: Connection, flowing: FlowingCase, company: str, answer: CompanyAnswer, now: datetime
) -> None:
    """The liquidator gets the letters, at the company's registered address, until a person has its name."""
    if not (answer.address.get("city") and answer.address.get("zip_code")):
        return
    name = texts(SWEDISH)("company.liquidator", name=company)
    address = dict(answer.address)
    given = {"role": "representative", "name": name, "receives_letters": "instead", "address": address}
    await add_party(tx, flowing, read(PartyInput, given), now)
