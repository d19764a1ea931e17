"""Verify registrations against what they made: the capital of cases, the sums and lines of invoices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, TypedDict

import orjson

from fordran.actions.cases.case_facts import document_hash, from_json
from fordran.actions.cases.case_particulars import particulars_of
from fordran.actions.proof.case_rows import InvoiceRow, OcrRow, StoredInvoiceRegistrationRow
from fordran.actions.proof.differences import Discrepancy, differs
from fordran.actions.registrations.new_cases import debt_facts
from fordran.actions.registrations.sent_invoice import shown_line
from fordran.domain.claims.assignments import assignments_of
from fordran.domain.claims.facts import Capital, Fact, Fee
from fordran.domain.claims.particulars import ClaimDays, claim_days
from fordran.domain.vat import InvoiceTotals, VatLine, totals
from fordran.resources.case_registrations import DebtInput
from fordran.resources.invoice_registrations import MatrixInput
from fordran.shape.fields import read
from fordran.shape.json_in import json_of
from fordran.shape.moments import day_of, moment_of
from fordran.shape.wire import parsed
from fordran.store.rows.schema_rows import CaseRow


class RegistrationRow(TypedDict):
    """A registration, whatever it registers."""

    id: str
    document: orjson.Fragment


class StoredCaseRegistrationRow(RegistrationRow):
    """A registration of cases by their debts."""

    creditor_id: str
    cases: orjson.Fragment
    ocr_numbers: orjson.Fragment
    ocr_numbers_ocr: orjson.Fragment


Erased = Mapping[tuple[str, str], Sequence[tuple[str, str]]]
"""Table and id of a registration → its document's hashes before and after each time that something of it was erased."""

_TEXTS = (
    *("invoice_type", "invoice_number", "reference_number", "payout_reference", "invoice_headline"),
    *("invoice_body_text", "your_contact", "your_reference", "our_reference", "your_additional_reference"),
    *("order_reference", "contract_reference", "debt_description", "preferred_invoice_distribution"),
)
_MOMENTS = ("invoice_date", "invoice_due_date", "invoice_delivery_date")
_PARTS = ("custom_column_headlines", "labels")
_SUMS = (
    *("total_amount_excluding_vat", "total_vat_25_percent", "total_vat_12_percent", "total_vat_6_percent"),
    "amount_rounding",
)
MADE_OF_REGISTRATION = (*_TEXTS, *_MOMENTS, *_PARTS, *_SUMS, "letter_template", "matrix")
"""The columns of an invoice that its registration determines."""


@dataclass(frozen=True)
class StoredInvoice:
    """An invoice's registration as it is stored, read back as it was sent."""

    row: StoredInvoiceRegistrationRow

    @property
    def id(self) -> str:
        return self.row["id"]

    @cached_property
    def document(self) -> dict[str, Any]:
        return _read_back(self.row["document"])

    @cached_property
    def lines(self) -> list[MatrixInput]:
        return [read(MatrixInput, line) for line in self.document["matrix"]]

    @cached_property
    def sums(self) -> InvoiceTotals:
        """The sum of its lines."""
        return totals(
            VatLine(line.total_price_excluding_vat, line.unit_vat_percent, bool(line.is_discount))
            for line in self.lines
        )


def _read_back(stored: Any) -> dict[str, Any]:
    """A document as it was sent, numbers exact."""
    document: dict[str, Any] = json_of(orjson.dumps(stored))
    return document


def check_invoice(sent: StoredInvoice, invoice: InvoiceRow | None, case: CaseRow) -> Iterator[Discrepancy]:
    """An invoice says what its registration says, and adds up."""
    if invoice is None:
        yield Discrepancy("invoices", sent.row["invoice_id"], "row", "there, as its registration says", "missing")
        return
    document = sent.document
    expected = {name: document.get(name) for name in _TEXTS}
    expected |= {name: moment_of(document[name]) if name in document else None for name in _MOMENTS}
    late_days = _claim_days(case, document).due - _term(document)
    expected["invoice_due_date"] = moment_of(document["invoice_due_date"]) + timedelta(late_days)
    expected |= {
        "letter_template": document.get("letter_template", ""),
        "registration_id": sent.id,
        "case_id": case["id"],
        "customer_id": case["customer_id"],
        "creditor_id": case["creditor_id"],
        "ocr_number": case["ocr_number"],
    }
    expected |= {name: getattr(sent.sums, name) for name in _SUMS}
    for name, value in expected.items():
        yield from differs("invoices", invoice["id"], name, value, invoice[name])
    shown = {name: document[name] for name in _PARTS if name in document}
    shown["matrix"] = parsed([shown_line(line) for line in sent.lines])
    for name in (*_PARTS, "matrix"):
        there = invoice[name] and parsed(invoice[name])
        yield from differs("invoices", invoice["id"], name, shown.get(name), there)


def check_invoice_registration(
    sent: StoredInvoice, case: CaseRow, ocr_number: OcrRow | None, erased: Erased
) -> Iterator[Discrepancy]:
    """The registration is the one that the journal has the hash of, and its case claims what it comes to."""
    row, document = sent.row, sent.document
    yield from differs("invoice_registrations", sent.id, "creditor_id", _first_creditor(case), row["creditor_id"])
    yield from differs("invoice_registrations", sent.id, "ocr_number", case["ocr_number"], row["ocr_number"])
    if ocr_number is not None:
        yield from differs("invoice_registrations", sent.id, "ocr_number_id", ocr_number["id"], row["ocr_number_id"])
    is_credit = document["invoice_type"] == "credit_invoice"
    # A credit invoice of nothing makes no fact that could hold its hash.
    if sent.sums.amount_to_pay or not is_credit:
        yield from _check_hash("invoice_registrations", row, case, erased)
    if is_credit:
        return
    yield from differs("cases", case["id"], "registration_id", sent.id, case["registration_id"])
    invoiced, amount = day_of(moment_of(document["invoice_date"])), sent.sums.amount_to_pay
    days = _claim_days(case, document)
    yield from _check_claim(case, [Capital("", invoiced, amount)], document["invoice_number"], amount, days)


def _first_creditor(case: CaseRow) -> str:
    """The creditor who registered the claim."""
    came = assignments_of(parsed(case["assignments"]))
    return came[0].former if came else case["creditor_id"]


def _term(document: Mapping[str, Any]) -> int:
    """The days that an invoice gives to pay."""
    invoiced, due = (day_of(moment_of(document[name])) for name in ("invoice_date", "invoice_due_date"))
    return (due - invoiced).days


def _claim_days(case: CaseRow, document: Mapping[str, Any]) -> ClaimDays:
    """The days of an invoice's claim. A credit invoice has its own, as it was sent."""
    if document["invoice_type"] == "credit_invoice":
        return ClaimDays(_term(document), _term(document))
    invoiced = day_of(moment_of(document["invoice_date"]))
    return claim_days(particulars_of(case["particulars"]), invoiced, _term(document))


def check_case_registration(
    registration: StoredCaseRegistrationRow, case: CaseRow, ocr_number: OcrRow | None, erased: Erased
) -> Iterator[Discrepancy]:
    """The registration is the one that the journal has the hash of, and its case claims one of its debts."""
    id_, document = registration["id"], _read_back(registration["document"])
    yield from differs("case_registrations", id_, "creditor_id", _first_creditor(case), registration["creditor_id"])
    yield from _check_hash("case_registrations", registration, case, erased)
    cases = parsed(registration["cases"])
    if case["id"] not in cases:
        yield Discrepancy("case_registrations", id_, "cases", f"{case['id']} among them", "not among them")
        return
    place = cases.index(case["id"])
    registered = parsed(registration["ocr_numbers_ocr"])[place]
    yield from differs("case_registrations", id_, "ocr_numbers_ocr", case["ocr_number"], registered)
    if ocr_number is not None:
        registered = parsed(registration["ocr_numbers"])[place]
        yield from differs("case_registrations", id_, "ocr_numbers", ocr_number["id"], registered)
    debt = read(DebtInput, document["debts"][place])
    particulars = particulars_of(case["particulars"])
    days = claim_days(
        particulars,
        day_of(debt.invoice_date),
        debt.invoice_due_days_after_invoice_date,
        debt.interest_days_after_invoice_date,
    )
    yield from _check_claim(
        case, debt_facts(debt, particulars.rules_day), debt.invoice_number, debt.capital_to_claim, days
    )


def _check_hash(table: str, registration: RegistrationRow, case: CaseRow, erased: Erased) -> Iterator[Discrepancy]:
    """The journal names the registration by its hash, in the facts that came of it.

    Where it was erased, the record of erasures leads from the hash that it has to the one that it had.
    """
    hashes = {fact["document"] for fact in parsed(case["facts"]) if "document" in fact}
    hash_ = was = document_hash(registration["document"])
    for before, after in reversed(erased.get((table, registration["id"]), ())):
        was = before if was == after else was
    if was not in hashes:
        yield Discrepancy(table, registration["id"], "document's hash", " or ".join(sorted(hashes)), hash_)


def _check_claim(
    case: CaseRow, expected: Sequence[Fact], number: str, capital: int, days: ClaimDays
) -> Iterator[Discrepancy]:
    """The facts with which a case opened, and the terms that they are judged by."""
    opening = from_json(parsed(case["facts"])[: len(expected)])
    # Sorted, since a stored document does not keep the order of its fees.
    stored_facts = sorted(_comparable(stored.fact) for stored in opening)
    yield from differs(
        "cases", case["id"], "opening facts", sorted(_comparable(fact) for fact in expected), stored_facts
    )
    yield from differs("cases", case["id"], "invoice_number", number, case["invoice_number"])
    yield from differs("cases", case["id"], "capital_to_claim", capital, case["capital_to_claim"])
    yield from differs("cases", case["id"], "invoice_due_days", days.due, case["invoice_due_days"])
    yield from differs("cases", case["id"], "interest_days", days.without_interest, case["interest_days"])


def _comparable(fact: Fact) -> tuple[Any, ...]:
    if isinstance(fact, Fee):
        return ("fee", fact.date.isoformat(), fact.article, fact.amount, fact.by_creditor)
    return (type(fact).__name__.lower(), fact.date.isoformat(), getattr(fact, "amount", None))
