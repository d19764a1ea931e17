"""Links by e-mail: anybody who knows a person's address can request one, and it goes to that address and nowhere else.

An address that nobody has confirmed may be a stranger's, whom somebody has made a user. It gets a confirming mail and nothing
else: few, by address and by account, in fixed words. Who uses the link of it has confirmed the address.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from fordran.actions.accounts.user_emails import PersonRow
from fordran.actions.people.find_person import people_to_sign_in
from fordran.actions.people.sign_in_links import CONFIRMING, VALID, keep_link
from fordran.domain.languages import Language
from fordran.domain.service.email_address import folded_email, is_email
from fordran.domain.service.plain_names import plain_name
from fordran.store.connections.database import Connection
from fordran.texts.catalogue import texts

MOST_AT_ONCE = 3
"""How many links a person has at a time: nobody fills another's mailbox, and one that is slow to come is asked for again."""
MOST_CONFIRMING = 3
"""How many confirming mails an address is sent before it is left alone."""
MOST_OF_ACCOUNT = 50
"""How many addresses of an account are sent one in a day."""
LEFT_ALONE = timedelta(days=90)
"""How long confirming mails to an address are counted."""


@dataclass(frozen=True)
class MailedLink:
    """A link that is to be sent, and to whom."""

    email: str
    name: str
    token: str
    is_confirming: bool = False


async def link_by_email(tx: Connection, email: str, now: datetime) -> MailedLink | None:
    """A new link for the person who may sign in and has that address; None where there is none, or has had enough of them."""
    people = await people_to_sign_in(tx, email)
    if not people:
        return None
    person, address = people[0], folded_email(email)
    # One at a time, so that two requests at once count both.
    await tx.execute("select 1 from users where id = $1 for no key update", person["id"])
    sent_to = person["email_oauth"]
    assert sent_to is not None
    if not person["is_confirmed"]:
        if not is_email(sent_to.strip()) or not await _may_confirm(tx, person, address, now):
            return None
        token = await keep_link(tx, person["id"], now, now + CONFIRMING, mailed_to=address)
        return MailedLink(sent_to, person["name"], token, is_confirming=True)
    had: int = await tx.fetchval(
        "select count(*) from sign_in_links where user_id = $1 and created > $2", person["id"], now - VALID
    )
    if had >= MOST_AT_ONCE:
        return None
    token = await keep_link(tx, person["id"], now, now + VALID, mailed_to=address)
    return MailedLink(sent_to, person["name"], token)


async def _may_confirm(tx: Connection, person: PersonRow, address: str, now: datetime) -> bool:
    """Whether the address may have a confirming mail now, which is then counted."""
    of_account: int = await tx.fetchval(
        "select count(*) from confirming_mails where account_id = $1 and last_sent > $2",
        person["account_id"],
        now - CONFIRMING,
    )
    if of_account >= MOST_OF_ACCOUNT:
        return False
    counted = await tx.fetchval(
        """insert into confirming_mails as m (address_hash, account_id, sent, last_sent) values ($1, $2, 1, $3)
           on conflict (address_hash) do update set account_id = $2, sent = m.sent + 1, last_sent = $3
           where m.sent < $4 and m.last_sent <= $5
           returning sent""",
        hashlib.sha256(address.encode()).digest(),
        person["account_id"],
        now,
        MOST_CONFIRMING,
        now - CONFIRMING,
    )
    return counted is not None


async def forget_confirming_mails(tx: Connection, now: datetime) -> int:
    """Forget which addresses were sent one, months later; return how many."""
    done: str = await tx.execute("delete from confirming_mails where last_sent < $1", now - LEFT_ALONE)
    return int(done.split()[-1])


def link_note(language: Language, link: MailedLink, *, sender: str, url: str) -> tuple[str, tuple[str, ...]]:
    """The subject and the sentences that a link comes with."""
    t, values = texts(language), {"sender": sender, "name": plain_name(link.name), "url": url}
    if link.is_confirming:
        (subject,) = t.lines("confirming_mail.subject", **values)
        return subject, t.lines("confirming_mail.text", **values)
    (subject,) = t.lines("sign_in_link.subject", **values)
    return subject, t.lines("sign_in_link.text", **values)
