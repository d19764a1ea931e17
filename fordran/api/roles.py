"""Who may use an endpoint. What a role may do it may do to what it sees, and to nothing else."""

from __future__ import annotations

from dataclasses import dataclass

ROLES = ("operator", "handler", "finance", "auditor", "partner", "account_admin", "creditor_admin", "creditor_user")
"""Who there is, from who sees most. The first four are the operator's: who may do all, who handles cases, who handles money, and
who sees all and changes nothing; that last one no row names, since `Endpoint.role_names` adds it to whatever shows something.
At the end stand a user or an API client of creditors, and before it who administers some."""


@dataclass(frozen=True)
class Roles:
    """The roles that may use an endpoint, and what replaces a token there."""

    names: frozenset[str]
    needs_token: bool = True
    takes_signed_links: bool = False
    """Whether a link that we signed replaces a token."""

    def __post_init__(self) -> None:
        assert self.names <= {*ROLES}, self.names
        assert bool(self.names) == self.needs_token, "an endpoint is for some roles, or for everybody without a token"


# `…_UP` is that role and those that see more.
_ALL = frozenset({*ROLES} - {"auditor"})
EVERYBODY = Roles(_ALL)
EVERYBODY_OR_SIGNED_LINK = Roles(_ALL, takes_signed_links=True)
STAFF_AND_ADMINS = Roles(_ALL - {"creditor_user"})
ADMINS = Roles(frozenset({"operator", "partner", "account_admin", "creditor_admin"}))
ACCOUNT_ADMINS_UP = Roles(frozenset({"operator", "partner", "account_admin"}))
PARTNERS_UP = Roles(frozenset({"operator", "partner"}))
OPERATOR_ONLY = Roles(frozenset({"operator"}))
STAFF = Roles(frozenset({"operator", "handler", "finance"}))
FINANCE = Roles(frozenset({"operator", "finance"}))
NO_TOKEN = Roles(frozenset(), needs_token=False)
