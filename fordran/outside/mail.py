"""E-mail: a parcel as one message, with text and HTML parts and its documents attached. Who hands it over is smtp.py."""

from __future__ import annotations

import asyncio
import html
from collections.abc import Callable
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.utils import format_datetime, formataddr

import structlog

from fordran.actions.delivery.claimed import DeliveryResult, PermanentFailure, RetryLater
from fordran.actions.delivery.covering_note import NoteSender, covering_note
from fordran.actions.delivery.parcel import Parcel
from fordran.outside.media import MediaAway, NoSuchFile
from fordran.outside.message import MailMessage, written
from fordran.outside.smtp import SmtpPool

TOO_LATE = RetryLater("the mail server has been too slow: its turn did not come in time")

log = structlog.get_logger("fordran.worker")

PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{subject}</title></head>
<body style="font-family: sans-serif">{paragraphs}</body></html>
"""
"""A message in the form of a page."""


class NotAnAddress(Exception):
    """Customers' addresses are kept as they were sent to us, so that not each of them is one."""


@dataclass(frozen=True)
class Mail:
    """Delivers parcels by e-mail, in a name and from an address."""

    server: SmtpPool
    sender: str
    signed_by: NoteSender
    read: Callable[[str], bytes]

    async def deliver(self, parcel: Parcel, is_ours: Callable[[], bool] = lambda: True) -> DeliveryResult:
        """Hand the parcel over and return the outcome. It may wait long for its turn, when `is_ours` is asked."""
        async with self.server.turn:
            if not is_ours():
                return TOO_LATE
            composed = await asyncio.to_thread(self._composed, parcel)
            if isinstance(composed, bytes):
                return await self.server.send(self.sender, parcel.address.strip(), composed)
            return composed

    def close(self) -> None:
        """Close the connections to the mail server."""
        self.server.close()

    def _composed(self, parcel: Parcel) -> bytes | DeliveryResult:
        try:
            return written(self.message(parcel))
        except (NoSuchFile, MediaAway) as missing:
            return RetryLater(f"a document of it is missing: {missing}")
        except NotAnAddress:
            return PermanentFailure("that is no e-mail address")
        except Exception as trouble:
            # Whatever is odd about one waits alone, and goes the next way in the end.
            log.exception("e-mail could not be composed", delivery=parcel.id)
            return RetryLater(f"the message cannot be made: {type(trouble).__name__}")

    def message(self, parcel: Parcel) -> MailMessage:
        """The message, whose id is the delivery's own: a server can tell a second one of the same."""
        note = covering_note(parcel, self.signed_by)
        subject = html.escape(note.subject)
        paragraphs = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in note.sentences)
        return MailMessage(
            id=parcel.id,
            headers=self._headers(parcel, note.subject),
            text="\n\n".join(note.sentences) + "\n",
            html=PAGE.format(language=parcel.language, subject=subject, paragraphs=paragraphs),
            documents=[(document.filename, self.read(document.media)) for document in parcel.documents],
        )

    def _headers(self, parcel: Parcel, subject: str) -> dict[str, str]:
        dated = {} if parcel.dated is None else {"Date": format_datetime(parcel.dated)}
        return dated | {
            "From": formataddr((self.signed_by.name, self.sender)),
            "To": str(address_of(parcel.address)),
            "Subject": subject,
            "Message-ID": parcel.message_id,
            "Auto-Submitted": "auto-generated",
        }


def address_of(written: str) -> Address:
    """The address, as a message's head has it; raises `NotAnAddress`."""
    try:
        return Address(addr_spec=written.strip())
    except (HeaderParseError, ValueError, IndexError):
        raise NotAnAddress(written) from None
