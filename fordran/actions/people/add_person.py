"""Add one of the operator's people, who may then sign in."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.accounts.create_user import create_user
from fordran.domain.service.staff import StaffRole
from fordran.resources.users import UserInput
from fordran.shape.fields import read
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import SYSTEM


async def add_person(tx: Connection, name: str, email: str, role: StaffRole, now: datetime) -> str:
    """A new user in the group of that role; its id."""
    group = await tx.fetchval("select id from access_groups where type = $1", "operator" if role == "admin" else role)
    given = {"account": "", "name": name, "email_oauth": email, "data_access": [{"access_group": group}]}
    return await create_user(tx, SYSTEM, read(UserInput, given), now)
