"""Match payments to letters: money on the reference of a letter with several claims is shared out among them.

Unlike what cases are paid by their own references, this looks at what came before: a second payment on a letter covers what
the first one left. It is decided once, when the transaction is first read, by what was stored then and what the same file
brings, in the order of the bank's days; a file that comes again decides nothing again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from fordran.actions.bank.journal import lock_bank
from fordran.actions.bank.payment_references import Reading
from fordran.actions.cases.case_facts import TERMS, from_json, terms_of
from fordran.actions.cases.law_in_force import LAW_ROWS, law_of
from fordran.domain.bank.allotment import AskedClaim, allot_to_letter
from fordran.domain.claims.facts import ClaimTerms, Fact, LetterLeft, PaymentFact
from fordran.domain.claims.statement import statement
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BankPaymentRow, CaseRow


class _ClaimRow(CaseRow):
    ocr: str
    letter_id: str
    case_id: str
    law_rows: str


# All letters of the document that carries the number; they left together.
_CLAIMS = f"""
select o.ocr, l.id as letter_id, k.account_id, k.creditor_id, k.id as case_id, k.facts, k.case_settings, {TERMS},
       {LAW_ROWS}
from ocr_numbers o
join letters f on f.account_id = o.account_id and f.id = o.letter_id and f.status in ('sent', 'shown')
join letters l on l.account_id = f.account_id and l.envelope_id = f.envelope_id and l.media_id = f.media_id
join cases k on k.account_id = l.account_id and k.id = l.case_id
where o.ocr = any($1::text[])
"""

# Bank transactions that are not yet booked on them. They are stored apart from cases, so they have their own query.
_WAITING = """
select b.account_id, b.case_id, b.id, b.booking_date, b.amount
from unnest($1::text[], $2::text[]) as k (account_id, id)
join bank_payments b on b.account_id = k.account_id and b.case_id = k.id
where not b.is_booked and b.amount > 0 and b.recalled_on is null
union all
select p.account_id, p.case_id, p.id, p.booking_date, p.amount
from unnest($1::text[], $2::text[]) as k (account_id, id)
join incoming_parts p on p.account_id = k.account_id and p.case_id = k.id
where not exists (select 1 from bank_transactions t join incoming i on i.key = t.key where i.id = p.transaction_id)
"""


@dataclass
class _Claim:
    """A claim of a letter, and the money on it."""

    row: _ClaimRow
    terms: ClaimTerms
    facts: list[Fact]

    @property
    def case(self) -> tuple[str, str, str]:
        return self.row["account_id"], self.row["creditor_id"], self.row["case_id"]

    @property
    def letter(self) -> LetterLeft:
        """The letter, as this case knows it."""
        return next(fact for fact in self.facts if isinstance(fact, LetterLeft) and fact.id == self.row["letter_id"])

    def asked_on(self, day: date) -> AskedClaim:
        """The letter's outstanding amount, and the amount owed on a day."""
        letter = self.letter
        paid = sum(
            fact.amount
            for fact in self.facts
            if isinstance(fact, PaymentFact)
            and fact.recalled_on is None
            and fact.id not in letter.knew
            and fact.date <= letter.pay_by
        )
        owed = statement(self.facts, self.terms, day).remaining
        return AskedClaim(self.row["case_id"], max(0, letter.asked - paid), owed)


async def match_letters(tx: Connection, readings: Mapping[int, Reading]) -> dict[int, dict[tuple[str, str, str], int]]:
    """The share of each case in transactions that name only a letter, by their indexes."""
    payments = {index: reading for index, reading in readings.items() if reading.payment.kind == "payment"}
    numbers = {number for reading in payments.values() for number in reading.numbers()}
    if not await tx.fetchval(
        "select exists (select 1 from ocr_numbers where ocr = any($1::text[]) and letter_id is not null)", list(numbers)
    ):
        return {}
    # Earlier payments count, so nobody else may bring money meanwhile.
    await lock_bank(tx)
    letters = await _letters(tx, numbers)
    stored = await _stored_keys(tx, [reading.payment.key for reading in payments.values()])
    found = {}
    for index, reading in sorted(
        payments.items(), key=lambda item: (item[1].payment.booking_date, item[1].payment.key)
    ):
        named = {number for number in reading.numbers() if number in letters}
        if len(named) == 1:
            (number,) = named
            found[index] = _shared(letters[number], reading, is_new=reading.payment.key not in stored)
    return found


async def _letters(tx: Connection, numbers: set[str]) -> dict[str, list[_Claim]]:
    """The claims of each letter, those that were due first first."""
    rows = await fetch_rows(tx, _ClaimRow, _CLAIMS, list(numbers))
    waiting = await _waiting(tx, {(row["account_id"], row["case_id"]) for row in rows})
    found: dict[str, list[_Claim]] = defaultdict(list)
    for row in rows:
        facts = [stored.fact for stored in from_json(parsed(row["facts"]))]
        terms = terms_of(row, parsed(row["case_settings"]), law_of(row["law_rows"]))
        found[row["ocr"]].append(_Claim(row, terms, [*facts, *waiting[row["account_id"], row["case_id"]]]))
    for claims in found.values():
        claims.sort(key=lambda claim: (claim.terms.due_date, claim.row["case_id"]))
    return found


async def _waiting(tx: Connection, cases: Collection[tuple[str, str]]) -> dict[tuple[str, str], list[PaymentFact]]:
    """Payments of cases that are not booked yet, by account and case."""
    accounts, ids = [account for account, _ in cases], [id_ for _, id_ in cases]
    found: dict[tuple[str, str], list[PaymentFact]] = defaultdict(list)
    for row in await fetch_rows(tx, BankPaymentRow, _WAITING, accounts, ids):
        payment = PaymentFact(row["id"], row["booking_date"], row["amount"], reached_us=True)
        found[row["account_id"], row["case_id"]].append(payment)
    return found


async def _stored_keys(tx: Connection, keys: Sequence[str]) -> set[str]:
    rows = await tx.fetch("select key from bank_transactions where key = any($1::text[])", list(keys))
    return {row["key"] for row in rows}


def _shared(claims: Sequence[_Claim], reading: Reading, *, is_new: bool) -> dict[tuple[str, str, str], int]:
    """The share of each claim. It reduces the claim for later payments, unless it was counted before."""
    payment = reading.payment
    day = payment.booking_date
    asked = [claim.asked_on(day) for claim in claims]
    parts = allot_to_letter(payment.amount, asked, is_in_time=day <= claims[0].letter.pay_by)
    shared = {}
    for claim in claims:
        part = parts.get(claim.row["case_id"], 0)
        if part:
            shared[claim.case] = part
            if is_new:
                claim.facts.append(PaymentFact(f"{payment.key} {claim.row['case_id']}", day, part, reached_us=True))
    return shared
