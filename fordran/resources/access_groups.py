"""Access group: what a user can be given access to."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fordran.domain.service.staff import StaffRole
from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import Id, Text
from fordran.shape.resource import Resource

AccessGroupType: TypeAlias = Literal[
    "operator",  # whose role is admin
    "handler",
    "finance",
    "auditor",
    "partner",
    "account_admin",
    "admin",
    "user",
    "api_user",
]


class AccessGroup(Shape):
    name: Text
    """The name of the group."""
    access_group_type: AccessGroupType
    """Of the operator's `operator`, `handler`, `finance` or `auditor`; else `partner`, `account_admin`, `admin`, `user` or
    `api_user`."""
    staff_role: StaffRole | None = None
    """Of the operator's groups what those in it are there for; `admin` of the group `operator`."""
    partner: Id | None = None
    """Of a partner's group."""
    account: Id | None = None
    """Of an account's and a creditor's groups."""
    account_name: Text | None = None
    """The name of the account that the group is of."""
    creditor: Id | None = None
    """Of a creditor's groups."""
    creditor_name: Text | None = None
    """The name of the creditor that the group is of."""


ACCESS_GROUPS = Resource(
    "access--groups",
    AccessGroup,
    owner="access_group",
    personal=False,
    about="What a user can be given access to. Made by the service with each partner, account and creditor.",
    kept=(NothingPersonal("access_groups", "roles, named after accounts and creditors"),),
)
