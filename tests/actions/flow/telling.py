"""Stories of the flow: what happens to cases by themselves, and what people do to them.

They are written and read as those of tests/stories, with more acts. Between two lines every day is lived: a worker does what
is due in the morning, the act happens at noon, and what it queued leaves in the evening. After the arrow stands where the
case is, with its hold or status where that says more than the state; what it owes; which letters left since the line before,
with the day to pay by, and which wait
for the day on which they leave; which were stopped; what waits for a person; and what comes next. A line `later` does nothing.

A line `refused …` is an act that must be answered 409, and says so.
"""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import httpx

from fordran.domain.kinds.case_states import HOLDS
from fordran.resources.customers import CustomerMarks
from fordran.shape.moments import day_of, moment_of
from tests.actions.flow.days import EVENING, NOON, Days
from tests.actions.office import APPLYING, COMPANY, PERSON, Body, Office
from tests.actions.payouts.people import person
from tests.stories.telling import Line, Teller, said

CHILD = "20150504-2380"
YOUNG = "20080815-2383"
"""Eighteen since 15 August 2026."""
SHOWS_STATUS = (*HOLDS, "enforcement_served", "enforcement_contested", "enforcement_verdict", "enforcement_execution")


class FlowTeller(Teller):
    """Tells a story whose days are lived."""

    def __init__(self, office: Office, days: Days) -> None:
        super().__init__(office)
        self.days = days
        self.told: dict[str, str] = {}
        """Letter → the status that was told of it; and each work item that was."""
        self.people: dict[str, httpx.AsyncClient] = {}
        """Persons of the staff, by name."""

    async def tell(self, line: Line) -> str:
        day = date.fromisoformat(line.date)
        if not self.case:
            self.days.at(day)
        await self.days.live(day)
        self.days.at(day, NOON)
        if line.act.startswith("refused "):
            await self.act(line.act.removeprefix("refused "), line, 409)
            return "refused"
        answer = await self.act(line.act, line)
        await self.days.work(day, EVENING)
        return answer if isinstance(answer, str) else await self.standing()

    async def act(self, act: str, line: Line, status: int = 201) -> str | None:
        """Do what the line says. What it says of the case itself, where the base's acts do, is not used."""
        for pattern, do in _ACTS.items():
            if match := re.fullmatch(pattern, act):
                await do(self, status, *match.groups())
                return None
        told = await super().tell(Line(line.date, act, line.outcome))
        return told if act == "owed" else None

    async def on_case(self, status: int, path: str, body: Body | None = None) -> None:
        await self.office.post(f"cases/{self.case}/{path}", body or {}, status)

    async def lift(self, status: int, path: str) -> None:
        case = await self.office.case(self.case)
        answer = await self.office.client.delete(f"/cases/{self.case}/{path}", headers={"If-Match": case["_etag"]})
        assert answer.status_code == (204 if status == 201 else status), answer.text

    async def note_evidently_wrong(self, status: int, reason: str) -> None:
        """Anna of the staff notes an objection that cannot change the claim."""
        body = {"reason": reason, "kind": "evidently_wrong", "explanation": "Priset står i det undertecknade avtalet."}
        await self.by("anna", status, "disputes", body)

    async def confirm(self, status: int, who: str) -> None:
        (dispute,) = [one["_id"] for one in await self.disputes() if one["status"] == "open"]
        if who == "an API client":
            answer = await self.office.client.post(f"/cases/{self.case}/disputes/{dispute}/confirm")
            assert answer.status_code == 403, answer.text
            return
        await self.by(who, status, f"disputes/{dispute}/confirm", None)

    async def settle(self, status: int, outcome: str) -> None:
        """Settle the first objection that is open, or try the last one that has ended."""
        disputes = await self.disputes()
        dispute = next((one for one in disputes if one["status"] == "open"), disputes[-1])["_id"]
        body = {"outcome": outcome, "evidence": "Brev från gäldenären."}
        await self.on_case(status, f"disputes/{dispute}/settle", body)

    async def disputes(self) -> list[Body]:
        found: list[Body] = (await self.office.get(f"cases/{self.case}/disputes"))["_items"]
        return found

    async def by(self, name: str, status: int, path: str, body: Body | None) -> None:
        """Let a person of the staff do something to the case."""
        if name not in self.people:
            _, self.people[name] = await person(self.office.app, name)
        answer = await self.people[name].post(f"/cases/{self.case}/{path}", json=body or {})
        assert answer.status_code == status, answer.text

    async def give_mandate(self, _status: int, *days: str) -> None:
        await self.office.give_mandate(**dict(zip(("from", "until"), days, strict=False)))

    async def hand_over(self, status: int) -> None:
        """Ask that a court takes the contested application over."""
        (found, *_) = (await self.office.get(f"cases/{self.case}/enforcements"))["_items"]
        await self.office.post(f"enforcements/{found['_id']}/hand-over", {}, status)

    async def renew(self, status: int) -> None:
        """Ask the authority again for execution."""
        (found, *_) = (await self.office.get(f"cases/{self.case}/enforcements"))["_items"]
        await self.office.post(f"enforcements/{found['_id']}/renew", {}, status)

    async def pay_capital(self, status: int, amount: str) -> None:
        """Pay the debt itself, and leave interest and costs."""
        body = self.office.payment_body(self.case, float(amount), self.days.day.isoformat())
        await self.office.post("creditor--payments", body | {"for": "capital"}, status)

    async def mark(self, _status: int, *marks: str) -> None:
        """Let the customer have these marks and no other."""
        customer = (await self.office.case(self.case))["customer"]
        found = await self.office.get(f"customers/{customer}")
        answer = await self.office.client.patch(
            f"/customers/{customer}",
            json={mark: mark in " ".join(marks).split(" and ") for mark in CustomerMarks.model_fields},
            headers={"If-Match": found["_etag"]},
        )
        assert answer.status_code == 200, answer.text

    async def register_debt(self, details: str) -> None:
        """As the base, with more that can be said of the debt and the customer."""
        amount, *terms = details.split(", ")
        debt: Body = self.office.debt(float(amount))
        customer = self.office.case_body()["customer"]
        more: Body = {}
        settings: Body = {}
        for term in terms:
            if match := re.fullmatch(r"invoiced (\S+)", term):
                debt["invoice_date"] = match[1]
            elif match := re.fullmatch(r"due in (\d+) days", term):
                debt["invoice_due_days_after_invoice_date"] = int(match[1])
            elif match := re.fullmatch(r"(\w+) (\S+) on (\S+)", term):
                fee = {"amount": float(match[2]), "fee_registration_date": match[3]}
                debt.setdefault("fees_already_claimed", {})[match[1]] = fee
            elif match := re.fullmatch(r"interrupted (\S+) by (\w+)", term):
                told = {"date": match[1], "kind": match[2], "evidence": "Kvitto från det förra ombudet."}
                debt.setdefault("interruptions", []).append(told)
            elif match := re.fullmatch(r"parked (\S+)", term):
                debt |= {"claim_kind": "control_fee", "control_fee": _PARKED | {"date": match[1]}}
            elif match := re.fullmatch(r"first (\w+)", term):
                more["first_action"] = match[1]
            elif match := re.fullmatch(r"with (\w+) (\S+)", term):
                settings[match[1]] = json.loads(match[2])
            elif term == "consumer credit":
                debt |= {"claim_kind": "loan", "consumer_credit": True}
            elif term == "with applications":
                await self.office.give_mandate()
                settings |= APPLYING
            else:
                more |= _CASES.get(term, {})
                customer |= _CUSTOMERS.get(term, {})
                assert term in _CASES or term in _CUSTOMERS, f"not understood: {term}"
        if settings:
            more["case_settings"] = settings
        made = await self.office.post("case--registrations", self.office.case_body(debt, customer=customer, **more))
        (self.case,) = made["_cases"]

    @staticmethod
    def settings(term: str) -> Body:
        """What can be said of an invoice's case."""
        if match := re.fullmatch(r"with (\w+) (\S+)", term):
            return {"case_settings": {match[1]: json.loads(match[2])}}
        if term in _INVOICED:
            return {"customer": _INVOICED[term]}
        return Teller.settings(term)

    async def standing(self) -> str:
        """How the case stands, and what has happened since the line before."""
        case = await self.office.case(self.case)
        place = case["close_reason"] if case["state"] == "closed" else case["state"]
        if case["status"] in SHOWS_STATUS:
            place += f" ({case['status'].removeprefix('enforcement_')})"
        owed = said(case)
        words = [place if owed == "nothing" else f"{place}, {owed}"]
        words += [text async for text in self.letters()]
        words += [text async for text in self.work_items()]
        if case.get("next_step") in ("application", "review") and case["waits_for"]:
            words.append(f"waits for {', '.join(case['waits_for'])}")
        if "next_step" in case:
            words.append(" ".join(["next", case["next_step"], *_days(case.get("next_step_date"))]))
        return "; ".join(words)

    async def letters(self) -> Any:
        """Letters that left or were stopped since they were last asked for."""
        for letter in await self.found("letters"):
            if self.told.get(letter["_id"]) != letter["status"]:
                self.told[letter["_id"]] = letter["status"]
                if letter["status"] == "queued":
                    yield f"{letter['kind']} leaves {_days(letter['dated'])[0]}"
                    continue
                verb = {"shown": "sent", "sent": "sent", "stopped": "stopped"}[letter["status"]]
                until = f" to pay by {_days(letter['pay_by'])[0]}" if "pay_by" in letter and verb == "sent" else ""
                yield f"{verb} {letter['kind']}{until}"

    async def work_items(self) -> Any:
        """What began to wait for a person since it was last asked for."""
        for item in await self.found("work--items"):
            if item["_id"] not in self.told:
                self.told[item["_id"]] = item["reason"]
                yield f"waits: {item['reason'].partition(' (')[0].partition(': ')[0]}"

    async def found(self, path: str) -> list[Body]:
        items: list[Body] = (
            await self.office.get(path, where=json.dumps({"case": self.case}), sort="_id", max_results="100")
        )["_items"]
        return items


def _days(moment: str | None) -> list[str]:
    return [] if moment is None else [day_of(moment_of(moment)).isoformat()]


def _body(name: str, **fields: Any) -> Any:
    """An act that posts to a path of the case; a field's function makes it of what the line says."""

    async def do(teller: FlowTeller, status: int, *said: str) -> None:
        body = {field: make(*said) for field, make in fields.items()}
        await teller.on_case(status, name, {field: value for field, value in body.items() if value is not None})

    return do


def _lift(name: str) -> Any:
    async def do(teller: FlowTeller, status: int) -> None:
        await teller.lift(status, name)

    return do


async def _nothing(teller: FlowTeller, status: int) -> None:
    return


_ADDRESS = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Örebro", "country": "SE"}
_ACTS: dict[str, Any] = {
    r"later": _nothing,
    r"start": _body("start"),
    r"respite until (\S+)": _body("respite", until=str),
    r"lift respite": _lift("respite"),
    r"dispute (.+)": _body("disputes", reason=str),
    r"object to (\S+) (.+)": _body("disputes", amount=lambda amount, _: float(amount), reason=lambda _, reason: reason),
    r"unclear objection (.+)": _body("disputes", reason=str, kind=lambda _: "unclear"),
    r"cannot pay (.+)": _body("disputes", reason=str, kind=lambda _: "none"),
    r"evidently wrong objection (.+)": FlowTeller.note_evidently_wrong,
    r"confirm by (.+)": FlowTeller.confirm,
    r"settle (\w+)": FlowTeller.settle,
    r"withdraw dispute": _lift("disputes"),
    r"answer (rejected|accepted)": _body("dispute-answers", outcome=str, answer=lambda _: "Leveransen är kvitterad."),
    r"answer partly (\S+)": _body("dispute-answers", outcome=lambda _: "partly", amount=float),
    r"plan of (\d+) instalments from (\S+)": _body(
        "amortization-plans", instalments=lambda count, _: int(count), first_date=lambda _, day: day
    ),
    r"plan of (\S+) a month from (\S+)": _body(
        "amortization-plans", amount=lambda amount, _: float(amount), first_date=lambda _, day: day
    ),
    r"lift plan": _lift("amortization-plans"),
    r"confirm unpaid": _body("confirm-unpaid"),
    r"hand over": FlowTeller.hand_over,
    r"renew": FlowTeller.renew,
    r"release": _body("release-application"),
    r"offer forbearance on (\S+)": _body("forbearance", offered_on=str),
    r"give mandate": FlowTeller.give_mandate,
    r"give mandate from (\S+) until (\S+)": FlowTeller.give_mandate,
    r"pay capital (\S+)": FlowTeller.pay_capital,
    r"interrupted (\S+) by (\w+)": _body(
        "interruptions", date=lambda day, _: day, kind=lambda _, kind: kind, evidence=lambda *_: "Gäldenärens brev."
    ),
    r"close as (\w+)": _body("close", reason=str),
    r"wrong person": _body("wrong-person", note=lambda: "En granne."),
    r"reply (\w+)": _body("enforcement-replies", reply=str),
    r"order (\S+) capital, (\S+) interest, (\S+) costs": _body(
        "enforcement-replies",
        reply=lambda *_: "verdict",
        amounts=lambda *parts: dict(zip(_PARTS, map(float, parts), strict=True)),
    ),
    r"mark (.+)": FlowTeller.mark,
    r"unmark": FlowTeller.mark,
}
_PARTS = ("capital", "interest", "costs")
_PARKED = {
    "place": "Storgatan 1, Örebro",
    "time": "14:30",
    "plate": "ABC123",
    "breach": "Ingen giltig biljett",
    "notice_number": "7001",
}
_CASES: dict[str, Body] = {"waits to be started": {"start_flow": False}}
_CUSTOMERS: dict[str, Body] = {
    "person": {"id_number": PERSON},
    "business": {"name": "Papper AB", "id_number": COMPANY, "is_person": False, "is_company": True},
    "child": {"name": "Kim Öberg", "id_number": CHILD},
    "no number": {"id_number": ""},
    "young": {"name": "Kim Öberg", "id_number": YOUNG},
}
_INVOICED: dict[str, Body] = {
    "business": {"name": "Papper AB", "id_number": COMPANY, "is_company": True, "address": _ADDRESS},
    "parking": {
        "name": "Karin Öberg",
        "id_number": PERSON,
        "is_person": True,
        "address": _ADDRESS,
        "car_registration": {"number": "ABC 123"},
    },
}
