"""User: a person or an API client. Access groups say how far a user sees."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from fordran.resources.access_groups import AccessGroupType
from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import AccessGroupId, ApplicationId, Flag, Moment, Name, Reference, Text
from fordran.shape.resource import Resource


class DataAccessSent(Shape):
    """A group that a user is put into. What follows from the group is read over where it is sent."""

    access_group: AccessGroupId
    granted_date: Moment | None = None
    """When access was given."""
    access_group_name: Text | None = None
    """The name of the group."""
    access_group_account_name: Text | None = None
    """The name of the account that the group is of."""
    access_group_creditor_name: Text | None = None
    """The name of the creditor that the group is of."""
    access_group_type: Text | None = None
    """How far the group sees."""


OauthType: TypeAlias = Literal["microsoft", "google", "oidc"]


class DataAccess(DataAccessSent):
    """A group that a user is in."""

    access_group_type: AccessGroupType | None = None
    """How far the group sees."""


class ApplicationOfUser(Shape):
    application: ApplicationId
    application_name: Text | None = None
    """The name of the application."""


class User(Shape):
    account: Text
    """Empty for the operator's and a partner's own users."""
    name: Text
    """Full name."""
    oauth_type: OauthType | None = None
    """`microsoft`, `google` or `oidc`."""
    email_oauth: Text | None = None
    """The address to sign in with."""
    data_access: list[DataAccess] | None = None
    """The access groups that the user is in, which say how far it sees."""
    is_enabled: Flag
    """A disabled user's tokens stop working within a second."""
    applications: list[ApplicationOfUser] | None = None
    """The parts of the service that the user may use."""
    log_invoice_registrations: Flag
    """Keep `request--logs` of them."""
    log_case_registrations: Flag
    """Keep `request--logs` of them."""
    log_creditor_payments: Flag
    """Keep `request--logs` of them."""
    log_creditor_cancellations: Flag
    """Keep `request--logs` of them."""
    log_creditor_creditings: Flag
    """Keep `request--logs` of them."""
    system_user: Flag
    """An API client; the operator's to set."""
    may_see_protected: Flag
    """Whether it is one of the operator's people who may see how protected persons are reached."""


class UserData(Shape):
    name: Name
    """The user's full name."""
    oauth_type: OauthType | None = None
    """Whose account the user signs in with."""
    email_oauth: Text | None = None
    """The address that the user signs in with."""
    data_access: list[DataAccessSent] = []
    """The access groups that the user is in, which say how far it sees."""
    is_enabled: Flag = True
    """Whether the user may sign in; a disabled user's tokens stop working within a second."""
    applications: list[ApplicationOfUser] = []
    """The parts of the service that the user may use."""
    log_invoice_registrations: Flag = False
    """Whether `request--logs` are kept of the user's invoice registrations."""
    log_case_registrations: Flag = False
    """Whether `request--logs` are kept of the user's case registrations."""
    log_creditor_payments: Flag = False
    """Whether `request--logs` are kept of the user's payments."""
    log_creditor_cancellations: Flag = False
    """Whether `request--logs` are kept of the user's cancellations."""
    log_creditor_creditings: Flag = False
    """Whether `request--logs` are kept of the user's creditings."""
    system_user: Flag = False
    """Whether it is an API client; the operator's to set."""
    may_see_protected: Flag = False
    """Whether it may see how protected persons are reached; the operator's to set, for its own people."""


class UserInput(UserData):
    account: Annotated[Text, Reference("accounts", or_empty=True)]


USERS = Resource(
    "users",
    User,
    owner="user",
    personal=False,
    about="People and API clients.",
    made_costs={"data_access": 600, "applications": 600},
    input=UserInput,
    change=UserData,
    kept=(
        NothingPersonal(
            "users",
            "people who work with the service, known by name and e-mail address and by no number; not debtors",
        ),
        NothingPersonal("user_groups", "which groups a user is in"),
    ),
)
