"""Payments that deliveries ask for: one for each document, as a channel says it beside the document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias, TypedDict

from fordran.domain.kinds.letter_kinds import LETTER_KINDS, LetterKind, LetterPurpose

AskedPurpose: TypeAlias = LetterPurpose | Literal["invoice"]


@dataclass(frozen=True)
class AskedPayment:
    """A payment that a document asks for: the last day, the amount in öre, and the number to pay it by."""

    purpose: AskedPurpose
    due: date
    amount: int
    reference: str


class AskedRow(TypedDict):
    """The columns of `ASKED`."""

    id: str
    kind: LetterKind | None
    """The kind of a letter; none of an invoice."""
    due: date
    amount: int
    reference: str


# Letters that were made as one document have one payment, by the number that the first of them holds.
ASKED = """
select q.id, null::text as kind, (i.invoice_due_date at time zone 'Europe/Stockholm')::date as due,
       i.total_amount_excluding_vat + i.total_vat_25_percent + i.total_vat_12_percent + i.total_vat_6_percent
           + i.amount_rounding as amount, i.ocr_number::text as reference
from unnest($1::text[], $2::text[]) as g (account_id, id)
join deliveries q on q.account_id = g.account_id and q.id = g.id
join invoices i on i.account_id = q.account_id and i.id = q.invoice_id
where q.kind = 'invoice'
union all
select q.id, min(l.kind::text), min(l.pay_by), sum(l.amount)::bigint,
       coalesce(min(n.ocr::text), min(k.ocr_number::text))
from unnest($1::text[], $2::text[]) as g (account_id, id)
join deliveries q on q.account_id = g.account_id and q.id = g.id
join letters l on l.account_id = q.account_id and l.envelope_id = q.envelope_id and l.status in ('made', 'sent', 'shown')
join cases k on k.account_id = l.account_id and k.id = l.case_id
left join ocr_numbers n on n.account_id = l.account_id and n.letter_id = l.id
where l.pay_by is not null and l.amount > 0 and l.kind <> 'enforcement'
group by q.id, l.media_id
order by 1, 5
"""


def asked_in(rows: Sequence[AskedRow]) -> dict[str, tuple[AskedPayment, ...]]:
    """Payments that each delivery asks for, by its id. Letters that ask for nothing are not among it."""
    found: dict[str, list[AskedPayment]] = {}
    for row in rows:
        record = None if row["kind"] is None else LETTER_KINDS[row["kind"]]
        if record is not None and not record.asks_for_money:
            continue
        purpose: AskedPurpose = "invoice" if record is None else record.purpose
        found.setdefault(row["id"], []).append(AskedPayment(purpose, row["due"], row["amount"], row["reference"]))
    return {id_: tuple(some) for id_, some in found.items()}
