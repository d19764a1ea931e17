"""Acts of a bank, a mail server and the enforcement authority, simulated in a sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from fordran.domain.bank.bank_states import TransactionStatus
from fordran.domain.kinds.case_states import State, Status
from fordran.domain.kinds.channels import Distribution
from fordran.resources.case_acts import ReplyInput
from fordran.resources.common import CountableDay
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import CaseId, Id, Moment, Money, Name, PositiveMoney, Reference
from fordran.shape.rules import Rule, all_of, any_of, has, lacks


class SimulatedPaymentInput(Shape):
    """A payment to the operator's bankgiro."""

    case: CaseId | None = None
    """The case whose payment reference is given; either this or `ocr_number`."""
    ocr_number: Name | None = None
    """The payment reference of a case or an invoice; either this or `case`."""
    amount: PositiveMoney
    """The amount."""
    date: CountableDay | None = None
    """The bank date; today by default."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(all_of(has("case"), lacks("ocr_number")), all_of(has("ocr_number"), lacks("case"))),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if ("case" in given) == ("ocr_number" in given):
            return {"case": "a payment names either case or ocr_number"}
        return {}


class SimulatedPayment(Shape):
    """A payment that the bank reported."""

    is_ok: Literal["OK"] = Field(alias="_status")
    """`OK`."""
    case: Id
    """The case that it is for."""
    amount: Money
    """The amount."""
    date: Moment
    """The bank date."""
    status: TransactionStatus
    """The result: matched with the case, or waiting for a person."""


class SimulatedBounceInput(Shape):
    """An e-mail that comes back."""

    invoice: Annotated[Id, Reference("invoices")] | None = None
    """The invoice that was sent by e-mail; either this or `letter`."""
    letter: Annotated[Id, Reference("letters")] | None = None
    """The letter that was sent by e-mail; either this or `invoice`."""
    reason: Name | None = None
    """The reason that the mail server gives; that there is no such mailbox by default."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        any_of(all_of(has("invoice"), lacks("letter")), all_of(has("letter"), lacks("invoice"))),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if ("invoice" in given) == ("letter" in given):
            return {"invoice": "a bounce names either invoice or letter"}
        return {}


class SimulatedBounce(Shape):
    """A delivery after its e-mail came back."""

    status: Literal["OK"] = Field(alias="_status")
    """`OK`."""
    channel: Distribution
    """The channel that takes it now; still `email` where there is no other, and a person has to act."""


class SimulatedReplyInput(ReplyInput):
    """A reply of the enforcement authority, for a case that was applied for."""

    case: CaseId
    """The case. An application that waits for a signature is signed and posted first."""


class SimulatedReply(Shape):
    """A case after a reply."""

    is_ok: Literal["OK"] = Field(alias="_status")
    """`OK`."""
    state: State
    """The phase of the case."""
    status: Status
    """The status of the case."""
