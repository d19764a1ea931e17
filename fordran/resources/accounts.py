"""Account: a business with its own settings and at least one creditor."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fordran.resources.common import A_BUSINESS, Address, AgreementSettings, DoubtfulContent
from fordran.resources.creditors import CreditorData
from fordran.shape.fields import Shape
from fordran.shape.kept import NotErased
from fordran.shape.kinds import Name, Text
from fordran.shape.resource import Resource

NumberValidation: TypeAlias = Literal["mark", "refuse"]


class Account(Shape):
    name: Text
    """The name of the business."""
    description: Text | None = None
    """A description of your own."""
    organization_no: Text
    """Company registration number."""
    standard_debt_description: Text | None = None
    """The default description of debts."""
    agreement_template: Text
    """The partner's, else the installation's, unless given."""
    agreement_address: Address
    """The primary business address."""
    access_group_template: Text
    """The partner's, else the installation's, unless given."""
    case_settings: AgreementSettings | None = None
    """The default settings of its cases, and of the operator's invoices."""
    number_validation: NumberValidation
    """`refuse` where numbers whose check digit does not fit are to be refused at the door; `mark` by default."""
    warnings: list[DoubtfulContent] | None = None
    """Content that looks doubtful; absent when there is none."""


class AccountData(Shape):
    name: Name
    """The name of the business."""
    description: Text | None = None
    """A description of your own."""
    organization_no: Name
    """The company registration number."""
    standard_debt_description: Text | None = None
    """The default description of debts."""
    agreement_template: Text | None = None
    """The template of the agreement; the partner's, else the installation's, unless given."""
    agreement_address: Address
    """The primary business address."""
    access_group_template: Text | None = None
    """The template by which the account's access groups are made."""
    case_settings: AgreementSettings | None = None
    """The default settings of its cases, and of the operator's invoices."""
    number_validation: NumberValidation = "mark"
    """The treatment of numbers whose check digit does not fit."""


class AccountInput(AccountData):
    initial_creditor_data: CreditorData
    """The first creditor of the account, made with it."""


ACCOUNTS = Resource(
    "accounts",
    Account,
    owner="account",
    personal=False,
    about="Businesses with settings of their own.",
    input=AccountInput,
    change=AccountData,
    kept=(NotErased("accounts", A_BUSINESS),),
)
