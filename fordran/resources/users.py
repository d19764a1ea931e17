"""User: a person or an API client. Access groups say how far a user sees."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from fordran.resources.access_groups import AccessGroupType
from fordran.shape.fields import Shape
from fordran.shape.kinds import AccessGroupId, ApplicationId, Flag, Moment, Name, Reference, Text
from fordran.shape.resource import Resource

OauthType: TypeAlias = Literal["microsoft", "google", "oidc"]


class DataAccessSent(Shape):
    """A group that a user is put into. What follows from the group is read over where it is sent."""

    access_group: AccessGroupId
    granted_date: Moment | None = None
    access_group_name: Text | None = None
    access_group_account_name: Text | None = None
    access_group_creditor_name: Text | None = None
    access_group_type: Text | None = None


class DataAccess(DataAccessSent):
    """A group that a user is in."""

    access_group_type: AccessGroupType | None = None


class ApplicationOfUser(Shape):
    application: ApplicationId
    application_name: Text | None = None


class User(Shape):
    account: Text
    """Empty for the operator's and a partner's own users."""
    name: Text
    oauth_type: OauthType | None = None
    email_oauth: Text | None = None
    data_access: list[DataAccess] | None = None
    is_enabled: Flag
    applications: list[ApplicationOfUser] | None = None
    log_invoice_registrations: Flag
    log_case_registrations: Flag
    log_creditor_payments: Flag
    log_creditor_cancellations: Flag
    log_creditor_creditings: Flag
    system_user: Flag


class UserData(Shape):
    name: Name
    oauth_type: OauthType | None = None
    email_oauth: Text | None = None
    data_access: list[DataAccessSent] = []
    is_enabled: Flag = True
    applications: list[ApplicationOfUser] = []
    log_invoice_registrations: Flag = False
    log_case_registrations: Flag = False
    log_creditor_payments: Flag = False
    log_creditor_cancellations: Flag = False
    log_creditor_creditings: Flag = False
    system_user: Flag = False


class UserInput(UserData):
    account: Annotated[Text, Reference("accounts")]


USERS = Resource(
    "users", User, owner="user", personal=False, about="People and API clients.", input=UserInput, change=UserData
)
