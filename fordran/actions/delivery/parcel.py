"""A parcel: what is handed to a channel."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from fordran.actions.delivery.asked_payments import AskedPayment
from fordran.domain.kinds.channels import PAPER, DeliveryKind, Distribution
from fordran.domain.languages import Language


@dataclass(frozen=True)
class Enclosure:
    """A document in a parcel: the place of its bytes, and its name."""

    media: str
    filename: str


@dataclass(frozen=True)
class Parcel:
    """A parcel for a channel. The same id and channel mean the same parcel, however often it is handed over."""

    id: str
    kind: DeliveryKind
    channel: Distribution
    lines: tuple[str, ...]
    """The receiver as printed on an envelope."""
    country: str
    address: str
    """An e-mail or e-invoice address."""
    customer_name: str
    creditor_name: str
    language: Language
    documents: tuple[Enclosure, ...]
    number: str = ""
    """The number of an invoice, or of a payout's document."""
    message_id: str = ""
    dated: datetime | None = None
    """When it was first handed over, which is the date of a message however often that is sent."""
    content: bytes = b""
    """An e-invoice, where it is no stored file."""
    asks: tuple[AskedPayment, ...] = ()
    """Payments that its documents ask for, where the channel says that beside them."""
    inner_envelope: tuple[str, ...] = ()
    """The lines on the inner envelope of post that the Tax Agency forwards to a protected person."""

    @property
    def receiver(self) -> str:
        """To whom it goes, as is kept."""
        return "\n".join(self.lines) if self.channel == PAPER else self.address
