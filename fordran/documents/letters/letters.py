"""Letters: every kind, its PDF, and what the check of lawfulness asks about it.

A kind of letter is a frozen dataclass in a file of this folder, where it is found; `letter_parts` has what they
share. What must stand in each and why is in docs/rules/letters.md. The application to the authority is `enforcement.py`.
"""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules

from fordran.documents import letters
from fordran.documents.letter_parts.claims import LetterClaim
from fordran.documents.letter_parts.correspondence import LetterDocument, printed
from fordran.documents.letter_parts.explanation import claim_basis
from fordran.documents.letter_parts.voice import LetterVoice
from fordran.documents.letters.enforcement import EnforcementApplication
from fordran.documents.typesetting import typeset
from fordran.domain.flow import letters as lawful
from fordran.domain.kinds.letter_kinds import LetterKind
from fordran.domain.numbers import bankgiro


def _declared() -> tuple[type[LetterDocument], ...]:
    """The letters that the files beside this one declare; what only others are made of has no `kind`."""
    names = [f"{letters.__name__}.{found.name}" for found in iter_modules(letters.__path__)]
    modules = [import_module(name) for name in names if name != __name__]
    kinds = [value for module in modules for value in vars(module).values() if isinstance(value, type)]
    return tuple(dict.fromkeys(kind for kind in kinds if issubclass(kind, LetterDocument) and hasattr(kind, "kind")))


KINDS = _declared()


def render(letter: LetterDocument) -> bytes:
    """The letter as PDF, A4; the same letter always gives the same bytes."""
    return typeset("letter", printed(letter), letter.dated)


def facts_for_lawfulness(
    letter: LetterDocument | EnforcementApplication, cases: Sequence[lawful.CaseOnDay]
) -> tuple[lawful.LetterFacts, ...]:
    """The printed content as the check of lawfulness takes it: one for each claim and its case, in the claims' order.

    A letter that claims nothing gives none.
    """
    if isinstance(letter, EnforcementApplication):
        return tuple(
            _facts(letter, "enforcement", debt.claim, case, LetterVoice(letter.language))
            for debt, case in zip(letter.debts, cases, strict=True)
        )
    if letter.kind is None:
        return ()
    account = f"bankgiro {bankgiro.format(letter.payee.bankgiro)}, {letter.payee.name}"
    to_pay = {
        claim.ocr_number: f"{account}, OCR {payment.ocr_number}"
        for payment in letter.contents().payments
        for claim in (letter.claims if payment.reference else (payment.claim,))
    }
    return tuple(
        replace(
            _facts(letter, letter.kind, claim, case, letter.voice),
            payment_instructions=to_pay.get(claim.ocr_number, ""),
            pay_by=letter.deadline,
        )
        for claim, case in zip(letter.claims, cases, strict=True)
    )


def _facts(
    letter: LetterDocument | EnforcementApplication,
    kind: LetterKind,
    claim: LetterClaim,
    case: lawful.CaseOnDay,
    voice: LetterVoice,
) -> lawful.LetterFacts:
    stated = claim.statement
    return lawful.LetterFacts(
        case=case,
        kind=kind,
        sent=letter.dated,
        creditor_name=letter.creditor.name,
        operator_name=letter.agent.name,
        basis=f"{claim.debt_description}. {claim_basis(claim, voice)}" if claim.debt_description.strip() else "",
        payment_instructions="",
        capital=stated.capital.remaining,
        interest=stated.interest.remaining,
        costs=stated.costs.remaining,
        total=stated.remaining,
        interest_lines=tuple(
            lawful.InterestShown(line.amount, line.rate_percent, line.from_date, line.to_date, line.base)
            for line in claim.added("interest")
        ),
        fees=tuple(
            (line.article, line.amount) for line in stated.lines if line.component == "costs" and line.kind == "added"
        ),
        charged_on=tuple(line.date for line in stated.lines if line.component == "costs" and line.kind == "added"),
        refund=stated.refund,
        left_out=claim.disputed,
        says_assigned=letter.assignment is not None,
    )
