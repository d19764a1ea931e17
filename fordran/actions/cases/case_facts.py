"""The facts of a case as they are stored: what the domain replays, with when each was registered and by whom."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypeAlias, TypedDict

import orjson

from fordran.actions.cases.case_particulars import particulars_of
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.claims.facts import (
    Capital,
    ClaimTerms,
    Closing,
    Credit,
    Fact,
    Fee,
    LetterLeft,
    Origin,
    PaymentFact,
    StepFact,
    Waiver,
)
from fordran.domain.claims.statement import DebtStatement
from fordran.domain.law.law import Law
from fordran.domain.money import ore_of
from fordran.shape.moments import day_of, midnight, rfc_1123
from fordran.shape.wire import kronor, parsed

CREDITOR_SYSTEM: Origin = "creditor_system"
SYSTEM: Origin = "system"
BANK: Origin = "bank"

_KINDS: dict[str, type[Any]] = {
    "capital": Capital,
    "fee": Fee,
    "credit": Credit,
    "waiver": Waiver,
    "payment": PaymentFact,
    "step": StepFact,
    "letter": LetterLeft,
    "closing": Closing,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


@dataclass(frozen=True)
class StoredFact:
    fact: Fact
    registered: datetime
    """On the business clock."""
    origin: Origin
    document: str | None = None
    """The hash of the registration that it comes from, so that the journal's chain covers that too."""


@dataclass(frozen=True)
class ReversedPayment:
    """Money of a payment that is there no longer: all of it by the bank's recall, or an amount of it by a deduction or a refund.

    It is a row of its own in the journal, where nothing is changed; in the replay it lands on its payment.
    """

    id: str
    payment: str
    date: date
    registered: datetime
    """On the business clock."""
    origin: Origin
    amount: int | None = None
    is_refund: bool = False
    """Whether we gave it back; else the bank or the payer took it."""


@dataclass(frozen=True)
class FeeWithdrawn:
    """A fee that counts as never charged, since its letter never left: a row of its own too, which lands on the fee.

    A yearly fee of the enforcement authority that was reported twice was paid once: the outlay of the other was none.
    """

    id: str
    fee: str
    date: date
    registered: datetime
    """On the business clock."""
    origin: Origin
    outlay: int | None = None
    """The outlay that was none, below zero."""


@dataclass(frozen=True)
class FeeReversed:
    """A fee that is no longer owed from a day on: a row of its own too."""

    id: str
    fee: str
    date: date
    registered: datetime
    """On the business clock."""
    origin: Origin


@dataclass(frozen=True)
class FeeRestored:
    """A reversed fee that is owed after all, since an order became known later: a row of its own too."""

    id: str
    fee: str
    date: date
    registered: datetime
    """On the business clock."""
    origin: Origin


@dataclass(frozen=True)
class RegistrationReversed:
    """A report that the creditor has reversed or deleted: a row of its own too, which lands on the report's fact."""

    id: str
    fact: str
    date: date
    registered: datetime
    """On the business clock."""
    origin: Origin
    is_deletion: bool = False
    """Whether the fact counts as never reported, since nothing that builds on it has left; else it counts up to the day."""


NewFact: TypeAlias = StoredFact | ReversedPayment | FeeWithdrawn | FeeReversed | FeeRestored | RegistrationReversed
"""The possible effects of a booking."""

RECALL, DEDUCTION, WITHDRAWAL, REVERSAL, RESTORATION = "recall", "deduction", "withdrawal", "reversal", "restoration"
REGISTRATION_REVERSAL, REGISTRATION_DELETION = "registration_reversal", "registration_deletion"
_OF_FEES: dict[str, type[FeeWithdrawn | FeeReversed | FeeRestored]] = {
    WITHDRAWAL: FeeWithdrawn,
    REVERSAL: FeeReversed,
    RESTORATION: FeeRestored,
}


def outlays_of(facts: Iterable[NewFact]) -> list[tuple[date, int | None]]:
    """Day and amount of what is paid to the enforcement authority for fees; below zero what was not paid after all."""
    found: list[tuple[date, int | None]] = []
    for new in facts:
        fact = new.fact if isinstance(new, StoredFact) else new
        if isinstance(fact, Fee | FeeWithdrawn) and fact.outlay:
            found.append((fact.date, fact.outlay))
    return found


def document_hash(document: Any) -> str:
    """One hash for one content, whether the document is about to be stored or read back."""
    return hashlib.sha256(orjson.dumps(parsed(document), option=orjson.OPT_SORT_KEYS)).hexdigest()


def to_json(stored: NewFact) -> dict[str, Any]:
    """The fact as a booking holds it."""
    document = None
    if isinstance(stored, ReversedPayment):
        kind = RECALL if stored.amount is None else DEDUCTION
        values = {name: getattr(stored, name) for name in ("id", "payment", "date", "amount")}
        values |= {"is_refund": True} if stored.is_refund else {}
    elif isinstance(stored, FeeWithdrawn | FeeReversed | FeeRestored):
        kind = next(name for name, of in _OF_FEES.items() if isinstance(stored, of))
        values = {name: getattr(stored, name) for name in ("id", "fee", "date")}
        values |= {"outlay": stored.outlay} if isinstance(stored, FeeWithdrawn) else {}
    elif isinstance(stored, RegistrationReversed):
        kind = REGISTRATION_DELETION if stored.is_deletion else REGISTRATION_REVERSAL
        values = {name: getattr(stored, name) for name in ("id", "fact", "date")}
    else:
        kind, document = _NAMES[type(stored.fact)], stored.document
        values = {name: getattr(stored.fact, name) for name in type(stored.fact).__slots__}
    shown = {name: _shown_value(value) for name, value in values.items() if value is not None}
    booked = {"kind": kind, **shown, "registered": stored.registered.isoformat(), "origin": stored.origin}
    return booked if document is None else booked | {"document": document}


def _shown_value(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def from_json(rows: Iterable[Mapping[str, Any]]) -> list[StoredFact]:
    """Stored facts as the domain's, with what was taken back of payments, and which fees were withdrawn."""
    return joined(_stored(row) for row in rows)


def _stored(row: Mapping[str, Any]) -> NewFact:
    values = dict(row)
    kind, origin = values.pop("kind"), values.pop("origin")
    registered = datetime.fromisoformat(values.pop("registered"))
    document = values.pop("document", None)
    for name in ("date", "recalled_on", "pay_by", "ordered_on", "begins", "until", "counts_from"):
        if name in values:
            values[name] = date.fromisoformat(values[name])
    if "knew" in values:
        values["knew"] = tuple(values["knew"])
    if kind in (RECALL, DEDUCTION):
        return ReversedPayment(**values, registered=registered, origin=origin)
    if kind in _OF_FEES:
        return _OF_FEES[kind](**values, registered=registered, origin=origin)
    if kind in (REGISTRATION_REVERSAL, REGISTRATION_DELETION):
        is_deletion = kind == REGISTRATION_DELETION
        return RegistrationReversed(**values, registered=registered, origin=origin, is_deletion=is_deletion)
    return StoredFact(_KINDS[kind](**values), registered, origin, document)


def joined(stored: Iterable[NewFact]) -> list[StoredFact]:
    """The domain's facts, where what was taken back has landed on its fact, and what was withdrawn on its fee.

    A payment that was lowered counts as two of the same day, of which the second was recalled: what is left of it, and
    what was taken from it.
    """
    found: dict[str, StoredFact] = {}
    for new in stored:
        if isinstance(new, StoredFact):
            found[new.fact.id] = new
        elif isinstance(new, FeeWithdrawn | FeeReversed | FeeRestored):
            fee = found[new.fee]
            assert isinstance(fee.fact, Fee)
            if isinstance(new, FeeWithdrawn):
                after = replace(fee.fact, withdrawn_on=new.date)
            else:
                after = replace(fee.fact, reversed_on=new.date if isinstance(new, FeeReversed) else None)
            found[new.fee] = replace(fee, fact=after)
        elif isinstance(new, RegistrationReversed) and new.is_deletion:
            del found[new.fact]
        elif isinstance(new, RegistrationReversed):
            sent = found[new.fact]
            assert isinstance(sent.fact, Credit | Closing)
            found[new.fact] = replace(sent, fact=replace(sent.fact, reversed_on=new.date))
        else:
            _take_back(found, new)
    return list(found.values())


def _take_back(found: dict[str, StoredFact], taken: ReversedPayment) -> None:
    payment = found[taken.payment]
    assert isinstance(payment.fact, PaymentFact)
    if taken.amount is None or taken.amount == payment.fact.amount:
        # Refunded money is gone, whether or not the bank takes it once more.
        gone_on = min(taken.date, payment.fact.recalled_on or taken.date)
        found[taken.payment] = replace(payment, fact=replace(payment.fact, recalled_on=gone_on))
        return
    assert taken.amount < payment.fact.amount, "a deduction takes no more than there is"
    gone = replace(payment.fact, id=taken.id, amount=taken.amount, recalled_on=taken.date)
    found[taken.id] = replace(payment, fact=gone, document=None)
    left = replace(payment.fact, amount=payment.fact.amount - taken.amount)
    found[taken.payment] = replace(payment, fact=left)
    # A letter that left before knew of both, which were one payment then.
    for id_, letter in found.items():
        if isinstance(letter.fact, LetterLeft) and taken.payment in letter.fact.knew:
            found[id_] = replace(letter, fact=replace(letter.fact, knew=(*letter.fact.knew, taken.id)))


class TermsRow(TypedDict):
    """The parts of a case's terms beside its settings."""

    invoice_date: datetime
    invoice_due_days: int
    interest_days: int
    is_business: bool
    particulars: Any


TERMS = "k.invoice_date, k.invoice_due_days, k.interest_days, k.is_business, k.particulars"
"""Selects the columns of `TermsRow`, where `k` is the case."""


def terms_of(case: TermsRow, settings: Mapping[str, Any], law: Law) -> ClaimTerms:
    """The terms that a case's row says, under the law of the installation."""
    rate = settings.get("interest_rate") or {"reference_rate": True}
    invoiced = day_of(case["invoice_date"]).toordinal()
    percent, write_off = rate.get("rate_percent"), settings.get("write_off_below")
    particulars = particulars_of(case["particulars"])
    return ClaimTerms(
        due_date=date.fromordinal(invoiced + case["invoice_due_days"]),
        arose=particulars.arose_on or date.fromordinal(invoiced),
        interest_from=date.fromordinal(invoiced + case["interest_days"]),
        reference_rate=rate["reference_rate"],
        rate_percent=None if percent is None else Decimal(str(percent)),
        is_business=case["is_business"],
        write_off_below=None if write_off is None else ore_of(Decimal(str(write_off))),
        law=law,
        particulars=particulars,
    )


def entry_json(entry: LedgerEntry) -> dict[str, Any]:
    """An entry as a booking holds it."""
    return {
        name: _plain(value)
        for name in LedgerEntry.__slots__
        if (value := getattr(entry, name)) != _USUAL.get(name, MISSING)
    }


_USUAL = {field.name: field.default for field in fields(LedgerEntry) if field.default is not MISSING}
"""Default values of an entry, which are not stored."""


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def entry_from_json(row: Mapping[str, Any]) -> LedgerEntry:
    """An entry from a booking."""
    values = dict(row)
    for name in ("date", "from_date", "to_date"):
        if name in values:
            values[name] = date.fromisoformat(values[name])
    if "rate_percent" in values:
        values["rate_percent"] = Decimal(values["rate_percent"])
    return LedgerEntry(**values)


def transactions_of(statement: DebtStatement, facts: Iterable[StoredFact]) -> list[dict[str, Any]]:
    """The lines of a statement as a case shows them."""
    causes = {stored.fact.id: stored for stored in facts}
    return [_transaction(entry, causes.get(entry.fact)) for entry in statement.lines]


def _transaction(entry: LedgerEntry, cause: StoredFact | None) -> dict[str, Any]:
    is_accrued = entry.type == "interest" and entry.kind == "added"
    return {
        "bank_transaction_date": rfc_1123(midnight(entry.date)),
        "registration_date": rfc_1123(cause.registered if cause else midnight(entry.date)),
        "origin": SYSTEM if cause is None or is_accrued else cause.origin,
        "type": entry.type,
        "description_locale_tag": entry.description,
        "amount": kronor(entry.amount),
    }
