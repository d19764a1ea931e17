"""Everything that waits for a second person, of whatever kind."""

from __future__ import annotations

from collections.abc import Sequence

from fordran.actions.approvals.four_eyes import Approved
from fordran.actions.approving.kinds import APPROVAL_KINDS
from fordran.actions.approving.to_approve import ToApprove
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import SecondApprovalRow

MOST = 500


async def waiting(connection: Connection, only: str | None = None) -> list[ToApprove]:
    """All that nobody has decided on yet, the oldest first, up to `MOST`; with `only`, that alone, decided or not."""
    found = [one for kind in APPROVAL_KINDS.values() for one in await kind.waiting(connection, only)]
    if only is not None:
        return found
    decided = Approved(await decisions(connection, found))
    left = [one for one in found if not decided.settles(one.id, one.amount, one.what_hash)]
    return sorted(left, key=lambda one: one.created)[:MOST]


async def decisions(connection: Connection, found: Sequence[ToApprove]) -> list[SecondApprovalRow]:
    """The decisions on them, the first decision first."""
    return await fetch_rows(
        connection,
        SecondApprovalRow,
        """select account_id, id, created, kind, subject_id, amount, what_hash, user_id, is_rejected, reason
           from second_approvals where account_id = any($1::text[]) and subject_id = any($2::text[]) order by id""",
        list({one.account for one in found}),
        [one.id for one in found],
    )


async def decision_on(connection: Connection, id_: str) -> SecondApprovalRow | None:
    """The latest decision on what has that id; None where there is none."""
    rows = await fetch_rows(
        connection,
        SecondApprovalRow,
        """select account_id, id, created, kind, subject_id, amount, what_hash, user_id, is_rejected, reason
           from second_approvals where subject_id = $1 order by id desc limit 1""",
        id_,
    )
    return rows[0] if rows else None


async def names_in(connection: Connection, found: Sequence[ToApprove]) -> dict[str, str]:
    """Names of the users who asked for them and of the creditors that they are about, by id."""
    rows = await connection.fetch(
        """select id, name from users where id = any($1::text[])
           union all select id, name from creditors where account_id = any($2::text[]) and id = any($3::text[])""",
        list({one.asked_by[0] for one in found if one.asked_by}),
        list({one.account for one in found}),
        list({one.creditor for one in found if one.creditor}),
    )
    return {row["id"]: row["name"] for row in rows}
