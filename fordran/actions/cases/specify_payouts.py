"""Specify payouts: what settled money owes to the creditor becomes a row the moment it is booked, in the same transaction.

What is left of our own fees becomes a row too, which is no creditor's. It is called by `write_changes`, through which every
booking goes, and locks nothing that two cases share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypedDict

from fordran.actions.cases.booking import CaseChange
from fordran.domain.claims.assignments import owner_on
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.kinds.articles import Article
from fordran.domain.payouts.payout import (
    OPERATOR_FEES,
    Commission,
    SettlementCause,
    SettlementLine,
    commission,
    lines_of,
    makes_lines,
    settles_own_fees,
)
from fordran.resources.finance_payout_specifications import FINANCE_PAYOUT_SPECIFICATIONS as SPECIFICATIONS
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.recordset import recordset
from fordran.store.rows.schema_rows import NewTallyChange
from fordran.store.rows.tally_rows import tally_row


class _SpecificationRow(TypedDict):
    account_id: str
    id: str
    creditor_id: str | None
    case_id: str
    booking_id: str
    payment_id: str
    settles: str
    settled_type: Article
    bank_date: date
    booking_date: date
    article: str
    finance_category: str
    amount: int
    vat_amount: int
    share_percent: str | None
    """A decimal, which a number in JSON might not hold."""
    vat_percent: int | None


_INSERT = f"""
with tallied as (
    insert into tally_changes (resource, partner_id, account_id, creditor_id, documents)
    select resource, partner_id, account_id, creditor_id, documents from {recordset(NewTallyChange, 3, "tally")})
insert into payout_specifications (account_id, id, created, updated, creditor_id, case_id, booking_id, payment_id, settles,
    settled_type, bank_date, booking_date, article, finance_category, amount, vat_amount, share_percent, vat_percent,
    invoice_number, reference_number)
select g.account_id, g.id, $2, $2, g.creditor_id, g.case_id, g.booking_id, g.payment_id, g.settles, g.settled_type,
       g.bank_date, g.booking_date, g.article, g.finance_category, g.amount, g.vat_amount, g.share_percent::numeric,
       g.vat_percent, k.invoice_number, k.reference_number
from {recordset(_SpecificationRow, 1, "g")} join cases k on k.account_id = g.account_id and k.id = g.case_id
"""


async def specify_payouts(tx: Connection, changes: Sequence[CaseChange], now: datetime) -> None:
    """Insert the specifications of what the changes settle. The changes' cases have not taken them up yet."""
    settling = [change for change in changes if makes_lines(change.appended)]
    if not settling:
        return
    sharing = [change for change in settling if settles_own_fees(change.appended)]
    agreed = await _agreed(tx, sharing)
    earlier = await _earlier(tx, sharing)
    rows: list[_SpecificationRow] = []
    of_owners: Counter[tuple[str | None, str | None, str | None]] = Counter()
    for change in settling:
        case = change.case
        terms = agreed.get((case.account, case.creditor), Commission())
        former = [(one.date, agreed.get((case.account, one.former), Commission())) for one in case.assignments]
        made = lines_of(case.entries, change.appended, terms, earlier.get(case.id, {}), former)
        rows += [_row(change, line) for line in made]
        for line in made:
            owner = _owner(change, line)
            of_owners[(None, None, None) if owner is None else (case.partner, case.account, owner)] += 1
    if rows:
        tallies = [
            tally_row(SPECIFICATIONS.name, partner=partner, account=account, creditor=creditor, documents=documents)
            for (partner, account, creditor), documents in of_owners.items()
            if documents
        ]
        await tx.execute(_INSERT, rows, now, [tally.values for tally in tallies])


def _owner(change: CaseChange, line: SettlementLine) -> str | None:
    """The creditor who owned the claim on the day of the payment; None of what is our own."""
    case = change.case
    return None if line.category == OPERATOR_FEES else owner_on(case.creditor, case.assignments, line.cause.date)


def _row(change: CaseChange, line: SettlementLine) -> _SpecificationRow:
    case, booking, terms = change.case, change.booking, line.commission
    return {
        "account_id": case.account,
        "id": new_id(),
        "creditor_id": _owner(change, line),
        "case_id": case.id,
        "booking_id": booking.id,
        "payment_id": line.cause.payment,
        "settles": line.cause.settles,
        "settled_type": line.cause.type,
        "bank_date": line.cause.date,
        "booking_date": booking.booked_on,
        "article": line.article,
        "finance_category": line.category,
        "amount": line.amount,
        "vat_amount": line.vat_amount,
        "share_percent": None if terms is None else str(terms.share_percent),
        "vat_percent": None if terms is None else terms.vat_percent,
    }


async def _agreed(tx: Connection, changes: Sequence[CaseChange]) -> dict[tuple[str, str], Commission]:
    """The commission that the creditors of the changes have now, the former ones too."""
    creditors = {(change.case.account, change.case.creditor) for change in changes}
    creditors |= {(change.case.account, one.former) for change in changes for one in change.case.assignments}
    if not creditors:
        return {}
    rows = await tx.fetch(
        """select d.account_id, d.id, d.case_config from creditors d
           join unnest($1::text[], $2::text[]) as g (account_id, id) on g.account_id = d.account_id and g.id = d.id""",
        [account for account, _ in creditors],
        [creditor for _, creditor in creditors],
    )
    return {(row["account_id"], row["id"]): agreed_commission(parsed(row["case_config"]) or {}) for row in rows}


def agreed_commission(config: Mapping[str, Any]) -> Commission:
    """A creditor's commission, from its configuration as it is stored."""
    return commission(
        # The shortest decimal of a number in JSON is the one that was sent.
        Decimal(str(config.get("commission_share_percent", 0))),
        excluded_vat=config.get("commission_excluded_vat", False),
        vat_area=config.get("vat_area", ""),
    )


class _EarlierRow(TypedDict):
    case_id: str
    payment_id: str
    settles: str
    settled_type: Article
    bank_date: date
    share_percent: Decimal
    vat_percent: int


async def _earlier(tx: Connection, changes: Sequence[CaseChange]) -> dict[str, dict[SettlementCause, Commission]]:
    """The terms on which cases have given shares before, where something of that is changed now."""
    cases = [change.case for change in changes if _corrects(change.case.entries, change.appended)]
    if not cases:
        return {}
    rows = await fetch_rows(
        tx,
        _EarlierRow,
        """select s.case_id, s.payment_id, s.settles, s.settled_type, s.bank_date, s.share_percent, s.vat_percent
           from payout_specifications s
           join unnest($1::text[], $2::text[]) as g (account_id, case_id) on g.account_id = s.account_id and g.case_id = s.case_id
           where s.finance_category = 'creditor_commission' order by s.id""",
        [case.account for case in cases],
        [case.id for case in cases],
    )
    found: dict[str, dict[SettlementCause, Commission]] = {}
    for row in rows:
        cause = SettlementCause(row["payment_id"], row["settles"], row["settled_type"], row["bank_date"])
        found.setdefault(row["case_id"], {})[cause] = Commission(row["share_percent"], row["vat_percent"])
    return found


def _corrects(before: Sequence[LedgerEntry], appended: Sequence[LedgerEntry]) -> bool:
    """Whether own fees that were settled are settled differently now."""
    settled = {entry.fact for entry in before if settles_own_fees((entry,))}
    return any(entry.fact in settled for entry in appended if settles_own_fees((entry,)))
