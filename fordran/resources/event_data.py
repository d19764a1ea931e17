"""The data of events: every field that an event can have. The fields of each type are in domain/kinds/event_types.py.

Data names documents by their ids, and holds amounts and dates. It holds no name, number or address of a person.
"""

from __future__ import annotations

from pydantic import Field

from fordran.domain.books.journal import Category
from fordran.domain.claims.facts import WaivedComponent
from fordran.domain.kinds.case_states import Hold, State, Status
from fordran.domain.kinds.channels import InvoiceChannel
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.resources.invoices import InvoiceType
from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Integer, Money, Text


class EventData(Shape):
    """Every field that the data of an event can have. One that has no value is not there."""

    customer: Id | None = None
    """The customer that was changed."""
    invoice: Id | None = None
    """The invoice."""
    invoice_registration: Id | None = None
    """The registration of the invoice."""
    invoice_type: InvoiceType | None = None
    """Whether it asks for money or takes back another."""
    invoice_number: Text | None = None
    """The creditor's own number of the invoice."""
    case_registration: Id | None = None
    """The registration of the debt."""
    amount: Money | None = None
    """The amount in kronor."""
    from_: State | None = Field(default=None, alias="from")
    """The state before."""
    to: State | None = None
    """The state after."""
    status: Status | None = None
    """The status after."""
    former_creditor: Id | None = None
    """The creditor that the claim came from."""
    new_creditor: Id | None = None
    """The creditor that the claim came to."""
    assigned_on: Text | None = None
    """From which day the claim is the new creditor's."""
    hold: Hold | None = None
    """The hold of the case, or the one that ended."""
    dispute: Id | None = None
    """The objection."""
    until: Text | None = None
    """Until which day."""
    instalments: Integer | None = None
    """How many instalments were agreed on."""
    outcome: Text | None = None
    """How what held it ended."""
    credited: Money | None = None
    """The amount that is no longer claimed because of it."""
    crediting: Id | None = None
    """The crediting, where there is a document of it."""
    waiver: Id | None = None
    """The waiver."""
    component: WaivedComponent | None = None
    """Whether interest or costs were waived."""
    settled_amount: Money | None = None
    """The used part."""
    remaining_amount: Money | None = None
    """The amount still owed after it."""
    close_reason: CloseReason | None = None
    """Why the case was closed."""
    note: Id | None = None
    """The note."""
    kind: Text | None = None
    """Of a note, a letter or an objection: which kind."""
    payment: Id | None = None
    """The payment."""
    paid_to: Text | None = None
    """`operator` where it came over our bank, `creditor` where the creditor reported it."""
    bank_date: Text | None = None
    """The day as of which it counts."""
    recall: Id | None = None
    """The bank's transaction that took it back."""
    refund_amount: Money | None = None
    """All that the case owes back now."""
    refund: Id | None = None
    """The refund."""
    use_for: Id | None = None
    """The other claim that it is used for."""
    bank_transaction: Id | None = None
    """The bank's transaction by which it came back."""
    letter: Id | None = None
    """The letter."""
    channel: InvoiceChannel | None = None
    """How it left, or was to."""
    next_channel: InvoiceChannel | None = None
    """The channel that takes it next."""
    payout: Id | None = None
    """The payout."""
    payout_reference: Text | None = None
    """The reference of the payout."""
    finance_category: Category | None = None
    """The kind of money."""
    total_amount: Money | None = None
    """The amount with its VAT."""
    bank_payout_request: Text | None = None
    """The order to the bank."""
    payout_date: Text | None = None
    """The day on which it was paid."""
    file_import_report: Id | None = None
    """The report on the file."""
    registered: Integer | None = None
    """How many rows were registered."""
    refused: Integer | None = None
    """How many rows were refused."""
    duplicates: Integer | None = None
    """How many rows were there already."""
    webhook: Id | None = None
    """The webhook."""
    reason: Text | None = None
    """Why, in a sentence."""
