"""Parcels to creditors: invoices of the operator, and documents of payouts, as they are when they are handed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

import orjson

from fordran.actions.delivery.claimed import ClaimedDeliveryRow, PermanentFailure
from fordran.actions.delivery.parcel import Enclosure, Parcel
from fordran.actions.outbox.address_lines import HOME, address_lines
from fordran.actions.outbox.creditor_reach import creditor_reach
from fordran.domain.kinds.channels import CHANNELS, PAPER
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import of_the_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.texts.languages import language_or_swedish

NO_E_INVOICE = "it was not made as an e-invoice"


class _Row(TypedDict):
    id: str
    number: str
    name: str
    organization_no: str
    email: str | None
    billing: orjson.Fragment | None
    address: orjson.Fragment
    locale: str | None
    pdf_id: str | None
    pdf_name: str | None
    ubl_id: str | None
    ubl_name: str | None


_FOUND = """
select q.id, coalesce(o.number::text, d.creditor_number || '-' || p.document_number) as number, d.name, d.organization_no,
       d.email, d.billing, d.agreement_address as address, d.default_letter_locale as locale,
       m.id as pdf_id, m.filename as pdf_name, u.id as ubl_id, u.filename as ubl_name
from unnest($1::text[], $2::text[]) as g (account_id, id)
join deliveries q on q.account_id = g.account_id and q.id = g.id
join creditors d on d.account_id = q.account_id and d.id = q.creditor_id
left join operator_invoices o on o.account_id = q.account_id and o.id = q.operator_invoice_id
left join payouts p on p.account_id = q.account_id and p.id = q.payout_id
left join media_files m on m.account_id = q.account_id and m.id = coalesce(o.document_id, p.document_id)
left join media_files u on u.account_id = q.account_id and u.id = o.ubl_id
"""


async def creditor_parcels(
    connection: Connection, rows: Sequence[ClaimedDeliveryRow]
) -> dict[str, Parcel | PermanentFailure]:
    """The parcel of each delivery, by its id; or why its channel can never take it."""
    if not rows:
        return {}
    accounts = [row["account_id"] for row in rows]
    statement, values = of_the_account(connection, _FOUND, [accounts, [row["id"] for row in rows]], accounts)
    found = {one["id"]: one for one in await fetch_rows(connection, _Row, statement, *values)}
    return {row["id"]: _parcel(row, found[row["id"]]) for row in rows}


def _parcel(row: ClaimedDeliveryRow, found: _Row) -> Parcel | PermanentFailure:
    assert row["channel"] != "none"
    address = parsed(found["address"])
    billing = None if found["billing"] is None else parsed(found["billing"])
    reach = creditor_reach(found["organization_no"], found["email"], billing)
    channel = CHANNELS[row["channel"]]
    # A person who asks for an e-invoice asks for it by the organisation's number.
    reached_at = "" if channel.address_of is None else channel.address_of(replace(reach, asked=channel.code))
    is_e_invoice = channel.code == "e_invoice"
    is_reached = bool(address.get("city") or address.get("zip_code")) if channel.code == PAPER else bool(reached_at)
    file, name = (found["ubl_id"], found["ubl_name"]) if is_e_invoice else (found["pdf_id"], found["pdf_name"])
    if not is_reached:
        return PermanentFailure(channel.creditor_lacks)
    if is_e_invoice and file is None:
        return PermanentFailure(NO_E_INVOICE)
    return Parcel(
        id=row["id"],
        kind=row["kind"],
        channel=row["channel"],
        lines=tuple(address_lines(found["name"], address)),
        country=(address.get("country") or HOME).upper(),
        address=reached_at,
        customer_name=found["name"],
        creditor_name=found["name"],
        language=language_or_swedish(found["locale"]),
        documents=() if file is None or name is None else (Enclosure(file, name),),
        number=found["number"],
        message_id=row["message_id"] or "",
        dated=row["first_attempt"],
    )
