"""Users who see more than the caller: a caller may see them, but they are not its to change."""

from __future__ import annotations

from fordran.actions.refusals import NotAllowed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import ACCOUNT, CREDITOR, OPERATOR, PARTNER, Caller
from fordran.store.rows.schema_rows import AccessGroupRow


async def refuse_wider_user(tx: Connection, caller: Caller, user: str) -> None:
    """Refuse if the user is in a group that the caller could not have given: its code would let the caller see more."""
    if caller.level == OPERATOR:
        return
    groups = await fetch_rows(
        tx,
        AccessGroupRow,
        """select coalesce(g.partner_id, a.partner_id) as partner_id, g.account_id, g.creditor_id
           from user_groups m join access_groups g on g.id = m.access_group_id left join accounts a on a.id = g.account_id
           where m.user_id = $1""",
        user,
    )
    if not all(_is_within(caller, group) for group in groups):
        raise NotAllowed("error.groups_of_others")


def _is_within(caller: Caller, group: AccessGroupRow) -> bool:
    return {
        PARTNER: group["partner_id"] is not None and group["partner_id"] == caller.partner,
        ACCOUNT: group["account_id"] is not None and group["account_id"] == caller.account,
        CREDITOR: group["creditor_id"] in caller.admin_of,
    }[caller.level]
