"""Letter: what was sent to a customer about a case, with the checks that it passed before it left."""

from __future__ import annotations

from fordran.domain.languages import Language
from fordran.domain.letters import Channel, LetterKind, LetterStatus
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Moment, Money, Text
from fordran.shape.resource import Resource


class Check(Shape):
    """One thing that the law asks of a letter."""

    rule: Text
    law: Text
    passed: Flag
    note: Text | None = None


class Letter(Shape):
    account: Id
    creditor: Id
    customer: Id
    case: Id
    envelope: Id
    """Letters of one envelope go together."""
    kind: LetterKind
    language: Language
    channel: Channel
    status: LetterStatus
    """`shown` by a sandbox, which sends nothing."""
    dated: Moment
    pay_by: Moment | None = None
    fee: Money
    amount: Money
    sha256: Text | None = None
    """Of the document, so that it can be shown to be the one that was sent."""
    checklist: list[Check] | None = None
    document: FileShown | None = None
    sent: Moment | None = None


LETTERS = Resource(
    "letters",
    Letter,
    owner="creditor",
    personal=True,
    about="What was sent to customers, and proof that it was lawful.",
)
