"""Payouts: what settled money owes to a creditor, line by line, and the terms on which it is paid out.

Money that reached us and settled something makes a line at once: capital and interest are the creditor's, and so are
costs that the creditor had added itself (`creditor_outlay`); of our own fees the creditor has an agreed share
(`creditor_commission`), and what is left is ours (`operator_fees`). How lines become payouts is in gathering.py; the
rules in words are docs/rules/payout.md.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, get_args

from fordran.domain.books.journal import Category, Posting, category_of, commission_earned, own_fees_withdrawn, paid_out
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.days import ONE_DAY, FinancePeriod, Interval, next_banking_day
from fordran.domain.kinds.articles import ARTICLES, Article, PayoutArticle
from fordran.domain.money import share
from fordran.domain.numbers import bank_account, bankgiro, iban, plusgiro

PayoutDay: TypeAlias = Literal["monday", "tuesday", "wednesday", "thursday", "friday"]
PAYOUT_DAYS: tuple[PayoutDay, ...] = get_args(PayoutDay)

SpecificationState: TypeAlias = Literal["loose", "prepared", "paid_out"]
"""A line is loose until it is gathered into a payout, and paid out once that was exported or paid by hand."""

PayoutAct: TypeAlias = Literal["exported", "by_hand", "rejected"]
"""How a payout was paid, as the books have it; or that the bank rejected it, which takes back the booking before it."""

COMMISSION: PayoutArticle = "commission"
OPERATOR_FEES: Category = "operator_fees"

COMMISSION_VAT_PERCENT = 25
"""Mervärdesskattelag (2023:200) 9 kap. 2 §: the general rate."""

SWEDISH_VAT_AREAS = frozenset({"", "sweden", "sverige", "se"})


# Lines -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Commission:
    """The creditor's agreed share of our fees, and the VAT on it."""

    share_percent: Decimal = Decimal(0)
    vat_percent: int = COMMISSION_VAT_PERCENT

    def of(self, fee: int) -> tuple[int, int]:
        """The share of a fee in öre, and its VAT.

        >>> Commission(Decimal(50)).of(180_00)
        (9000, 2250)
        """
        amount = share(fee, self.share_percent)
        return amount, share(amount, self.vat_percent)

    @property
    def is_more_than_the_fee(self) -> bool:
        """Whether the share and its VAT come to more than the fee that they are paid with.

        >>> Commission(Decimal(80)).is_more_than_the_fee, Commission(Decimal("80.01")).is_more_than_the_fee
        (False, True)
        """
        return self.share_percent * (100 + self.vat_percent) > 100 * 100


def commission(share_percent: Decimal, *, excluded_vat: bool = False, vat_area: str = "") -> Commission:
    """A creditor's commission: with VAT, unless it was agreed otherwise or the creditor is not taxed in Sweden.

    >>> commission(Decimal(10), vat_area="sweden").vat_percent, commission(Decimal(10), vat_area="norway").vat_percent
    (25, 0)
    """
    is_taxed = not excluded_vat and is_swedish(vat_area)
    return Commission(share_percent, COMMISSION_VAT_PERCENT if is_taxed else 0)


def is_swedish(vat_area: str) -> bool:
    """Whether a creditor of that VAT area is taxed in Sweden; one that says nothing is."""
    return vat_area.strip().casefold() in SWEDISH_VAT_AREAS


class SettlementCause(NamedTuple):
    """The cause of a line: a payment, and the part of the debt that it settled."""

    payment: str
    settles: str
    type: Article
    date: date


@dataclass(frozen=True, slots=True)
class SettlementLine:
    """An amount that a settlement owes to the creditor, or leaves to us; negative where an earlier one is taken back."""

    cause: SettlementCause
    article: PayoutArticle
    category: Category
    amount: int
    vat_amount: int = 0
    commission: Commission | None = None


def lines_of(
    before: Iterable[LedgerEntry],
    appended: Iterable[LedgerEntry],
    agreed: Commission,
    earlier: Mapping[SettlementCause, Commission],
    former: Sequence[tuple[date, Commission]] = (),
) -> list[SettlementLine]:
    """The lines that newly booked entries make, after those that were booked before.

    A share is rounded on all that a cause has come to, so that corrections lead to the same sum as if the facts had
    come in their own order. What is taken back of a share is taken back on the terms that it was given on: `earlier`.
    `former` are the terms of creditors who owned the claim before, each until its day, the first one first.
    """
    booked, new = list(before), list(appended)
    authoritys = authoritys_fees([*booked, *new])
    given: dict[SettlementCause, int] = defaultdict(int)
    for entry in booked:
        if _is_payable(entry):
            given[_cause(entry)] -= entry.amount
    made: list[SettlementLine] = []
    for entry in new:
        if not _is_payable(entry) or not entry.amount:
            continue
        cause = _cause(entry)
        category = category_of(entry)
        if category is not None:
            made.append(SettlementLine(cause, ARTICLES[entry.article].paid_out_as, category, -entry.amount))
            continue
        # A share that was once given in a fee of the authority's is taken back as it was given.
        then = next((terms for until, terms in former if cause.date < until), agreed)
        shared = earlier.get(cause, Commission()) if entry.settles in authoritys else then
        terms = _terms_of(given[cause], shared, earlier.get(cause))
        made += _lines_of_own_fee(entry, cause, given[cause], terms)
        given[cause] -= entry.amount
    return made


def _lines_of_own_fee(
    entry: LedgerEntry, cause: SettlementCause, given: int, terms: Commission
) -> list[SettlementLine]:
    """The creditor's share of a settled part of our fee, of which so much was settled before, and our rest."""
    settled = -entry.amount
    (was, vat_was), (amount, vat_amount) = terms.of(given), terms.of(given + settled)
    share, vat = amount - was, vat_amount - vat_was
    lines = [SettlementLine(cause, COMMISSION, "creditor_commission", share, vat, terms)] if share or vat else []
    if rest := settled - share - vat:
        lines.append(SettlementLine(cause, ARTICLES[entry.article].paid_out_as, OPERATOR_FEES, rest))
    return lines


def authoritys_fees(entries: Iterable[LedgerEntry]) -> frozenset[str]:
    """The fees of a case, by their ids, that we have paid to the enforcement authority: nobody has a share in those.

    A step of enforcement charges the authority's own fee first and then the work on the application, so of a case's fees
    for enforcement the one with the first id is the authority's. A fee for attachment always is, and so is an outlay.
    """
    charged = [entry for entry in entries if entry.kind == "added" and not entry.by_creditor]
    applied = min((entry.fact for entry in charged if entry.type == "enforcement"), default=None)
    return frozenset(
        {entry.fact for entry in charged if entry.type == "attachment" or entry.outlay}
        | ({applied} if applied else set())
    )


def _terms_of(given: int, agreed: Commission, earlier: Commission | None) -> Commission:
    """The terms of a share in a fee of which so much was settled before, with or without a line."""
    if earlier is not None and given:
        return earlier
    # A fee of which there is no line gave no share, be it that none was agreed or that it was less than half an öre.
    return agreed if agreed.of(given) == (0, 0) else Commission()


def makes_lines(entries: Iterable[LedgerEntry]) -> bool:
    """Whether any of the entries is money that reached us and settled something."""
    return any(map(_is_payable, entries))


def settles_own_fees(entries: Iterable[LedgerEntry]) -> bool:
    """Whether any of the entries is money for our fee, of which the creditor may have a share."""
    return any(_is_payable(entry) and category_of(entry) is None for entry in entries)


def postings_of(category: Category, amount: int, vat_amount: int) -> list[Posting]:
    """The bookings of paying out.

    Commission is our own debt. It falls due with its invoice, and is paid with our fees that are on the client
    bank account: they leave the client funds first, so that no client's money pays it. So do those that are left to us.
    """
    total = amount + vat_amount
    if category == "operator_fees":
        return own_fees_withdrawn(total)
    if category != "creditor_commission":
        return paid_out(category, total)
    return [*commission_earned(amount, vat_amount), *own_fees_withdrawn(total), *paid_out(category, total)]


def _is_payable(entry: LedgerEntry) -> bool:
    # Payments that the creditor got itself, and reported to us, are not paid out to it once more.
    return entry.kind == "settled" and entry.reached_us


def _cause(entry: LedgerEntry) -> SettlementCause:
    return SettlementCause(entry.fact, entry.settles, entry.article, entry.date)


# Terms -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PayoutTerms:
    """How a creditor is paid, as agreed with it (inkassolag (1974:182) 10 § allows it); these are the defaults."""

    payout_frequency: Interval = "weekly"
    commission_payout_frequency: Interval = "monthly"
    payout_day: PayoutDay = "friday"
    minimum_payout_amount: int = 0
    payout_capital_by_invoice: bool = False
    payout_interest_by_invoice: bool = False
    payout_approvals: int = 0
    """How many people have to approve a payout."""
    one_transfer_per_day: bool = False
    """Whether the payouts of one day are one transfer."""

    def interval(self, category: Category) -> Interval:
        """How often a category is paid out; our own fees every month, whatever is agreed with whom."""
        if category == OPERATOR_FEES:
            return "monthly"
        return self.commission_payout_frequency if category == "creditor_commission" else self.payout_frequency

    def is_by_invoice(self, category: Category) -> bool:
        """Whether a category is paid out invoice by invoice."""
        return {"capital": self.payout_capital_by_invoice, "interest": self.payout_interest_by_invoice}.get(
            category, False
        )

    def pay_on(self, period: FinancePeriod) -> date:
        """The day on which a period's payout is paid: the first payout day after it, or the banking day after that.

        What is paid every day is paid on the next banking day.
        """
        day = period.finance_period_end_date + ONE_DAY
        if period.finance_interval != "daily":
            while day.weekday() != PAYOUT_DAYS.index(self.payout_day):
                day += ONE_DAY
        return next_banking_day(day)


# Payees ----------------------------------------------------------------------------------------------------------------

PayeeKind: TypeAlias = Literal["bankgiro", "plusgiro", "bank_account", "iban"]

_VALID = MappingProxyType[PayeeKind, Callable[[str], bool]](
    {
        "bankgiro": bankgiro.is_valid,
        "plusgiro": plusgiro.is_valid,
        "bank_account": bank_account.is_valid,
        "iban": iban.is_valid,
    }
)


@dataclass(frozen=True, slots=True)
class Payee:
    """An account that money is paid to; one of the kind `bank_account` begins with its clearing number."""

    kind: PayeeKind
    number: str
    bic: str = ""

    @property
    def is_valid(self) -> bool:
        """Whether a bank would take the number."""
        return _VALID[self.kind](self.number)


def payee_of(details: Mapping[str, str]) -> Payee | None:
    """The account in a creditor's payout details: the first of bankgiro, plusgiro, bank account and IBAN.

    >>> payee_of({"bankgiro": "", "clearing_number": "5000", "account_number": "0054910"})
    Payee(kind='bank_account', number='5000-0054910', bic='')
    """
    if number := details.get("bankgiro"):
        return Payee("bankgiro", number)
    if number := details.get("plusgiro"):
        return Payee("plusgiro", number)
    if number := details.get("account_number"):
        return Payee("bank_account", f"{details.get('clearing_number', '')}-{number}")
    if number := details.get("iban"):
        return Payee("iban", number, details.get("swift", ""))
    return None


def own_payee(number: str) -> Payee:
    """The operator's own account: an IBAN, which begins by the letters of its country, else a bankgiro.

    >>> own_payee("SE45 5000 0000 0583 9825 7466").kind, own_payee("991-2346").kind
    ('iban', 'bankgiro')
    """
    return Payee("iban" if number[:2].isalpha() else "bankgiro", number)


def payee_by_number(number: str, *, is_giro: bool = False) -> Payee | None:
    """The account that a bank names a payer by: an IBAN, or a bankgiro where the file says that it is one.

    Any other number may be one of several kinds, and money is not sent to a guess.
    """
    payee = Payee("bankgiro" if is_giro else "iban", number)
    return payee if payee.is_valid else None
