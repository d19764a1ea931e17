"""Add a partner, with the access group of its own users."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.accounts.create_creditor import add_group
from fordran.actions.violations import refusing
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert


async def add_partner(
    tx: Connection,
    *,
    name: str,
    integration_id: str,
    organization_no: str,
    description: str | None = None,
    now: datetime,
) -> str:
    """A new partner; its id."""
    id_ = new_id()
    row = {"id": id_, "created": now, "updated": now, "name": name, "integration_id": integration_id}
    with refusing({"integration_id": [(("integration_id",), integration_id)]}):
        await insert(tx, "partners", row | {"organization_no": organization_no, "description": description})
    await add_group(tx, "partner", "Partner users", now, partner=id_)
    return id_
