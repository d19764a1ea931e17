"""The notice of personal data in the first letter to a person: articles 13 and 14 of the GDPR, with where the whole stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fordran.documents.letters.blocks import Block, heading, paragraph

if TYPE_CHECKING:
    from fordran.documents.letters.correspondence import Letter


def privacy_notice(letter: Letter, contact: str, *, is_from_creditor: bool) -> list[Block]:
    """Who is answerable for the data, what of it is used for what and on what ground, who gets it, and the reader's rights.

    Before collection begins that is the creditor, for whom we write; an agent that collects is answerable itself.
    """
    voice, access = letter.voice, letter.access
    if access is None or not letter.tells_of_privacy or voice.to_organisation:
        return []
    who = voice.said(
        "privacy_creditor" if is_from_creditor else "privacy_agent",
        agent=letter.agent.name,
        creditor=letter.creditor.name,
    )
    return [
        heading(voice.said("privacy")),
        paragraph(f"{who} {voice.said('privacy_data', creditor=letter.creditor.name)}"),
        paragraph(voice.said("privacy_rights", contact=contact, page=access.privacy_page)),
    ]
