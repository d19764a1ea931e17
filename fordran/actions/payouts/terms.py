"""Receivers of payouts, their terms and accounts: creditors by their rows, and the operator itself.

What a creditor does not say is as domain/payouts/payout.py has it by default.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

import orjson

from fordran.domain.payouts.gathering import NotReady, not_ready
from fordran.domain.payouts.operator_invoice import FeeSettlement, FeeVat
from fordran.domain.payouts.payout import Payee, PayoutTerms, payee_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import CreditorRow


@dataclass(frozen=True)
class PaidCreditor:
    """Someone who is paid out to."""

    account: str
    id: str
    partner: str | None
    number: int
    name: str
    organization_no: str
    address: Mapping[str, str]
    config: Mapping[str, Any]
    details: Mapping[str, str]
    language: str | None
    vat_no: str = ""
    account_changed: date | None = None
    """The business day on which its account became another than before."""
    shown_account: Mapping[str, str] = field(default_factory=dict)
    """The account as specifications show it."""
    fee_vat: FeeVat = "on_top"
    settle_fees: FeeSettlement = "net"
    e_invoice_address: str = ""
    """The address that it gives for e-invoices of the operator."""

    @property
    def terms(self) -> PayoutTerms:
        """How it is paid."""
        configured = {name: self.config[name] for name in PayoutTerms.__slots__ if name in self.config}
        if "minimum_payout_amount" in configured:
            configured["minimum_payout_amount"] = int(Decimal(str(configured["minimum_payout_amount"])) * 100)
        return PayoutTerms(**configured)

    @property
    def payee(self) -> Payee | None:
        """The account that it is paid to; None where none is known."""
        return payee_of(self.details)

    def not_ready(self, waits: NotReady | None) -> NotReady | None:
        """Why it cannot be paid what waits for that, None where it can."""
        return not_ready(waits, self.payee)


@dataclass(frozen=True)
class OperatorPayee:
    """Ourselves, whom what is left of our fees on an account's cases is paid to."""

    account: str
    id: None = None
    partner: None = None

    @property
    def terms(self) -> PayoutTerms:
        """How we are paid: as any creditor with which nothing is agreed."""
        return PayoutTerms()

    def not_ready(self, waits: NotReady | None) -> NotReady | None:
        """Why it cannot be paid yet. Our own account is looked at with each export, which pays nobody without one."""
        return waits


Paid = PaidCreditor | OperatorPayee
"""Someone who is paid out to."""


class _CreditorRow(CreditorRow):
    fee_vat: FeeVat | None
    settle_fees: FeeSettlement | None
    partner_id: str | None
    shown_account: orjson.Fragment


async def those_paid(tx: Connection, account: str, ids: Iterable[str | None]) -> dict[str | None, Paid]:
    """Creditors of an account, by id, and the operator, who has none."""
    creditors = await paid_creditors(tx, account, [id_ for id_ in ids if id_ is not None])
    those: dict[str | None, Paid] = {None: OperatorPayee(account)}
    those.update(creditors)
    return those


async def paid_creditors(tx: Connection, account: str, ids: list[str]) -> dict[str, PaidCreditor]:
    """Creditors of an account, by id."""
    rows = await fetch_rows(
        tx,
        _CreditorRow,
        """select d.id, a.partner_id, d.creditor_number, d.name, d.organization_no, d.agreement_address, d.case_config,
                  d.payout_details, d.default_letter_locale, d.vat_no, d.payout_account_changed, d.billing,
                  shown_bank_account(d.payout_details) as shown_account, billing.fee_vat, billing.settle_fees
           from creditors d join accounts a on a.id = d.account_id
           left join lateral (
               select (array_agg(level ->> 'fee_vat' order by place) filter (where level ? 'fee_vat'))[1] as fee_vat,
                      (array_agg(level ->> 'settle_fees' order by place) filter (where level ? 'settle_fees'))[1] as settle_fees
               from unnest(array[
                   d.case_config,
                   coalesce(a.case_settings, (select p.case_settings from partners p where p.id = a.partner_id)),
                   (select t.case_settings from agreement_templates t where t.id = a.agreement_template),
                   (select i.case_settings from installation i)
               ]) with ordinality levels (level, place)) billing on true
           where d.account_id = $1 and d.id = any($2::text[])""",
        account,
        ids,
    )
    return {row["id"]: _creditor(account, row) for row in rows}


def _creditor(account: str, row: _CreditorRow) -> PaidCreditor:
    return PaidCreditor(
        account=account,
        id=row["id"],
        partner=row["partner_id"],
        number=row["creditor_number"],
        name=row["name"],
        organization_no=row["organization_no"],
        address=parsed(row["agreement_address"]),
        config=parsed(row["case_config"]) or {},
        details=parsed(row["payout_details"]).get("sek") or {},
        language=row["default_letter_locale"],
        vat_no=row["vat_no"] or "",
        account_changed=row["payout_account_changed"],
        shown_account=parsed(row["shown_account"]),
        fee_vat=row["fee_vat"] or "on_top",
        settle_fees=row["settle_fees"] or "net",
        e_invoice_address=(parsed(row["billing"]) or {}).get("e_invoice_address") or "",
    )
