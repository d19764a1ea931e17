"""The channels of an installation: a messenger for each that is installed, and the folders for print and e-invoices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from fordran.actions.delivery.claimed import DeliveryResult
from fordran.actions.delivery.covering_note import NoteSender
from fordran.actions.delivery.parcel import Parcel
from fordran.actions.file_copies import FileReader, copy_for
from fordran.domain.kinds.channels import Batched, Single
from fordran.outside.batches import BatchFolder, e_invoiced, printed
from fordran.outside.mail import Mail
from fordran.outside.media import Media, media_of
from fordran.outside.smtp import SmtpPool, SmtpServer
from fordran.outside.systems import kivra_of
from fordran.settings import Settings


class Messenger(Protocol):
    """Hands parcels over one at a time."""

    async def deliver(self, parcel: Parcel, is_ours: Callable[[], bool]) -> DeliveryResult:
        """Hand the parcel over and return the outcome, if it `is_ours` still when its turn comes."""

    def close(self) -> None:
        """Close the connections that are kept open."""


@dataclass(frozen=True)
class Channels:
    """How an installation delivers."""

    messengers: Mapping[Single, Messenger]
    """By the channel. One that is not installed is absent: its items go by the next channel."""
    domain: str
    """The domain of Message-IDs."""
    batches: Mapping[Batched, BatchFolder]

    @classmethod
    def of(cls, settings: Settings) -> Channels:
        """The channels that settings say."""
        media = media_of(settings)
        sender = settings.mail_from or settings.operator.email
        messengers: dict[Single, Messenger] = {}
        if settings.smtp_url:
            server = SmtpServer.at(settings.smtp_url, settings.smtp_ca_file)
            operator = settings.operator
            signed_by = NoteSender(operator.name, operator.organization_no, operator.registered_office)
            messengers["email"] = Mail(SmtpPool(server), sender, signed_by, _read_by("email", media))
        if (kivra := kivra_of(settings)) is not None:
            messengers["kivra"] = kivra
        folders: dict[Batched, BatchFolder] = {
            "print": BatchFolder(settings.data / "print", printed, _read_by("print", media)),
            "e_invoice": BatchFolder(settings.data / "e-invoices", e_invoiced, _read_by("e_invoice", media)),
        }
        return cls(messengers, sender.rpartition("@")[2] or "localhost", folders)

    def close(self) -> None:
        """Close the connections that are kept open."""
        for messenger in self.messengers.values():
            messenger.close()


def _read_by(reader: FileReader, media: Media) -> Callable[[str], bytes]:
    """How that reader gets a file."""
    return lambda id_: copy_for(reader, media.get(id_))
