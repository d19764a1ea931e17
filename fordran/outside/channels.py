"""The channels of an installation: e-mail where there is a mail server, and the folders for print and e-invoices."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.domain.kinds.channels import Batched
from fordran.outside.batches import BatchFolder, e_invoiced, printed
from fordran.outside.mail import Mail
from fordran.outside.media import media_of
from fordran.outside.smtp import SmtpPool, SmtpServer
from fordran.settings import Settings


@dataclass(frozen=True)
class Channels:
    """How an installation delivers."""

    mail: Mail | None
    """None where there is no mail server: what would go by e-mail goes the next way."""
    domain: str
    """The domain of Message-IDs."""
    batches: dict[Batched, BatchFolder]

    @classmethod
    def of(cls, settings: Settings) -> Channels:
        """The channels that settings say."""
        media = media_of(settings)
        sender = settings.mail_from or settings.operator.email
        mail = None
        if settings.smtp_url:
            server = SmtpServer.at(settings.smtp_url, settings.smtp_ca_file)
            mail = Mail(SmtpPool(server), sender, settings.operator.name, media.get)
        folders: dict[Batched, BatchFolder] = {
            "print": BatchFolder(settings.data / "print", printed, media.get),
            "e_invoice": BatchFolder(settings.data / "e-invoices", e_invoiced, media.get),
        }
        return cls(mail, sender.rpartition("@")[2] or "localhost", folders)

    def close(self) -> None:
        """Let go of what is kept open."""
        if self.mail is not None:
            self.mail.server.close()
