"""Links by e-mail: anybody who knows a person's address can request one, and it goes to that address and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from fordran.actions.people.sign_in_links import VALID, make_link
from fordran.domain.languages import Language
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.texts.catalogue import texts

MOST_AT_ONCE = 3
"""How many links a person has at a time: nobody fills another's mailbox, and one that is slow to come is asked for again."""


@dataclass(frozen=True)
class MailedLink:
    """A link that is to be sent, and to whom."""

    email: str
    name: str
    token: str


class _ReceiverRow(TypedDict):
    id: str
    name: str
    email_oauth: str


async def link_by_email(tx: Connection, email: str, now: datetime) -> MailedLink | None:
    """A new link for the one person who may sign in and has that address; None where there is none, or has had enough of them."""
    found = await fetch_rows(
        tx,
        _ReceiverRow,
        """select id, name, email_oauth from users
           where lower(email_oauth) = lower($1::text collate "C") and $1 <> '' and is_enabled and not "system_user"
           order by id limit 2 for no key update""",
        email,
    )
    if len(found) != 1:
        return None
    (person,) = found
    had: int = await tx.fetchval(
        "select count(*) from sign_in_links where user_id = $1 and created > $2", person["id"], now - VALID
    )
    if had >= MOST_AT_ONCE:
        return None
    token = await make_link(tx, person["id"], now)
    return MailedLink(person["email_oauth"], person["name"], token)


def link_note(language: Language, *, sender: str, name: str, url: str) -> tuple[str, tuple[str, ...]]:
    """The subject and the sentences that a link comes with."""
    t, values = texts(language), {"sender": sender, "name": name, "url": url}
    (subject,) = t.lines("sign_in_link.subject", **values)
    return subject, t.lines("sign_in_link.text", **values)
