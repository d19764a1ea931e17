"""A creditor's payout terms and account, from its row. What it does not say is as domain/payout.py has it by default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from fordran.domain.payout import Payee, PayoutTerms, payee_of
from fordran.shape.wire import parsed
from fordran.store.database import Connection


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

    @property
    def terms(self) -> PayoutTerms:
        """How it is paid."""
        said = {name: self.config[name] for name in PayoutTerms.__slots__ if name in self.config}
        if "minimum_payout_amount" in said:
            said["minimum_payout_amount"] = int(Decimal(str(said["minimum_payout_amount"])) * 100)
        return PayoutTerms(**said)

    @property
    def payee(self) -> Payee | None:
        """The account that it is paid to; None where none is known."""
        return payee_of(self.details)


async def paid_creditors(tx: Connection, account: str, ids: list[str]) -> dict[str, PaidCreditor]:
    """Creditors of an account, by id."""
    rows = await tx.fetch(
        """select d.*, a.partner_id from creditors d join accounts a on a.id = d.account_id
           where d.account_id = $1 and d.id = any($2::text[])""",
        account,
        ids,
    )
    return {
        row["id"]: PaidCreditor(
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
        )
        for row in rows
    }
