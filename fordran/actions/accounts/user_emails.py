"""Users' e-mail addresses: all who have one are one person, and nobody claims that of a person who sees more."""

from __future__ import annotations

from fordran.domain.message import Message
from fordran.domain.service.email_address import folded_email, is_email
from fordran.domain.service.plain_names import has_link
from fordran.resources.users import UserData
from fordran.shape.fields import Issues, add_issue
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import ACCOUNT, CREDITOR, OPERATOR, PARTNER, Caller
from fordran.store.rows.schema_rows import UserRow


class PersonRow(UserRow):
    """A user who is a person. `width` is 0 for the operator's staff, and more for who sees less."""

    width: int
    is_confirmed: bool


_PEOPLE = """
select u.id, u.name, u.email_oauth, u.oauth_type, coalesce(u.account_id, g.account_id) as account_id, u.is_enabled, g.width,
       u.confirmed_email is not distinct from folded_email(u.email_oauth) as is_confirmed
from users u cross join lateral (
    select coalesce(min(case when g.type in ('operator', 'handler', 'finance', 'auditor') then 0
                             when g.type = 'partner' then 1
                             when g.type = 'account_admin' then 2
                             else 3 end), 4) as width,
           min(g.account_id) as account_id
    from user_groups m join access_groups g on g.id = m.access_group_id where m.user_id = u.id) g
where folded_email(u.email_oauth) = $1 and $1 <> '' and not u."system_user"
order by g.width, u.id
"""


async def people_with_email(connection: Connection, email: str) -> list[PersonRow]:
    """The users who are people and have the address, who sees most first."""
    return await fetch_rows(connection, PersonRow, _PEOPLE, folded_email(email))


_WIDTHS = {OPERATOR: 0, PARTNER: 1, ACCOUNT: 2, CREDITOR: 3}
"""Level of a caller → its `width`, as a person's."""


async def check_name_and_email(
    tx: Connection, caller: Caller, given: UserData, before: tuple[str, str | None] | None, issues: Issues
) -> None:
    """Add the issues of a name and an address that were not there before. `before` are those of the user that is changed."""
    name, email = before or (None, None)
    if given.name != name and has_link(given.name):
        add_issue(issues, ("name",), Message("issue.name_has_link"))
    if not given.email_oauth or given.email_oauth == email:
        return
    if not is_email(given.email_oauth):
        add_issue(issues, ("email_oauth",), Message("issue.not_an_email"))
        return
    is_another = folded_email(given.email_oauth) != folded_email(email or "")
    if is_another and any(_is_wider(caller, one) for one in await people_with_email(tx, given.email_oauth)):
        # The same sentence for every owner: a caller does not learn who works for the operator.
        add_issue(issues, ("email_oauth",), Message("issue.email_not_yours_to_give"))


def _is_wider(caller: Caller, person: PersonRow) -> bool:
    """Whether the person sees all that the caller does, and more; of a partner, whosever accounts the caller's are."""
    width = person["width"]
    if width >= _WIDTHS[caller.level]:
        return False
    return width < _WIDTHS[ACCOUNT] or person["account_id"] == caller.account
