"""The sums that a bank states about a camt statement or notification, held against the entries that came."""

from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from fordran.formats.amounts import decimal_kronor
from fordran.formats.bank import CURRENCY, BadBankFile, StatedBalance
from fordran.formats.camt_details import account_number, bankgiro_of_account, date_at
from fordran.formats.camt_nodes import XmlNode

OPENING_BALANCES = ("OPBD", "PRCD")
CLOSING_BALANCE = "CLBD"
INTERIM_BALANCE = "ITBD"


class Total(NamedTuple):
    """So many entries of so many öre; None where the bank does not say."""

    entries: int | None = None
    ore: int | None = None
    net_ore: int | None = None


class CamtBalance(NamedTuple):
    kind: str
    ore: int
    line: int
    day: date | None


@dataclass(slots=True)
class Section:
    """A Stmt or Ntfctn: the account, what the bank states about it, and what its entries have made so far."""

    account: str = ""
    bankgiro: str = ""
    stated: list[tuple[str, int, Total]] = field(default_factory=list)
    """Which total, its line, what it says."""
    balances: list[CamtBalance] = field(default_factory=list)
    credits: int = 0
    credit_ore: int = 0
    debits: int = 0
    debit_ore: int = 0
    booked_net_ore: int = 0

    def count(self, amount: int, *, is_credit: bool, is_booked: bool) -> None:
        """Take in an entry of so many öre, positive for credit."""
        if is_credit:
            self.credits += 1
            self.credit_ore += amount
        else:
            self.debits += 1
            self.debit_ore -= amount
        if is_booked:
            self.booked_net_ore += amount


def read_account(section: Section, account: XmlNode) -> None:
    """Keep whose account it is; an account in another currency is refused."""
    currency = account.text_at("Ccy") or CURRENCY
    if currency != CURRENCY:
        raise account.bad(f"The account is in {currency!r}; only {CURRENCY} is taken.")
    section.account = account_number(account)
    section.bankgiro = bankgiro_of_account(account)
    if not section.account:
        raise account.bad("The account has no number.")


def read_balance(section: Section, balance: XmlNode) -> None:
    """Keep a balance for the end of the statement."""
    kind, day = balance.text_at("Tp/CdOrPrtry/Cd"), date_at(balance, "Dt")
    section.balances.append(CamtBalance(kind, balance.signed_amount(), balance.line, day))


def stated_balance(section: Section) -> StatedBalance | None:
    """The closing balance of a statement, with its day; None where it states none, as between pages and in notifications."""
    opening = [balance.ore for balance in section.balances if balance.kind in OPENING_BALANCES]
    closing = [balance for balance in section.balances if balance.kind == CLOSING_BALANCE]
    if not closing or closing[-1].day is None:
        return None
    return StatedBalance(section.account, closing[-1].day, closing[-1].ore, opening[0] if opening else None)


def read_summary(section: Section, summary: XmlNode) -> None:
    """Keep the totals of TxsSummry for the end."""
    for name in ("TtlNtries", "TtlCdtNtries", "TtlDbtNtries"):
        total = summary.one(name)
        if total:
            section.stated.append((name, total.line, _stated_total(total)))


def _stated_total(total: XmlNode) -> Total:
    amount = total.one("Sum")
    # Version 2 has the net and its direction beside the sum, version 8 in an element of their own.
    net = total.one("TtlNetNtryAmt") or total.one("TtlNetNtry/Amt")
    direction = total.text_at("CdtDbtInd") or total.text_at("TtlNetNtry/CdtDbtInd")
    sign = -1 if direction == "DBIT" else 1
    return Total(total.count_at("NbOfNtries"), amount.ore() if amount else None, sign * net.ore() if net else None)


def check_section(section: Section) -> None:
    """Refuse a section whose counts, sums or balances differ from its entries."""
    found = {
        "TtlNtries": Total(
            section.credits + section.debits,
            section.credit_ore + section.debit_ore,
            section.credit_ore - section.debit_ore,
        ),
        "TtlCdtNtries": Total(section.credits, section.credit_ore),
        "TtlDbtNtries": Total(section.debits, section.debit_ore),
    }
    for name, line, stated in section.stated:
        _compare(name, line, stated, found[name])
    _check_balances(section)


def _compare(name: str, line: int, stated: Total, found: Total) -> None:
    if stated.entries not in (None, found.entries):
        raise BadBankFile(line, f"{name} counts {stated.entries} entries and there are {found.entries}.")
    for what, says, makes in (("sum", stated.ore, found.ore), ("net", stated.net_ore, found.net_ore)):
        if says is not None and makes is not None and says != makes:
            raise BadBankFile(
                line, f"The {what} of {name} is {decimal_kronor(says)} and the entries make {decimal_kronor(makes)}."
            )


def _check_balances(section: Section) -> None:
    """Opening balance and booked entries must make the closing balance; a file that states only one is not checked."""
    opening = [balance for balance in section.balances if balance.kind in OPENING_BALANCES]
    closing = [balance for balance in section.balances if balance.kind == CLOSING_BALANCE]
    interim = [balance for balance in section.balances if balance.kind == INTERIM_BALANCE]
    # Between pages a statement is carried over by interim balances: one page's last is the next page's first.
    first = opening[:1] or (interim[:1] if closing or len(interim) > 1 else [])
    last = closing[-1:] or interim[-1:]
    if not first or not last:
        return
    if first[0].ore + section.booked_net_ore != last[0].ore:
        raise BadBankFile(
            last[0].line,
            f"The opening balance {decimal_kronor(first[0].ore)} and the booked entries, "
            f"{decimal_kronor(section.booked_net_ore)}, do not make the closing balance {decimal_kronor(last[0].ore)}.",
        )
