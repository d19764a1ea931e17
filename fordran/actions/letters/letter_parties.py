"""Whom the letters of an envelope are from and to, from the envelope's row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import orjson

from fordran.actions.addressed import Addressed
from fordran.actions.cases.situation import KIVRA_NUMBER
from fordran.documents.letter_parts.correspondence import Agent
from fordran.documents.parties import PostalAddress, PrintedPayee, PrintedSender, Receiver, postal_address
from fordran.domain.kinds.channels import Distribution
from fordran.domain.service.plain_names import one_line
from fordran.operator import Operator
from fordran.shape.wire import parsed
from fordran.store.connections.typed_rows import own_copy


class EnvelopePartiesRow(TypedDict):
    """An envelope that is being made, with its creditor and customer."""

    account_id: str
    id: str
    creditor_id: str
    customer_id: str
    attempts: int
    creditor_name: str
    creditor_no: str
    vat_no: str | None
    approved_for_f_tax: bool | None
    logo_id: str | None
    sender_address: orjson.Fragment
    customer_name: str
    customer_address: orjson.Fragment
    id_number: str
    is_company: bool
    customer_number: str | None
    customer_email: str | None
    email_consent: bool | None
    invoice_distribution: Distribution | None
    mobile_number: str | None
    kivra_number: str | None


PARTIES = f"""
    d.name as creditor_name, d.organization_no as creditor_no,
    d.vat_no, d.approved_for_f_tax, d.logo_id, d.sender_address, s.name as customer_name, s.address as customer_address,
    s.id_number, s.is_company, s.customer_number, s.email as customer_email, s.email_consent,
    s.invoice_distribution, s.mobile_number, {KIVRA_NUMBER} as kivra_number
"""
"""Selects the sender and receiver of a letter, from the creditor `d` and its details of the customer, `s`."""

ENVELOPE = f"""
select e.account_id, e.id, e.creditor_id, e.customer_id, e.attempts, {PARTIES}
from envelopes e
join creditors d on d.account_id = e.account_id and d.id = e.creditor_id
join customer_details s on s.account_id = e.account_id and s.customer_id = e.customer_id and s.creditor_id = e.creditor_id
where e.account_id = $1 and e.id = $2 and e.status = 'queued' for update of e
"""


@dataclass(frozen=True)
class Parties:
    """Whom the letters of an envelope are from and to."""

    creditor: PrintedSender
    agent: Agent
    receiver: Receiver
    payee: PrintedPayee
    customer_number: str | None
    operator: Operator


def parties_of(row: EnvelopePartiesRow, operator: Operator, logo: str | None) -> Parties:
    """The sender, the creditor and the receiver. `logo` is the creditor's, as documents take it."""
    return Parties(
        creditor=PrintedSender(
            name=one_line(row["creditor_name"]),
            organization_no=row["creditor_no"],
            address=postal_address(parsed(row["sender_address"])),
            vat_number=row["vat_no"],
            is_f_tax_approved=row["approved_for_f_tax"] is True,
            logo=logo,
        ),
        agent=agent_of(operator),
        receiver=Receiver(
            name=one_line(row["customer_name"]),
            address=postal_address(parsed(row["customer_address"])),
            organization_no=row["id_number"] if row["is_company"] and row["id_number"] else None,
        ),
        payee=PrintedPayee(operator.name, operator.organization_no, operator.bankgiro, operator.swish_number),
        customer_number=row["customer_number"],
        operator=operator,
    )


def to_addressee(row: EnvelopePartiesRow, instead: Addressed | None) -> EnvelopePartiesRow:
    """The row of an envelope that goes to somebody in the customer's place, on paper."""
    if instead is None:
        return row
    changed = own_copy(row)
    changed["customer_name"], changed["is_company"] = instead.name, False
    changed["customer_address"] = orjson.Fragment(orjson.dumps(dict(instead.address)))
    changed["customer_email"] = None
    return changed


def agent_of(operator: Operator) -> Agent:
    """The operator, as documents name it."""
    return Agent(
        name=operator.name,
        organization_no=operator.organization_no,
        address=PostalAddress(
            address_line_1=operator.address,
            zip_code=operator.postal_code,
            city=operator.city,
            country=operator.country,
        ),
        email=operator.email,
        phone=operator.phone,
        registered_office=operator.registered_office,
    )
