"""Parties of cases, as they are sent: guardians, trustees, helpers, estates and others beside the debtor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from fordran.domain.kinds.party_roles import PARTY_ROLES, PartyLetters, PartyRole
from fordran.domain.message import Message
from fordran.resources.claim_particulars import is_before
from fordran.resources.common import CountableDay
from fordran.resources.customers import CaseCustomerAddress
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import Flag, Id, Name, Reference, Text, issue
from fordran.shape.rules import Rule, any_of, is_, lacks


class PartyChange(Shape):
    """A change of a party; what is left out stays."""

    name: Name | None = None
    """The party's full name; of an estate, who sees to it."""
    id_number: Text | None = None
    """Personal, coordination or organisation number."""
    address: CaseCustomerAddress | None = None
    """Where the party lives or has its office; required of one that gets letters."""
    email: Text | None = None
    """The party's e-mail address, for its questions. Letters to a party go on paper."""
    from_: CountableDay | None = Field(
        default=None, alias="from", description="The first day; since ever unless given."
    )
    until: CountableDay | None = None
    """The last day; without one it goes on."""
    receives_letters: PartyLetters | None = None
    """Which letters the party gets; the usual of its role unless given."""
    may_agree: Flag | None = None
    """Whether the party may agree on something for the debtor; false unless given."""
    ground: Name | None = None
    """Of a guardian: why the minor is bound by the debt, as a person has judged it. Without it the case stays stopped."""
    inventory_date: CountableDay | None = None
    """Of an estate: the day of the inventory."""


class PartyInput(PartyChange):
    """A party of a case beside its debtor."""

    role: PartyRole
    """The role in the case."""
    name: Name
    """The party's full name; of an estate, who sees to it."""
    customer: Annotated[Id, Reference("customers")] | None = None
    """Of a further debtor: the customer, whose own name and address count. Required of a debtor, and of no other."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (any_of(is_("role", "estate"), lacks("inventory_date")),)

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        issues: Issues = {}
        role = next((one for one in PARTY_ROLES.values() if one.code == given.get("role")), None)
        if is_before(given.get("until"), given.get("from")):
            issues["until"] = issue("must not be before from", "issue.until_before_from")
        if role is None:
            return issues
        letters = given.get("receives_letters") or role.letters[0]
        if letters not in role.letters:
            issues["receives_letters"] = Message("issue.letters_of_role", letters=", ".join(role.letters))
        if (role.code == "debtor") != (given.get("customer") is not None):
            issues["customer"] = Message("issue.goes_with_debtor")
        if letters != "no" and role.code != "debtor" and given.get("address") is None:
            issues["address"] = Message("issue.required")
        if role.code != "estate" and given.get("inventory_date") is not None:
            issues["inventory_date"] = Message("issue.goes_with_estate")
        return issues
