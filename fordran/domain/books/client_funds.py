"""Whose the client funds are: each creditor's own part of the client bank account, and whether it is enough.

Client funds are held for their owners (inkassolag (1974:182) 10 §; lag (1944:181) om redovisningsmedel): one creditor's money
never covers what another is owed.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from fordran.domain.books.journal import (
    CLAIMS_ON_PAYERS,
    CLIENT_FUND_LIABILITIES,
    CLIENT_FUNDS,
    OWED_TO_CREDITOR,
    OWN_FEES_IN_CLIENT_FUNDS,
    PAYERS,
    SUSPENSE,
)

FUND_ACCOUNTS = CLIENT_FUND_LIABILITIES | {CLIENT_FUNDS}
_POOLED = frozenset({SUSPENSE, OWN_FEES_IN_CLIENT_FUNDS})
_TO_CREDITORS = frozenset(account for name, account in OWED_TO_CREDITOR.items() if name != "creditor_commission")

Owner = TypeVar("Owner", bound=Hashable)


@dataclass
class FundsPart:
    """An owner's part of the client funds, in öre."""

    money: int = 0
    """The part of the client bank account."""
    balances: Counter[int] = field(default_factory=Counter)

    def owed(self, accounts: Iterable[int]) -> int:
        """The amount owed on some accounts."""
        return -sum(self.balances[account] for account in accounts)

    @property
    def owed_to_creditors(self) -> int:
        """Owed to the creditor."""
        return self.owed(_TO_CREDITORS)

    @property
    def owed_to_debtors(self) -> int:
        """Owed to payers, less what they owe."""
        return self.owed((PAYERS, CLAIMS_ON_PAYERS))

    @property
    def suspense(self) -> int:
        """Money without a case."""
        return self.owed((SUSPENSE,))

    @property
    def own_fees(self) -> int:
        """The operator's own fees that have not been moved."""
        return self.owed((OWN_FEES_IN_CLIENT_FUNDS,))

    @property
    def difference(self) -> int:
        """The money beyond whose it is; it has to be nothing."""
        return self.money - self.owed(CLIENT_FUND_LIABILITIES)

    @property
    def shortfall(self) -> int:
        """The money that is missing for what has to be paid: no other owner's money covers it."""
        needed = sum(max(self.owed(accounts), 0) for accounts in (_TO_CREDITORS, (PAYERS,), _POOLED))
        return max(needed - self.money, 0)


class FundsParts(Generic[Owner]):
    """The parts of all owners. Money without a case and the operator's fees are a part of their own."""

    def __init__(self, pool: Owner) -> None:
        self.pool = pool
        self.parts: dict[Owner, FundsPart] = {pool: FundsPart()}

    def post(self, owner: Owner, account: int, amount: int) -> None:
        """Add a posting of an owner's booking. One on a pooled account moves money between the owner and the pool."""
        part, pool = self.parts.setdefault(owner, FundsPart()), self.parts[self.pool]
        if account == CLIENT_FUNDS:
            part.money += amount
        elif account in _POOLED:
            pool.balances[account] += amount
            part.money += amount
            pool.money -= amount
        else:
            part.balances[account] += amount
