"""Match payments: which cases the bank's transactions are for, by the rules of docs/bank-files.md, many at a time.

Nothing is written. What a case has been paid over the bank plays no part, so that files can come in any order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, TypedDict

from fordran.actions.bank.match_authority import match_authority
from fordran.actions.bank.match_letters import match_letters
from fordran.actions.bank.payment_references import Reading, distinct, named_by, reading_of
from fordran.actions.cases.case_facts import TERMS, from_json, terms_of
from fordran.actions.cases.law_in_force import LAW_ROWS, law_of
from fordran.actions.refunds.follow_refunds import cases_of_returned
from fordran.domain.bank.allotment import NamedReference, allot, allot_in_proportion
from fordran.domain.bank.bank_states import SuspenseReason
from fordran.domain.claims.facts import PaymentFact
from fordran.domain.claims.payment_days import is_payment_day
from fordran.domain.claims.statement import statement
from fordran.domain.numbers import bankgiro, identity
from fordran.formats.bank import BankPayment
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import CaseRow, OcrNumberRow

OTHER_RECEIVER: SuspenseReason = "other_receiver"
NOT_ITEMISED: SuspenseReason = "not_itemised"
NO_PAYMENT: SuspenseReason = "no_payment"
RETURNED: SuspenseReason = "returned"
IMPOSSIBLE_DAY: SuspenseReason = "impossible_day"


class CaseFound(NamedTuple):
    """A case, and its account and creditor."""

    account: str
    creditor: str
    case: str


@dataclass(frozen=True, slots=True)
class Match:
    """The shares of cases in a transaction, the remainder with its reason, and the case if there is only one."""

    parts: Mapping[CaseFound, int]
    rest: int
    reason: SuspenseReason | None
    case: CaseFound | None = None


async def match_payments(
    tx: Connection, payments: Sequence[BankPayment], own_bankgiro: str, today: date
) -> list[Match]:
    """A match for each of the transactions, in their order."""
    return await _on_possible_days(tx, payments, await _matches(tx, payments, own_bankgiro), today)


async def _matches(tx: Connection, payments: Sequence[BankPayment], own_bankgiro: str) -> list[Match]:
    receiver = bankgiro.compact(own_bankgiro)
    reasons = [_unreadable(payment, receiver) for payment in payments]
    returned = await cases_of_returned(tx, payments)
    readings = {
        index: reading_of(payment)
        for index, (payment, why) in enumerate(zip(payments, reasons, strict=True))
        if not why
    }
    named, by_id = await _named_cases(tx, readings)
    of_authority = {
        index: [CaseFound(*case) for case in cases]
        for index, cases in (
            await match_authority(
                tx, {index: reading.payment for index, reading in readings.items() if not distinct(named[index])}
            )
        ).items()
    }
    several = {id_ for found in named.values() if len(distinct(found)) > 1 for id_ in distinct(found)}
    shared = [case for cases in of_authority.values() if len(cases) > 1 for case in cases]
    claims = await _claims(tx, [*(by_id[id_] for id_ in several), *shared])
    of_letters = await match_letters(
        tx, {index: reading for index, reading in readings.items() if not distinct(named[index])}
    )
    matches = []
    for index, (payment, why) in enumerate(zip(payments, reasons, strict=True)):
        if index in returned:
            matches.append(Match({CaseFound(*returned[index]): payment.amount}, 0, None))
        elif index in of_letters:
            parts = {CaseFound(*case): part for case, part in of_letters[index].items()}
            matches.append(Match(parts, 0, None))
        elif index in of_authority:
            matches.append(_match_application(payment, of_authority[index], claims))
        elif why:
            matches.append(Match({}, payment.amount, why))
        else:
            matches.append(_match(payment, named[index], by_id, claims))
    return matches


class _AroseRow(TypedDict):
    id: str
    arose: date


_AROSE = """
select k.id, coalesce((k.particulars ->> 'arose_on')::date, k.invoice_date::date) as arose
from cases k where (k.account_id, k.id) in (select * from unnest($1::text[], $2::text[]))
"""


async def _on_possible_days(
    tx: Connection, payments: Sequence[BankPayment], matches: Sequence[Match], today: date
) -> list[Match]:
    """The matches, where a payment on a day that cannot be right waits for a person instead."""
    cases = {case for match in matches for case in match.parts}
    rows = await fetch_rows(tx, _AroseRow, _AROSE, [one.account for one in cases], [one.case for one in cases])
    arose = {row["id"]: row["arose"] for row in rows}
    return [
        match
        if all(is_payment_day(payment.booking_date, arose[case.case], today) for case in match.parts)
        else Match({}, payment.amount, IMPOSSIBLE_DAY)
        for payment, match in zip(payments, matches, strict=True)
    ]


async def _named_cases(
    tx: Connection, readings: Mapping[int, Reading]
) -> tuple[dict[int, list[NamedReference]], dict[str, CaseFound]]:
    """The references of each transaction, ours first and else the creditor's; and the cases that they name, by id."""
    cases = await _cases_by_ocr(tx, readings.values())
    numbers = {number: case.case for number, case in cases.items()}
    named = {index: named_by(reading, numbers) for index, reading in readings.items()}
    by_id = {case.case: case for case in cases.values()}
    nameless = [readings[index].payment for index, found in named.items() if not distinct(found)]
    by_debt = await _cases_by_debt(tx, nameless)
    named |= {
        index: [NamedReference(by_debt[reading.payment.key].case)]
        for index, reading in readings.items()
        if reading.payment.key in by_debt
    }
    by_id |= {case.case: case for case in by_debt.values()}
    return named, by_id


def _match(
    payment: BankPayment, named: Sequence[NamedReference], by_id: Mapping[str, CaseFound], claims: Mapping[str, _Claim]
) -> Match:
    cases = distinct(named)
    if payment.kind == "deduction":
        is_one = len(cases) == 1 and all(reference.case for reference in named)
        return Match({}, payment.amount, NO_PAYMENT, by_id[cases[0]] if is_one else None)
    owed: list[dict[str, int]] = []
    if len(cases) > 1:
        owed = [
            {id_: claims[id_].owed_on(payment.booking_date) for id_ in cases},
            {id_: claims[id_].capital for id_ in cases},
        ]
    allotment = allot(payment.amount, named, owed)
    return Match({by_id[id_]: part for id_, part in allotment.parts.items()}, allotment.rest, allotment.reason)


def _match_application(payment: BankPayment, cases: Sequence[CaseFound], claims: Mapping[str, _Claim]) -> Match:
    """A payment of the enforcement authority for the cases of an application."""
    if len(cases) == 1:
        return Match({cases[0]: payment.amount}, 0, None)
    owed = {case.case: claims[case.case].owed_on(payment.booking_date) for case in cases}
    by_id = {case.case: case for case in cases}
    parts = allot_in_proportion(payment.amount, owed)
    return Match({by_id[id_]: part for id_, part in parts.items()}, 0, None)


def _unreadable(payment: BankPayment, receiver: str) -> SuspenseReason | None:
    """Why a transaction cannot be matched by what it says."""
    if payment.kind not in ("payment", "deduction"):
        return NO_PAYMENT
    if not payment.itemised:
        return NOT_ITEMISED
    if payment.is_returned:
        return RETURNED
    # Where the file names no giro number, the receiver is the account that the file is of.
    return None if payment.receiver in (receiver, payment.account) else OTHER_RECEIVER


_BY_OCR = """
select ocr, account_id, creditor_id, case_id from ocr_numbers where ocr = any($1::text[]) and letter_id is null
union all
select particulars ->> 'old_payment_reference', account_id, creditor_id, id from cases
where particulars ? 'old_payment_reference' and particulars ->> 'old_payment_reference' = any($1::text[])
"""


async def _cases_by_ocr(tx: Connection, readings: Iterable[Reading]) -> dict[str, CaseFound]:
    numbers = {number for reading in readings for number in reading.numbers()}
    found: dict[str, set[CaseFound]] = defaultdict(set)
    for row in await fetch_rows(tx, OcrNumberRow, _BY_OCR, list(numbers)):
        found[row["ocr"]].add(CaseFound(row["account_id"], row["creditor_id"], row["case_id"]))
    # A number of two cases, such as one that several collectors gave, is for a person to look at.
    return {number: next(iter(cases)) for number, cases in found.items() if len(cases) == 1}


class _DebtRow(CaseRow):
    id_number_compact: str


async def _cases_by_debt(tx: Connection, payments: Sequence[BankPayment]) -> dict[str, CaseFound]:
    """Transaction key → the one case of the paying customer whose debt reference or invoice number is a reference."""
    payers = {
        payment.key: number
        for payment in payments
        if payment.references and (number := identity.compacted(payment.payer.organization_no, payment.booking_date))
    }
    if not payers:
        return {}
    rows = await fetch_rows(
        tx,
        _DebtRow,
        """select c.id_number_compact, k.debt_reference, k.invoice_number, k.account_id, k.creditor_id, k.id
           from customers c join cases k on k.account_id = c.account_id and k.customer_id = c.id
           where c.id_number_compact = any($1::text[])
             and (k.debt_reference = any($2::text[]) or k.invoice_number = any($2::text[]))
             and k.number_freed_by is null""",
        list(set(payers.values())),
        list({text for payment in payments for text in _texts(payment)}),
    )
    debts = defaultdict(list)
    for row in rows:
        debts[row["id_number_compact"]].append(row)
    found = {}
    for payment in payments:
        case = _case_of_debt(debts.get(payers.get(payment.key, ""), ()), _texts(payment))
        if case is not None:
            found[payment.key] = case
    return found


def _texts(payment: BankPayment) -> set[str]:
    return {given.reference.strip() for given in payment.references}


def _case_of_debt(debts: Sequence[_DebtRow], references: set[str]) -> CaseFound | None:
    """The one case, among those of a payer, that all given references lead to."""
    cases = {
        CaseFound(row["account_id"], row["creditor_id"], row["id"])
        for row in debts
        if references & {row["debt_reference"], row["invoice_number"]}
    }
    return cases.pop() if len(cases) == 1 and len(references) == 1 else None


class _ClaimRow(CaseRow):
    law_rows: str


@dataclass(frozen=True, slots=True)
class _Claim:
    """The claims of a case, apart from payments over the bank."""

    row: _ClaimRow

    @property
    def capital(self) -> int:
        """The claim as it was registered."""
        return self.row["capital_to_claim"]

    def owed_on(self, day: date) -> int:
        """The amount owed at the end of a day if nothing had been paid over the bank."""
        facts = [stored.fact for stored in from_json(parsed(self.row["facts"]))]
        others = [fact for fact in facts if not (isinstance(fact, PaymentFact) and fact.reached_us)]
        terms = terms_of(self.row, parsed(self.row["case_settings"]), law_of(self.row["law_rows"]))
        return statement(others, terms, day).remaining


async def _claims(tx: Connection, cases: Sequence[CaseFound]) -> dict[str, _Claim]:
    if not cases:
        return {}
    rows = await fetch_rows(
        tx,
        _ClaimRow,
        f"""select k.id, k.capital_to_claim, k.facts, k.case_settings, {TERMS},
                  {LAW_ROWS}
           from cases k where (k.account_id, k.id) in (select * from unnest($1::text[], $2::text[]))""",
        [case.account for case in cases],
        [case.case for case in cases],
    )
    return {row["id"]: _Claim(row) for row in rows}
