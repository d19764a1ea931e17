"""New cases of overdue debts that were sent for collection, with all their rows. The caller inserts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from fordran import clock
from fordran.actions.answer_warnings import AnswerWarning
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, StoredFact, document_hash
from fordran.actions.cases.case_particulars import days_to_come, moved_particulars, stated_particulars
from fordran.actions.cases.law_in_force import law_of
from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.cases.open_case import CaseToOpen, UnsavedCase, open_case
from fordran.actions.cases.registering import created
from fordran.actions.flow.hold_case import take_over_plan
from fordran.actions.note_event import DomainEvent, event_row
from fordran.actions.registrations.customer_book import ClaimCustomer
from fordran.actions.registrations.customer_data import BAD_ID_NUMBER, CustomerData, customer_data
from fordran.actions.registrations.joint_debtors import add_joint_debtors
from fordran.actions.registrations.look_up import (
    CreditorContext,
    NewCaseSettings,
    business_day_of,
    is_public,
    refuse_registration,
    settings_for_case,
)
from fordran.actions.registrations.new_registration import NewRegistration, sent_document
from fordran.actions.registrations.register import RegistrationKind
from fordran.actions.registrations.registration_warnings import debts_warnings, settings_warnings
from fordran.actions.violations import SentValue
from fordran.domain.claims.facts import Capital, Fact, Fee
from fordran.domain.claims.fees import most_claimed_cost
from fordran.domain.claims.particulars import claim_days
from fordran.domain.house_rules import rule_on
from fordran.domain.message import Message
from fordran.resources.case_acts import PlanInput
from fordran.resources.case_registrations import CASE_REGISTRATIONS, CaseRegistrationInput, DebtInput
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.shape.moments import day_of
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import CASE_REGISTRATIONS_TABLE, NewCaseRegistration
from fordran.store.rows.tally_rows import tally_row


@dataclass(frozen=True)
class SentDebts:
    """Debts as they were sent, their customer, and the stored document."""

    account: str
    creditor: str
    numbers: Sequence[SentValue]
    given: CaseRegistrationInput
    data: CustomerData
    document: dict[str, Any]


def sent_debts(given: CaseRegistrationInput, now: datetime, report: dict[str, Any] | None) -> SentDebts:
    """Debts that were sent; `report` is the file import that they came with, if any."""
    return SentDebts(
        account=given.account,
        creditor=given.creditor,
        numbers=[(("debts", index, "invoice_number"), debt.invoice_number) for index, debt in enumerate(given.debts)],
        given=given,
        data=customer_data(given.customer, now, clock.stockholm_date(now)),
        # Further debtors are kept as customers and parties alone, who are erased and hidden by themselves.
        document={name: value for name, value in sent_document(given, report).items() if name != "customers"},
    )


def refuse_debts(sent: SentDebts, ground: CreditorContext, now: datetime) -> None:
    """Refuse what the creditor does not take, days that have not come, and debts without a description."""
    refuse_registration(ground, sent.data)
    issues: Issues = {}
    for index, joint in enumerate(sent.given.customers or ()):
        data = customer_data(joint, now, clock.stockholm_date(now))
        if ground["number_validation"] == "refuse" and data.status == "invalid":
            add_issue(issues, ("customers", index, "id_number"), BAD_ID_NUMBER)
    for index, debt in enumerate(sent.given.debts):
        for name, message in days_to_come(debt, business_day_of(ground, now)).items():
            add_issue(issues, ("debts", index, name), message)
    if issues:
        raise Refused(issues)
    debt_descriptions(sent.given, ground)


def new_cases(
    sent: SentDebts, ground: CreditorContext, serials: Sequence[int], customer: str, known: ClaimCustomer, now: datetime
) -> NewRegistration:
    """A case for each debt, with a serial each."""
    registration = new_id()
    given, document = sent.given, sent.document
    business_now = clock.business(now, ground["clock_offset_days"])
    today = clock.stockholm_date(business_now)
    settings = settings_for_case(ground, given.case_settings, today)
    common = _Common(
        given=given,
        ground=ground,
        registration=registration,
        customer=customer,
        is_business=known.is_business,
        name_differs=known.name_differs,
        settings=settings,
        business_now=business_now,
        document_hash=document_hash(document),
    )
    opened = [
        open_case(common.case_of(debt, description), serial, now)
        for debt, description, serial in zip(given.debts, debt_descriptions(given, ground), serials, strict=True)
    ]
    warnings = [*settings_warnings(settings.capped), *debts_warnings(given.debts, opened, law_of(ground["law_rows"]))]
    row = _registration_row(given, registration, document, opened, now) | {"is_protected": known.is_protected or None}
    return _registration(given, ground, row, opened, warnings, now)


@dataclass(frozen=True)
class _Common:
    """The common data of the cases of one registration."""

    given: CaseRegistrationInput
    ground: CreditorContext
    registration: str
    customer: str
    is_business: bool
    name_differs: bool
    settings: NewCaseSettings
    business_now: datetime
    document_hash: str

    def case_of(self, debt: DebtInput, description: str) -> CaseToOpen:
        """The data that opens the case of a debt."""
        invoiced, today = day_of(debt.invoice_date), clock.stockholm_date(self.business_now)
        left = day_of(debt.invoice_sent_date or debt.invoice_date)
        is_business = self.is_business if debt.business_debt is None else debt.business_debt
        particulars = replace(
            stated_particulars(
                debt,
                self.settings.all,
                left,
                today,
                creditor_is_public=is_public(self.ground),
                is_business=is_business,
            ),
            **moved_particulars(debt),
        )
        due_days = debt.invoice_due_days_after_invoice_date
        days = claim_days(particulars, invoiced, due_days, debt.interest_days_after_invoice_date)
        return CaseToOpen(
            account=self.given.account,
            account_number=self.ground["account_number"],
            partner=self.ground["partner_id"],
            creditor=self.given.creditor,
            customer=self.customer,
            registration=self.registration,
            state="initializing",
            first_action=self.given.first_action,
            invoice_number=debt.invoice_number,
            invoice_date=debt.invoice_date,
            due_days=days.due,
            interest_days=days.without_interest,
            initial_capital=debt.initial_capital or debt.capital_to_claim,
            capital_to_claim=debt.capital_to_claim,
            debt_description=description,
            is_business=is_business,
            agreement_version=self.ground["agreement_template"],
            case_settings=self.settings.kept,
            settings=self.settings.all,
            law=law_of(self.ground["law_rows"]),
            is_parking=particulars.claim_kind == "control_fee",
            particulars=particulars,
            facts=[self._stored(fact) for fact in debt_facts(debt, particulars.rules_day)],
            business_now=self.business_now,
            payout_reference=debt.payout_reference,
            labels=self.given.labels,
            start_flow=self.given.start_flow is not False
            and self.given.first_action != "none"
            and not self.name_differs,
        )

    def _stored(self, fact: Fact) -> StoredFact:
        return StoredFact(fact, self.business_now, CREDITOR_SYSTEM, self.document_hash)


def _registration(
    given: CaseRegistrationInput,
    ground: CreditorContext,
    row: NewCaseRegistration,
    opened: Sequence[UnsavedCase],
    warnings: Sequence[AnswerWarning],
    now: datetime,
) -> NewRegistration:
    id_ = row["id"]
    events = [_event(given, id_, debt, case) for debt, case in zip(given.debts, opened, strict=True)]
    return NewRegistration(
        id_,
        created(id_, now)
        | {
            "_cases": row["cases"],
            "_ocr_numbers": row["ocr_numbers"],
            "_ocr_numbers_ocr": row["ocr_numbers_ocr"],
        },
        [
            *(case_row for case in opened for case_row in case.rows),
            *(event_row(event, now) for event in events),
            CASE_REGISTRATIONS_TABLE.row(row),
            tally_row(
                CASE_REGISTRATIONS.name, partner=ground["partner_id"], account=given.account, creditor=given.creditor
            ),
        ],
        cases=[case.id for case in opened],
        warnings=warnings,
    )


def _registration_row(
    given: CaseRegistrationInput, id_: str, document: dict[str, Any], opened: Sequence[UnsavedCase], now: datetime
) -> NewCaseRegistration:
    return {
        "account_id": given.account,
        "id": id_,
        "created": now,
        "updated": now,
        "creditor_id": given.creditor,
        "cases": [case.id for case in opened],
        "ocr_numbers": [case.ocr_number_id for case in opened],
        "ocr_numbers_ocr": [case.ocr_number for case in opened],
        "document": document,
    }


def _event(given: CaseRegistrationInput, registration: str, debt: DebtInput, case: UnsavedCase) -> DomainEvent:
    details = {"case_registration": registration, "invoice_number": debt.invoice_number}
    amount = {"amount": kronor(debt.capital_to_claim)}
    return DomainEvent("case.registered", given.account, given.creditor, case.id, details | amount)


def debt_facts(debt: DebtInput, rules_day: date) -> list[Fact]:
    """The capital, and the fees that the creditor has added to it or claimed beside it, by the rules of a day."""
    day = day_of(debt.invoice_date)
    is_capped = bool(rule_on("claimed_cost_capped", rules_day))
    included = debt.fees_included_in_capital_to_claim or {}
    facts: list[Fact] = [Capital(new_id(), day, debt.capital_to_claim - sum(included.values()))]
    facts += [Fee(new_id(), day, article, amount, by_creditor=True) for article, amount in included.items()]
    for article, claimed in (debt.fees_already_claimed or {}).items():
        charged = day_of(claimed.fee_registration_date) if claimed.fee_registration_date else day
        most = most_claimed_cost(charged) if article == "cost" and is_capped else claimed.amount
        facts.append(Fee(new_id(), charged, article, min(claimed.amount, most), by_creditor=True))
    return facts


def debt_descriptions(given: CaseRegistrationInput, ground: CreditorContext) -> list[str]:
    """The description of each debt. A demand must state it (inkassolagen 5 §), so a debt without one is refused."""
    standard = ground["standard_debt"] or ""
    issues: Issues = {}
    found = []
    for index, debt in enumerate(given.debts):
        description = standard if ground["always_standard"] else debt.debt_description or standard
        if not description:
            add_issue(issues, ("debts", index, "debt_description"), Message("issue.debt_description_required"))
        found.append(description)
    if issues:
        raise Refused(issues)
    return found


_SENT_AS = {"first_date": "next_date"}


async def _take_over_plans(tx: Connection, given: CaseRegistrationInput, cases: Sequence[str], now: datetime) -> None:
    """Let the new cases whose debts state a plan go by it; refused where no plan can be made of what is stated."""
    issues: Issues = {}
    for index, (debt, case) in enumerate(zip(given.debts, cases, strict=True)):
        if debt.plan is None:
            continue
        wish = PlanInput.model_construct(
            instalments=None if debt.plan.amount is not None else debt.plan.instalments,
            amount=debt.plan.amount,
            first_date=debt.plan.next_date,
        )
        flowing = await lock_flowing(tx, case, given.creditor, given.account, now)
        assert flowing is not None
        try:
            await take_over_plan(tx, flowing, wish, now)
        except Refused as refused:
            for field, message in refused.issues.items():
                add_issue(issues, ("debts", index, "plan", _SENT_AS.get(field, field)), message)
    if issues:
        raise Refused(issues)


async def _after(tx: Connection, sent: SentDebts, made: NewRegistration, now: datetime) -> None:
    await add_joint_debtors(tx, sent.given, made.cases, now)
    await _take_over_plans(tx, sent.given, made.cases, now)


DEBTS = RegistrationKind(sent=sent_debts, refuse=refuse_debts, make=new_cases, looks_for_numbers=True, after=_after)
