"""E-mail: an envelope as one message with its documents attached, handed to a mail server."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Callable
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formataddr, make_msgid
from urllib.parse import unquote, urlsplit

from fordran.actions.letters.send_letters import NotDelivered, Parcel
from fordran.outside.media import NoSuchFile

TIMEOUT_SECONDS = 30

_WORDS = {
    "sv": ("Brev om er faktura från {creditor}", "Hej {name}!\n\nHär kommer brev från {sender} för {creditor}.\n"),
    "en": (
        "Letter about your invoice from {creditor}",
        "Dear {name},\n\nPlease find letters from {sender} for {creditor}.\n",
    ),
}


class Mail:
    """Delivers parcels by SMTP: `smtp://host:25`, `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`."""

    def __init__(self, url: str, sender: str, sender_name: str, read: Callable[[str], bytes]) -> None:
        self.url = urlsplit(url)
        self.sender = sender
        self.sender_name = sender_name
        self.read = read

    async def deliver(self, parcel: Parcel) -> None:
        """Hand the parcel over; raises `NotDelivered`."""
        try:
            message = self.message(parcel)
        except NoSuchFile as missing:
            raise NotDelivered(f"a document of it is missing: {missing}") from missing
        await asyncio.to_thread(self._send, message)

    def message(self, parcel: Parcel) -> EmailMessage:
        """The message. Its id is made of the parcel's, so that a server can tell a second one of the same."""
        subject, text = _WORDS[parcel.language]
        words = {"creditor": parcel.creditor_name, "name": parcel.customer_name, "sender": self.sender_name}
        message = EmailMessage()
        message["From"] = formataddr((self.sender_name, self.sender))
        message["To"] = _address(parcel.receiver)
        message["Subject"] = " ".join(subject.format(**words).split())
        message["Message-ID"] = f"<{parcel.id}@{self.sender.rpartition('@')[2] or make_msgid()}>"
        message.set_content(text.format(**words))
        for document in parcel.documents:
            content = self.read(document.media)
            message.add_attachment(content, maintype="application", subtype="pdf", filename=document.filename)
        return message

    def _send(self, message: EmailMessage) -> None:
        host, is_tls = self.url.hostname or "localhost", self.url.scheme == "smtps"
        try:
            with self._connected(host, is_tls) as server:
                if self.url.username:
                    if not is_tls:
                        server.starttls(context=ssl.create_default_context())
                    server.login(unquote(self.url.username), unquote(self.url.password or ""))
                server.send_message(message)
        except (OSError, smtplib.SMTPException, ValueError) as trouble:
            raise NotDelivered(f"the mail server did not take it: {trouble}") from trouble

    def _connected(self, host: str, is_tls: bool) -> smtplib.SMTP:
        if is_tls:
            return smtplib.SMTP_SSL(host, self.url.port or 465, timeout=TIMEOUT_SECONDS)
        return smtplib.SMTP(host, self.url.port or 25, timeout=TIMEOUT_SECONDS)


def _address(written: str) -> Address:
    """One address. Customers' addresses are kept as they were sent to us, so that not each of them is one."""
    try:
        return Address(addr_spec=written.strip())
    except (HeaderParseError, ValueError, IndexError):
        raise NotDelivered(f"{written!r} is not an e-mail address") from None
