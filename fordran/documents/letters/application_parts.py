"""The parts of an application for a payment order: the debtor, and each debt with its claims."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from fordran.documents.letter_parts.claims import OF_THE_AUTHORITY, CostName, LetterClaim
from fordran.documents.letter_parts.voice import LetterVoice
from fordran.documents.parties import PostalAddress
from fordran.documents.printable import printable
from fordran.domain.flow.next_step import SentLetter
from fordran.domain.kinds.articles import Article
from fordran.domain.law.deadlines import term_on
from fordran.domain.money import kronor


@dataclass(frozen=True, slots=True)
class Debtor:
    """Whom the application is against, with the number that the authority knows the debtor by."""

    name: str
    id_number: str
    address: PostalAddress
    email: str | None = None
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimedDebt:
    """A debt, and the demand that inkassolag (1974:182) 6 § wants sent and run out before legal action."""

    claim: LetterClaim
    demand: SentLetter

    def costs(self) -> dict[CostName, int]:
        """The rest of the collection costs, by name; the costs of the case itself are claimed as a whole."""
        return {name: amount for name, amount in self.claim.remaining_costs().items() if name not in OF_THE_AUTHORITY}

    def amounts(self) -> tuple[int, int, int, int]:
        """Capital, accrued interest, the costs of collecting, and their sum."""
        capital, interest = self.claim.statement.capital.remaining, self.claim.statement.interest.remaining
        costs = sum(self.costs().values())
        return capital, interest, costs, capital + interest + costs

    @property
    def claimed(self) -> int:
        """The claims of the debt without the costs of the case."""
        return self.amounts()[-1]

    @property
    def capital_paid_on(self) -> date | None:
        """The day on which the last of the capital was paid, where costs or interest alone are left."""
        days = [line.date for line in self.claim.statement.lines if line.type == "capital" and line.kind == "settled"]
        return max(days) if days and not self.claim.statement.capital.remaining else None

    def grounds(self, voice: LetterVoice) -> str:
        """The description of the debt, its due date, and the day of the demand."""
        claim = self.claim
        sentences = [
            voice.text(
                "grounds_text",
                debt_description=printable(claim.debt_description),
                invoice_number=claim.invoice_number,
                invoice_date=claim.invoice_date,
                initial_capital=voice.money(claim.statement.capital.added),
                due_date=claim.terms.due_date,
            ),
            voice.text("demanded", demand_date=self.demand.sent, demand_pay_by=self.demand.pay_by),
        ]
        if claim.disputed:
            sentences.append(voice.text("application_leaves_out", amount=voice.money(claim.disputed)))
        if self.capital_paid_on is not None:
            sentences.append(voice.text("capital_paid", date=self.capital_paid_on))
        return " ".join(sentences)

    def data(self) -> dict[str, Any]:
        """The debt as plain values for JSON."""
        claim, stated, costs = self.claim, self.claim.statement, self.costs()
        paid_on = self.capital_paid_on
        named: tuple[Article, ...] = ("debt_collection", "reminder", "late_payment_fee")
        return {
            "invoice_number": claim.invoice_number,
            "invoice_date": claim.invoice_date.isoformat(),
            "due_date": claim.terms.due_date.isoformat(),
            "debt_description": claim.debt_description,
            "ocr_number": claim.ocr_number,
            "demand_date": self.demand.sent.isoformat(),
            "demand_pay_by": self.demand.pay_by.isoformat(),
            "initial_capital": kronor(stated.capital.added),
            "capital": kronor(stated.capital.remaining),
            "capital_paid_on": paid_on.isoformat() if paid_on else None,
            "interest": self._interest_data(),
            "costs": {article: kronor(costs.get(article, 0)) for article in named}
            | {"other": {article: kronor(amount) for article, amount in costs.items() if article not in named}},
            "total_amount": kronor(self.claimed),
        }

    def _interest_data(self) -> dict[str, Any]:
        """The accrued interest and its base, and the interest asked for from then on."""
        running = self.claim.running_interest()
        is_statutory = running is not None and running.is_statutory
        return {
            "type": "none" if running is None else "reference_rate" if is_statutory else "agreed_rate",
            "law": self.claim.terms.interest_rate.law if running else None,
            "points_above_reference_rate": (
                term_on("points_above_reference_rate", self.claim.statement.at) if is_statutory else None
            ),
            "rate_percent": f"{running.rate_percent.normalize():f}" if running else None,
            "from": running.from_day.isoformat() if running else None,
            "accrued_amount": kronor(self.claim.statement.interest.remaining),
            "accrued_to": self.claim.statement.at.isoformat(),
            "periods": [
                {
                    "from": period.first_day.isoformat(),
                    "to": period.last_day.isoformat(),
                    "days": period.days,
                    "rate_percent": f"{period.rate_percent.normalize():f}",
                    "base": kronor(period.base),
                    "amount": kronor(period.amount),
                }
                for period in self.claim.interest_periods()
            ],
        }


def party_data(name: str, address: PostalAddress, **details: str | None) -> dict[str, Any]:
    """A party as plain values for JSON, its address with the interface's fields."""
    return {"name": name, **details, "address": asdict(address)}
