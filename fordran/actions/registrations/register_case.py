"""Register overdue debts for collection: a case for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, StoredFact, document_hash
from fordran.actions.cases.open_case import NewCase, OpenedCase, open_case
from fordran.actions.cases.registering import created
from fordran.actions.note_event import Event, event_row
from fordran.actions.registrations.customers import customer_data, match_or_make
from fordran.actions.registrations.register_invoice import NewRegistration, look_up, settings_for_case
from fordran.actions.violations import SentValue, not_unique, refusing
from fordran.domain.facts import Capital, Fact, Fee
from fordran.resources.case_registrations import CASE_REGISTRATIONS, CaseRegistrationInput, DebtInput
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.shape.moments import day_of
from fordran.shape.wire import kronor, wire
from fordran.store.database import Connection
from fordran.store.ids import new_id
from fordran.store.scope import Caller
from fordran.store.tables import TALLY_CHANGES, NewRow, Table, insert_rows


async def register_case(
    tx: Connection, caller: Caller, given: CaseRegistrationInput, now: datetime, report: dict[str, Any] | None = None
) -> Mapping[str, Any]:
    """Register what a creditor's system sent. `report` is the file import that it came with, if any."""
    data = customer_data(given.customer, now)
    row = await look_up(tx, caller, given.account, given.creditor, data)
    descriptions = debt_descriptions(given, row)
    await _refuse_known_numbers(tx, given)
    found = row if row["id"] is not None else None
    customer, made = await match_or_make(tx, given.account, row["partner_id"], given.creditor, data, found, now)
    serials = [row["serial"]]
    if len(given.debts) > 1:
        more = await tx.fetch(
            "select nextval('payment_serials') as serial from generate_series(2, $1)", len(given.debts)
        )
        serials += [one["serial"] for one in more]
    new = new_cases(given, descriptions, row, serials, customer, data.is_business_of(found), now, report)
    with refusing({"invoice_number": _numbers(given)}):
        await insert_rows(tx, [*made, *new.rows])
    return new.answer


def _numbers(given: CaseRegistrationInput) -> list[SentValue]:
    return [(("debts", index, "invoice_number"), debt.invoice_number) for index, debt in enumerate(given.debts)]


CASE_REGISTRATIONS_TABLE = Table(
    "case_registrations",
    (
        *("account_id", "id", "created", "updated", "creditor_id", "cases", "ocr_numbers", "ocr_numbers_ocr"),
        "document",
    ),
)


def new_cases(
    given: CaseRegistrationInput,
    descriptions: Sequence[str],
    row: Any,
    serials: Sequence[int],
    customer: str,
    is_business: bool,
    now: datetime,
    report: dict[str, Any] | None,
) -> NewRegistration:
    """A case for each debt, with a description and a serial each. `row` has the columns of `GROUND`."""
    business_now = clock.business(now, row["clock_offset_days"])
    registration = new_id()
    document = wire(given) | ({"file_import_report": report} if report else {})
    hash_ = document_hash(document)
    settings, kept_settings = settings_for_case(row, given.case_settings)
    opened: list[OpenedCase] = []
    for debt, description, serial in zip(given.debts, descriptions, serials, strict=True):
        due_days = debt.invoice_due_days_after_invoice_date
        interest_days = debt.interest_days_after_invoice_date
        case = NewCase(
            account=given.account,
            account_number=row["account_number"],
            partner=row["partner_id"],
            creditor=given.creditor,
            customer=customer,
            registration=registration,
            state="initializing",
            first_action=given.first_action,
            invoice_number=debt.invoice_number,
            invoice_date=debt.invoice_date,
            due_days=due_days,
            interest_days=due_days if interest_days is None else interest_days,
            initial_capital=debt.initial_capital or debt.capital_to_claim,
            capital_to_claim=debt.capital_to_claim,
            debt_description=description,
            is_business=is_business,
            agreement_version=row["agreement_template"],
            case_settings=kept_settings,
            settings=settings,
            is_parking=False,
            facts=[StoredFact(fact, business_now, CREDITOR_SYSTEM, hash_) for fact in debt_facts(debt)],
            business_now=business_now,
            payout_reference=debt.payout_reference,
            labels=given.labels,
            start_flow=given.start_flow is not False,
        )
        opened.append(open_case(case, serial, now))
    ids = [case.id for case in opened]
    ocr_ids, ocrs = [case.ocr_number_id for case in opened], [case.ocr_number for case in opened]
    sent = (given.account, registration, now, now, given.creditor, ids, ocr_ids, ocrs, document)
    return NewRegistration(
        registration,
        created(registration, now) | {"_cases": ids, "_ocr_numbers": ocr_ids, "_ocr_numbers_ocr": ocrs},
        [
            *(one for case in opened for one in case.rows),
            *(
                event_row(_told(given, registration, debt, case), now)
                for debt, case in zip(given.debts, opened, strict=True)
            ),
            NewRow(CASE_REGISTRATIONS_TABLE, sent),
            NewRow(TALLY_CHANGES, (CASE_REGISTRATIONS.name, row["partner_id"], given.account, given.creditor, 1)),
        ],
    )


def _told(given: CaseRegistrationInput, registration: str, debt: DebtInput, case: OpenedCase) -> Event:
    told = {"case_registration": registration, "invoice_number": debt.invoice_number}
    amount = {"amount": kronor(debt.capital_to_claim)}
    return Event("case.registered", given.account, given.creditor, case.id, told | amount)


def debt_facts(debt: DebtInput) -> list[Fact]:
    """The capital, and the fees that the creditor has added to it or claimed beside it."""
    day = day_of(debt.invoice_date)
    included = debt.fees_included_in_capital_to_claim or {}
    facts: list[Fact] = [Capital(new_id(), day, debt.capital_to_claim - sum(included.values()))]
    facts += [Fee(new_id(), day, article, amount, by_creditor=True) for article, amount in included.items()]
    for article, claimed in (debt.fees_already_claimed or {}).items():
        date = day_of(claimed.fee_registration_date) if claimed.fee_registration_date else day
        facts.append(Fee(new_id(), date, article, claimed.amount, by_creditor=True))
    return facts


def debt_descriptions(given: CaseRegistrationInput, row: Any) -> list[str]:
    """What each debt is for: a demand must say it (inkassolagen 5 §), so a debt without one is refused."""
    standard = row["standard_debt"] or ""
    issues: Issues = {}
    found = []
    for index, debt in enumerate(given.debts):
        description = standard if row["always_standard"] else debt.debt_description or standard
        if not description:
            add_issue(issues, ("debts", index, "debt_description"), "required field: the creditor has no standard one")
        found.append(description)
    if issues:
        raise Refused(issues)
    return found


async def _refuse_known_numbers(tx: Connection, given: CaseRegistrationInput) -> None:
    """Every number that is taken, told at once; the database refuses those that are taken meanwhile."""
    rows = await tx.fetch(
        """select invoice_number from cases where account_id = $1 and creditor_id = $2 and invoice_number = any($3::text[])
           union
           select invoice_number from invoices where account_id = $1 and creditor_id = $2 and invoice_number = any($3::text[])""",
        given.account,
        given.creditor,
        [debt.invoice_number for debt in given.debts],
    )
    taken = {row["invoice_number"] for row in rows}
    clashes = [(path, number) for path, number in _numbers(given) if number in taken]
    if clashes:
        raise not_unique(clashes)
