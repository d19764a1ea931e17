"""Enforcement: an application to the enforcement authority, and what the authority did with it."""

from __future__ import annotations

from fordran.domain.kinds.case_states import Reply
from fordran.domain.kinds.enforcement_kinds import EnforcementChannel, EnforcementStatus, NoticeKind
from fordran.domain.service.retention import KEPT, NOT_PERSONAL, PSEUDONYMISED, STORAGE_LIMITATION
from fordran.resources.common import CountableDay
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Id, Integer, Moment, Money, Name, Text
from fordran.shape.resource import Resource


class EnforcementNotice(Shape):
    """A withdrawal or a reduction of an application, after a payment or a crediting."""

    kind: NoticeKind
    """Whether nothing remains, or how much."""
    date: Moment
    """The day on which it was made."""
    send_by: Moment
    """The day by which it is to be sent: the next banking day."""
    capital_amount: Money
    """The capital that remains."""
    interest_amount: Money
    """The interest that remains."""
    costs_amount: Money
    """The costs that remain, those of the application included."""
    confirmed_date: Moment | None = None
    """The day on which the authority confirmed it."""
    document: Id
    """The file: `GET /media--files/{id}`."""


class NotedReply(Shape):
    """A reply of the authority."""

    reply: Reply
    """The reply."""
    date: Moment
    """The day of the reply."""
    order_date: Moment | None = None
    """The day of the order, with `verdict`."""
    case_number: Text | None = None
    """The authority's own number of the case, where the reply named it."""
    amount: Money | None = None
    """The authority's yearly fee, where the reply named it."""
    note: Text | None = None
    """The authority's further words."""


class EnforcementDocument(Shape):
    """A file that came from the authority."""

    id: Id
    """The file: `GET /media--files/{id}`."""
    date: Moment
    """The day on which it was kept."""
    filename: Text
    """The name of the file."""
    content_type: Text
    """`application/pdf` and so on."""
    size: Integer
    """In bytes."""


class EnforcementRenewal(Shape):
    """A request for execution after the authority's case had ended."""

    date: Moment
    """The day on which it was made."""
    ended_date: Moment
    """The day on which the authority's case had ended before."""
    document: Id | None = None
    """The request to sign, once it is made: `GET /media--files/{id}`."""


class Enforcement(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor whose claims it is about."""
    customer: Id
    """The debtor."""
    cases: list[Id]
    """The cases that it is about, the one that was due first at the head."""
    status: EnforcementStatus
    """How far it has come."""
    channel: EnforcementChannel
    """How it is filed."""
    case_number: Text | None = None
    """The authority's own number of the case: *målnummer*."""
    asked_capital_amount: Money | None = None
    """The capital that it asks for."""
    asked_interest_amount: Money | None = None
    """The interest that it asks for, up to its own day."""
    asked_costs_amount: Money | None = None
    """All costs that it asks for, those of the application included."""
    awarded_capital_amount: Money | None = None
    """The capital in the order."""
    awarded_interest_amount: Money | None = None
    """The interest in the order."""
    awarded_costs_amount: Money | None = None
    """All costs in the order, those of the demand included."""
    signed_by: Text | None = None
    """The person who signed it."""
    sent_date: Moment | None = None
    """The day on which it was posted or sent: the application day."""
    received_date: Moment | None = None
    """The day on which the authority had it."""
    served_date: Moment | None = None
    """The day on which the debtor was served."""
    contested_date: Moment | None = None
    """The day of the authority's notice that the debtor contests it."""
    hand_over_by: Moment | None = None
    """The day by which a contested case has to be handed over to a court: lag (1990:746) 34 §."""
    handed_over_date: Moment | None = None
    """The day on which it was handed over."""
    order_date: Moment | None = None
    """The day of the order: *utslag*."""
    execution_date: Moment | None = None
    """The day on which execution began."""
    ended_date: Moment | None = None
    """The day on which the authority's case ended."""
    document: FileShown | None = None
    """The application, with a signed link."""
    notices: list[EnforcementNotice]
    """Withdrawals and reductions for the authority, the first one first."""
    outlay_amount: Money | None = None
    """The authority's fee, where it ended without an order: the creditor's outlay."""
    outlay_date: Moment | None = None
    """The day on which it became the creditor's outlay."""
    replies: list[NotedReply]
    """The authority's replies, the first one first."""
    documents: list[EnforcementDocument]
    """Files of the authority, the first one first."""
    renewals: list[EnforcementRenewal]
    """Requests for execution after the authority's case had ended, the first one first."""


class PostedInput(Shape):
    """An application on paper was signed and posted."""

    date: CountableDay
    """The day on which it was posted."""
    signed_by: Name
    """The person who signed it."""


class HandOverInput(Shape):
    """A request that a court takes a contested case over."""

    date: CountableDay | None = None
    """The day on which the request came to the authority; today by default."""


class RenewInput(Shape):
    """A request for execution after the authority's case has ended."""


class EnforcementActed(Shape):
    """How far an act left an application."""

    status: EnforcementStatus
    """Its status after the act."""


ENFORCEMENTS = Resource(
    "enforcements",
    Enforcement,
    owner="creditor",
    personal=True,
    about="Applications to the enforcement authority, and what became of them.",
    kept=(
        RetentionRule(
            "enforcements",
            ("case_number", "signed_by", "replies", "documents"),
            PSEUDONYMISED,
            "no value",
            STORAGE_LIMITATION,
        ),
        RetentionRule(
            "enforcements",
            (
                *("case_ids", "status", "channel", "sent_date", "received_date", "served_date", "contested_date"),
                *("hand_over_by", "handed_over_date", "order_date", "execution_date", "ended_date"),
                *("answered_facts", "notices", "outlay_amount", "outlay_date", "renewals"),
            ),
            KEPT,
            "as it was",
            NOT_PERSONAL,
            "what was applied for and when",
        ),
    ),
)
