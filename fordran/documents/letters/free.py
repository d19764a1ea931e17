"""A free letter: what a person writes to the debtor in own words, about a case, which asks for no money.

It may begin with a template, whose words are filled in with what the case says.
"""

from dataclasses import dataclass
from typing import ClassVar

from fordran.documents.letter_parts.blocks import heading, plain
from fordran.documents.letter_parts.claim_blocks import claim_names
from fordran.documents.letter_parts.correspondence import Contents, LetterDocument, opening_facts
from fordran.documents.letter_parts.voice import TO_A_PERSON, TO_AN_ORGANISATION
from fordran.documents.printable import printable
from fordran.domain.kinds.letter_kinds import FreeTemplate, LetterKind
from fordran.domain.languages import Language
from fordran.texts.catalogue import texts


@dataclass(frozen=True, slots=True)
class FreeWords:
    """The contents of a free letter: a headline, and a text of any number of paragraphs."""

    subject: str
    text: str


def words_of_template(
    template: FreeTemplate, language: Language, *, to_organisation: bool, invoice_number: str
) -> FreeWords:
    """A template in the language of the letter, as it addresses the receiver, about that invoice."""
    words = texts(language).area("letter")
    address = TO_AN_ORGANISATION if to_organisation else TO_A_PERSON
    subject, text = (words[key].format(**address, invoice_number=invoice_number) for key in _KEYS[template])
    return FreeWords(subject, text)


_KEYS: dict[FreeTemplate, tuple[str, str]] = {
    "contact_us": ("free_contact_us", "free_contact_us_text"),
    "documents_wanted": ("free_documents_wanted", "free_documents_wanted_text"),
    "payment_not_found": ("free_payment_not_found", "free_payment_not_found_text"),
    "message_received": ("free_message_received", "free_message_received_text"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeLetter(LetterDocument):
    """A person's own words, or a template's, with their headline. It says that it is no demand and costs nothing.

    The operator's staff send it, about a case in any state.
    """

    kind: ClassVar[LetterKind | None] = "free"
    words: FreeWords

    def contents(self) -> Contents:
        """The words as they were written, and which debt they are about."""
        voice = self.voice
        return Contents(
            title=voice.text("free"),
            facts=opening_facts(self),
            body=[
                heading(printable(self.words.subject)),
                plain(self.words.text),
                *claim_names(self.claims, voice),
            ],
            notice=(voice.text("free_no_demand"), voice.text("free_no_demand_text")),
            small_print=[voice.text("explained"), voice.text("supervision")],
        )
