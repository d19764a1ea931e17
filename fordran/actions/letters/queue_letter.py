"""Queue letters: each goes with the others that the customer gets from the creditor that day, in one envelope."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from fordran.actions.addressed import in_place_of_debtor
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.outbox.address_lines import address_lines
from fordran.domain.claims.facts import Fee
from fordran.domain.days import stockholm_midnight
from fordran.domain.flow.dispatch import in_time, leaves_on
from fordran.domain.flow.next_step import pay_by_of_letter
from fordran.domain.kinds.channels import PAPER, Channel, ContactDetails
from fordran.domain.kinds.letter_kinds import LetterKind
from fordran.domain.service.delivery import letter_channel
from fordran.resources.letters import LETTERS
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.texts.languages import language_or_swedish


@dataclass(frozen=True)
class LetterWanted:
    """A letter about a case, to be made and checked when it is about to leave."""

    flowing: FlowingCase
    kind: LetterKind
    pay_by: date | None = None
    fees: Sequence[Fee] = ()
    """The fees that it charges."""
    details: dict[str, Any] = field(default_factory=dict)
    id: str = field(default_factory=new_id)


_QUEUE = f"""
with given as (
    select * from jsonb_to_recordset($2) as given (
        account_id text, partner_id text, envelope_id text, creditor_id text, customer_id text, case_id text, day date,
        channel text, receiver text, due timestamptz, letter_id text, kind text, language text,
        pay_by date, fee bigint, details jsonb)),
envelope as (
    insert into envelopes (account_id, id, created, creditor_id, customer_id, day, channel, receiver, next_attempt)
    select distinct on (account_id, creditor_id, customer_id, day)
           account_id, envelope_id, $1::timestamptz, creditor_id, customer_id, day, channel, receiver, due
    from given order by account_id, creditor_id, customer_id, day, envelope_id
    on conflict (account_id, creditor_id, customer_id, day) where status = 'queued'
    do update set next_attempt = least(envelopes.next_attempt, excluded.next_attempt)
    returning id, account_id, creditor_id, customer_id, day),
tally as (
    insert into tally_changes (resource, partner_id, account_id, creditor_id, documents)
    select '{LETTERS.name}', partner_id, account_id, creditor_id, count(*) from given
    group by partner_id, account_id, creditor_id)
insert into letters (account_id, id, created, updated, creditor_id, customer_id, case_id, envelope_id, kind, language, dated,
                     pay_by, fee, details)
select g.account_id, g.letter_id, $1::timestamptz, $1::timestamptz, g.creditor_id, g.customer_id, g.case_id, e.id, g.kind,
       g.language, g.day, g.pay_by, g.fee, g.details
from given g join envelope e
  on e.account_id = g.account_id and e.creditor_id = g.creditor_id and e.customer_id = g.customer_id and e.day = g.day
"""


async def queue_letters(tx: Connection, wanted: Sequence[LetterWanted], now: datetime) -> None:
    """Put letters into the day's envelopes, one for each customer and creditor."""
    if wanted:
        await tx.execute(_QUEUE, now, [_row(letter) for letter in wanted])


def _row(letter: LetterWanted) -> dict[str, Any]:
    """The letter, and the envelope that it needs, by the names of `_QUEUE`."""
    flowing, case = letter.flowing, letter.flowing.case
    channel, receiver = where_of(flowing)
    day = _leaves_on(letter)
    return {
        "account_id": case.account,
        "partner_id": case.partner,
        "envelope_id": new_id(),
        "creditor_id": case.creditor,
        "customer_id": flowing.row["customer_id"],
        "case_id": case.id,
        "day": day,
        "channel": channel,
        "receiver": receiver,
        "due": flowing.case.business_now if day == flowing.today else stockholm_midnight(day),
        "letter_id": letter.id,
        "kind": letter.kind,
        "language": language_or_swedish(flowing.row["default_letter_locale"]),
        "pay_by": None if letter.pay_by is None else pay_by_from(flowing, letter.kind, letter.pay_by, channel, day),
        "fee": _charged(letter),
        "details": letter.details | {"fees": [fee.id for fee in letter.fees]},
    }


def _leaves_on(letter: LetterWanted) -> date:
    return letter.flowing.today if letter.kind == "enforcement" else letter_day(letter.flowing)


def letter_day(flowing: FlowingCase) -> date:
    """The day on which a letter about a case that is written today leaves."""
    channel, _ = where_of(flowing)
    return leaves_on(flowing.today, channel, flowing.case.terms.particulars.rules_day)


def pay_by_from(flowing: FlowingCase, kind: LetterKind, pay_by: date, channel: Channel, day: date) -> date:
    """The last day to pay of a letter that leaves on a day, where the day it was written for gave that one."""
    if day != flowing.today:
        pay_by = pay_by_of_letter(kind, day, flowing.settings) or pay_by
    return in_time(pay_by, day, channel, flowing.case.terms.particulars.rules_day)


def _charged(letter: LetterWanted) -> int:
    """How much of its fees the letter adds to the debt: what the law absorbs or caps is not charged."""
    change = letter.flowing.change
    if change is None:
        return sum(fee.amount for fee in letter.fees)
    ids = {fee.id for fee in letter.fees}
    return sum(entry.amount for entry in change.after.lines if entry.fact in ids and entry.kind == "added")


def where_of(flowing: FlowingCase) -> tuple[Channel, str]:
    """The channel and the receiver of letters about a case: paper, to the one who gets them in the debtor's place."""
    instead = in_place_of_debtor(flowing)
    if instead is not None:
        return PAPER, "\n".join(address_lines(instead.name, instead.address))
    return where_to(flowing.row, flowing.row["id_number_compact"])


def where_to(row: Mapping[str, Any], id_number: str, *, on_paper: bool = False) -> tuple[Channel, str]:
    """The channel and the receiver of letters to a customer: the first channel that reaches the customer, else paper.

    A demand that is not on paper is in writing too. `on_paper` leaves out the other channels.
    """
    channel, address = letter_channel(
        ContactDetails(
            email=row["customer_email"] or "",
            email_consent=bool(row["email_consent"]),
            id_number=id_number,
            asked=row["invoice_distribution"],
            kivra_number=row["kivra_number"] or "",
        )
    )
    if on_paper or channel == PAPER:
        return PAPER, "\n".join(address_lines(row["customer_name"], parsed(row["customer_address"])))
    return channel, address
