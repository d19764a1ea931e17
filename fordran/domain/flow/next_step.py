"""The next step of a case and its day: a pure function of the case's situation, its settings and the day.

A step's date is the first day on which it may be taken; a worker that comes later takes it then. Every time that a
debtor has is counted from the day on which a letter was really sent, so a late worker shortens none. The rule, with
worked tables, is docs/rules/case-flow.md; what a step costs is step_fees.py.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from fordran.domain.days import ONE_DAY, days_after, months_after, next_banking_day
from fordran.domain.flow.before_application import ApplicationFacts, needs_forbearance, waits_for
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.limitation import Limitation, last_day_of_claim
from fordran.domain.flow.marks import Mark, Stop, stops
from fordran.domain.flow.plans import RunningPlan, default_date, missed_reminder, next_notice
from fordran.domain.house_rules import rule_on
from fordran.domain.kinds.articles import FeeArticle
from fordran.domain.kinds.case_states import State, Status
from fordran.domain.kinds.letter_kinds import DEMANDS, LetterKind
from fordran.domain.kinds.steps import AWAITED, FirstAction, Step
from fordran.domain.law.deadlines import term_on
from fordran.domain.message import ListValue, Message
from fordran.domain.numbers.identity import IdNumberStatus


@dataclass(frozen=True, slots=True)
class SentLetter:
    """A letter that asked for payment: the day it really left, and the pay-by date that it says."""

    sent: dt.date
    pay_by: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseSituation:
    """The situation of a case: all that its next step depends on."""

    state: State
    status: Status
    state_since: dt.date
    """The business day on which it came to its state."""
    registered: dt.date
    """The business day on which it was registered."""
    due_date: dt.date
    arose: dt.date
    """The day from which limitation runs: the invoice date, or the day of the parking."""
    remaining: int
    """The debt in öre."""
    asked_from: dt.date | None = dt.date.min
    """The first day on which so much is owed that it is asked for (small_rests.py); None where that does not come."""
    first_action: FirstAction = "reminder"
    start_flow: bool = True
    """False until it is started."""
    is_business: bool = False
    is_parking: bool = False
    """Whether the claim is for a parking: its invoice named a car (`car_registration`)."""
    marks: frozenset[Mark] = frozenset()
    awaits_inventory: bool = False
    """Whether the debtor is dead and the estate is to be left alone for a while: nothing is charged."""
    letter: SentLetter | None = None
    """The latest letter of this state that named a time to pay: its own, or a later answer to a dispute and the like.
    None while the state's letter has not left."""
    letter_is_leaving: bool = False
    """Whether a letter that asks for payment was queued and has neither left nor been stopped."""
    letter_stopped: dt.date | None = None
    """The day on which the latest letter was stopped by something that passes, such as a dispute."""
    invoice_waits: bool = False
    """Whether the invoice is ours to send and has not left."""
    was_reminded: bool = False
    """Whether a reminder was sent, by us or by the creditor before."""
    respite_until: dt.date | None = None
    """The last day of the respite, while there is one."""
    held_until: dt.date | None = None
    """The day on which the latest hold ended, or on which the case was reopened."""
    payment_until: dt.date | None = None
    """The last day on which a payment on its way is waited for; None where none is."""
    plan: RunningPlan | None = None
    """The instalment plan, while there is one."""
    fees: frozenset[FeeArticle] = frozenset()
    """The articles that are on the case already, ours or claimed by the creditor."""
    may_bear_reminder_fee: bool = True
    """Whether the kind of the claim and its day allow an agreement on a reminder fee: lag (1981:739) 2 §."""
    late_payment_fee_from: dt.date | None = dt.date.min
    """The first day on which a business owes the late-payment fee: the first with interest. None if it never does."""
    missing_for_enforcement: tuple[str, ...] = ()
    """The data that an application lacks: see `missing_data`."""
    lacks_forbearance: bool = False
    """Whether it is a consumer's credit, and forbearance was not offered."""
    application: ApplicationFacts | None = None
    """All that an application depends on; None where it is not chosen."""
    interrupted: tuple[dt.date, ...] = ()
    """Days that interrupted limitation: letters sent, payments, the beginning and end of enforcement."""
    sued: dt.date | None = None
    """The day of the first application to the enforcement authority or to a court."""
    limitation: Limitation | None = None
    """The limitation by the kind that the case has; None of a case that has none, which is judged by the days above."""

    @property
    def last_day(self) -> dt.date:
        """The last day on which the claim is not time-barred."""
        if self.limitation is not None:
            return self.limitation.last_day
        return last_day_of_claim(
            self.arose,
            self.interrupted,
            is_consumer=not self.is_business,
            is_parking=self.is_parking,
            sued=self.sued,
        )

    @property
    def came_time_barred(self) -> bool:
        """Whether it looks time-barred on the day it came: a person finds out, and nothing is closed."""
        return self.limitation is not None and self.last_day < self.registered

    @property
    def is_letter_in_vain(self) -> bool:
        """Whether no letter prolongs the life of the claim, but only legal action."""
        if self.limitation is not None:
            return self.limitation.is_to_sue
        return self.is_parking and self.sued is None


@dataclass(frozen=True, slots=True)
class NextStep:
    """The step, the first day on which it may be taken, and why then; `instalment` is a notice's, counted from 1."""

    step: Step
    date: dt.date
    reason: Message
    instalment: int | None = None


def pay_by(sent: dt.date, days: int, minimum: int = 0) -> dt.date:
    """The date to print in a letter that leaves on a day: so many days, at least the minimum, on a banking day.

    >>> pay_by(dt.date(2026, 12, 14), 10, 8)
    datetime.date(2026, 12, 28)
    """
    return next_banking_day(days_after(sent, max(days, minimum)))


def pay_by_of(step: Step, sent: dt.date, settings: FlowSettings) -> dt.date | None:
    """The pay-by date of a step's letter that leaves on a day; None for a step whose letter sets no such time."""
    if step == "reminder":
        return pay_by(sent, settings.reminder_pay_days)
    if step == "rest_notice":
        return pay_by(sent, rule_on("rest_notice_pay_days", sent), term_on("shortest_demand_days", sent))
    if step in DEMANDS:
        return pay_by(sent, settings.debt_collection_pay_days, term_on("shortest_demand_days", sent))
    return None


def pay_by_of_letter(kind: LetterKind, sent: dt.date, settings: FlowSettings) -> dt.date | None:
    """The pay-by date of a letter that leaves later than it was to, or of one that answers somebody."""
    return pay_by_of("reminder" if kind == "reminder" else "debt_collection", sent, settings)


def missing_data(
    *, id_number_status: IdNumberStatus, address_line_1: str, zip_code: str, city: str, description: str
) -> list[str]:
    """The data that an application for a payment order lacks, by the interface's names: lag (1990:746) 10, 11 och 18 §§."""
    given = {
        "id_number": id_number_status == "valid",
        "address": bool(address_line_1.strip() and zip_code.strip() and city.strip()),
        "debt_description": bool(description.strip()),
    }
    return [name for name, is_there in given.items() if not is_there]


def missing_fields(names: Iterable[str]) -> tuple[ListValue, ...]:
    """The data that an application lacks, as a message."""
    return tuple(ListValue("missing_data", name) for name in names)


def stopped_by(case: CaseSituation) -> tuple[Stop, ...]:
    """The stops by law of an open case, for the work list; none if there are none."""
    return () if case.state == "closed" else tuple(stop for stop in stops(case.marks) if stop.stops_letters)


def next_step(case: CaseSituation, settings: FlowSettings, today: dt.date) -> NextStep | None:
    """The next step and its day, if no payment comes first.

    Nothing does while the case is closed, owes nothing or too little, waits to be started, is disputed or with the
    authority, or waits for its letter to leave. What stops a marked debtor's case stops its letters and applications;
    limitation runs on.
    """
    if case.state == "closed" or case.remaining <= 0 or not case.start_flow or case.status == "disputed":
        return None
    if case.came_time_barred:
        return None
    if case.status == "respite":
        if case.respite_until is None:
            return None
        return NextStep("respite_end", case.respite_until, Message("step_reason.respite_ends"))
    if waits_for_payment(case, today):
        return None
    if is_too_little(case, today):
        is_barred = case.state != "enforcement" and case.status != "amortization" and today > case.last_day
        return _time_barred(case) if is_barred else None
    planned = None if stopped_by(case) else _planned(case, settings, today)
    if planned is not None and planned.step == "debt_collection" and planned.date <= today:
        planned = None if waits_for_forbearance(case, today) else planned
    if case.status == "amortization" or case.state == "enforcement":
        return planned
    # Preskriptionslag (1981:130) 8 §: what is barred is not demanded, however late the worker comes.
    if max(planned.date if planned else today, today) > case.last_day:
        return _time_barred(case)
    return planned


def waits_for_forbearance(case: CaseSituation, today: dt.date) -> bool:
    """Whether a demand would wait today until a consumer has been offered forbearance."""
    is_before_demand = case.state in ("initializing", "invoice", "reminder")
    return is_before_demand and case.lacks_forbearance and needs_forbearance(today)


def waits_for_payment(case: CaseSituation, today: dt.date) -> bool:
    """Whether a payment is on its way: nothing is demanded, applied for or barred before the bank's file can have it."""
    return case.payment_until is not None and today <= case.payment_until


def is_too_little(case: CaseSituation, today: dt.date) -> bool:
    """Whether less is owed than any letter, fee or step is for."""
    return case.asked_from is None or case.asked_from > today


def shown_day(step: str | None, day: dt.date | None) -> dt.date | None:
    """The day of the next step, as people see it.

    What a case waits for has none: its date is the one on which the claim would be time-barred meanwhile.
    """
    return None if step in AWAITED else day


def limitation_day(case: CaseSituation, today: dt.date) -> dt.date | None:
    """The day on which a claim of which nothing comes next is time-barred; None where nothing is owed, or that day has come."""
    barred = case.last_day + ONE_DAY
    return barred if case.remaining > 0 and barred > today else None


def looked_at_again(case: CaseSituation, today: dt.date) -> dt.date | None:
    """When a case that owes too little is looked at again: when that is more, or when the claim is time-barred."""
    days = (case.asked_from, limitation_day(case, today))
    return min((day for day in days if day is not None and day > today), default=None)


def _time_barred(case: CaseSituation) -> NextStep:
    return NextStep("close_time_barred", case.last_day + ONE_DAY, Message("step_reason.time_barred"))


def _planned(case: CaseSituation, settings: FlowSettings, today: dt.date) -> NextStep | None:
    if case.letter_is_leaving:
        return None
    if case.status == "amortization":
        return _in_plan(case, settings, today)
    match case.state:
        case "initializing":
            return _first_letter(case)
        case "invoice":
            return _first_reminder(case, settings, today)
        case "reminder":
            date = _time_run_out(case, settings.reminder_grace_days)
            return (
                NextStep("debt_collection", date, Message("step_reason.unpaid_after_reminder"))
                if date
                else _again(case, "reminder")
            )
        case "debt_collection":
            date = _time_run_out(case, settings.debt_collection_grace_days, is_demand=True)
            return _after_demand(case, settings, date, today) if date else _again(case, "debt_collection")
        case "surveillance":
            return _surveillance_letter(case, settings)
    return None


def _first_reminder(case: CaseSituation, settings: FlowSettings, today: dt.date) -> NextStep | None:
    """The reminder of an invoice; none of one that never left, for nobody has been asked to pay."""
    date = _not_before(case, days_after(case.due_date, settings.reminder_days_after_due))
    if case.invoice_waits and date <= today:
        return None
    return NextStep("reminder", date, Message("step_reason.unpaid_when_due"))


def _first_letter(case: CaseSituation) -> NextStep:
    # Before anything is collected the day after registration leaves time to add the invoice, or to cancel.
    date = _not_before(case, case.due_date + ONE_DAY)
    if case.first_action == "surveillance":
        return NextStep("surveillance", date, Message("step_reason.first_action"))
    if case.first_action == "debt_collection":
        if not case.is_parking or case.was_reminded:
            return NextStep("debt_collection", date, Message("step_reason.first_action"))
        return NextStep("reminder", date, Message("step_reason.parking_reminded_first"))
    return NextStep("reminder", date, Message("step_reason.first_action"))


def _not_before(case: CaseSituation, date: dt.date) -> dt.date:
    """The date, or the day after the registration or a hold where that is later."""
    return max(date, _latest(case.registered, case.held_until) + ONE_DAY)


def _latest(day: dt.date, *others: dt.date | None) -> dt.date:
    """The latest of the days that there are."""
    return max([day, *(other for other in others if other is not None)])


def _time_run_out(case: CaseSituation, grace_days: int, *, is_demand: bool = False) -> dt.date | None:
    """When the letter's time and the grace after it have run out; None while the letter has not left.

    A hold that is over gave time too: the day on which it ended counts as a pay-by date.
    """
    if case.letter is None:
        return None
    # A demand that left later than it was made never gives less than the law's time.
    minimum_days = term_on("shortest_demand_days", case.letter.sent) if is_demand else 0
    until = _latest(case.letter.pay_by, days_after(case.letter.sent, minimum_days), case.held_until)
    return days_after(next_banking_day(until), grace_days)


def _again(case: CaseSituation, step: Step) -> NextStep | None:
    """The state's own letter once more, where it was stopped: on the day after what stopped it, or a hold, is over."""
    days = [day for day in (case.letter_stopped, case.held_until) if day is not None]
    return NextStep(step, max(days) + ONE_DAY, Message("step_reason.letter_did_not_leave")) if days else None


def _after_demand(case: CaseSituation, settings: FlowSettings, date: dt.date, today: dt.date) -> NextStep | None:
    """Inkassolag (1974:182) 6 §: legal action once the demand's time has run out, where it can be taken.

    An application for which something is missing on its day waits, and the case stays in its state.
    """
    if not settings.use_enforcement:
        return NextStep("surveillance", date, Message("step_reason.enforcement_not_chosen"))
    last = None if case.limitation is None else case.limitation.last_application
    if last is not None and max(date, today) > last:
        return NextStep("surveillance", date, Message("step_reason.too_late_to_apply"))
    if case.application is None:
        return NextStep("enforcement", date, Message("step_reason.unpaid_after_demand"))
    waiting = waits_for(case.application, max(date, today))
    if "rest_notice" in waiting and "minimum_amount" not in waiting:
        return NextStep("rest_notice", date, Message("step_reason.costs_only"))
    if waiting and date <= today:
        return None
    return NextStep("enforcement", date, Message("step_reason.unpaid_after_demand"))


def _surveillance_letter(case: CaseSituation, settings: FlowSettings) -> NextStep:
    since = _latest(case.state_since, case.letter.sent if case.letter else None, case.held_until, case.letter_stopped)
    date = months_after(since, settings.surveillance_months)
    if case.letter is not None:
        # No letter leaves before the time of the one before it has run out.
        date = max(date, case.letter.pay_by + ONE_DAY)
    # Preskriptionslag (1981:130) 5 § 2: a letter interrupts limitation when it reaches the debtor, so it leaves early.
    early = days_after(case.last_day, -rule_on("before_limitation_days", case.registered))
    # No letter prolongs the time to sue for a parking fee, so none is hurried for its sake.
    if early < date and not case.is_letter_in_vain:
        # One letter is no proof that it arrived, so a second one follows.
        apart = 1 if case.limitation is None else rule_on("letters_apart_days", case.limitation.rules_day)
        return NextStep(
            "surveillance_letter", max(early, days_after(since, apart)), Message("step_reason.before_time_barred")
        )
    return NextStep(
        "surveillance_letter", date, Message("step_reason.months_since_letter", months=settings.surveillance_months)
    )


def _in_plan(case: CaseSituation, settings: FlowSettings, today: dt.date) -> NextStep | None:
    if case.plan is None:
        return None
    steps = []
    notice = next_notice(case.plan, settings.amortization_notice_days, today)
    if notice is not None:
        number, date = notice
        steps.append(
            NextStep("amortization_notice", date, Message("step_reason.instalment_near", number=number), number)
        )
    missed = missed_reminder(case.plan, settings.missed_instalment_days, today)
    if missed is not None:
        number, date = missed
        steps.append(
            NextStep("amortization_reminder", date, Message("step_reason.instalment_late", number=number), number)
        )
    ends = default_date(case.plan, settings.missed_instalment_days)
    if ends is not None:
        number, date = ends
        steps.append(
            NextStep("amortization_default", date, Message("step_reason.instalment_missed", number=number), number)
        )
    # A plan that ends gives no further notice on the same day.
    return min(steps, key=lambda one: (one.date, one.step != "amortization_default"), default=None)
