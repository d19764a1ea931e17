"""Accounting systems: the programs in which creditors keep their books, and how each differs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code
from fordran.domain.kinds.work_item_kinds import WorkItemKind

AccountingSystemCode: TypeAlias = Literal["fortnox", "visma"]


@dataclass(frozen=True, slots=True)
class AccountingSystemRecord:
    """An accounting system. Its texts name it, since a person corrects there what is wrong."""

    code: AccountingSystemCode
    name: str
    """The name that people know it by."""
    settles_invoices: bool
    """Whether a payment that is sent lowers the rest of its invoice there; else it is a voucher beside the invoice."""
    refused: WorkItemKind
    """An invoice that cannot be taken."""
    unreachable: WorkItemKind
    """It does not give its invoices."""
    said_refused: str
    """The text of an invoice that cannot be taken, and the one that names fields."""
    said_refused_for: str
    said_unreachable: str
    said_trouble: str
    """The text of why it does not answer, for one who asks now."""


ACCOUNTING_SYSTEMS: Mapping[AccountingSystemCode, AccountingSystemRecord] = by_code(
    AccountingSystemCode,
    (
        AccountingSystemRecord(
            "fortnox",
            "Fortnox",
            settles_invoices=True,
            refused="fortnox_refused",
            unreachable="fortnox_unreachable",
            said_refused="work.fortnox_refused",
            said_refused_for="work.fortnox_refused_for",
            said_unreachable="work.fortnox_unreachable",
            said_trouble="fortnox.trouble",
        ),
        AccountingSystemRecord(
            "visma",
            "Visma eAccounting",
            settles_invoices=False,
            refused="visma_refused",
            unreachable="visma_unreachable",
            said_refused="work.visma_refused",
            said_refused_for="work.visma_refused_for",
            said_unreachable="work.visma_unreachable",
            said_trouble="visma.trouble",
        ),
    ),
)
