"""Betala: bankgiro, OCR number and a code to scan for each case, and what has arrived already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup
from starlette.responses import Response

from fordran import clock
from fordran.actions.cases.move_case import read_flowing
from fordran.documents.parties import PrintedPayee
from fordran.documents.payment_code import payment_text, qr_code, swish_link, swish_text
from fordran.domain.claims.facts import PaymentFact
from fordran.domain.numbers import bankgiro
from fordran.my.own_cases import OwnCase, due_instalment, own_cases, running_plan, today_of
from fordran.outside.swish_section import asks_swish
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import read_installation
from fordran.web.visit import Visit

MOST_TEXT = 30


@dataclass(frozen=True)
class SwishCode:
    """A payment by Swish: the symbol for another device's app, and the link that opens it on this one."""

    code: Markup
    link: str


@dataclass(frozen=True)
class AmountToPay:
    """The amount to pay on a case now: all of it, or the next instalment of a plan."""

    case: OwnCase
    amount: int
    by: date | None
    """The instalment's day."""
    code: Markup
    """The payment as a symbol that a bank's app reads."""
    on_its_way: int
    """Payments that the bank's file does not have yet, in öre."""
    swish: SwishCode | None
    """The payment by Swish, where the operator takes it."""
    arrived: list[PaymentFact]


async def pay_page(visit: Visit) -> Response:
    """How to pay each case, and what has been paid."""
    return await show_pay_page(visit)


async def show_pay_page(visit: Visit, case: str = "", wrong: Mapping[str, str] | None = None) -> Response:
    """The page; with a refused form of a case, and what is wrong with it."""
    async with visit.database.connection() as connection:
        is_sandbox = (await read_installation(connection)).sandbox
        today = await today_of(connection)
        pays = [await _to_pay(visit, connection, case, today) for case in await own_cases(visit, connection)]
    visit.note_reading("cases", [pay.case.id for pay in pays])
    operator = visit.settings.operator
    return visit.render(
        "pay.html",
        422 if wrong else 200,
        pays=pays,
        today=today,
        bankgiro=bankgiro.format(operator.bankgiro),
        asks_swish=asks_swish(visit.settings.swish, is_sandbox=is_sandbox),
        wrong_case=case,
        wrong=wrong or {},
        written={name: visit.form.text(name)[:MOST_TEXT] for name in ("phone", "amount")} if wrong else {},
    )


async def _to_pay(visit: Visit, connection: Connection, case: OwnCase, today: date) -> AmountToPay:
    amount, by = case.owed, None
    flowing = await read_flowing(connection, case.id, case.document["account"], clock.now())
    if case.document["status"] == "amortization":
        amount, by = await _instalment(connection, case)
    facts = [stored.fact for stored in flowing.case.facts]
    arrived = [fact for fact in facts if isinstance(fact, PaymentFact) and fact.recalled_on is None]
    # Drawn by us, of a symbol's modules: nothing of it is anybody's text.
    code = Markup(_symbol(visit, case, amount, by or today)) if amount > 0 else Markup()  # noqa: S704
    on_its_way = flowing.flow.on_its_way["amount"] if flowing.flow.on_its_way else 0
    return AmountToPay(case, amount, by, code, on_its_way, _swish(visit, case, amount), arrived)


def _swish(visit: Visit, case: OwnCase, amount: int) -> SwishCode | None:
    number, ocr_number = visit.settings.operator.swish_number, case.document["ocr_number"]
    if not number or amount <= 0:
        return None
    code = qr_code(swish_text(number, ocr_number=ocr_number, amount=amount))
    return SwishCode(Markup(code), swish_link(number, ocr_number=ocr_number, amount=amount))  # noqa: S704


async def _instalment(connection: Connection, case: OwnCase) -> tuple[int, date | None]:
    """The first instalment of the running plan that is not paid, in öre, and its day."""
    plan = await running_plan(connection, case)
    due = None if plan is None else due_instalment(plan)
    return (case.owed, None) if due is None else (min(due["remaining_amount"], case.owed), due["date"])


def _symbol(visit: Visit, case: OwnCase, amount: int, due: date) -> str:
    operator = visit.settings.operator
    payee = PrintedPayee(operator.name, operator.organization_no, operator.bankgiro)
    invoiced = clock.stockholm_date(case.document["debt"]["invoice_date"])
    text = payment_text(
        payee, ocr_number=case.document["ocr_number"], invoice_date=invoiced, due_date=due, amount=amount
    )
    return qr_code(text)
