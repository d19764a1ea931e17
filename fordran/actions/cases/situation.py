"""The situation of a case, read from its row, as the rules of the flow need it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypedDict

import orjson

from fordran import clock
from fordran.actions.cases.case_facts import StoredFact
from fordran.actions.cases.case_particulars import limitation_of
from fordran.actions.cases.case_settings import LayersRow, attested_from
from fordran.actions.cases.locked_case import CasePositionRow, LockedCase, LockedRow
from fordran.domain.claims.facts import ClaimTerms, Fact, Fee, PaymentFact
from fordran.domain.claims.objections import undisputed
from fordran.domain.claims.small_rests import asked_from, least_asked
from fordran.domain.claims.statement import booked
from fordran.domain.flow.addressees import PartyInCase, awaits_inventory, lifted_marks
from fordran.domain.flow.before_application import ApplicationFacts, Mandate, needs_forbearance
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.marks import Mark
from fordran.domain.flow.next_step import CaseSituation, SentLetter, missing_data
from fordran.domain.flow.plans import Instalment, RunningPlan
from fordran.domain.kinds.articles import FeeArticle
from fordran.domain.kinds.channels import DELIVERY_STATES, DeliveryState, Distribution
from fordran.domain.kinds.steps import FirstAction
from fordran.domain.numbers.identity import IdNumberStatus, is_minor
from fordran.domain.service.protection import FORWARDING_ADDRESS
from fordran.shape.moments import day_of, moment_of
from fordran.shape.wire import parsed
from fordran.store.rows.party_rows import PARTIES_OF_CASE

KIVRA_NUMBER = """
(select m.number from kivra_matches m join customers o on o.account_id = m.account_id and o.id = m.id
 where m.account_id = s.account_id and m.id = s.customer_id and m.is_matched and m.number = o.id_number_compact
   and not o.is_protected and o.deceased_on is null and o.erasure is null)
"""
"""The number by which Kivra reaches the customer with the details `s`; null for one whom it does not, or must not."""

CUSTOMER = f"""
    s.name as customer_name, c.id_number_compact, s.id_number_status, s.address as customer_address, s.email as customer_email,
    s.email_consent, s.invoice_distribution, {KIVRA_NUMBER} as kivra_number,
    s.is_person as customer_is_person, coalesce(k.is_parking, false) as is_parking, c.deceased_on, c.bankruptcy_on,
    c.debt_restructuring_on, c.is_protected,
    {PARTIES_OF_CASE} as parties,
    case when s.returned_address is not null then s.returned_address = address_hash(s.address) else false end as mail_returned,
    case when s.unknown_address is not null then s.unknown_address = address_hash(s.address) else false end as address_unknown
"""
"""Selects the facts about a case's customer: its details from the creditor, its marks that stop collection, and whether
the claim is for a parking."""

CUSTOMER_OF_CASE = """
join customers c on c.account_id = k.account_id and c.id = k.customer_id
join customer_details s on s.account_id = k.account_id and s.customer_id = k.customer_id and s.creditor_id = k.creditor_id
"""
"""Joins the customer of a case, `k`."""


class EnforcementDataRow(TypedDict):
    """The amounts that an application to the enforcement authority asks for."""

    id_number_status: IdNumberStatus
    customer_address: orjson.Fragment
    debt_description: str


class MarksRow(TypedDict):
    """Facts about a customer that may stop collection."""

    id_number_compact: str
    id_number_status: IdNumberStatus
    deceased_on: date | None
    bankruptcy_on: date | None
    debt_restructuring_on: date | None
    is_protected: bool
    mail_returned: bool
    """Whether letters came back from the address that the creditor has of the customer."""
    address_unknown: bool
    """Whether SPAR has no address of the customer, and nobody has found one since."""
    parties: orjson.Fragment | None
    """Everybody in the case beside the debtor."""


class SituationCustomerRow(MarksRow):
    """The columns of `CUSTOMER`."""

    customer_name: str
    customer_address: orjson.Fragment
    customer_email: str | None
    email_consent: bool | None
    invoice_distribution: Distribution | None
    kivra_number: str | None
    customer_is_person: bool
    is_parking: bool


CASE = """
    k.customer_id, k.case_settings::text as own_settings, k.first_action, k.debt_description, k.invoice_number, k.ocr_number,
    d.default_letter_locale, d.mandate_id, d.enforcement_mandate, q.status as invoice_delivery
"""
"""Selects what is asked of a case, `k`, and of its invoice's delivery, `q`, beside what a locked one is made of."""

INVOICE_OF_CASE = """
left join deliveries q on q.account_id = k.account_id and q.case_id = k.id and q.kind = 'invoice'
"""
"""Joins the delivery of a case's own invoice, where it is a case of one."""


class FlowingRow(LockedRow, SituationCustomerRow, LayersRow):
    """A case as the flow knows it: the columns of `LOCKED`, `CASE`, `CUSTOMER` and `LAYERS`."""

    customer_id: str
    own_settings: str
    first_action: FirstAction
    debt_description: str
    invoice_number: str
    ocr_number: str
    default_letter_locale: str | None
    mandate_id: str | None
    enforcement_mandate: orjson.Fragment | None
    invoice_delivery: DeliveryState | None


@dataclass
class Flow:
    """The flow's stored data of a case."""

    letter: dict[str, str] | None = None
    """The last letter that left and named a time to pay: when it was sent, its pay-by date, and in which state."""
    leaving: str | None = None
    """The kind of a letter that was queued and has neither left nor been stopped."""
    stopped: str | None = None
    """The day on which a letter was stopped by something that passes, where none has left since."""
    held_until: str | None = None
    respite_until: str | None = None
    gathers_until: str | None = None
    """The day on which a step that is due is taken together with another claim's."""
    plan: dict[str, Any] | None = None
    interrupted: list[str] = field(default_factory=list)
    demands: list[str] = field(default_factory=list)
    """The days on which letters left that asked for payment, of cases with a kind of limitation. None came back."""
    evidence: list[dict[str, str]] = field(default_factory=list)
    """Interruptions of limitation that were noted after the registration."""
    sued: str | None = None
    proceedings: list[list[str]] = field(default_factory=list)
    """Legal action that is over, of cases with a kind of limitation: the days on which each began and ended."""
    dispute: str | None = None
    disputed_on: str | None = None
    disputed_amount: int = 0
    """The part of the capital that the debtor objects to, in öre, where the case itself is not held."""
    on_its_way: dict[str, Any] | None = None
    """Payments that are on their way to the bank: the amount, and the last day on which they are waited for."""
    confirmed_unpaid: str | None = None
    """The day on which the creditor confirmed that the claim is unpaid."""
    forbearance_offered: str | None = None
    """The day on which the creditor offered a consumer forbearance, noted after the registration."""
    released: str | None = None
    """The day on which a person released the application."""
    sent: dict[str, dict[str, str]] = field(default_factory=dict)
    """The latest reminder, demand and notice of a rest: when each was sent, and the pay-by date that it gave."""

    confirmed: str | None = None
    """The day on which the debtor was informed that the case is closed."""
    written: list[str] = field(default_factory=list)
    """Letters that people wrote in own words."""

    @property
    def payment_until(self) -> date | None:
        """The last day on which a payment on its way is waited for."""
        return date.fromisoformat(self.on_its_way["until"]) if self.on_its_way else None

    def shown(self) -> dict[str, Any]:
        """As it is stored: without what it does not know."""
        return {name: value for name, value in vars(self).items() if value}


def flow_of(row: CasePositionRow) -> Flow:
    """The stored data of the case's row."""
    return Flow(**parsed(row["flow"]))


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def missing_for_enforcement(row: EnforcementDataRow) -> tuple[str, ...]:
    """The data that an application lacks."""
    address = parsed(row["customer_address"])
    return tuple(
        missing_data(
            id_number_status=row["id_number_status"],
            address_line_1=address["address_line_1"],
            zip_code=address["zip_code"],
            city=address["city"],
            description=row["debt_description"],
        )
    )


def was_reminded(fees: Set[FeeArticle], terms: ClaimTerms) -> bool:
    """Whether the debtor was reminded before the registration: it claims the fee, or states the day or the letter."""
    of = terms.particulars
    return "reminder" in fees or of.reminded_on is not None or any(one.kind != "other" for one in of.earlier_letters)


def may_bear_reminder_fee(terms: ClaimTerms, layers: LayersRow) -> bool:
    """Whether a reminder fee can have been agreed on: by the claim's kind, and no later than when the debt arose."""
    of, attested = terms.particulars, attested_from(layers)
    if not of.has_rules:
        return True
    return of.may_agree_reminder_fee and attested is not None and terms.arose >= attested


def situation_of(
    case: LockedCase,
    row: FlowingRow,
    flow: Flow,
    known: Sequence[StoredFact],
    remaining: int,
    settings: FlowSettings,
) -> CaseSituation:
    """The situation of the case, from its row, its facts, its debt and its settings."""
    facts = [stored.fact for stored in known]
    # Steps are for the part that the debtor does not object to.
    claimed = undisputed(facts, flow.disputed_amount)
    if flow.disputed_amount:
        remaining = booked(claimed, case.terms).remaining
    fees = frozenset(
        fact.article
        for fact in facts
        if isinstance(fact, Fee) and fact.withdrawn_on is None and fact.reversed_on is None
    )
    paid = tuple(fact.date for fact in facts if isinstance(fact, PaymentFact) and fact.recalled_on is None)
    return CaseSituation(
        state=row["state"],
        status=row["status"],
        state_since=clock.stockholm_date(row["latest_state_date"]),
        registered=clock.stockholm_date(known[0].registered),
        due_date=case.terms.due_date,
        arose=day_of(row["invoice_date"]),
        remaining=remaining,
        asked_from=case.today
        if remaining >= least_asked(case.terms, case.today)
        else asked_from(claimed, case.terms, case.today),
        first_action=row["first_action"],
        start_flow=row["start_flow"],
        is_business=row["is_business"],
        is_parking=row["is_parking"],
        marks=marks_of(row, case.today),
        awaits_inventory=awaits_inventory(parties_of_case(row), case.today),
        letter=_letter_of(flow, row["state"]),
        letter_is_leaving=flow.leaving is not None,
        letter_stopped=_day(flow.stopped),
        invoice_waits=row["invoice_delivery"] is not None and not DELIVERY_STATES[row["invoice_delivery"]].has_left,
        was_reminded=was_reminded(fees, case.terms) or "reminder" in flow.sent,
        respite_until=_day(flow.respite_until),
        held_until=_day(flow.held_until),
        payment_until=flow.payment_until,
        plan=plan_of(case, flow),
        fees=fees,
        may_bear_reminder_fee=may_bear_reminder_fee(case.terms, row),
        late_payment_fee_from=case.terms.late_payment_fee_from,
        missing_for_enforcement=missing_for_enforcement(row),
        interrupted=tuple(date.fromisoformat(day) for day in flow.interrupted) + paid,
        sued=_day(flow.sued),
        lacks_forbearance=lacks_forbearance(case, flow),
        application=application_facts(case, row, flow, claimed, settings)
        if settings.use_enforcement and row["state"] == "debt_collection"
        else None,
        limitation=limitation_of(case.terms, flow.shown(), facts),
    )


def was_minor(row: FlowingRow) -> bool:
    """Whether the debtor was under eighteen when the debt arose."""
    return row["id_number_status"] == "valid" and is_minor(row["id_number_compact"], day_of(row["invoice_date"]))


def _mandate(days: orjson.Fragment | None) -> Mandate:
    """The power of attorney of a creditor that has given one."""
    stored: dict[str, str] = {} if days is None else parsed(days)
    first, last = (day_of(moment_of(stored[name])) if name in stored else None for name in ("from", "until"))
    return Mandate(first, last)


def lacks_forbearance(case: LockedCase, flow: Flow) -> bool:
    """Whether a consumer's credit is collected of which nothing tells that forbearance was offered."""
    of = case.terms.particulars
    return of.consumer_credit and of.forbearance_offered is None and flow.forbearance_offered is None


def application_facts(
    case: LockedCase, row: FlowingRow, flow: Flow, claimed: Sequence[Fact], settings: FlowSettings
) -> ApplicationFacts:
    """All that an application for the case depends on. `claimed` are its facts without a disputed part."""
    stated = booked(claimed, case.terms)
    letters = [flow.letter, *flow.sent.values()]
    return ApplicationFacts(
        capital=stated.capital.remaining,
        remaining=stated.remaining,
        least_capital=case.terms.rest_below(case.today),
        least_costs=settings.enforcement_minimum_costs_only,
        letters_until=None
        if flow.leaving
        else max((date.fromisoformat(letter["pay_by"]) for letter in letters if letter), default=None),
        is_disputed=row["status"] == "disputed",
        missing_data=bool(missing_for_enforcement(row)),
        payment_until=flow.payment_until,
        rest_noticed="rest_notice" in flow.sent,
        mandate=None if row["mandate_id"] is None else _mandate(row["enforcement_mandate"]),
        confirmed_unpaid=_day(flow.confirmed_unpaid),
        confirmation_days=settings.unpaid_confirmation_days,
        was_minor=was_minor(row),
        is_protected=row["is_protected"],
        awaits_inventory=awaits_inventory(parties_of_case(row), case.today),
        release=settings.application_release,
        is_released=flow.released is not None,
        lacks_forbearance=needs_forbearance(case.today) and lacks_forbearance(case, flow),
    )


def _letter_of(flow: Flow, state: str) -> SentLetter | None:
    """The last letter that named a time to pay, if it was sent in the state that the case is in."""
    letter = flow.letter
    if not letter or letter["state"] != state:
        return None
    return SentLetter(date.fromisoformat(letter["sent"]), date.fromisoformat(letter["pay_by"]))


def marks_of(row: MarksRow, today: date) -> frozenset[Mark]:
    """Facts about the customer that stop collection."""
    found: set[Mark] = set()
    if row["deceased_on"] is not None:
        found.add("deceased")
    if row["bankruptcy_on"] is not None:
        found.add("bankruptcy")
    if row["debt_restructuring_on"] is not None:
        found.add("debt_restructuring")
    if row["is_protected"]:
        found.add("protected_identity")
    if row["mail_returned"]:
        found.add("returned_mail")
    if row["address_unknown"]:
        found.add("no_known_address")
    if is_child(row, today):
        found.add("minor")
    return frozenset(found) - lifted_marks(parties_of_case(row), today)


def is_child(row: MarksRow, day: date) -> bool:
    """Whether the debtor is under eighteen on a day."""
    return row["id_number_status"] == "valid" and is_minor(row["id_number_compact"], day)


def parties_of_case(row: MarksRow) -> tuple[PartyInCase, ...]:
    """Everybody in the case beside the debtor; of a protected debtor's case, reached by the forwarding address."""
    return () if row["parties"] is None else tuple(_party(one, row) for one in parsed(row["parties"]))


def _party(given: Mapping[str, Any], row: MarksRow) -> PartyInCase:
    return PartyInCase(
        id=given["id"],
        role=given["role"],
        name=given["name"],
        letters=given["letters"],
        # A further debtor has an own address; of who is protected, it is the forwarding address already.
        address=FORWARDING_ADDRESS if row["is_protected"] and not given["customer"] else given["address"],
        first=_day(given["first"]),
        last=_day(given["last"]),
        inventory=_day(given["inventory"]),
        is_bound=given["is_bound"],
        customer=given["customer"],
        number=given["number"] or "",
        is_stopped=bool(given["is_stopped"]),
    )


def plan_of(case: LockedCase, flow: Flow) -> RunningPlan | None:
    """The instalment plan that runs, with what was paid since it was made."""
    if not flow.plan:
        return None
    made_on = date.fromisoformat(flow.plan["made_on"])
    return RunningPlan(
        made_on=made_on,
        instalments=tuple(Instalment(date.fromisoformat(day), amount) for day, amount in flow.plan["instalments"]),
        paid=paid_since(case, made_on) - flow.plan.get("paid_before", 0),
        noticed=flow.plan.get("noticed", 0),
        reminded=flow.plan.get("reminded", 0),
    )


def paid_since(case: LockedCase, day: date) -> int:
    """The amount paid from a day on and not recalled, in öre."""
    facts = [stored.fact for stored in case.facts]
    payments = [fact for fact in facts if isinstance(fact, PaymentFact) and fact.recalled_on is None]
    return sum(fact.amount for fact in payments if fact.date >= day)
