"""A notice by e-mail to one of the people who work with the service: a subject and some sentences, sent once."""

from __future__ import annotations

import html
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime, formataddr

from fordran.actions.delivery.claimed import DeliveryResult, PermanentFailure
from fordran.outside.mail import PAGE, NotAnAddress, address_of
from fordran.outside.message import MailMessage, written
from fordran.outside.smtp import SmtpPool


@dataclass(frozen=True)
class Notice:
    """A message to a person. `id` is unique."""

    id: str
    to: str
    language: str
    subject: str
    sentences: tuple[str, ...]
    dated: datetime


@dataclass(frozen=True)
class Notices:
    """Sends notices by the mail server that letters leave by, in the same name."""

    server: SmtpPool
    sender: str
    sender_name: str

    async def send(self, notice: Notice) -> DeliveryResult:
        """Hand it over and return the outcome."""
        try:
            content = written(self.message(notice))
        except NotAnAddress:
            return PermanentFailure("that is no e-mail address")
        async with self.server.turn:
            return await self.server.send(self.sender, notice.to.strip(), content)

    def message(self, notice: Notice) -> MailMessage:
        """The notice as a message."""
        paragraphs = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in notice.sentences)
        subject = html.escape(notice.subject)
        domain = self.sender.rpartition("@")[2] or "localhost"
        headers = {
            "Date": format_datetime(notice.dated),
            "From": formataddr((self.sender_name, self.sender)),
            "To": str(address_of(notice.to)),
            "Subject": notice.subject,
            "Message-ID": f"<{notice.id}@{domain}>",
            "Auto-Submitted": "auto-generated",
        }
        page = PAGE.format(language=notice.language, subject=subject, paragraphs=paragraphs)
        return MailMessage(notice.id, headers, "\n\n".join(notice.sentences) + "\n", page)
