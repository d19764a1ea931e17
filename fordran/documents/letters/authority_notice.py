"""Papers to the enforcement authority: the withdrawal or reduction of an application, and a request for execution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.documents.letter_parts.blocks import Block, LetterColumn, paragraph, signature, table
from fordran.documents.letter_parts.correspondence import Agent, Contents, laid_out
from fordran.documents.letter_parts.voice import LetterVoice
from fordran.documents.letters.enforcement import AUTHORITY
from fordran.documents.printable import printable
from fordran.documents.typesetting import typeset
from fordran.domain.kinds.enforcement_kinds import NoticeKind
from fordran.domain.languages import SWEDISH

_TITLES: Mapping[NoticeKind, str] = {"withdrawal": "notice_withdrawal", "reduction": "notice_reduction"}
_OPENINGS: Mapping[NoticeKind, str] = {
    "withdrawal": "notice_withdrawal_opening",
    "reduction": "notice_reduction_opening",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorityNotice:
    """A withdrawal or a reduction. Amounts are öre; of a withdrawal all are 0. It is written in Swedish."""

    kind: NoticeKind
    agent: Agent
    creditor: str
    debtor: str
    dated: date
    applied: date
    own_reference: str
    case_number: str | None
    capital: int
    interest: int
    costs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionRequest:
    """A request for execution of an order, after an earlier one ended: utsökningsbalken 2 kap. 1 §. Amounts are öre."""

    agent: Agent
    creditor: str
    debtor: str
    dated: date
    ordered: date
    own_reference: str
    case_number: str | None
    capital: int
    interest: int
    costs: int


def render(notice: AuthorityNotice) -> bytes:
    """The notice as PDF, A4; the same notice always gives the same bytes."""
    return typeset("letter", printed(notice), notice.dated)


def printed(notice: AuthorityNotice) -> dict[str, Any]:
    """All that the template shows, as text."""
    voice = LetterVoice(SWEDISH)
    opening = paragraph(voice.text(_OPENINGS[notice.kind], applied=notice.applied))
    remaining = [_remaining(notice, voice)] if notice.kind == "reduction" else []
    return _paper(notice, voice, voice.text(_TITLES[notice.kind]), [opening, *remaining])


def render_request(request: ExecutionRequest) -> bytes:
    """The request as PDF, A4."""
    return typeset("letter", printed_request(request), request.dated)


def printed_request(request: ExecutionRequest) -> dict[str, Any]:
    """All that the template shows, as text."""
    voice = LetterVoice(SWEDISH)
    opening = paragraph(voice.text("execution_request_opening", ordered=request.ordered))
    return _paper(request, voice, voice.text("execution_request"), [opening, _remaining(request, voice)])


def _remaining(paper: AuthorityNotice | ExecutionRequest, voice: LetterVoice) -> Block:
    amounts = {"capital": paper.capital, "interest": paper.interest, "costs": paper.costs}
    return table(
        [LetterColumn(voice.text("remains")), LetterColumn(voice.text("line_amount"), is_numeric=True)],
        [[voice.text(name), voice.number(amount)] for name, amount in amounts.items()],
        [voice.text("sum"), voice.number(sum(amounts.values()))],
    )


def _paper(
    paper: AuthorityNotice | ExecutionRequest, voice: LetterVoice, title: str, body: Sequence[Block]
) -> dict[str, Any]:
    facts = [
        (voice.text("date"), paper.dated.isoformat()),
        (voice.text("authority_case_number"), printable(paper.case_number or "")),
        (voice.text("own_reference"), printable(paper.own_reference)),
        (voice.text("applicant"), printable(paper.creditor)),
        (voice.text("debtor"), printable(paper.debtor)),
    ]
    contents = Contents(
        title=title,
        facts=[fact for fact in facts if fact[1]],
        body=[*body, signature([voice.text("signed"), voice.text("signature")])],
        small_print=[voice.text("supervision")],
    )
    return laid_out(contents, voice, paper.dated, paper.agent.as_sender(), paper.agent, AUTHORITY, None, [])
