"""Delivery channels: how invoices and letters leave."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.records import by_code
from fordran.domain.kinds.tones import Tone
from fordran.domain.numbers import e_invoice_address, organisationsnummer

InvoiceChannel: TypeAlias = Literal["e_invoice", "kivra", "email", "print"]
"""A channel that invoices are delivered by. Where one gives up, the next one in this order takes over."""

Channel: TypeAlias = Literal["kivra", "email", "print"]
"""A channel that letters are delivered by."""

Batched: TypeAlias = Literal["e_invoice", "print"]
"""A channel whose items are handed over many at a time, in a folder."""

Single: TypeAlias = Literal["kivra", "email"]
"""A channel whose items are handed over one at a time, each as a message."""

Distribution: TypeAlias = Literal[InvoiceChannel, "none"]
"""How invoices go out; `none` where the creditor distributes them itself."""


TO_CREDITORS: tuple[Distribution, ...] = ("e_invoice", "email", "print", "none")
"""How documents to creditors go out."""


@dataclass(frozen=True)
class ContactDetails:
    """By what a customer can be reached. Paper needs no more than a name, as far as is known beforehand."""

    email: str = ""
    email_consent: bool = False
    """Whether letters may go by e-mail."""
    e_invoice_address: str = ""
    """One that was given, or that a change of the customer gave."""
    id_number: str = ""
    is_company: bool = False
    asked: Distribution | None = None
    """The channel that was asked for."""
    kivra_number: str = ""
    """The personal number, of one whom Kivra reaches."""


AddressOf: TypeAlias = Callable[[ContactDetails], str]
"""The address by which a channel reaches a customer, or an empty text."""


def address_for_email(reach: ContactDetails) -> str:
    """The e-mail address, if it looks like one."""
    return reach.email if "@" in reach.email else ""


def address_for_kivra(reach: ContactDetails) -> str:
    """The personal number, where Kivra reaches the customer."""
    return reach.kivra_number


def address_for_e_invoices(reach: ContactDetails) -> str:
    """The e-invoice address: the one given, else a Swedish organisation's number where e-invoices are asked for."""
    if reach.e_invoice_address:
        return reach.e_invoice_address
    if reach.asked == "e_invoice" and reach.is_company and organisationsnummer.is_valid(reach.id_number):
        return e_invoice_address.of(reach.id_number)
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelRecord:
    """A channel: what it carries, how it hands over, and by which address it reaches a customer.

    Paper has no `address_of`: it goes to the postal address.
    """

    code: InvoiceChannel
    carries_letters: bool
    is_batched: bool
    address_of: AddressOf | None = None
    needs_consent: bool = False
    """Whether letters need the customer's consent to it."""
    lacks: str
    """Why a customer cannot be reached by it; a creditor likewise."""
    not_installed: str = ""
    """Why an installation without it cannot use it."""

    @property
    def creditor_lacks(self) -> str:
        """Why a creditor cannot be reached by it."""
        return self.lacks.replace("customer", "creditor")

    def letter_address(self, reach: ContactDetails) -> str:
        """The address that letters go to by this channel, or an empty text."""
        if not self.carries_letters or self.address_of is None or (self.needs_consent and not reach.email_consent):
            return ""
        return self.address_of(reach)


CHANNELS: Mapping[InvoiceChannel, ChannelRecord] = by_code(
    InvoiceChannel,
    (
        ChannelRecord(
            code="e_invoice",
            carries_letters=False,
            is_batched=True,
            address_of=address_for_e_invoices,
            lacks="the customer has no e-invoice address",
        ),
        ChannelRecord(
            code="kivra",
            carries_letters=True,
            is_batched=False,
            address_of=address_for_kivra,
            lacks="Kivra does not reach the customer",
            not_installed="there is no [kivra] in the settings",
        ),
        ChannelRecord(
            code="email",
            carries_letters=True,
            is_batched=False,
            address_of=address_for_email,
            needs_consent=True,
            lacks="the customer has no e-mail address",
            not_installed="there is no mail server",
        ),
        ChannelRecord(code="print", carries_letters=True, is_batched=True, lacks="the customer has no postal address"),
    ),
)

PAPER: Literal["print"] = "print"
"""The last channel, which takes what no other brings."""
BATCHED: tuple[Batched, ...] = get_args(Batched)
SINGLE: tuple[Single, ...] = get_args(Single)
assert get_args(Channel) == tuple(one.code for one in CHANNELS.values() if one.carries_letters)
assert tuple(one.code for one in CHANNELS.values() if one.is_batched) == BATCHED
assert tuple(one.code for one in CHANNELS.values() if not one.is_batched) == SINGLE
assert [one.code for one in CHANNELS.values() if one.address_of is None] == [PAPER] == [*CHANNELS][-1:]

DeliveryKind: TypeAlias = Literal[
    "invoice",
    "credit_invoice",
    "letters",
    "application",
    "operator_invoice",
    "operator_credit_invoice",
    "payout_document",
]
"""Kinds of documents that leave; the last three go to creditors."""
DeliveryOutcome: TypeAlias = Literal["sent", "shown", "delivered", "later", "gave_up", "failed"]
"""Counted outcomes: `later` is tried again, `gave_up` leaves it to the next channel."""
DeliveryState: TypeAlias = Literal["held", "queued", "sent", "delivered", "failed", "not_ours", "shown"]


@dataclass(frozen=True, slots=True)
class DeliveryStateRecord:
    """A state of a delivery. `has_left` holds for what has left or is not ours to send."""

    code: DeliveryState
    has_left: bool
    tone: Tone = ""


DELIVERY_STATES: Mapping[DeliveryState, DeliveryStateRecord] = by_code(
    DeliveryState,
    (
        DeliveryStateRecord("held", False, "warn"),
        DeliveryStateRecord("queued", False, "info"),
        DeliveryStateRecord("sent", True, "good"),
        DeliveryStateRecord("delivered", True, "good"),
        DeliveryStateRecord("failed", False, "bad"),
        DeliveryStateRecord("not_ours", True),
        DeliveryStateRecord("shown", True, "good"),
    ),
)
