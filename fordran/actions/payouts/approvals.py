"""The rows of approvals: who approved which payouts, each chained to the one before it of the same payout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, TypedDict

import orjson

from fordran.domain.books.chain import entry_hash
from fordran.domain.payouts.approvals import LAPSED, Approval, approvers, hands
from fordran.shape.moments import iso_8601
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import PayoutRow


class ApprovalRow(TypedDict):
    """An approval, by the columns of its row."""

    account_id: str
    payout_id: str
    position: int
    at: datetime
    user_id: str
    amount: int
    bank_account: Any
    round: int
    let_in_by: list[str] | None
    """The maker of the link that the person had signed in with."""
    previous_hash: str


class GivenRow(ApprovalRow):
    """An approval that was given, by the columns of `APPROVALS`."""

    hash: str
    is_elsewhere: bool
    """Whether the creditor is paid to another account now than the one that was approved."""


APPROVALS = """
select a.account_id, a.payout_id, a.position, a.at, a.user_id, a.amount, a.bank_account, a.round, a.let_in_by,
       a.previous_hash, a.hash,
       a.bank_account <> shown_bank_account(coalesce(d.payout_details, '{}')) as is_elsewhere
from payout_approvals a join payouts p on p.account_id = a.account_id and p.id = a.payout_id
left join creditors d on d.account_id = p.account_id and d.id = p.creditor_id
"""


async def approvals_given(tx: Connection, account: str, payouts: Sequence[str]) -> dict[str, list[GivenRow]]:
    """All that was ever approved of payouts of an account, by payout, in order."""
    condition = "where a.account_id = $1 and a.payout_id = any($2::text[]) order by a.position"
    given: dict[str, list[GivenRow]] = {id_: [] for id_ in payouts}
    for row in await fetch_rows(tx, GivenRow, APPROVALS + condition, account, payouts):
        given[row["payout_id"]].append(row)
    return given


def standing(payout: PayoutRow, given: Iterable[GivenRow]) -> frozenset[str]:
    """The people whose approval of a payout is valid."""
    return approvers(_approvals(given), payout["amount"] + payout["vat_amount"], len(payout["changed_by"]))


def standing_hands(payout: PayoutRow, given: Iterable[GivenRow]) -> frozenset[str]:
    """Everybody who may have given a valid approval of a payout."""
    return hands(_approvals(given), payout["amount"] + payout["vat_amount"], len(payout["changed_by"]))


def _approvals(given: Iterable[GivenRow]) -> list[Approval]:
    return [Approval(row["user_id"], row["amount"], row["round"], tuple(row["let_in_by"] or ())) for row in given]


async def lapsed_if_moved(tx: Connection, payout: PayoutRow, given: Sequence[GivenRow], now: datetime) -> PayoutRow:
    """The payout, of which approvals lapse where the creditor has another account now than people were shown."""
    this_round = len(payout["changed_by"])
    if not any(row["is_elsewhere"] and row["round"] == this_round for row in given):
        return payout
    changed_by = [*payout["changed_by"], LAPSED]
    await change(
        tx, "payouts", {"account_id": payout["account_id"], "id": payout["id"]}, {"changed_by": changed_by}, now
    )
    return {**payout, "changed_by": changed_by}


def approval_hash(row: ApprovalRow) -> str:
    """Over all that an approval says, after the hash of the one before it."""
    # Approvals from before it was kept have hashes of their own, without it.
    let_in_by = {"let_in_by": ",".join(row["let_in_by"])} if row["let_in_by"] else {}
    return entry_hash(
        row["previous_hash"],
        let_in_by
        | {
            "account": row["account_id"],
            "payout": row["payout_id"],
            "position": row["position"],
            "at": iso_8601(row["at"]),
            "user": row["user_id"],
            "amount": row["amount"],
            "bank_account": orjson.dumps(parsed(row["bank_account"]), option=orjson.OPT_SORT_KEYS).decode(),
            "round": row["round"],
        },
    )
