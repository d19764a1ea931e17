"""Every document that was acknowledged is there once, as it was acknowledged, and no other is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tools.soak.checks.ground import Ground
from tools.soak.records import Body
from tools.soak.writers import CANCELLATIONS, CASES, CREDITINGS, INVOICES, PAYMENTS, ore

Name = tuple[Any, ...]


class Promise(NamedTuple):
    """A document that was sent: what it is known by, whether it was acknowledged, and what it must show where it is there."""

    name: Name
    is_acknowledged: bool
    shows: Body


async def check_documents(ground: Ground) -> None:
    """Hold every resource that clients write to, and what follows from each writing, against their records."""
    await _check(ground, "invoice--registrations", _registered_invoices(ground), _by_invoice_number)
    await _check(ground, "invoices", _invoices(ground), _by_invoice_number)
    await _check(ground, "case--registrations", _registered_debts(ground), _by_first_debt)
    await _check(ground, "cases", _cases(ground), _by_debt)
    await _check(ground, "creditor--payments", _payments(ground), _by_reference)
    await _check(ground, "creditor--creditings", _creditings(ground), _by_amount)
    await _check(ground, "creditor--cancellations", _cancellations(ground), _by_case)
    await _check(ground, "bank--transactions", _bank_lines(ground), _by_serial)
    await _check(ground, "bank--files", _bank_files(ground), lambda found: (found["filename"],))
    await _check(ground, "customers", _customers(ground), lambda found: (found["id_number"],))


async def _check(ground: Ground, resource: str, promises: Iterable[Promise], name_of: Any) -> None:
    counts = ground.counts
    found: dict[Name, list[Body]] = {}
    for document in await ground.all_of(resource):
        counts.checked[resource] += 1
        found.setdefault(name_of(document), []).append(document)
    promised = {promise.name: promise for promise in promises}
    for name, documents in found.items():
        ids = [document["_id"] for document in documents]
        if name not in promised:
            counts.stray(f"{resource} {name}: {ids}")
        if len(documents) > 1:
            counts.doubled(f"{resource} {name}: {ids}")
    for name, is_acknowledged, shows in promised.values():
        documents = found.get(name, [])
        if (is_acknowledged or documents) and not any(shows.items() <= one.items() for one in documents):
            shown = [{field: one.get(field) for field in shows} for one in documents]
            counts.lost(f"{resource} {name}: promised {shows}, found {shown}")


# What was promised ------------------------------------------------------------------------------------------------------------


def _registered_invoices(ground: Ground) -> Iterable[Promise]:
    for body, answer in ground.records.of(INVOICES):
        shows = {"_id": answer["_id"]} if answer else {}
        yield Promise((body["creditor"], body["invoice_number"]), answer is not None, shows)


def _invoices(ground: Ground) -> Iterable[Promise]:
    for body, answer in ground.records.of(INVOICES):
        shows = {"_id": answer["_invoice"]} if answer else {}
        yield Promise((body["creditor"], body["invoice_number"]), answer is not None, shows)


def _registered_debts(ground: Ground) -> Iterable[Promise]:
    for body, answer in ground.records.of(CASES):
        shows = {"_id": answer["_id"], "_cases": answer["_cases"]} if answer else {}
        yield Promise((body["creditor"], body["debts"][0]["invoice_number"]), answer is not None, shows)


def _cases(ground: Ground) -> Iterable[Promise]:
    for body, answer in ground.records.of(INVOICES):
        shows = {"total_added_capital_amount": body["matrix"][0]["total_price_excluding_vat"]}
        shows |= {"_id": answer["_case"], "ocr_number": answer["ocr_number_ocr"]} if answer else {}
        yield Promise((body["creditor"], body["invoice_number"]), answer is not None, shows)
    for body, answer in ground.records.of(CASES):
        for place, debt in enumerate(body["debts"]):
            shows = {"total_added_capital_amount": debt["capital_to_claim"]}
            if answer is not None:
                shows |= {"_id": answer["_cases"][place], "ocr_number": answer["_ocr_numbers_ocr"][place]}
            yield Promise((body["creditor"], debt["invoice_number"]), answer is not None, shows)


def _payments(ground: Ground) -> Iterable[Promise]:
    for body, answer in ground.records.of(PAYMENTS):
        shows = {"case": body["case"], "amount": body["amount"]} | ({"_id": answer["_id"]} if answer else {})
        yield Promise((body["creditor"], body["creditor_payment_reference"]), answer is not None, shows)


def _creditings(ground: Ground) -> Iterable[Promise]:
    for body, answer in ground.records.of(CREDITINGS):
        shows = {"case": body["case"]} | ({"_id": answer["_id"]} if answer else {})
        yield Promise((body["creditor"], ore(body["amount"])), answer is not None, shows)


def _cancellations(ground: Ground) -> Iterable[Promise]:
    for body, answer in ground.records.of(CANCELLATIONS):
        shows = {name: answer[name] for name in ("_id", "_cancellation_status")} if answer else {}
        yield Promise((body["creditor"], body["case"]), answer is not None, shows)


def _bank_lines(ground: Ground) -> Iterable[Promise]:
    for line in ground.records.bank_lines:
        shows = {"amount": line.ore / 100, "status": "matched"}
        yield Promise((line.serial,), ground.records.bank_files[line.file], shows)


def _bank_files(ground: Ground) -> Iterable[Promise]:
    for name, is_acknowledged in ground.records.bank_files.items():
        yield Promise((name,), is_acknowledged, {"status": "settled"})


def _customers(ground: Ground) -> Iterable[Promise]:
    sent = [*ground.records.of(INVOICES), *ground.records.of(CASES)]
    known = {body["customer"]["id_number"] for body, answer in sent if answer}
    for body, _ in sent:
        customer = body["customer"]
        yield Promise((customer["id_number"],), customer["id_number"] in known, {"name": customer["name"]})


# What a document is known by --------------------------------------------------------------------------------------------------


def _by_invoice_number(found: Body) -> Name:
    return found["creditor"], found["invoice_number"]


def _by_first_debt(found: Body) -> Name:
    return found["creditor"], found["debts"][0]["invoice_number"]


def _by_debt(found: Body) -> Name:
    return found["creditor"], found["debt"]["invoice_number"]


def _by_reference(found: Body) -> Name:
    return found["creditor"], found["creditor_payment_reference"]


def _by_amount(found: Body) -> Name:
    return found["creditor"], ore(found["amount"])


def _by_case(found: Body) -> Name:
    return found["creditor"], found["case"]


def _by_serial(found: Body) -> Name:
    return (found["bank_reference"],)
