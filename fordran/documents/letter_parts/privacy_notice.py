"""The notice of personal data in the first letter to a person: articles 13 and 14 of the GDPR, with a link to the whole."""

from fordran.documents.letter_parts.blocks import Block, heading, paragraph
from fordran.documents.letter_parts.voice import LetterVoice


def privacy_notice(
    voice: LetterVoice, *, agent: str, creditor: str, contact: str, page: str, is_from_creditor: bool
) -> list[Block]:
    """The controller of the data, its purposes and legal grounds, its receivers, and the reader's rights.

    Before collection begins that is the creditor, for whom we write; an agent that collects is answerable itself.
    """
    who = voice.text("privacy_creditor" if is_from_creditor else "privacy_agent", agent=agent, creditor=creditor)
    return [
        heading(voice.text("privacy")),
        paragraph(f"{who} {voice.text('privacy_data', creditor=creditor)}"),
        paragraph(voice.text("privacy_rights", contact=contact, page=page)),
    ]
