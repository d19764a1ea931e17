"""API client: a user that a program signs in as, with what it proves itself by. No code is ever shown here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BeforeValidator, Field, WithJsonSchema

from fordran.domain.message import Message
from fordran.domain.service.signing_in import MOST_GRACE_HOURS
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import INTEGER, AccountId, CreditorId, Flag, Id, Moment, Name, Secret, Text, whole
from fordran.shape.resource import Resource
from fordran.shape.rules import Rule, any_of, has

MOST_ADDRESSES = 100
MOST_KEYS = 20
"""Every key of a client may be tried when it signs in, so that many would make that slow."""

ScopeLevel: TypeAlias = Literal["operator", "partner", "account", "creditor"]

GraceHours = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(0, MOST_GRACE_HOURS)),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_GRACE_HOURS, "examples": [24]}),
]


class ClientScope(Shape):
    """How far an API client sees, by its access groups."""

    level: ScopeLevel
    """`operator`, `partner`, `account` or `creditor`."""
    partner: Id | None = None
    """The partner whose accounts it sees."""
    account: Id | None = None
    """The account it sees, or that its creditors are of."""
    creditors: list[Id]
    """The creditors it sees, of a client of creditors."""


class ClientKeyShown(Shape):
    """A public key that an API client signs with."""

    id: Id
    """The id of the key."""
    fingerprint: Text
    """SHA-256 of the key's DER, in hex: `openssl pkey -pubin -in public.pem -outform DER | sha256sum`."""
    created: Moment
    """When the key was registered."""
    last_used: Moment | None = None
    """When the client last signed in with it."""


class ApiClient(Shape):
    account: Text
    """Empty for the operator's and a partner's own clients."""
    name: Text
    """The name of the client."""
    enabled: Flag
    """Tokens of a client that is not stop working within a second."""
    scope: ClientScope
    """How far it sees."""
    addresses: list[Text]
    """The addresses and networks that it may sign in from with its code alone."""
    keys: list[ClientKeyShown]
    """The public keys that it can sign with."""
    has_code: Flag
    """Whether it has an API code; without one it cannot sign in."""
    previous_code_until: Moment | None = None
    """Until then the code before the last rotation works too."""
    last_used: Moment | None = None
    """When it last signed in. A token lasts an hour at most, so it may have asked for something up to an hour later."""


class ApiClientData(Shape):
    name: Name
    """The name of the client."""
    addresses: list[Text] = Field(default=[], max_length=MOST_ADDRESSES)
    """The addresses and networks that it may sign in from with its code alone; empty for none."""
    enabled: Flag = True
    """Whether it may sign in; tokens of a client that may not stop working within a second."""


class ApiClientInput(ApiClientData):
    """A new API client, of one account or of one creditor."""

    account: AccountId | None = None
    """The account that it sees, with all creditors."""
    creditor: CreditorId | None = None
    """The one creditor that it sees."""
    public_key: Name | None = None
    """A public key of the kinds that signing in takes, as PEM. A client without addresses signs in by one."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (any_of(has("account"), has("creditor")),)

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if given.get("account") is None and given.get("creditor") is None:
            return {"account": Message("issue.account_or_creditor")}
        return {}


class ApiClientCreated(Shape):
    """The answer of creating an API client: also its code, which is shown once and never in a repeated answer."""

    api_code: Secret | None = None
    """The code that it signs in with, shown this once."""


class RotationInput(Shape):
    """How a client gets its new code."""

    grace_hours: GraceHours = 0
    """For so many hours the old code works too."""


class CodeRotated(Shape):
    """The new code, which is shown this once, and not where the answer is given again. Until `previous_code_until` the one
    before it works too; without that field it works no more."""

    api_code: Secret | None = None
    """The new code, shown this once."""
    previous_code_until: Moment | None = None
    """Until then the code before it works too; absent where it works no more."""


class KeyInput(Shape):
    """A public key, as PEM."""

    public_key: Name
    """A public key of the kinds that signing in takes, as PEM."""


class KeyAdded(Shape):
    """The id of the new key, and its fingerprint."""

    key: Id
    """The id of the key."""
    fingerprint: Text
    """SHA-256 of the key's DER, in hex."""


API_CLIENTS = Resource(
    "api--clients",
    ApiClient,
    owner="user",
    personal=False,
    about="Programs that use the interface, with their keys and addresses; users of another kind.",
    made_costs={"addresses": 600, "keys": 600},
    input=ApiClientInput,
    change=ApiClientData,
)
