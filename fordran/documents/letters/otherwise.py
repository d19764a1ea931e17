"""What follows where a letter that demands the whole debt is neither paid nor answered, and what that would cost."""

from datetime import date
from typing import Literal, TypeAlias

from fordran.documents.letters.correspondence import Letter

Otherwise: TypeAlias = Literal["debt_collection", "enforcement", "with_authority", "surveillance"]
"""What comes next: a collection demand, an application to the authority, what the authority does already, or more letters."""


def what_follows(letter: Letter, otherwise: Otherwise, pay_by: date) -> str:
    """A sentence or two of it, with the costs of the day of the letter."""
    voice, law = letter.voice, letter.claims[0].terms.law
    if otherwise == "debt_collection":
        demand = law.cap_on("debt_collection", letter.dated)
        assert demand is not None
        return voice.said("otherwise_debt_collection", pay_by=pay_by, amount=voice.money(demand.most))
    if otherwise == "with_authority":
        return voice.said("otherwise_with_authority", pay_by=pay_by)
    if otherwise == "surveillance":
        return voice.said("otherwise_surveillance", pay_by=pay_by)
    application = law.row("enforcement_application", letter.dated).most
    work = law.row("enforcement_work", letter.dated).most
    return voice.said(
        "otherwise_enforcement",
        pay_by=pay_by,
        creditor=letter.creditor.name,
        total=voice.money(application + work),
        application_fee=voice.money(application),
        work_fee=voice.money(work),
    )
