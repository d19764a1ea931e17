"""Letters to print in tests: cases with their facts, and every kind of letter about them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from fordran.documents.letter_parts.claims import LetterClaim
from fordran.documents.letter_parts.correspondence import Agent, LetterDocument, PaymentOrder
from fordran.documents.letters.application_parts import ClaimedDebt, Debtor
from fordran.documents.letters.closing import ClosingConfirmation
from fordran.documents.letters.demand import CollectionDemand
from fordran.documents.letters.disputes import DisputeAnswered, DisputeReceived
from fordran.documents.letters.enforcement import EnforcementApplication
from fordran.documents.letters.free import FreeLetter, FreeWords
from fordran.documents.letters.instalments import InstalmentNotice, InstalmentPlan, MissedInstalment, PlanEnded
from fordran.documents.letters.refund_notice import RefundNotice
from fordran.documents.letters.reminder import Reminder
from fordran.documents.letters.respite import RespiteConfirmation
from fordran.documents.letters.rest_notice import RestNotice
from fordran.documents.letters.surveillance import SurveillanceLetter
from fordran.documents.parties import PostalAddress
from fordran.domain.claims.facts import Capital, ClaimTerms, Closing, Credit, Fact, Fee, PaymentFact, StepFact
from fordran.domain.claims.objections import undisputed
from fordran.domain.claims.statement import statement
from fordran.domain.flow.next_step import SentLetter
from fordran.domain.flow.plans import schedule
from fordran.domain.numbers import ocr
from tests.documents.samples import PAYEE, RECEIVER, SENDER

AGENT = Agent(
    "Nordanå Inkasso AB",
    "5592440001",
    PostalAddress("Box 1200", zip_code="90421", city="Umeå"),
    email="kund@nordana.example",
    phone="08-123 45 60",
    registered_office="Umeå",
)
TERMS = ClaimTerms(due_date=date(2026, 8, 31), interest_from=date(2026, 8, 31))
TODAY = date(2026, 10, 5)
PAY_BY = date(2026, 10, 15)

CAPITAL = Capital("capital", date(2026, 8, 1), 142_500)
REMINDED = Fee("reminder", date(2026, 9, 7), "reminder", 6_000)
DEMANDED = Fee("demand", TODAY, "debt_collection", 18_000)
FACTS: tuple[Fact, ...] = (CAPITAL, REMINDED, DEMANDED)
PART_PAID: tuple[Fact, ...] = (CAPITAL, REMINDED, PaymentFact("part", date(2026, 9, 21), 50_000, True), DEMANDED)


def claim(
    facts: Sequence[Fact] = FACTS, terms: ClaimTerms = TERMS, at: date = TODAY, number: int = 1, **changes: Any
) -> LetterClaim:
    """A debt with these facts."""
    details: dict[str, Any] = {
        "debt_description": "Elarbeten på Ängsvägen 14",
        "invoice_number": f"2026-{10416 + number}",
        "invoice_date": date(2026, 8, 1),
        "ocr_number": ocr.make(7, 1000 + number),
    }
    return LetterClaim(**details | changes, terms=terms, statement=statement(facts, terms, at))


def many_claims(count: int) -> tuple[LetterClaim, ...]:
    """So many debts, each with a capital and a day of its own."""
    return tuple(
        claim(
            (
                Capital(f"capital {number}", date(2026, 1, number), 50_000 + 12_345 * number),
                Fee(f"reminder {number}", date(2026, 3, 10), "reminder", 6_000),
                *([PaymentFact(f"part {number}", date(2026, 7, 14), 20_000, True)] if number % 3 == 0 else []),
            ),
            ClaimTerms(due_date=date(2026, 1, 31), interest_from=date(2026, 1, 31)),
            number=number,
            debt_description=f"Hyra av förråd {number} på Västergården",
            invoice_date=date(2026, 1, number),
        )
        for number in range(1, count + 1)
    )


def long_story() -> LetterClaim:
    """A debt with a hundred lines and more: a payment a month for years."""
    start = date(2020, 1, 31)
    facts: list[Fact] = [Capital("capital", date(2020, 1, 1), 25_000_00)]
    facts += [PaymentFact(f"part {n}", start + timedelta(days=31 * n), 300_00, True) for n in range(1, 60)]
    return claim(facts, ClaimTerms(due_date=start, interest_from=start))


def _letter(kind: type[LetterDocument], changes: dict[str, Any], **own: Any) -> LetterDocument:
    shared: dict[str, Any] = {
        "creditor": SENDER,
        "agent": AGENT,
        "receiver": RECEIVER,
        "payee": PAYEE,
        "dated": TODAY,
        "claims": (claim(),),
        "customer_number": "40117",
    }
    return kind(**shared | own | changes)


def reminder(**changes: Any) -> LetterDocument:
    facts = (CAPITAL, Fee("reminder", TODAY, "reminder", 6_000))
    return _letter(Reminder, changes, claims=(claim(facts),), pay_by=PAY_BY)


def demand(**changes: Any) -> LetterDocument:
    return _letter(CollectionDemand, changes, pay_by=PAY_BY)


PLANNED: tuple[Fact, ...] = (*FACTS, Fee("plan", TODAY, "amortization_setup", 17_000))
INSTALMENTS = schedule(FACTS, TERMS, TODAY, date(2026, 10, 30), instalments=6, setup_fee=17_000)


def plan(**changes: Any) -> LetterDocument:
    return _letter(InstalmentPlan, changes, claims=(claim(PLANNED),), instalments=INSTALMENTS, missed_days=10)


def notice(**changes: Any) -> LetterDocument:
    own: dict[str, Any] = {"claims": (claim(PLANNED),), "instalments": INSTALMENTS, "number": 2}
    return _letter(InstalmentNotice, changes, **own, amount=INSTALMENTS[1].amount)


def _of_missed(changes: dict[str, Any], kind: type[LetterDocument], **own: Any) -> LetterDocument:
    """A letter a week after the second instalment was due, the first one being paid."""
    day = INSTALMENTS[1].date + timedelta(days=7)
    facts = (*PLANNED, PaymentFact("first", INSTALMENTS[0].date, INSTALMENTS[0].amount, True))
    shared: dict[str, Any] = {"instalments": INSTALMENTS, "number": 2, "pay_by": day + timedelta(days=10)}
    return _letter(kind, changes, **shared | own, dated=day, claims=(claim(facts, at=day),))


def missed(**changes: Any) -> LetterDocument:
    return _of_missed(changes, MissedInstalment, amount=INSTALMENTS[1].amount)


def plan_ended(**changes: Any) -> LetterDocument:
    return _of_missed(changes, PlanEnded)


def surveillance(**changes: Any) -> LetterDocument:
    order = PaymentOrder("01-123456-26", date(2026, 9, 30))
    return _letter(SurveillanceLetter, changes, pay_by=PAY_BY, payment_order=order)


def rest_notice(**changes: Any) -> LetterDocument:
    """The capital is paid for by itself; costs and interest remain."""
    paid = PaymentFact("capital", TODAY, 142_500, True, earmark="capital")
    return _letter(RestNotice, changes, pay_by=PAY_BY, claims=(claim((*FACTS, paid)),))


def respite(**changes: Any) -> LetterDocument:
    return _letter(RespiteConfirmation, changes, until=date(2026, 11, 16))


REASON = "Jag beställde aldrig något arbete.\nFakturan avser grannens lägenhet."


def dispute_received(**changes: Any) -> LetterDocument:
    return _letter(DisputeReceived, changes, received=date(2026, 10, 2), reason=REASON)


def dispute_to_a_part(**changes: Any) -> LetterDocument:
    return _letter(DisputeReceived, changes, received=date(2026, 10, 2), reason=REASON, part=42_500)


def dispute_unclear(**changes: Any) -> LetterDocument:
    return _letter(DisputeReceived, changes, received=date(2026, 10, 2), reason="Nej.", asks_for_ground=True)


def dispute_evidently_wrong(**changes: Any) -> LetterDocument:
    answer = "Arbetet beställdes per telefon den 12 juli och utfördes den 20 juli."
    return _letter(
        DisputeAnswered, changes, received=date(2026, 10, 2), outcome="rejected", answer=answer, pay_by=PAY_BY
    )


def dispute_rejected(**changes: Any) -> LetterDocument:
    answer = "Arbetet beställdes per telefon den 12 juli och utfördes den 20 juli."
    return _letter(DisputeAnswered, changes, received=date(2026, 10, 2), outcome="rejected", answer=answer)


def dispute_part_rejected(**changes: Any) -> LetterDocument:
    return dispute_rejected(**{"is_part": True} | changes)


def dispute_part_accepted(**changes: Any) -> LetterDocument:
    facts = (*FACTS, Credit("credit", TODAY, 42_500))
    own: dict[str, Any] = {"outcome": "accepted", "answer": "Framkörningen tas bort.", "lowered_by": 42_500}
    return _letter(DisputeAnswered, changes, **own, claims=(claim(facts),), received=date(2026, 10, 2), is_part=True)


def demand_of_undisputed_part(**changes: Any) -> LetterDocument:
    part = replace(claim(undisputed(FACTS, 42_500)), disputed=42_500)
    return demand(**{"claims": (part,)} | changes)


def dispute_partly(**changes: Any) -> LetterDocument:
    facts = (*FACTS, Credit("credit", TODAY, 42_500))
    own: dict[str, Any] = {"outcome": "partly", "answer": "Framkörningen tas bort.", "lowered_by": 42_500}
    return _letter(DisputeAnswered, changes, **own, claims=(claim(facts),), received=date(2026, 10, 2))


def dispute_accepted(**changes: Any) -> LetterDocument:
    facts = (*FACTS, Credit("credit", TODAY, 142_500))
    own: dict[str, Any] = {"outcome": "accepted", "answer": "Fakturan gällde en annan lägenhet."}
    return _letter(DisputeAnswered, changes, **own, claims=(claim(facts),), received=date(2026, 10, 2))


def closing(**changes: Any) -> LetterDocument:
    facts = (*FACTS, PaymentFact("all", TODAY, 200_000, True))
    return _letter(ClosingConfirmation, changes, claims=(claim(facts),), reason="paid")


def refund_notice(**changes: Any) -> LetterDocument:
    facts = (*FACTS, PaymentFact("all", TODAY, 200_000, True))
    return _letter(RefundNotice, changes, claims=(claim(facts),))


def free(**changes: Any) -> LetterDocument:
    words = FreeWords("Tack för samtalet", "Vi talades vid i dag.\n\nDu skickar kvittot till oss, så söker vi vidare.")
    return _letter(FreeLetter, changes, words=words)


def withdrawn(**changes: Any) -> LetterDocument:
    facts = (*FACTS, Closing("closing", TODAY))
    return _letter(ClosingConfirmation, changes, claims=(claim(facts),), reason="cancelled")


ALL: dict[str, Callable[..., LetterDocument]] = {
    made.__name__: made
    for made in (
        reminder,
        demand,
        plan,
        notice,
        missed,
        plan_ended,
        surveillance,
        rest_notice,
        respite,
        demand_of_undisputed_part,
        dispute_received,
        dispute_to_a_part,
        dispute_unclear,
        dispute_evidently_wrong,
        dispute_rejected,
        dispute_part_rejected,
        dispute_part_accepted,
        dispute_partly,
        dispute_accepted,
        closing,
        refund_notice,
        free,
        withdrawn,
    )
}


PAYABLE: dict[str, tuple[int, date]] = {
    "reminder": (149_866, PAY_BY),
    "demand": (167_866, PAY_BY),
    "plan": (31_607, date(2026, 10, 30)),
    "notice": (31_607, date(2026, 11, 30)),
    "missed": (31_607, date(2026, 12, 17)),
    "plan_ended": (155_719, date(2026, 12, 17)),
    "surveillance": (167_866, PAY_BY),
    "rest_notice": (25_366, PAY_BY),
    "respite": (167_866, date(2026, 11, 16)),
    "demand_of_undisputed_part": (124_959, PAY_BY),
    "dispute_evidently_wrong": (167_866, PAY_BY),
}
"""What the letters that ask for money ask for, and by when; the others ask for nothing."""


def application(**changes: Any) -> EnforcementApplication:
    """An application on the day after the demand has run out."""
    day = date(2026, 10, 21)
    fees = (Fee("fee", day, "enforcement", 30_000), Fee("work", day, "enforcement", 38_000))
    debt = ClaimedDebt(claim((*PART_PAID, StepFact("step", day), *fees), at=day), SentLetter(TODAY, PAY_BY))
    everyday: dict[str, Any] = {
        "creditor": SENDER,
        "agent": AGENT,
        "debtor": Debtor("Åsa Öberg", "19811218-9876", RECEIVER.address, "asa@example.org", "070-123 45 67"),
        "dated": day,
        "debts": (debt,),
        "own_reference": "KF-2026-118",
        "agent_code": "4711",
    }
    return EnforcementApplication(**everyday | changes)
