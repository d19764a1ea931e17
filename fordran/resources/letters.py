"""Letter: what was sent to a customer about a case, with the checks that it passed before it left."""

from __future__ import annotations

from typing import TypeAlias

from fordran.domain.kinds.channels import Channel
from fordran.domain.kinds.letter_kinds import LetterKind, LetterStatus
from fordran.domain.service.retention import KEPT, NOT_PERSONAL, PSEUDONYMISED, STORAGE_LIMITATION
from fordran.resources.common import CountableDay
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Flag, Id, Moment, Money, Name, Text
from fordran.shape.resource import Resource
from fordran.texts.languages import LanguageChoice

LetterLanguage: TypeAlias = LanguageChoice


class Check(Shape):
    """One thing that the law asks of a letter."""

    rule: Text
    """The rule."""
    law: Text
    """The statute and section that asks for it."""
    passed: Flag
    """Whether the letter has it."""
    note: Text | None = None
    """How the letter fulfils it, where there is something to say."""


class Letter(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor whose claim it is about."""
    customer: Id
    """The customer whom it is written to."""
    case: Id
    """The case that it is about."""
    envelope: Id
    """Letters of one envelope go together."""
    letter_number: Text | None = None
    """The number that people use, printed on it: *Brevnummer*. It is given when the letter is made, and unique."""
    kind: LetterKind
    """Reminder, demand and so on."""
    subject: Text | None = None
    """The headline of a `free` letter, as it was written."""
    language: LetterLanguage
    """The language that it is written in."""
    channel: Channel
    """How it goes out."""
    status: LetterStatus
    """`queued`, `made`, `sent`, `shown` (by a sandbox, which sends nothing), `failed` or `stopped`."""
    dated: Moment
    """The day on it."""
    pay_by: Moment | None = None
    """The day to pay by."""
    fee: Money
    """The fee that it charged the customer."""
    amount: Money
    """The amount that it asks for."""
    sha256: Text | None = None
    """Of the document, so that it can be shown to be the one that was sent."""
    checklist: list[Check] | None = None
    """The checks of law, each with its source."""
    document: FileShown | None = None
    """The document, with a signed link."""
    sent: Moment | None = None
    """When it left."""
    read: Moment | None = None
    """When the receiver opened it, where the channel tells: Kivra may."""
    declined: Moment | None = None
    """When the receiver declined in Kivra to pay it."""
    returned: Moment | None = None
    """The day on which it came back."""
    returned_reason: Text | None = None
    """Why it came back, as the envelope says."""


class ReturnedInput(Shape):
    """A letter that came back."""

    date: CountableDay
    """The day on which it came back."""
    reason: Name
    """Why it came back, as the envelope says."""


LETTERS = Resource(
    "letters",
    Letter,
    owner="creditor",
    personal=True,
    about="What was sent to customers, and proof that it was lawful.",
    kept=(
        RetentionRule("letters", ("details",), PSEUDONYMISED, "empty object", STORAGE_LIMITATION),
        RetentionRule("letters", ("returned_reason",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
        RetentionRule(
            "letters",
            ("letter_number", "kind", "language", "status", "checklist", "dated", "pay_by", "sha256", "returned_on"),
            KEPT,
            "as it was",
            NOT_PERSONAL,
            "what was sent when, what it cost, and that it was lawful",
        ),
        RetentionRule("envelopes", ("receiver",), PSEUDONYMISED, "empty text", STORAGE_LIMITATION),
        RetentionRule(
            "envelopes", ("trouble", "addressee", "copies", "copy_of"), PSEUDONYMISED, "no value", STORAGE_LIMITATION
        ),
        RetentionRule("envelopes", (), PSEUDONYMISED, "file deleted", STORAGE_LIMITATION, "the copy for the printer"),
        RetentionRule("envelopes", ("channel", "status", "day", "read", "declined"), KEPT, "as it was", NOT_PERSONAL),
    ),
)
