"""The demo's people, who sign in to its pages: a case handler and a finance person of the operator's, and a creditor's user."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.accounts.create_user import create_user
from fordran.actions.people.add_person import add_person
from fordran.domain.service.staff import StaffRole
from fordran.resources.users import UserInput
from fordran.shape.fields import read
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import SYSTEM

PEOPLE = {
    "handler": ("Hanna Handläggare", "handler@demo.example"),
    "finance": ("Filip Finans", "finance@demo.example"),
    "admin": ("Alva Administratör", "admin@demo.example"),
    "creditor": ("Klara Kontorsvaror", "creditor@demo.example"),
}
"""Role of a person → name and e-mail address of an example domain."""


async def add_demo_people(tx: Connection, account: str, creditor: str, now: datetime) -> None:
    """Add them, the creditor's user to that creditor."""
    roles: tuple[StaffRole, ...] = ("handler", "finance", "admin")
    for role in roles:
        name, email = PEOPLE[role]
        await add_person(tx, name, email, role, now)
    name, email = PEOPLE["creditor"]
    group = await tx.fetchval("select id from access_groups where creditor_id = $1 and type = 'admin'", creditor)
    given = {"account": account, "name": name, "email_oauth": email, "data_access": [{"access_group": group}]}
    await create_user(tx, SYSTEM, read(UserInput, given), now)


async def demo_people(tx: Connection) -> dict[str, str]:
    """The existing staff who may sign in: role → the user's id."""
    rows = await tx.fetch(
        "select email_oauth, id from users where email_oauth = any($1) and is_enabled",
        [email for _, email in PEOPLE.values()],
    )
    found = {row["email_oauth"]: row["id"] for row in rows}
    return {who: found[email] for who, (_, email) in PEOPLE.items() if email in found}


async def demo_debtors_case(tx: Connection) -> str | None:
    """A case of the demo's with something owed and a letter sent, for its debtor to open; None where there is none."""
    found: str | None = await tx.fetchval(
        """select k.id from cases k join users u on u.email_oauth = $1
           where k.closed is null and k.erasure is null and k.total_remaining_capital_amount > 0
           and exists (select 1 from letters l where l.account_id = k.account_id and l.case_id = k.id and l.sent is not null)
           order by k.id desc limit 1""",
        PEOPLE["creditor"][1],
    )
    return found
