"""How a document leaves, as invoices and payouts show it, and addresses of e-invoices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, WithJsonSchema

from fordran.domain.kinds.channels import DeliveryState, Distribution, InvoiceChannel
from fordran.domain.numbers import e_invoice_address
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import NOT_TEXT, TEXT, Integer, Moment, Text, issue, wrong
from fordran.shape.rules import Rule, is_not


def _e_invoice_address(value: Any) -> str:
    """The address without what it may be written with; an empty text takes one away."""
    if not isinstance(value, str):
        raise wrong(NOT_TEXT)
    if value and not e_invoice_address.is_valid(value):
        sentence = "must be an e-invoice address: a scheme, a colon and a number in it, as in 0007:5560360793"
        raise wrong(issue(sentence, "form_issue.not_e_invoice_address"))
    return e_invoice_address.compact(value) if value else value


EInvoiceAddress = Annotated[
    str,
    TEXT,
    BeforeValidator(_e_invoice_address),
    WithJsonSchema({"type": "string", "examples": ["0007:5560360793"]}),
]


class EarlierDelivery(Shape):
    """A channel that did not bring a document to its receiver."""

    channel: InvoiceChannel
    """The channel that had it."""
    status: DeliveryState
    """`failed`, also where it had been sent and came back."""
    attempts: Integer
    """How many attempts it made."""
    reason: Text | None = None
    """Why it gave it up, in a sentence."""
    sent: Moment | None = None
    """When it left by this channel; absent where it did not."""
    ended: Moment
    """When the channel gave it up."""
    message_id: Text | None = None
    """The channel's own id of it."""


class Delivery(Shape):
    """How a document leaves. Moments are of the business clock."""

    channel: Distribution
    """How it goes out, or `none`."""
    status: DeliveryState
    """`queued`, `sent`, `delivered`, `failed`, `not_ours`, or in a sandbox `shown`."""
    queued: Moment
    """When it began to wait for its channel."""
    sent: Moment | None = None
    """When it left; absent until then."""
    delivered: Moment | None = None
    """When the channel reported its arrival; absent until then."""
    read: Moment | None = None
    """When the receiver opened it, where the channel tells: Kivra may."""
    declined: Moment | None = None
    """When the receiver declined in Kivra to pay it."""
    next_attempt: Moment | None = None
    """When it is tried next, while it is queued."""
    reason: Text | None = None
    """The latest error, or the reason for another channel than asked for."""
    attempts: Integer
    """How often it was tried by this channel."""
    message_id: Text | None = None
    """Of an e-mail: its `Message-ID`."""
    history: list[EarlierDelivery]
    """Earlier channels, the first one first."""


class Billing(Shape):
    """Where the operator sends its own invoices and documents of payouts. Without it they go by e-mail, else on paper."""

    e_invoice_address: EInvoiceAddress | None = None
    """Its address in Peppol, such as `0007:5560360793`: invoices go there first."""
    email: Text | None = None
    """The address that they go to by e-mail; the creditor's `email` unless given."""
    distribution: Distribution | None = None
    """The channel to begin with, which is not `kivra`; `none` where the creditor fetches them itself."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (is_not("distribution", "kivra"),)

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        """Kivra delivers to debtors alone."""
        is_kivra = given.get("distribution") == "kivra"
        return {"distribution": "must be another channel: Kivra reaches no creditors"} if is_kivra else {}
