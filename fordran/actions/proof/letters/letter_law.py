"""Verify that a letter was lawful: the check is made again, from what is stored apart from the letter.

That is: the journal's facts as they were known that day, the histories of the case, the letters before it, the customer's
marks. What was there only for a part of the day, as a dispute of the same afternoon, is held against no letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime

from fordran import clock
from fordran.actions.cases.case_facts import from_json, terms_of
from fordran.actions.cases.case_particulars import limitation_of
from fordran.actions.cases.case_settings import settings_for
from fordran.actions.cases.situation import may_bear_reminder_fee, missing_for_enforcement, parties_of_case
from fordran.actions.letters.letter_checks import own_reminder_fees
from fordran.actions.proof.differences import Discrepancy
from fordran.actions.proof.letters.letter_facts import laws_then, left_out, objections_then
from fordran.actions.proof.letters.letter_rows import LeftRow
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.claims.facts import ClaimTerms, Fact, Fee, PaymentFact
from fordran.domain.claims.objections import undisputed
from fordran.domain.claims.statement import DebtStatement, statement
from fordran.domain.days import days_after
from fordran.domain.flow.addressees import lifted_marks
from fordran.domain.flow.lawfulness import LawCheck, check
from fordran.domain.flow.letters import CaseOnDay, InterestShown, LetterFacts
from fordran.domain.flow.limitation import last_day_of_claim
from fordran.domain.flow.marks import Mark
from fordran.domain.flow.next_step import SentLetter
from fordran.domain.kinds.case_states import HOLDS, Hold
from fordran.domain.languages import ENGLISH
from fordran.domain.numbers.identity import is_minor
from fordran.shape.moments import day_of, moment_of
from fordran.shape.wire import parsed
from fordran.texts.catalogue import texts


def check_law(row: LeftRow, operator_name: str) -> Iterator[Discrepancy]:
    """The stored data meets the rules of law for the letter."""
    stated = _stated(row)
    if stated is None:
        yield Discrepancy("letters", row["letter_id"], "amount", "what was owed that day", row["amount"])
        return
    answers = (_checked(row, stated, hold, operator_name) for hold in _holds(row))
    broken = min(([line for line in answer if not line.passed] for answer in answers), key=len)
    for line in broken:
        yield Discrepancy(
            "letters",
            row["letter_id"],
            f"{line.rule} ({line.law})",
            "kept",
            texts(ENGLISH).say(line.note) if line.note else "",
        )


def _stated(row: LeftRow) -> DebtStatement | None:
    """The amount owed on the letter's day by facts known when it was made; None if it never equalled the letter's amount.

    What was registered that day may have come before the letter or after it.
    """
    facts, day = parsed(row["facts"]), row["dated"]
    days = [clock.stockholm_date(datetime.fromisoformat(fact["registered"])) for fact in facts]
    earlier, by_then = sum(known < day for known in days), sum(known <= day for known in days)
    for law in laws_then(row):
        terms = terms_of(row, parsed(row["case_settings"]), law)
        for count in range(by_then, earlier - 1, -1):
            known = (stored.fact for stored in from_json(facts[:count]))
            then = statement(undisputed(known, left_out(row)), terms, day)
            # A letter in a person's own words asks for nothing, whatever was owed.
            if row["kind"] == "free" or then.remaining == row["amount"]:
                return then
    return None


def _holds(row: LeftRow) -> list[Hold | None]:
    """The hold of the case at any time of the letter's day. An objection on record holds, whatever the history says."""
    if None in objections_then(row):
        return ["disputed"]
    statuses = [
        (item["status"], clock.stockholm_date(moment_of(item["status_date"]))) for item in parsed(row["status_history"])
    ]
    before = [status for status, day in statuses if day < row["dated"]][-1:]
    on_the_day = [status for status, day in statuses if day == row["dated"]]
    return [status if status in HOLDS else None for status in (*before, *on_the_day)] or [None]


def _checked(row: LeftRow, stated: DebtStatement, hold: Hold | None, operator_name: str) -> tuple[LawCheck, ...]:
    day = row["dated"]
    letter = LetterFacts(
        case=_case_then(row, stated, hold),
        kind=row["kind"],
        sent=day,
        creditor_name=row["creditor_name"],
        operator_name=operator_name,
        basis=row["debt_description"],
        payment_instructions=row["ocr_number"],
        capital=stated.capital.remaining,
        interest=stated.interest.remaining,
        costs=stated.costs.remaining,
        total=row["amount"],
        interest_lines=tuple(
            InterestShown(line.amount, line.rate_percent, line.from_date, line.to_date, line.base)
            for line in _added(stated, "interest")
        ),
        fees=tuple((line.article, line.amount) for line in _added(stated, "costs")),
        charged_on=tuple(line.date for line in _added(stated, "costs")),
        pay_by=row["pay_by"] or _instalment_date(row),
        refund=stated.refund,
        left_out=left_out(row),
    )
    return check(letter)


def _added(stated: DebtStatement, component: str) -> list[LedgerEntry]:
    return [line for line in stated.lines if line.component == component and line.kind == "added"]


def _instalment_date(row: LeftRow) -> date | None:
    """The day that a letter of a plan names, where the plan is still the one that it was about; else the law's least."""
    plan = parsed(row["flow"]).get("plan")
    details = parsed(row["details"])
    if "pay_by" in details:
        return date.fromisoformat(details["pay_by"])
    number = details.get("instalment", 1)
    if plan and number <= len(plan["instalments"]):
        return date.fromisoformat(plan["instalments"][number - 1][0])
    return days_after(row["dated"], 1) if row["kind"] in ("amortization_plan", "amortization_notice") else None


def _reminder_fee_agreed(row: LeftRow, terms: ClaimTerms, facts: Sequence[Fact]) -> bool:
    """Whether there was a ground for the reminder fee when the letter left: an attestation that was not yet taken back."""
    day = row["dated"]
    if not own_reminder_fees([fact for fact in facts if fact.date <= day]):
        return True
    if row["reminder_fee_terms_until"] is not None and day <= row["reminder_fee_terms_until"]:
        return True
    settings = settings_for(row, row["own_settings"], day, terms.particulars.rules_day)
    return settings.reminder_fee_agreed and may_bear_reminder_fee(terms, row)


def check_attestation(row: LeftRow) -> Iterator[Discrepancy]:
    """Lag (1981:739) 2 §: a reminder fee was agreed on, which the creditor attested when the letter left."""
    if row["kind"] != "reminder" or row["erasure"] is not None:
        return
    terms = terms_of(row, parsed(row["case_settings"]), laws_then(row)[0])
    fees = own_reminder_fees([stored.fact for stored in from_json(parsed(row["facts"]))])
    charged = [fee for fee in fees if fee.id in parsed(row["details"]).get("fees", ())]
    until = row["reminder_fee_terms_until"]
    was_attested = until is not None and row["dated"] <= until and terms.particulars.may_agree_reminder_fee
    if charged and not was_attested and not may_bear_reminder_fee(terms, row):
        yield Discrepancy("letters", row["letter_id"], "reminder fee", "one that is attested", charged[0].id)


def _case_then(row: LeftRow, stated: DebtStatement, hold: Hold | None) -> CaseOnDay:
    day, flow, law = row["dated"], parsed(row["flow"]), laws_then(row)[0]
    terms = terms_of(row, parsed(row["case_settings"]), law)
    facts = [stored.fact for stored in from_json(parsed(row["facts"]))]
    before = parsed(row["before"]) if row["before"] is not None else ()
    letters = {letter["kind"]: _sent(letter) for letter in before}
    claimed = [fact.date for fact in facts if isinstance(fact, Fee) and fact.article == "reminder" and fact.by_creditor]
    claimed += [terms.particulars.reminded_on] if terms.particulars.reminded_on is not None else []
    paid = [fact.date for fact in facts if isinstance(fact, PaymentFact) and fact.date <= day]
    interrupted = [date.fromisoformat(text) for text in flow.get("interrupted", ())]
    sued = date.fromisoformat(flow["sued"]) if flow.get("sued") else None
    limitation = limitation_of(terms, flow, facts, day)
    return CaseOnDay(
        remaining=stated.remaining,
        due_date=terms.due_date,
        last_day=limitation.last_day
        if limitation is not None
        else last_day_of_claim(
            day_of(row["invoice_date"]),
            [*paid, *(earlier for earlier in interrupted if earlier < day)],
            is_consumer=not row["is_business"],
            is_parking=row["is_parking"],
            sued=sued if sued is not None and sued < day else None,
        ),
        hold=hold,
        disputed=sum(amount for amount in objections_then(row) if amount is not None),
        marks=_marks(row),
        is_business=row["is_business"],
        is_parking=row["is_parking"],
        reminder_fee_agreed=_reminder_fee_agreed(row, terms, facts),
        late_payment_fee_from=terms.late_payment_fee_from,
        reminder=letters.get("reminder") or next((SentLetter(then, then) for then in claimed if then < day), None),
        demand=letters.get("debt_collection"),
        missing_for_enforcement=missing_for_enforcement(row),
        lacks_control_fee=terms.particulars.lacks_control_fee,
        lacks_forbearance=terms.particulars.consumer_credit
        and terms.particulars.forbearance_offered is None
        and flow.get("forbearance_offered") is None,
        channel=None if row["kind"] == "enforcement" else parsed(row["details"]).get("channel"),
        rules_day=terms.particulars.rules_day,
        law=law,
    )


def _sent(letter: Mapping[str, str]) -> SentLetter:
    return SentLetter(date.fromisoformat(letter["sent"]), date.fromisoformat(letter["pay_by"]))


def _marks(row: LeftRow) -> frozenset[Mark]:
    """Facts about the customer before the letter's day. The first day of a protected identity is not stored."""
    since: dict[Mark, date | None] = {
        "deceased": row["deceased_on"],
        "bankruptcy": row["bankruptcy_on"],
        "debt_restructuring": row["debt_restructuring_on"],
    }
    known = {mark for mark, day in since.items() if day is not None and day < row["dated"]}
    is_child = row["id_number_status"] == "valid" and is_minor(row["id_number_compact"], row["dated"])
    found: frozenset[Mark] = frozenset(known | ({"minor"} if is_child else set()))
    return found - lifted_marks(parties_of_case(row), row["dated"])
