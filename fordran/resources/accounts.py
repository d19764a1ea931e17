"""Account: a business with its own settings and at least one creditor."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fordran.resources.common import Address, CaseSettings, Warning
from fordran.resources.creditors import CreditorData
from fordran.shape.fields import Shape
from fordran.shape.kinds import Name, Text
from fordran.shape.resource import Resource

NumberValidation: TypeAlias = Literal["mark", "refuse"]


class Account(Shape):
    name: Text
    description: Text | None = None
    organization_no: Text
    standard_debt_description: Text | None = None
    agreement_template: Text
    agreement_address: Address
    access_group_template: Text
    case_settings: CaseSettings | None = None
    number_validation: NumberValidation
    """`refuse` where numbers whose check digit does not fit are to be refused at the door; `mark` by default."""
    warnings: list[Warning] | None = None


class AccountData(Shape):
    name: Name
    description: Text | None = None
    organization_no: Name
    standard_debt_description: Text | None = None
    agreement_template: Text | None = None
    agreement_address: Address
    access_group_template: Text | None = None
    case_settings: CaseSettings | None = None
    number_validation: NumberValidation = "mark"


class AccountInput(AccountData):
    initial_creditor_data: CreditorData


ACCOUNTS = Resource(
    "accounts",
    Account,
    owner="account",
    personal=False,
    about="Businesses with settings of their own.",
    input=AccountInput,
    change=AccountData,
)
