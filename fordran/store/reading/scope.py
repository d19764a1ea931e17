"""The documents that a caller sees: the one place where reading is scoped.

Every read adds the condition made here to whatever the client asks for, by `and`, so no filter can widen it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fordran.domain.service.staff import StaffRole
from fordran.shape.resource import Resource
from fordran.store.reading.parameters import SqlParameters

OPERATOR, PARTNER, ACCOUNT, CREDITOR = "operator", "partner", "account_admin", "creditor"
DEBTOR = "debtor"
OF_CREDITORS = (CREDITOR, DEBTOR)
"""Levels that see the details of a customer from certain creditors, and nothing from others."""

_DEBTORS_OWN = ("letters", "invoices", "refunds")
"""Of what names a case, what its debtor may see."""


@dataclass(frozen=True)
class Caller:
    """The caller: a user, and how far that user sees. `creditors` counts only where `level` is `creditor` or `debtor`.

    A debtor is no user: `user` is then the letter whose code was used, or the case, where the code is the case's own; of
    somebody who has proved who it is, the customer.
    """

    user: str
    name: str
    level: str
    partner: str | None = None
    account: str | None = None
    creditors: tuple[str, ...] = ()
    staff: frozenset[StaffRole] = frozenset()
    """The staff role of an operator's user; none means all of them."""
    admin_of: tuple[str, ...] = ()
    """Those of its creditors whose users it may manage."""
    cases: tuple[str, ...] = ()
    """Of a debtor: the cases that the code opens, or all of the person's."""
    accounts: tuple[str, ...] = ()
    """Of a debtor who is known as a person: the accounts of the cases, where they are several. `account` is then none."""
    customers: tuple[str, ...] = ()
    """Of a debtor who is known as a person, or who is one of several of a case: the customers; else the cases' own."""
    let_in_by: tuple[str, ...] = ()
    """Users who could have signed in instead: they made the link that led to this session, or to the key it was opened with."""
    may_see_protected: bool = False
    """Whether it is one of the operator's people who may see how protected persons are reached."""
    logs: frozenset[str] = field(default_factory=frozenset)
    """Names of the resources whose registrations are kept for this user."""

    @property
    def hands(self) -> tuple[str, ...]:
        """Everybody who may be the one that acts: the user, and those who let the user in."""
        return tuple(dict.fromkeys((self.user, *self.let_in_by)))

    @property
    def roles(self) -> frozenset[str]:
        """The caller's roles in the table of endpoints: one role, or several of the operator's."""
        if self.level == CREDITOR:
            return frozenset({"creditor_admin" if self.admin_of else "creditor_user"})
        if self.staff and "admin" not in self.staff:
            return frozenset(self.staff)
        return frozenset({self.level})


SYSTEM = Caller(user="", name="fordran", level=OPERATOR)
"""The service itself: the worker and the command line."""


def scope_condition(resource: Resource, caller: Caller, parameters: SqlParameters) -> str:
    """The SQL condition that a document of `resource` is one `caller` sees."""
    if caller.level == DEBTOR:
        return _of_debtor(resource, caller, parameters)
    if resource.owner == "everyone" or caller.level == OPERATOR:
        return "true"
    if resource.owner == "operator":
        return "false"
    if resource.owner == "user_alone":
        return _is("own_user", caller.user, parameters)
    if resource.owner == "partner":
        return _is("own_partner", caller.partner, parameters) if caller.level == PARTNER else "false"
    # Documents without a creditor are the operator's, though they came of an account's cases.
    not_ours = " and own_creditor is not null" if resource.owner == "creditor_or_operator" else ""
    if caller.level == PARTNER:
        if resource.owner in ("user", "access_group", "account"):
            return _is("own_partner", caller.partner, parameters)
        mine = parameters.add(caller.partner, "text")
        of_accounts = f"own_account in (select id from accounts where partner_id = {mine})"
        if resource.owner == "creditor_or_partner":
            return f"({of_accounts} or own_partner = {mine})"
        return f"({of_accounts}{not_ours})"
    account = _is("own_account", caller.account, parameters)
    if caller.level == ACCOUNT or resource.owner == "account":
        return f"({account}{not_ours})" if not_ours else account
    return f"({account} and {_of_creditors(resource, caller, parameters)})"


def view_for(resource: Resource, caller: Caller, parameters: SqlParameters) -> str:
    """The source of a caller's documents of `resource`: the view, or for customers the caller's own details."""
    if resource.owner != "customer" or caller.level not in OF_CREDITORS:
        return resource.view
    view = f"{resource.view}_of_creditors"
    if len(caller.creditors) == 1:
        return view
    account, creditors = _of_accounts(caller, parameters), parameters.add(list(caller.creditors), "text[]")
    # If several of them have details of one customer, the latest.
    return (
        f"(select distinct on (_id) * from {view} where {account} and own_creditor = any({creditors})"
        " order by _id, _updated desc, own_creditor) told"
    )


def _of_debtor(resource: Resource, caller: Caller, parameters: SqlParameters) -> str:
    """The documents of the debtor's own cases, and the creditor's details of the debtor."""
    account = _of_accounts(caller, parameters)
    if resource.owner == "customer" and caller.customers:
        details = f"{account} and own_creditor = any({parameters.add(list(caller.creditors), 'text[]')})"
        return f"({details} and _id = any({parameters.add(list(caller.customers), 'text[]')}))"
    cases = parameters.add(list(caller.cases), "text[]")
    if resource.name == "cases":
        return f"({account} and _id = any({cases}))"
    if resource.name in _DEBTORS_OWN:
        return f'({account} and "case" = any({cases}))'
    if resource.owner == "customer":
        details = f"{account} and own_creditor = any({parameters.add(list(caller.creditors), 'text[]')})"
        # By what is known and not by the row at hand: a cluster takes no condition that goes from one sub-select to another.
        theirs = _of_accounts(caller, parameters, "k.account_id")
        return f"({details} and _id in (select k.customer_id from cases k where {theirs} and k.id = any({cases})))"
    return "false"


def _of_accounts(caller: Caller, parameters: SqlParameters, column: str = "own_account") -> str:
    """Of the caller's account, or of one of a debtor's several."""
    if caller.accounts:
        return f"({column} = any({parameters.add(list(caller.accounts), 'text[]')}))"
    return _is(column, caller.account, parameters)


def _of_creditors(resource: Resource, caller: Caller, parameters: SqlParameters) -> str:
    if resource.owner == "user":
        creditors = parameters.add(list(caller.creditors), "text[]")
        return f"(_id = {parameters.add(caller.user, 'text')} or own_creditors && {creditors})"
    # One creditor is by far the usual case, and an equality is served by the index many times faster than a list.
    if len(caller.creditors) == 1:
        return _is("own_creditor", caller.creditors[0], parameters)
    return f"(own_creditor = any({parameters.add(list(caller.creditors), 'text[]')}))"


def _is(column: str, value: str | None, parameters: SqlParameters) -> str:
    return f"({column} = {parameters.add(value, 'text')})" if value else "false"


def tally_scope(resource: Resource, caller: Caller) -> tuple[str, ...] | None:
    """The scopes whose tallies sum to this caller's total of `resource`; None where it must be counted."""
    if resource.owner in ("everyone", "operator", "partner", "user", "user_alone", "access_group"):
        return None
    if caller.level == DEBTOR:
        return None
    if caller.level == OPERATOR:
        return ("all",)
    if caller.level == PARTNER:
        return (caller.partner,) if caller.partner else ()
    if caller.level == ACCOUNT:
        return (caller.account,) if caller.account else ()
    if resource.owner in ("account", "customer"):
        return None
    return caller.creditors


def table_scope(
    caller: Caller, account: str, creditor: str | None, parameters: SqlParameters, *, is_looked_up: bool = True
) -> str:
    """The same on tables, by the columns that say whose a row is; without one for the creditor, all of the account.

    What is not `is_looked_up` is found by another condition, and no index is read for this one: none has the collation.
    """
    collation = "" if is_looked_up else ' collate "POSIX"'
    if caller.level == OPERATOR:
        return "true"
    if caller.level == PARTNER:
        mine = parameters.add(caller.partner, "text")
        return f"{account} in (select id from accounts where partner_id = {mine})"
    mine = f"{account} = {parameters.add(caller.account or '', 'text')}{collation}"
    if caller.level == ACCOUNT or creditor is None:
        return mine
    return f"{mine} and {creditor} = any({parameters.add(list(caller.creditors), 'text[]')}{collation})"
