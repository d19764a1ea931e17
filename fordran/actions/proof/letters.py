"""Verify letters: every letter that left has its document, its proof, and is lawful still when the check is made anew.

The check is made from what is stored apart from the letter: the journal's facts as they were known that day, the histories of
the case, the letters before it, the customer's marks. What was there only for a part of the day, as a dispute of the same
afternoon, is held against no letter.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, cast

from fordran import clock
from fordran.actions.cases.case_facts import TermsRow, from_json, terms_of
from fordran.actions.cases.case_settings import LAYERS, LayersRow, settings_for
from fordran.actions.cases.situation import CUSTOMER, EnforcementRow, missing_for_enforcement
from fordran.actions.proof.differences import Difference, differs
from fordran.domain.case_states import HOLDS, Hold
from fordran.domain.days import days_after
from fordran.domain.entries import Entry
from fordran.domain.facts import Fee, Payment
from fordran.domain.law.marks import Mark
from fordran.domain.lawfulness import Check, check, rules_of
from fordran.domain.letters import CaseThen, InterestShown, Letter
from fordran.domain.limitation import last_day_of_claim
from fordran.domain.next_step import SentLetter
from fordran.domain.numbers.identity import is_minor
from fordran.domain.retention import PSEUDONYMISED
from fordran.domain.statement import Statement, statement
from fordran.shape.moments import day_of, moment_of
from fordran.shape.wire import parsed
from fordran.store.database import Connection

Get = Callable[[str], bytes]
Tell = Callable[[int, int], None]

AT_A_TIME = 200

_LEFT = f"""
select l.id as letter_id, l.kind, l.dated, l.pay_by, l.amount, l.details, l.media_id, l.sha256, l.checklist,
       l.status as letter_status, e.status as envelope_status, m.sha256 as kept_sha256, m.size as kept_size,
       d.name as creditor_name, k.id as case_id, k.invoice_date, k.invoice_due_days, k.interest_days, k.is_business,
       k.case_settings, k.case_settings::text as own_settings, k.facts, k.state_history, k.status_history, k.flow,
       k.debt_description, k.ocr_number, l.fee, c.erasure, {CUSTOMER}, {LAYERS},
       (select jsonb_agg(jsonb_build_object('kind', b.kind, 'sent', b.dated, 'pay_by', b.pay_by) order by b.dated, b.id)
        from letters b where b.account_id = l.account_id and b.case_id = l.case_id and b.status in ('sent', 'shown')
        and b.kind in ('reminder', 'debt_collection') and b.dated < l.dated) as before
from letters l
join envelopes e on e.account_id = l.account_id and e.id = l.envelope_id
join cases k on k.account_id = l.account_id and k.id = l.case_id
join customers c on c.account_id = k.account_id and c.id = k.customer_id
join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
join accounts a on a.id = k.account_id
left join media_files m on m.account_id = l.account_id and m.id = l.media_id
where l.status in ('sent', 'shown') and l.id > $1 order by l.id limit {AT_A_TIME}
"""


async def verify_letters(
    tx: Connection, get: Get, operator_name: str, tell: Tell = lambda *_: None
) -> AsyncIterator[Difference]:
    """Every difference there is. `tx` is a transaction in which nothing has been done yet; `get` reads a document."""
    await tx.execute("set transaction isolation level repeatable read, read only")
    total = await tx.fetchval("select count(*) from letters where status in ('sent', 'shown')")
    done, last = 0, ""
    while rows := await tx.fetch(_LEFT, last):
        for row in rows:
            for found in _check_letter(row, get, operator_name):
                yield found
        done, last = done + len(rows), rows[-1]["letter_id"]
        tell(done, total)


def _check_letter(row: Mapping[str, Any], get: Get, operator_name: str) -> Iterator[Difference]:
    """All of a letter that is kept. What it was judged by is gone with its customer, and a document without a fee too."""
    if row["erasure"] is None or (row["erasure"] == PSEUDONYMISED and row["fee"]):
        yield from _check_document(row, get)
    yield from _check_proof(row)
    if row["erasure"] is None:
        yield from _check_anew(row, operator_name)


def _check_document(row: Mapping[str, Any], get: Get) -> Iterator[Difference]:
    """The document is there, byte for byte."""
    letter = row["letter_id"]
    yield from differs("letters", letter, "envelope", row["letter_status"], row["envelope_status"])
    if row["media_id"] is None or row["kept_sha256"] is None:
        yield Difference("letters", letter, "document", "there", "missing")
        return
    yield from differs("letters", letter, "sha256", row["kept_sha256"].hex(), (row["sha256"] or b"").hex())
    try:
        content = get(row["media_id"])
    except Exception as trouble:  # noqa: BLE001  (whatever keeps the bytes from being read is what differs)
        yield Difference("letters", letter, "document's bytes", "there", trouble)
        return
    found = hashlib.sha256(content).hexdigest()
    yield from differs("letters", letter, "document's bytes", (row["sha256"] or b"").hex(), found)


def _check_proof(row: Mapping[str, Any]) -> Iterator[Difference]:
    """Its checklist has every rule of its kind, and every rule passed."""
    kept = parsed(row["checklist"]) if row["checklist"] is not None else []
    asked = [rule.name for rule in rules_of(row["kind"])]
    yield from differs("letters", row["letter_id"], "rules of its checklist", asked, [line["rule"] for line in kept])
    for line in kept:
        yield from differs("letters", row["letter_id"], f"answer to {line['rule']}", True, line["passed"])


def _check_anew(row: Mapping[str, Any], operator_name: str) -> Iterator[Difference]:
    """What the law asks of it is so by what is stored."""
    stated = _stated(row)
    if stated is None:
        yield Difference("letters", row["letter_id"], "amount", "what was owed that day", row["amount"])
        return
    answers = (_checked(row, stated, hold, operator_name) for hold in _holds(row))
    broken = min(([line for line in answer if not line.passed] for answer in answers), key=len)
    for line in broken:
        yield Difference("letters", row["letter_id"], f"{line.rule} ({line.law})", "kept", line.note)


def _stated(row: Mapping[str, Any]) -> Statement | None:
    """What was owed on the letter's day by what was known when it was made; None where that never came to its amount.

    What was registered that day may have come before the letter or after it.
    """
    facts, day = parsed(row["facts"]), row["dated"]
    days = [clock.stockholm_date(datetime.fromisoformat(fact["registered"])) for fact in facts]
    earlier, by_then = (sum(known(one) for one in days) for known in (day.__gt__, day.__ge__))
    terms = terms_of(cast("TermsRow", row), parsed(row["case_settings"]))
    for count in range(by_then, earlier - 1, -1):
        then = statement([stored.fact for stored in from_json(facts[:count])], terms, day)
        if then.remaining == row["amount"]:
            return then
    return None


def _holds(row: Mapping[str, Any]) -> list[Hold | None]:
    """What held the case at some time of the letter's day."""
    statuses = [
        (item["status"], clock.stockholm_date(moment_of(item["status_date"]))) for item in parsed(row["status_history"])
    ]
    before = [status for status, day in statuses if day < row["dated"]][-1:]
    on_the_day = [status for status, day in statuses if day == row["dated"]]
    return [status if status in HOLDS else None for status in (*before, *on_the_day)] or [None]


def _checked(row: Mapping[str, Any], stated: Statement, hold: Hold | None, operator_name: str) -> tuple[Check, ...]:
    day = row["dated"]
    letter = Letter(
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
        fees=tuple((line.type, line.amount) for line in _added(stated, "costs")),
        pay_by=row["pay_by"] or _instalment_date(row),
    )
    return check(letter)


def _added(stated: Statement, component: str) -> list[Entry]:
    return [line for line in stated.lines if line.component == component and line.kind == "added"]


def _instalment_date(row: Mapping[str, Any]) -> date | None:
    """The day that a letter of a plan names, where the plan is still the one that it was about; else the law's least."""
    plan = parsed(row["flow"]).get("plan")
    number = parsed(row["details"]).get("instalment", 1)
    if plan and number <= len(plan["instalments"]):
        return date.fromisoformat(plan["instalments"][number - 1][0])
    return days_after(row["dated"], 1) if row["kind"] in ("amortization_plan", "amortization_notice") else None


def _case_then(row: Mapping[str, Any], stated: Statement, hold: Hold | None) -> CaseThen:
    day, flow = row["dated"], parsed(row["flow"])
    terms = terms_of(cast("TermsRow", row), parsed(row["case_settings"]))
    facts = [stored.fact for stored in from_json(parsed(row["facts"]))]
    letters = {one["kind"]: _sent(one) for one in (parsed(row["before"]) if row["before"] is not None else ())}
    claimed = [fact.date for fact in facts if isinstance(fact, Fee) and fact.article == "reminder" and fact.by_creditor]
    paid = [fact.date for fact in facts if isinstance(fact, Payment) and fact.date <= day]
    interrupted = [date.fromisoformat(one) for one in flow.get("interrupted", ())]
    sued = date.fromisoformat(flow["sued"]) if flow.get("sued") else None
    return CaseThen(
        remaining=stated.remaining,
        due_date=terms.due_date,
        last_day=last_day_of_claim(
            day_of(row["invoice_date"]),
            [*paid, *(one for one in interrupted if one < day)],
            is_consumer=not row["is_business"],
            is_parking=row["is_parking"],
            sued=sued if sued is not None and sued < day else None,
        ),
        hold=hold,
        marks=_marks(row),
        is_business=row["is_business"],
        is_parking=row["is_parking"],
        reminder_fee_agreed=settings_for(cast("LayersRow", row), row["own_settings"]).reminder_fee_agreed,
        reminder=letters.get("reminder") or next((SentLetter(one, one) for one in claimed if one < day), None),
        demand=letters.get("debt_collection"),
        missing_for_enforcement=missing_for_enforcement(cast("EnforcementRow", row)),
    )


def _sent(letter: Mapping[str, str]) -> SentLetter:
    return SentLetter(date.fromisoformat(letter["sent"]), date.fromisoformat(letter["pay_by"]))


def _marks(row: Mapping[str, Any]) -> frozenset[Mark]:
    """What was known of the customer before the letter's day. Since when an identity is protected is not kept."""
    since: dict[Mark, date | None] = {
        "deceased": row["deceased_on"],
        "bankruptcy": row["bankruptcy_on"],
        "debt_restructuring": row["debt_restructuring_on"],
    }
    known = {mark for mark, day in since.items() if day is not None and day < row["dated"]}
    is_child = row["id_number_status"] == "valid" and is_minor(row["id_number"], row["dated"])
    return frozenset(known | ({"minor"} if is_child else set()))
