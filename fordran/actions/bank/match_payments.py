"""Match payments: which cases the bank's transactions are for, by the rules of docs/bank-files.md, many at a time.

Nothing is written. What a case has been paid over the bank plays no part, so that files can come in any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from fordran.actions.cases.case_facts import from_json, terms_of
from fordran.domain.allotment import Named, allot
from fordran.domain.bank_states import SuspenseReason
from fordran.domain.facts import Payment
from fordran.domain.numbers import bankgiro, identity
from fordran.domain.statement import statement
from fordran.formats.bank import BankPayment
from fordran.shape.wire import parsed
from fordran.store.database import Connection

OTHER_RECEIVER: SuspenseReason = "other_receiver"
NOT_ITEMISED: SuspenseReason = "not_itemised"
NO_PAYMENT: SuspenseReason = "no_payment"

FEWEST_MENTIONED_DIGITS = 8
"""A shorter number in a message may be a postal code; one that is called an OCR number counts at any length."""

_CALLED_OCR = re.compile(r"\bOCR(?:[- ]?(?:nr|nummer|number))?\b[\s:.#=]*(\d{2,25})(?!\d)", re.IGNORECASE)
_BLANKS = str.maketrans("", "", " -")


class CaseFound(NamedTuple):
    """A case, and whose it is."""

    account: str
    creditor: str
    case: str


@dataclass(frozen=True, slots=True)
class Match:
    """What the cases get of a transaction, what is left over and why; and which case, if one alone, it is about."""

    parts: Mapping[CaseFound, int]
    rest: int
    reason: SuspenseReason | None
    case: CaseFound | None = None


@dataclass(frozen=True, slots=True)
class _Reference:
    """A reference as the payer gave it: a number, or a text with numbers in it that may be references of ours."""

    text: str
    amount: int | None
    is_number: bool
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a transaction says it is for."""

    payment: BankPayment
    references: tuple[_Reference, ...]
    in_message: tuple[str, ...]


async def match_payments(tx: Connection, payments: Sequence[BankPayment], own_bankgiro: str) -> list[Match]:
    """A match for each of the transactions, in their order."""
    receiver = bankgiro.compact(own_bankgiro)
    reasons = [_unreadable(payment, receiver) for payment in payments]
    readings = {
        index: _reading(payment) for index, (payment, why) in enumerate(zip(payments, reasons, strict=True)) if not why
    }
    cases = await _cases_by_ocr(tx, readings.values())
    named = {index: _named(reading, cases) for index, reading in readings.items()}
    nameless = [readings[index].payment for index, found in named.items() if not _distinct(found)]
    for key, case in (await _cases_by_debt(tx, nameless)).items():
        named |= {index: [Named(case.case)] for index, reading in readings.items() if reading.payment.key == key}
        cases[case.case] = case
    by_id = {case.case: case for case in cases.values()}
    several = {id_ for found in named.values() if len(_distinct(found)) > 1 for id_ in _distinct(found)}
    claims = await _claims(tx, [by_id[id_] for id_ in several])
    matches = []
    for index, (payment, why) in enumerate(zip(payments, reasons, strict=True)):
        if why:
            matches.append(Match({}, payment.amount, why))
        else:
            matches.append(_match(payment, named[index], by_id, claims))
    return matches


def _match(
    payment: BankPayment, named: Sequence[Named], by_id: Mapping[str, CaseFound], claims: Mapping[str, _Claim]
) -> Match:
    distinct = _distinct(named)
    if payment.kind == "deduction":
        is_one = len(distinct) == 1 and all(one.case for one in named)
        return Match({}, payment.amount, NO_PAYMENT, by_id[distinct[0]] if is_one else None)
    owed: list[dict[str, int]] = []
    if len(distinct) > 1:
        owed = [
            {id_: claims[id_].owed_on(payment.booking_date) for id_ in distinct},
            {id_: claims[id_].capital for id_ in distinct},
        ]
    allotment = allot(payment.amount, named, owed)
    return Match({by_id[id_]: part for id_, part in allotment.parts.items()}, allotment.rest, allotment.reason)


def _distinct(named: Iterable[Named]) -> list[str]:
    return list(dict.fromkeys(one.case for one in named if one.case is not None))


def _unreadable(payment: BankPayment, receiver: str) -> SuspenseReason | None:
    """Why a transaction cannot be matched by what it says."""
    if payment.kind not in ("payment", "deduction"):
        return NO_PAYMENT
    if not payment.itemised:
        return NOT_ITEMISED
    # Where the file names no giro number, the receiver is the account that the file is of.
    return None if payment.receiver in (receiver, payment.account) else OTHER_RECEIVER


def _reading(payment: BankPayment) -> _Reading:
    references = []
    for text, amount in payment.references:
        digits = text.translate(_BLANKS)
        if digits.isascii() and digits.isdigit():
            # Some banks fill the field with zeros; no reference of ours begins with one.
            references.append(_Reference(text, amount, True, (digits.lstrip("0"),)))
        else:
            references.append(_Reference(text, amount, False, _mentioned(text)))
    in_message = tuple(number for line in payment.information for number in _mentioned(line))
    return _Reading(payment, tuple(references), in_message)


def _mentioned(text: str) -> tuple[str, ...]:
    """Numbers in a text that may be references of ours."""
    called = _CALLED_OCR.findall(text)
    long = re.findall(rf"(?<!\d)\d{{{FEWEST_MENTIONED_DIGITS},25}}(?!\d)", text)
    return tuple(dict.fromkeys((*called, *long)))


async def _cases_by_ocr(tx: Connection, readings: Iterable[_Reading]) -> dict[str, CaseFound]:
    numbers = {
        number
        for reading in readings
        for group in (*(reference.numbers for reference in reading.references), reading.in_message)
        for number in group
    }
    rows = await tx.fetch(
        "select ocr, account_id, creditor_id, case_id from ocr_numbers where ocr = any($1::text[])", list(numbers)
    )
    return {row["ocr"]: CaseFound(row["account_id"], row["creditor_id"], row["case_id"]) for row in rows}


def _named(reading: _Reading, cases: Mapping[str, CaseFound]) -> list[Named]:
    """The references as cases, in the payer's order; one that leads to none counts where it makes the others doubtful."""
    found = [Named(_one_case(reference.numbers, cases), reference.amount) for reference in reading.references]
    if any(one.amount for one in found):
        return found
    in_message = [Named(cases[number].case) for number in reading.in_message if number in cases]
    in_references = [one for one in found if one.case is not None]
    is_doubtful = any(
        reference.is_number and one.case is None for reference, one in zip(reading.references, found, strict=True)
    )
    return [*in_references, *in_message, *([Named(None)] if in_references and is_doubtful else [])]


def _one_case(numbers: Iterable[str], cases: Mapping[str, CaseFound]) -> str | None:
    """The case that the numbers of one reference lead to, None where there is none or more than one."""
    found = {cases[number].case for number in numbers if number in cases}
    return found.pop() if len(found) == 1 else None


async def _cases_by_debt(tx: Connection, payments: Sequence[BankPayment]) -> dict[str, CaseFound]:
    """Transaction key → the one case of the paying customer whose debt reference or invoice number is a reference."""
    payers = {
        payment.key: number
        for payment in payments
        if payment.references and (number := identity.classify(payment.payer.organization_no).compacted)
    }
    if not payers:
        return {}
    references = {one.reference.strip() for payment in payments for one in payment.references}
    rows = await tx.fetch(
        """select c.id_number_compact, k.debt_reference, k.invoice_number, k.account_id, k.creditor_id, k.id
           from customers c join cases k on k.account_id = c.account_id and k.customer_id = c.id
           where c.id_number_compact = any($1::text[])
             and (k.debt_reference = any($2::text[]) or k.invoice_number = any($2::text[]))""",
        list(set(payers.values())),
        list(references),
    )
    found = {}
    for payment in payments:
        said = {one.reference.strip() for one in payment.references}
        cases = {
            CaseFound(row["account_id"], row["creditor_id"], row["id"])
            for row in rows
            if row["id_number_compact"] == payers.get(payment.key)
            and said & {row["debt_reference"], row["invoice_number"]}
        }
        if len(cases) == 1 and len(said) == 1:
            found[payment.key] = cases.pop()
    return found


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a case has to claim, as far as it does not depend on what came over the bank."""

    row: Any

    @property
    def capital(self) -> int:
        """The claim as it was registered."""
        capital: int = self.row["capital_to_claim"]
        return capital

    def owed_on(self, day: date) -> int:
        """What was owed at the end of a day, had nothing been paid over the bank."""
        facts = [stored.fact for stored in from_json(parsed(self.row["facts"]))]
        others = [fact for fact in facts if not (isinstance(fact, Payment) and fact.reached_us)]
        return statement(others, terms_of(self.row, parsed(self.row["case_settings"])), day).remaining


async def _claims(tx: Connection, cases: Sequence[CaseFound]) -> dict[str, _Claim]:
    if not cases:
        return {}
    rows = await tx.fetch(
        """select id, capital_to_claim, facts, case_settings, invoice_date, invoice_due_days, interest_days, is_business
           from cases where (account_id, id) in (select * from unnest($1::text[], $2::text[]))""",
        [case.account for case in cases],
        [case.case for case in cases],
    )
    return {row["id"]: _Claim(row) for row in rows}
