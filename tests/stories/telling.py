"""Stories: whole case histories in the words of a case handler, told to the service and held against what it answers.

A story is a title and lines of a date, an act and, after an arrow, how the case stands then: its state, or why it is
closed; what remains of costs, interest and capital; what of the money was not used; whether the answer was a warning. What
is not named is nothing. `owed` asks for the statement on its date, or on another, and does nothing. A paragraph without any dated
line is a remark. An act happens at noon on its date; a payment is of that date too, unless it says another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.actions.office import COMPANY, Body, Office


@dataclass(frozen=True)
class Line:
    date: str
    act: str
    outcome: str


@dataclass
class Story:
    title: str
    lines: list[Line] = field(default_factory=list)


def stories_in(folder: Path) -> Iterator[Story]:
    """Every story of the folder's files."""
    for path in sorted(folder.glob("*.story")):
        story = None
        for text in path.read_text(encoding="utf-8").splitlines():
            if match := re.fullmatch(r"(\d{4}-\d\d-\d\d)\s+(.*?)\s+→ (.*)", text):
                assert story is not None, f"{path.name}: a line without a title: {text}"
                story.lines.append(Line(match[1], match[2], match[3]))
            elif text.strip():
                if story is not None and story.lines:
                    yield story
                story = Story(text.strip())
        assert story is not None
        assert story.lines
        yield story


class Teller:
    """Tells a story to an office, a line at a time."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.case = ""
        self.invoice_number = ""

    async def tell(self, line: Line) -> str:
        """Do what the line says, and say how the case stands then."""
        match = re.fullmatch(
            r"(register invoice|register debt|credit invoice|pay|credit|waive|cancel|owed) ?(.*)", line.act
        )
        assert match is not None, f"not understood: {line.act}"
        verb, details = match.groups()
        match verb:
            case "register invoice":
                await self.register_invoice(line.date, details)
                return await self.stands()
            case "register debt":
                await self.register_debt(details)
                return await self.stands()
            case "credit invoice":
                await self.credit_invoice(line.date, details)
                return await self.stands()
            case "pay":
                amount, _, day = details.partition(" on ")
                return await self.stands(await self.office.pay(self.case, float(amount), day or line.date), amount)
            case "credit":
                return await self.stands(await self.office.credit(self.case, float(details)), details)
            case "waive":
                await self.waive(details)
                return await self.stands()
            case "cancel":
                return await self.stands(await self.office.cancel(self.case))
            case _:
                day, _, known = details.removeprefix("on ").partition(" as known on ")
                return said(await self.office.statement(self.case, day or line.date, known or None))

    async def register_invoice(self, day: str, details: str) -> None:
        amount, due, *terms = details.split(", ")
        days = int(re.fullmatch(r"due in (\d+) days", due)[1])  # type: ignore[index]
        body = self.office.invoice_body(
            float(amount),
            invoice_date=day,
            invoice_due_date=(date.fromisoformat(day) + timedelta(days=days)).isoformat(),
        )
        for term in terms:
            body |= self.settings(term)
        self.invoice_number = body["invoice_number"]
        self.case = (await self.office.post("invoice--registrations", body))["_case"]

    async def credit_invoice(self, day: str, amount: str) -> None:
        body = self.office.invoice_body(
            float(amount),
            invoice_type="credit_invoice",
            reference_number=self.invoice_number,
            invoice_date=day,
            invoice_due_date=day,
        )
        credited = await self.office.post("invoice--registrations", body)
        assert credited["_case"] == self.case

    async def waive(self, details: str) -> None:
        """Such as `interest`, `interest 100.00`, `reminder`, `interest from 2026-04-01 until 2026-06-30`."""
        match = re.fullmatch(r"(\w+)(?: ([\d.]+))?(?: from (\S+))?(?: until (\S+))?", details)
        assert match is not None, f"not understood: {details}"
        what, amount, begins, until = match.groups()
        of = {"component": what} if what in ("interest", "costs") else {"component": "costs", "article": what}
        more = {"amount": float(amount) if amount else None, "from": begins, "until": until}
        await self.office.waive(self.case, **of, **{name: value for name, value in more.items() if value})

    async def register_debt(self, details: str) -> None:
        amount, *terms = details.split(", ")
        debt: Body = self.office.debt(float(amount))
        more: Body = {}
        for term in terms:
            if match := re.fullmatch(r"invoiced (\S+)", term):
                debt["invoice_date"] = match[1]
            elif match := re.fullmatch(r"due in (\d+) days", term):
                debt["invoice_due_days_after_invoice_date"] = int(match[1])
            elif match := re.fullmatch(r"interest after (\d+) days", term):
                debt["interest_days_after_invoice_date"] = int(match[1])
            elif match := re.fullmatch(r"of which (\w+) (\S+)", term):
                debt.setdefault("fees_included_in_capital_to_claim", {})[match[1]] = float(match[2])
            elif match := re.fullmatch(r"(\w+) (\S+) on (\S+)", term):
                fee = {"amount": float(match[2]), "fee_registration_date": match[3]}
                debt.setdefault("fees_already_claimed", {})[match[1]] = fee
            elif term == "business":
                more["customer"] = self.office.case_body()["customer"] | {
                    "id_number": COMPANY,
                    "is_person": False,
                    "is_company": True,
                }
            else:
                more |= self.settings(term)
        made = await self.office.post("case--registrations", self.office.case_body(debt, **more))
        (self.case,) = made["_cases"]

    @staticmethod
    def settings(term: str) -> Body:
        if term == "no interest":
            return {"case_settings": {"interest_rate": {"reference_rate": False}}}
        match = re.fullmatch(r"at (\S+) %", term)
        assert match is not None, f"not understood: {term}"
        return {"case_settings": {"interest_rate": {"reference_rate": False, "rate_percent": float(match[1])}}}

    async def stands(self, answer: Body | None = None, amount: str = "0") -> str:
        """How the case stands, and what became of the money that an act spoke of."""
        case = await self.office.case(self.case)
        words = [case["close_reason"] if case["state"] == "closed" else case["state"]]
        owed = said(case)
        words += [owed] if owed != "nothing" else []
        answer = answer or {}
        unused = Decimal(amount) - Decimal(str(answer.get("settled_amount", 0)))
        words += [f"unused {unused:.2f}"] if unused and "settled_amount" in answer else []
        statuses = (answer.get("_payment_status"), answer.get("_cancellation_status"))
        words += ["warning"] if "warning" in statuses else []
        assert ("status_reason_locale" in answer) == ("warning" in statuses)
        return ", ".join(words)


def said(document: Any) -> str:
    """What remains, of a case or of a statement."""
    amounts = {name: document[f"total_remaining_{name}_amount"] for name in ("costs", "interest", "capital")}
    amounts["refund"] = document["refund_amount"]
    return ", ".join(f"{name} {amount:.2f}" for name, amount in amounts.items() if amount) or "nothing"
