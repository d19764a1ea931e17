"""Access group: what a user can be given access to."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Text
from fordran.shape.resource import Resource

AccessGroupType: TypeAlias = Literal["operator", "partner", "account_admin", "admin", "user", "api_user"]


class AccessGroup(Shape):
    name: Text
    access_group_type: AccessGroupType
    partner: Id | None = None
    account: Id | None = None
    account_name: Text | None = None
    creditor: Id | None = None
    creditor_name: Text | None = None


ACCESS_GROUPS = Resource(
    "access--groups",
    AccessGroup,
    owner="access_group",
    personal=False,
    about="What a user can be given access to. Made by the service with each partner, account and creditor.",
)
