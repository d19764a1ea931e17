"""The explanation of the amounts: every line of each claim's statement, and what the lines come to."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from fordran.documents.letter_parts.blocks import (
    Block,
    LetterCell,
    LetterColumn,
    SubText,
    heading,
    paragraph,
    subheading,
    table,
)
from fordran.documents.letter_parts.claims import CostName, LetterClaim
from fordran.documents.letter_parts.voice import LetterVoice
from fordran.documents.printable import printable
from fordran.domain.claims.entries import COMPONENTS, LedgerEntry
from fordran.domain.claims.objections import DISPUTED_PART
from fordran.domain.claims.statement import ComponentBalance, DebtStatement
from fordran.domain.kinds.articles import LawArticle

_Sum: TypeAlias = Literal["added", "settled", "credited", "waived", "written_off", "remaining"]

_SUMS: tuple[_Sum, ...] = ("added", "settled", "credited", "waived", "written_off", "remaining")
_ALWAYS_SHOWN: tuple[_Sum, ...] = ("added", "settled", "remaining")


def explanation(claims: Sequence[LetterClaim], voice: LetterVoice) -> list[Block]:
    """The blocks that explain the claims, one after the other, under one headline."""
    blocks = [
        heading(voice.text("explanation")),
        paragraph(voice.text("explanation_opening", at=claims[0].statement.at)),
    ]
    for claim in claims:
        blocks += [
            subheading(printable(claim.debt_description), named_basis(claim, claims, voice)),
            _lines(claim, voice),
            _sums(claim, voice),
            *_refund(claim.statement, voice),
        ]
    return [*blocks, paragraph(voice.text("explanation_interest"))]


_LAW_OF_PART: dict[CostName, LawArticle] = {
    "application_fee": "enforcement_application",
    "application_work": "enforcement_work",
}
"""An application's fees rest on a law each."""


def claim_basis(claim: LetterClaim, voice: LetterVoice) -> str:
    """Which invoice the claim is, of what day, and when it was due; of a control fee also the parking."""
    invoice = voice.text(
        "claim_basis",
        invoice_number=claim.invoice_number,
        invoice_date=claim.invoice_date.isoformat(),
        due_date=claim.terms.due_date.isoformat(),
    )
    parking = claim.terms.particulars.control_fee
    if parking is None:
        return invoice
    return f"{invoice}. " + voice.text(
        "control_fee",
        place=printable(parking.place),
        date=parking.date.isoformat(),
        time=parking.time,
        plate=printable(parking.plate),
        breach=printable(parking.breach),
        notice_number=printable(parking.notice_number),
    )


def named_basis(claim: LetterClaim, among: Sequence[LetterClaim], voice: LetterVoice) -> str:
    """The same, with the number of the claim's case where the letter is about several."""
    basis = claim_basis(claim, voice)
    return voice.text("basis_of_case", case_number=claim.case_number, basis=basis) if len(among) > 1 else basis


def _lines(claim: LetterClaim, voice: LetterVoice) -> Block:
    """Every line of the statement, with what was left of each component, and of all, after it."""
    left = dict.fromkeys(COMPONENTS, 0)
    names = claim.cost_names()
    rows: list[list[LetterCell]] = []
    for line in claim.statement.lines:
        left[line.component] += line.amount
        amounts = [line.amount, *left.values(), sum(left.values())]
        text = _text(line, names.get(line.settles or line.fact), claim, voice)
        rows.append([line.date.isoformat(), text, *map(voice.number, amounts)])
    return table(
        [
            LetterColumn(voice.text("line_date"), is_kept=True),
            LetterColumn(voice.text("line_text")),
            LetterColumn(voice.text("line_amount"), is_numeric=True),
            *(LetterColumn(voice.text(name), is_numeric=True) for name in (*COMPONENTS, "left")),
        ],
        rows,
    )


def _text(line: LedgerEntry, cost: CostName | None, claim: LetterClaim, voice: LetterVoice) -> LetterCell:
    """The text of a line, how interest was computed, and its law. `cost` is the cost that it belongs to."""
    if line.type == "letter_paid":
        return voice.text("letter_paid")
    if line.fact == DISPUTED_PART:
        return voice.text("disputed_part_line")
    article = voice.article(cost or line.type)
    text = voice.line(line.kind, article)
    under = [_interest_details(line, voice)] if line.days is not None else []
    if line.law and line.kind == "added":
        part = _LAW_OF_PART.get(cost) if cost else None
        under.append(voice.statute(claim.terms.law.row(part, line.date).law if part else line.law))
    return SubText(text, tuple(under)) if under else text


def _interest_details(line: LedgerEntry, voice: LetterVoice) -> str:
    assert line.days is not None
    assert line.first_day is not None
    assert line.to_date is not None
    assert line.rate_percent is not None
    assert line.base is not None
    details = voice.text(
        "interest_details",
        first_day=line.first_day.isoformat(),
        last_day=line.to_date.isoformat(),
        days=line.days,
        rate=voice.rate(line.rate_percent),
        base=voice.money(line.base),
    )
    return f"{details} ({voice.text('provisional')})" if line.provisional else details


def _sums(claim: LetterClaim, voice: LetterVoice) -> Block:
    """The amounts added to and taken from each component, and the rest; empty columns are left out.

    It names its invoice: the next page may begin with it.
    """
    stated = claim.statement
    balances = {"capital": stated.capital, "interest": stated.interest, "costs": stated.costs}
    amounts = {name: {of: _amount(balance, name) for of, balance in balances.items()} for name in _SUMS}
    shown = [name for name in _SUMS if name in _ALWAYS_SHOWN or any(amounts[name].values())]
    return table(
        [
            LetterColumn(voice.text("invoice_of", invoice_number=claim.invoice_number)),
            *(LetterColumn(voice.text(name), is_numeric=True) for name in shown),
        ],
        [[voice.text(of), *(voice.number(amounts[name][of]) for name in shown)] for of in balances],
        [voice.text("sum"), *(voice.number(sum(amounts[name].values())) for name in shown)],
    )


def _refund(stated: DebtStatement, voice: LetterVoice) -> list[Block]:
    """The amount paid beyond the debt, which no line has."""
    return [paragraph(voice.text("explanation_refund", amount=voice.money(stated.refund)))] if stated.refund else []


def _amount(balance: ComponentBalance, name: _Sum) -> int:
    amount: int = getattr(balance, name)
    return amount
