"""Note an answer of SPAR about a person, with its effects: an address, a protection, a death, a new number, or a wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from fordran import clock
from fordran.actions.cases.work_list import resolve_stops
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.parties.correct_customer import correct_customer
from fordran.actions.refusals import Conflict
from fordran.actions.spar.failed_try import note_failed_try
from fordran.actions.work.change_customer import look_again
from fordran.actions.work.contact_details import marked
from fordran.actions.work.protection import begin_protection
from fordran.domain.flow.marks import Mark
from fordran.domain.languages import SWEDISH
from fordran.domain.numbers.identity import classify
from fordran.domain.spar.outcome import STOPPING, SparOutcome, outcome_of, same_address
from fordran.domain.spar.person import SparAnswer, SparPerson, SparTrouble
from fordran.resources.customer_corrections import CorrectionInput
from fordran.shape.fields import Refused
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import savepoint
from fordran.store.connections.typed_rows import fetch_row, fetch_rows, fetch_the_row
from fordran.store.reading.scope import SYSTEM
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import CustomerDetailsRow, CustomerRow, SparAnswerRow
from fordran.store.upkeep.installation import business_now
from fordran.texts.catalogue import texts


@dataclass(frozen=True)
class AskedPerson:
    """A customer who was asked for."""

    account: str
    customer: str
    number: str
    first_tried: datetime
    """When the first of the tries was that had no answer yet, on the business's own clock."""

    @property
    def key(self) -> dict[str, str]:
        return {"account_id": self.account, "id": self.customer}


class _CustomerRow(CustomerRow):
    """A row of `customers`."""


_CUSTOMER = """
select account_id, id, address, address_source, deceased_on, is_protected, erasure, id_number_compact, corrections, warnings
from customers where account_id = $1 and id = $2 for update
"""
_DETAILS = """
select id, creditor_id, address, address_source, unknown_address, warnings from customer_details
where account_id = $1 and customer_id = $2 order by id for update
"""
_KNOWN = "select number, outcome, code, address, tries from spar_answers where account_id = $1 and id = $2 for update"


@dataclass(frozen=True)
class _Noting:
    """An answer that is being noted."""

    tx: Connection
    asked: AskedPerson
    person: SparPerson | None
    outcome: SparOutcome
    before: _CustomerRow
    details: Sequence[CustomerDetailsRow]
    last: SparAnswerRow
    today: date
    now: datetime

    @property
    def is_as_before(self) -> bool:
        """Whether the last answer was the same, as to where the person is reached."""
        code = "" if self.person is None else self.person.deregistration
        return (self.last["number"], self.last["outcome"], self.last["code"]) == (self.asked.number, self.outcome, code)


async def note_answer(tx: Connection, asked: AskedPerson, answer: SparAnswer, now: datetime) -> None:
    """Note an answer. A customer who has another number by now, or is erased, is left as it is."""
    then = await business_now(tx, now)
    before = await fetch_the_row(tx, _CustomerRow, _CUSTOMER, asked.account, asked.customer)
    last = await fetch_row(tx, SparAnswerRow, _KNOWN, asked.account, asked.customer)
    if last is None or before["erasure"] is not None:
        return
    if before["id_number_compact"] != asked.number:
        await change(tx, "spar_answers", asked.key, {"claimed_until": None}, now)
        return
    if isinstance(answer, SparTrouble):
        await note_failed_try(tx, asked.key, last["tries"] + 1, asked.first_tried, answer.reason, then, now)
        return
    details = await fetch_rows(tx, CustomerDetailsRow, _DETAILS, asked.account, asked.customer)
    today = clock.stockholm_date(then)
    noting = _Noting(tx, asked, answer, outcome_of(answer), before, details, last, today, now)
    if noting.outcome == "renumbered" and not await _take_new_number(noting):
        noting = replace(noting, outcome="deregistered")
    if noting.outcome != "renumbered":
        await _take_up(noting)
    await _keep(noting)


async def _keep(noting: _Noting) -> None:
    """Keep the answer as the last one, with what later answers are compared with."""
    person, outcome = noting.person, noting.outcome
    address = None if person is None or person.is_protected else person.address
    await change(
        noting.tx,
        "spar_answers",
        noting.asked.key,
        {
            "number": noting.asked.number,
            "outcome": outcome,
            "answered_on": noting.today,
            "answered": noting.now,
            "code": "" if person is None else person.deregistration,
            "address": None if address is None else dict(address),
            "tries": 0,
            "first_tried": None,
            "next_try": None,
            "claimed_until": None,
            "trouble": None,
        },
        noting.now,
    )


async def _take_new_number(noting: _Noting) -> bool:
    """Correct the number of a person who has a new one; whether that could be done. Then the new one is asked for."""
    person = noting.person
    assert person is not None
    if classify(person.new_number).status != "valid":
        return False
    corrections = [] if noting.before["corrections"] is None else parsed(noting.before["corrections"])
    if any(one["field"] == "id_number" for one in corrections if _digits(one["before"]) == person.new_number):
        return False  # It was that number before: two numbers that refer to each other would never end.
    reason = texts(SWEDISH)("spar.new_number")
    given = CorrectionInput(field="id_number", value=person.new_number, reason=reason)
    try:
        async with savepoint(noting.tx):
            await correct_customer(noting.tx, SYSTEM, noting.asked.customer, given, noting.now)
    except (Conflict, Refused):
        return False  # It is the number of another customer of the account: a person sorts that out.
    return True


def _digits(number: Any) -> str:
    return "".join(character for character in str(number) if character.isdigit())


async def _take_up(noting: _Noting) -> None:
    """Let the customer be as the register says, for all creditors; its cases are looked at again where that changes anything."""
    tx, asked, now, before = noting.tx, noting.asked, noting.now, noting.before
    person = noting.person
    marks: dict[str, Any] = {}
    becomes_protected = before["is_protected"] or (person is not None and person.is_protected)
    protecting = await begin_protection(
        tx, SYSTEM, asked.account, asked.customer, before["is_protected"], becomes_protected, now
    )
    if becomes_protected and not before["is_protected"]:
        marks["is_protected"] = True
    if noting.outcome == "deceased" and before["deceased_on"] is None:
        assert person is not None
        marks["deceased_on"] = min(person.died_on or noting.today, noting.today)
    joint = protecting.shown(asked.customer) | ({} if becomes_protected else _address(noting, before))
    changed = marks | marked(before["warnings"], joint)
    await change(tx, "customers", asked.key, changed, now)
    ended: set[Mark] = set()
    is_new = bool(marks)
    for row in noting.details:
        own = protecting.shown(row["id"])
        if not becomes_protected:
            own |= _address(noting, row)
            if "address" in own:
                ended |= {"returned_mail", "no_known_address"}
        is_new = is_new or "address" in own
        await change(tx, "customer_details", {**asked.key, "id": row["id"]}, marked(row["warnings"], own), now)
        if await _stop(noting, row):
            is_new = True
    await protecting.end()
    if not is_new:
        return
    creditors = [row["creditor_id"] for row in noting.details]
    if ended:
        await resolve_stops(tx, asked.account, asked.customer, creditors, sorted(ended), now)
    await look_again(tx, asked.account, asked.customer, creditors, noting.today, now)
    await note_events(
        tx, [DomainEvent("customer.changed", asked.account, None, data={"customer": asked.customer})], now
    )


def _address(noting: _Noting, row: CustomerDetailsRow | _CustomerRow) -> dict[str, Any]:
    """The changes of a row's address. Staff's stays until the register has another than it had when staff entered it."""
    address = None if noting.person is None else noting.person.address
    if address is None or noting.outcome not in ("confirmed", "emigrated"):
        return {}
    known: Mapping[str, str] = parsed(row["address"])
    confirmed = {"address_source": "spar", "address_confirmed": noting.today}
    if same_address(known, address):
        return confirmed
    address_before = None if noting.last["address"] is None else parsed(noting.last["address"])
    if row["address_source"] == "staff" and address_before is not None and same_address(address_before, address):
        return {}
    return confirmed | {"address": dict(address)}


async def _stop(noting: _Noting, row: CustomerDetailsRow) -> bool:
    """Mark the address of a person of whom the register has none; whether that is new."""
    if noting.outcome not in STOPPING or (row["unknown_address"] is not None and noting.is_as_before):
        return False
    await noting.tx.execute(
        """update customer_details set unknown_address = address_hash(address), revision = revision + 1,
               updated = greatest(updated, $3) where account_id = $1 and id = $2""",
        noting.asked.account,
        row["id"],
        noting.now,
    )
    return True
