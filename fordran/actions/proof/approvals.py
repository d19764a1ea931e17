"""Verify approvals: each was given by a person who may, once, by a request that the audit log tells of; and what was
exported had enough of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from fordran.actions.payouts.approvals import APPROVALS, GivenRow, approval_hash
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy, as_far_as_readable, differs
from fordran.domain.books.chain import GENESIS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import PayoutApprovalRow

LONG_SECONDS = 3600
ACTS = ["POST /finance--payouts/{id}/approve", "POST /console/payouts/{id}/approve"]


async def check_approvals(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Every approval, and every payout that had to have some."""
    heads: dict[str, tuple[int, str]] = {}
    order = "order by a.payout_id, a.position"
    for row in await fetch_rows(tx, GivenRow, APPROVALS + order, seconds=LONG_SECONDS):
        position, head = heads.get(row["payout_id"], (0, GENESIS))
        check = _check_chain(row, position + 1, head)
        for found in as_far_as_readable("payout_approvals", _name(row), "content", check):
            yield found
        heads[row["payout_id"]] = (row["position"], row["hash"])
    for giver in await fetch_rows(tx, _GiverRow, _GIVERS, ACTS, seconds=LONG_SECONDS):
        for found in _check_giver(giver):
            yield found
    for few in await tx.fetch(_TOO_FEW, timeout=LONG_SECONDS):
        yield Discrepancy("payouts", few["id"], "approvals", few["required"], few["there"])
    tell("payout_approvals", 1, 1)


def _name(row: GivenRow) -> str:
    return f"{row['payout_id']}/{row['position']}"


def _check_chain(row: GivenRow, position: int, head: str) -> Iterator[Discrepancy]:
    yield from differs("payout_approvals", _name(row), "position", position, row["position"])
    yield from differs("payout_approvals", _name(row), "previous_hash", head, row["previous_hash"])
    yield from differs("payout_approvals", _name(row), "hash", approval_hash(row), row["hash"])


class _GiverRow(PayoutApprovalRow):
    is_told: bool
    is_person: bool
    had_changed: bool
    is_same_hand: bool


# A user who has been deleted since cannot be asked; that there was one, the audit log tells. It forgets after years.
_GIVERS = """
select a.payout_id, a.position, a.at, a.user_id,
       exists (select 1 from audit_log l where l.account_id = a.account_id and l.document_id = a.payout_id
               and l.user_id = a.user_id and l.act = any($1::text[]) and l."by" in ('api', 'console'))
           or a.at < coalesce((select min(created) from audit_log), a.at) as is_told,
       coalesce((select not u."system_user" and u.account_id is null and u.partner_id is null
                 from users u where u.id = a.user_id), true) as is_person,
       (array[a.user_id]::text[] || a.let_in_by::text[]) && p.changed_by[1:a.round]::text[] as had_changed,
       exists (select 1 from payout_approvals b where b.account_id = a.account_id and b.payout_id = a.payout_id
               and b.position < a.position and b.round = a.round and b.amount = a.amount
               and (array[a.user_id]::text[] || a.let_in_by::text[])
                   && (array[b.user_id]::text[] || b.let_in_by::text[])) as is_same_hand
from payout_approvals a join payouts p on p.account_id = a.account_id and p.id = a.payout_id
order by a.payout_id, a.position
"""


def _check_giver(row: _GiverRow) -> Iterator[Discrepancy]:
    name = f"{row['payout_id']}/{row['position']}"
    if not row["is_told"]:
        yield Discrepancy("payout_approvals", name, "request", "one that the audit log tells of", row["user_id"])
    if not row["is_person"]:
        yield Discrepancy("payout_approvals", name, "user", "a person of the operator's", row["user_id"])
    if row["had_changed"]:
        yield Discrepancy("payout_approvals", name, "user", "nobody who had changed the payout", row["user_id"])
    if row["is_same_hand"]:
        yield Discrepancy("payout_approvals", name, "let_in_by", "nobody who had approved it before", row["user_id"])


_TOO_FEW = """
select p.id, p.approvals_required as required, g.there
from payouts p cross join lateral (
    select count(distinct a.user_id)::integer as there from payout_approvals a
    where a.account_id = p.account_id and a.payout_id = p.id and a.amount = p.amount + p.vat_amount
      and a.round = cardinality(p.changed_by) and a.bank_account = p.bank_account) g
where p.bank_payout_request is not null and g.there < p.approvals_required
"""
