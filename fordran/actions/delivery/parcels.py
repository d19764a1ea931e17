"""Parcels: what is handed to a channel, made of the rows of deliveries as they are when it is handed over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypedDict, TypeVar, cast

import orjson

from fordran.actions.cases.situation import KIVRA_NUMBER
from fordran.actions.delivery.asked_payments import ASKED, AskedPayment, AskedRow, asked_in
from fordran.actions.delivery.claimed import ClaimedDeliveryRow, PermanentFailure
from fordran.actions.delivery.creditor_parcels import creditor_parcels
from fordran.actions.delivery.e_invoice import e_invoice
from fordran.actions.delivery.parcel import Enclosure, Parcel
from fordran.actions.letters.letters_leave import OF_DELIVERY
from fordran.actions.outbox.address_lines import HOME, address_lines
from fordran.actions.printing.printed_invoice import PRINTED, PrintedRow
from fordran.documents.letters.enforcement import AUTHORITY
from fordran.domain.kinds.channels import CHANNELS, ContactDetails
from fordran.formats.e_invoices.invoice import NotExpressible
from fordran.operator import Operator
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import by_account, of_the_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.texts.languages import language_or_swedish

Row = TypeVar("Row")


class _PartiesRow(TypedDict):
    id: str
    number: str | None
    customer_name: str
    id_number: str
    email: str | None
    address: orjson.Fragment
    creditor_name: str
    locale: str | None
    is_protected: bool
    kivra_number: str | None
    addressee: orjson.Fragment | None
    """Whom an envelope goes to in the customer's place."""


class _DocumentRow(TypedDict):
    id: str
    media: str
    filename: str


_PARTIES = f"""
select q.id, i.invoice_number as number, s.name as customer_name, s.id_number, s.email, s.address, d.name as creditor_name,
       {KIVRA_NUMBER} as kivra_number,
       coalesce((select min(l.language) from letters l where l.account_id = q.account_id and l.envelope_id = q.envelope_id),
                d.default_letter_locale) as locale,
       exists (select 1 from protected_details p where p.account_id = q.account_id and p.id = q.customer_id) as is_protected,
       (select e.addressee from envelopes e where e.account_id = q.account_id and e.id = q.envelope_id) as addressee
from unnest($1::text[], $2::text[]) as g (account_id, id)
join deliveries q on q.account_id = g.account_id and q.id = g.id
join creditors d on d.account_id = q.account_id and d.id = q.creditor_id
join customer_details s on s.account_id = q.account_id and s.customer_id = q.customer_id and s.creditor_id = q.creditor_id
left join invoices i on i.account_id = q.account_id and i.id = q.invoice_id
"""
_DOCUMENTS = f"""
select q.id, m.id as media, m.filename
from unnest($1::text[], $2::text[]) as g (account_id, id)
join deliveries q on q.account_id = g.account_id and q.id = g.id
join invoices i on i.account_id = q.account_id and i.id = q.invoice_id
join media_files m on m.account_id = i.account_id and m.id = i.print_id
union
select q.id, m.id as media, m.filename
from unnest($1::text[], $2::text[]) as g (account_id, id)
join deliveries q on q.account_id = g.account_id and q.id = g.id
join letters l on l.account_id = q.account_id and l.envelope_id = q.envelope_id and l.status in ('made', 'sent')
    and {OF_DELIVERY.format(kind="q.kind")}
-- By its key, each: asked for either of two, the server reads all files of the account.
cross join lateral unnest(array[l.media_id::text, l.details ->> 'application']) as f (id)
join media_files m on m.account_id = l.account_id and m.id = f.id
union
select q.id, m.id as media, m.filename
from unnest($1::text[], $2::text[]) as g (account_id, id)
join deliveries q on q.account_id = g.account_id and q.id = g.id
join envelopes e on e.account_id = q.account_id and e.id = q.envelope_id and e.copies is not null
cross join lateral jsonb_array_elements_text(e.copies) as f (id)
join media_files m on m.account_id = e.account_id and m.id = f.id
order by 1, 2
"""
_PRINTED = f"""
{PRINTED} join unnest($1::text[], $2::text[]) as g (account_id, id) on i.account_id = g.account_id and i.id = g.id
"""


async def parcels_of(
    connection: Connection, rows: Sequence[ClaimedDeliveryRow], operator: Operator
) -> dict[str, Parcel | PermanentFailure]:
    """The parcel of each delivery, by its id; or why its channel can never take it."""
    made: dict[str, Parcel | PermanentFailure] = {}
    for some in by_account(connection, rows):
        to_customers = [row for row in some if row["customer_id"] is not None]
        if to_customers:
            made |= await _parcels(connection, to_customers, operator)
        made |= await creditor_parcels(connection, [row for row in some if row["customer_id"] is None])
    return made


async def _parcels(
    connection: Connection, rows: Sequence[ClaimedDeliveryRow], operator: Operator
) -> dict[str, Parcel | PermanentFailure]:
    keys = rows, [row["id"] for row in rows]
    parties = {found["id"]: found for found in await _of(connection, _PartiesRow, _PARTIES, *keys)}
    documents: dict[str, list[Enclosure]] = {}
    for document in await _of(connection, _DocumentRow, _DOCUMENTS, *keys):
        documents.setdefault(document["id"], []).append(Enclosure(document["media"], document["filename"]))
    printed = await _printed(connection, [row for row in rows if row["channel"] == "e_invoice"])
    asked = await _asked(connection, [row for row in rows if row["channel"] == "kivra"])
    made: dict[str, Parcel | PermanentFailure] = {}
    for row in rows:
        parcel = _parcel(row, parties[row["id"]], documents.get(row["id"], ()), asked.get(row["id"], ()))
        made[row["id"]] = _as_e_invoice(parcel, printed, operator) if row["channel"] == "e_invoice" else parcel
    return made


async def _of(
    connection: Connection,
    row_type: type[Row],
    statement: str,
    rows: Sequence[ClaimedDeliveryRow],
    ids: Sequence[str | None],
) -> list[Row]:
    """The deliveries of a statement, selected by account and id."""
    accounts = [row["account_id"] for row in rows]
    rewritten, values = of_the_account(connection, statement, [accounts, ids], accounts)
    return await fetch_rows(connection, row_type, rewritten, *values)


async def _asked(connection: Connection, rows: Sequence[ClaimedDeliveryRow]) -> dict[str, tuple[AskedPayment, ...]]:
    """Payments that deliveries ask for, by their ids."""
    if not rows:
        return {}
    return asked_in(await _of(connection, AskedRow, ASKED, rows, [row["id"] for row in rows]))


def _parcel(
    row: ClaimedDeliveryRow, found: _PartiesRow, documents: Sequence[Enclosure], asks: Sequence[AskedPayment]
) -> Parcel | PermanentFailure:
    is_application = row["kind"] == "application"
    instead = None if found["addressee"] is None or is_application else parsed(found["addressee"])
    address = parsed(found["address"]) if instead is None else instead["address"]
    name = found["customer_name"] if instead is None else instead["name"]
    lines = [AUTHORITY.name] if is_application else address_lines(name, address)
    assert row["channel"] != "none"
    channel, reached_at = CHANNELS[row["channel"]], ""
    if channel.address_of is None:
        is_reached = is_application or bool(address.get("city") or address.get("zip_code"))
    else:
        email = (found["email"] or "").strip()
        reach = ContactDetails(email=email, id_number=found["id_number"], asked=channel.code)
        reached_at = channel.address_of(replace(reach, kivra_number=found["kivra_number"] or ""))
        # An e-invoice has its own address, which is known once it is made.
        is_reached = bool(reached_at) or channel.code == "e_invoice"
    if not is_reached:
        return PermanentFailure(channel.lacks)
    return Parcel(
        id=row["id"],
        kind=row["kind"],
        channel=row["channel"],
        lines=tuple(lines),
        country=HOME if is_application else (address.get("country") or HOME).upper(),
        address=reached_at,
        customer_name=found["customer_name"],
        creditor_name=found["creditor_name"],
        language=language_or_swedish(found["locale"]),
        documents=tuple(documents),
        number=found["number"] or "",
        message_id=row["message_id"] or "",
        dated=row["first_attempt"],
        asks=tuple(asks),
        inner_envelope=(found["customer_name"], found["id_number"])
        if found["is_protected"] and not is_application
        else (),
    )


async def _printed(connection: Connection, rows: Sequence[ClaimedDeliveryRow]) -> Mapping[str, PrintedRow]:
    if not rows:
        return {}
    found = await _of(connection, PrintedRow, _PRINTED, rows, [row["invoice_id"] for row in rows])
    return {row["id"]: row for row in found}


def _as_e_invoice(
    parcel: Parcel | PermanentFailure, printed: Mapping[str, PrintedRow], operator: Operator
) -> Parcel | PermanentFailure:
    from fordran.formats.e_invoices.ubl import invoice_xml  # with the library of XML, which few need

    assert isinstance(parcel, Parcel), parcel
    try:
        invoice = e_invoice(printed[parcel.id], operator)
        content = invoice_xml(invoice)
    except NotExpressible as cannot:
        return PermanentFailure(cannot.reason)
    return Parcel(**{**cast("dict[str, object]", vars(parcel)), "address": invoice.buyer.address, "content": content})  # type: ignore[arg-type]
