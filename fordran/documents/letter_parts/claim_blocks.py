"""Common parts of letters about claims: the table, the costs, the continuing interest, and the consequences."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Literal, TypeAlias

from fordran.documents.letter_parts.blocks import Block, LetterCell, LetterColumn, SubText, subheading, table
from fordran.documents.letter_parts.claims import LetterClaim, RunningInterest, total_costs
from fordran.documents.letter_parts.correspondence import LetterDocument
from fordran.documents.letter_parts.explanation import named_basis
from fordran.documents.letter_parts.voice import LetterVoice
from fordran.documents.printable import printable
from fordran.domain.claims.statement import DebtStatement

Otherwise: TypeAlias = Literal["debt_collection", "enforcement", "with_authority", "surveillance"]
"""The next step: a collection demand, an application to the authority, the authority's own work, or more letters."""


def claims_table(claims: Sequence[LetterClaim], voice: LetterVoice) -> Block:
    """Each claim with its basis, and its capital, interest and costs apart: inkassolag (1974:182) 5 §."""
    rows: list[list[LetterCell]] = [
        [
            SubText(printable(claim.debt_description), (named_basis(claim, claims, voice), *_left_out(claim, voice))),
            *map(voice.number, _amounts(claim.statement)),
        ]
        for claim in claims
    ]
    sums = [sum(column) for column in zip(*(_amounts(claim.statement) for claim in claims), strict=True)]
    return table(
        [
            LetterColumn(voice.text("claim")),
            *(LetterColumn(voice.text(name), is_numeric=True) for name in ("capital", "interest", "costs", "sum")),
        ],
        rows,
        [voice.text("sum"), *map(voice.number, sums)] if len(claims) > 1 else None,
    )


def _left_out(claim: LetterClaim, voice: LetterVoice) -> list[str]:
    """The amount that the claim leaves out, where the debtor objects to a part of it."""
    return [voice.text("disputed_part", amount=voice.money(claim.disputed))] if claim.disputed else []


def claim_names(claims: Sequence[LetterClaim], voice: LetterVoice) -> list[Block]:
    """Which debts a letter is about, where it asks for none of them."""
    return [subheading(printable(claim.debt_description), named_basis(claim, claims, voice)) for claim in claims]


def costs_sentence(claims: Sequence[LetterClaim], voice: LetterVoice) -> list[str]:
    """The parts of the costs; empty if there are none."""
    costs = total_costs(claims)
    return [voice.text("costs_are", costs=voice.listed_costs(costs))] if costs else []


def interest_sentences(claims: Sequence[LetterClaim], voice: LetterVoice) -> list[str]:
    """The interest that goes on, in a sentence for the claims that carry it alike; nothing where none does."""
    alike: dict[RunningInterest, list[LetterClaim]] = defaultdict(list)
    for claim in claims:
        if (running := claim.running_interest()) is not None:
            alike[replace(running, amount_per_day=0)].append(claim)
    bearing = sum(map(len, alike.values()))
    return [
        _interest_sentence(running, group, voice, names_invoices=bearing < len(claims) or len(alike) > 1)
        for running, group in alike.items()
    ]


def what_follows(letter: LetterDocument, otherwise: Otherwise, pay_by: date) -> str:
    """The consequences if all is neither paid nor disputed, with their cost on the day of the letter."""
    voice, law = letter.voice, letter.claims[0].terms.law
    if otherwise == "debt_collection":
        demand = law.cap_on("debt_collection", letter.dated)
        assert demand is not None
        return voice.text("otherwise_debt_collection", pay_by=pay_by, amount=voice.money(demand.most))
    if otherwise == "with_authority":
        return voice.text("otherwise_with_authority", pay_by=pay_by)
    if otherwise == "surveillance":
        return voice.text("otherwise_surveillance", pay_by=pay_by)
    application = law.row("enforcement_application", letter.dated).most
    work = law.row("enforcement_work", letter.dated).most
    return voice.text(
        "otherwise_enforcement",
        pay_by=pay_by,
        creditor=letter.creditor.name,
        total=voice.money(application + work),
        application_fee=voice.money(application),
        work_fee=voice.money(work),
    )


def _interest_sentence(
    running: RunningInterest, claims: list[LetterClaim], voice: LetterVoice, *, names_invoices: bool
) -> str:
    a_day = sum(found.amount_per_day for claim in claims if (found := claim.running_interest()))
    sentence = voice.text(
        "statutory_interest_goes_on" if running.is_statutory else "interest_goes_on",
        at=claims[0].statement.at,
        from_day=running.from_day,
        rate=voice.rate(running.rate_percent),
        a_day=voice.text("a_day", amount=voice.money(a_day)) if a_day else "",
    )
    if not names_invoices:
        return sentence
    numbers = ", ".join(claim.invoice_number for claim in claims)
    return voice.text("for_invoices", invoice_numbers=numbers, sentence=sentence)


def _amounts(stated: DebtStatement) -> tuple[int, int, int, int]:
    return stated.capital.remaining, stated.interest.remaining, stated.costs.remaining, stated.remaining
