"""Delivery channels: how invoices and letters leave."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.records import by_code
from fordran.domain.kinds.tones import Tone

InvoiceChannel: TypeAlias = Literal["e_invoice", "email", "print"]
"""A channel that invoices are delivered by. Where one gives up, the next one in this order takes over."""

Channel: TypeAlias = Literal["email", "print"]
"""A channel that letters are delivered by."""

Batched: TypeAlias = Literal["e_invoice", "print"]
"""A channel whose items are handed over many at a time, in a folder."""

Distribution: TypeAlias = Literal[InvoiceChannel, "none"]
"""How invoices go out; `none` where the creditor distributes them itself."""


@dataclass(frozen=True, slots=True)
class ChannelRecord:
    """A channel: what it carries and how it hands over. `lacks` says why a customer cannot be reached by it."""

    code: InvoiceChannel
    carries_letters: bool
    is_batched: bool
    lacks: str = ""


CHANNELS: Mapping[InvoiceChannel, ChannelRecord] = by_code(
    InvoiceChannel,
    (
        ChannelRecord("e_invoice", False, True, "the customer has no e-invoice address"),
        ChannelRecord("email", True, False, "the customer has no e-mail address"),
        ChannelRecord("print", True, True),
    ),
)

BATCHED: tuple[Batched, ...] = get_args(Batched)
assert get_args(Channel) == tuple(one.code for one in CHANNELS.values() if one.carries_letters)
assert tuple(one.code for one in CHANNELS.values() if one.is_batched) == BATCHED

DeliveryKind: TypeAlias = Literal["invoice", "credit_invoice", "letters", "application"]
DeliveryOutcome: TypeAlias = Literal["sent", "shown", "delivered", "later", "gave_up", "failed"]
"""Counted outcomes: `later` is tried again, `gave_up` leaves it to the next channel."""
DeliveryState: TypeAlias = Literal["queued", "sent", "delivered", "failed", "not_ours", "shown"]


@dataclass(frozen=True, slots=True)
class DeliveryStateRecord:
    """A state of a delivery. `has_left` holds for what has left or is not ours to send."""

    code: DeliveryState
    has_left: bool
    tone: Tone = ""


DELIVERY_STATES: Mapping[DeliveryState, DeliveryStateRecord] = by_code(
    DeliveryState,
    (
        DeliveryStateRecord("queued", False, "info"),
        DeliveryStateRecord("sent", True, "good"),
        DeliveryStateRecord("delivered", True, "good"),
        DeliveryStateRecord("failed", False, "bad"),
        DeliveryStateRecord("not_ours", True),
        DeliveryStateRecord("shown", True, "good"),
    ),
)
