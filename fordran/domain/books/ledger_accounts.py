"""Ledger accounts: code, number by default, and name. Numbers follow the Swedish BAS chart of accounts where it has one.

The journal stores the numbers that are the default here. An installation may give accounts other numbers in its exports.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code

LedgerAccount: TypeAlias = Literal[
    "claims",
    "claims_contra",
    "client_funds",
    "claims_on_payers",
    "outlays",
    "owed_capital",
    "owed_interest",
    "owed_outlay",
    "own_fees_in_client_funds",
    "suspense",
    "payers",
    "own_claim_on_client_funds",
    "own_bank",
    "owed_commission",
    "input_vat",
    "output_vat",
    "claims_on_creditors",
    "fee_income",
    "service_income",
    "service_income_eu",
    "service_income_outside_eu",
    "creditors_share",
    "losses",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerAccountRecord:
    """A ledger account."""

    code: LedgerAccount
    number: int
    name: str
    """In Swedish, as exports to bookkeeping systems have it."""
    is_of_cases: bool = False
    """Whether it is of the case ledger, which no export has; all others are of the operator's ledger."""


LEDGER_ACCOUNTS: Mapping[LedgerAccount, LedgerAccountRecord] = by_code(
    LedgerAccount,
    (
        LedgerAccountRecord(
            code="claims", number=1515, name="Fordringar under indrivning för borgenärer", is_of_cases=True
        ),
        LedgerAccountRecord(
            code="claims_contra",
            number=2895,
            name="Borgenärers fordringar under indrivning, motkonto",
            is_of_cases=True,
        ),
        LedgerAccountRecord(code="client_funds", number=1990, name="Redovisningsmedel, klientmedelskonto"),
        LedgerAccountRecord(
            code="claims_on_payers",
            number=1686,
            name="Fordran på betalare, återkallade betalningar som redan återbetalats",
        ),
        LedgerAccountRecord(code="outlays", number=1681, name="Utlägg för borgenärer"),
        LedgerAccountRecord(code="owed_capital", number=2420, name="Skuld till borgenärer, kapital"),
        LedgerAccountRecord(code="owed_interest", number=2421, name="Skuld till borgenärer, ränta"),
        LedgerAccountRecord(code="owed_outlay", number=2422, name="Skuld till borgenärer, utlägg"),
        LedgerAccountRecord(code="own_fees_in_client_funds", number=2429, name="Egna avgifter på klientmedelskonto"),
        LedgerAccountRecord(code="suspense", number=2490, name="Oidentifierade inbetalningar"),
        LedgerAccountRecord(
            code="payers", number=2498, name="Skuld till betalare, ej avräknade medel och återbetalningar"
        ),
        LedgerAccountRecord(
            code="own_claim_on_client_funds", number=1685, name="Fordran på klientmedelskonto, egna avgifter"
        ),
        LedgerAccountRecord(code="own_bank", number=1930, name="Företagskonto"),
        LedgerAccountRecord(code="owed_commission", number=2423, name="Skuld till borgenärer, provision"),
        LedgerAccountRecord(code="input_vat", number=2641, name="Debiterad ingående moms"),
        LedgerAccountRecord(code="output_vat", number=2611, name="Utgående moms på försäljning inom Sverige, 25 %"),
        LedgerAccountRecord(code="claims_on_creditors", number=1510, name="Fordringar på borgenärer, fakturor"),
        LedgerAccountRecord(code="fee_income", number=3590, name="Inkasso- och påminnelseavgifter"),
        LedgerAccountRecord(code="service_income", number=3010, name="Inkassotjänster, 25 % moms"),
        LedgerAccountRecord(
            code="service_income_eu",
            number=3308,
            name="Inkassotjänster till annat EU-land, omvänd betalningsskyldighet",
        ),
        LedgerAccountRecord(code="service_income_outside_eu", number=3305, name="Inkassotjänster till land utanför EU"),
        LedgerAccountRecord(code="creditors_share", number=4610, name="Borgenärers andel av avgifter"),
        LedgerAccountRecord(code="losses", number=6351, name="Konstaterade förluster"),
    ),
)

CASE_LEDGER = frozenset(record.number for record in LEDGER_ACCOUNTS.values() if record.is_of_cases)
"""The numbers of the case ledger."""


def default_number(code: LedgerAccount) -> int:
    """The number by which the journal stores an account."""
    return LEDGER_ACCOUNTS[code].number


@dataclass(frozen=True)
class LedgerNumbers:
    """The numbers that an installation gives to accounts in its exports."""

    given: Mapping[LedgerAccount, int] = field(default_factory=dict)
    """Those that differ from the default."""

    @classmethod
    def read(cls, written: object) -> "LedgerNumbers":
        """Numbers by the codes of accounts; raises `ValueError` with a sentence.

        >>> LedgerNumbers.read({"client_funds": 1940}).number(1990)
        1940
        """
        if not isinstance(written, Mapping):
            raise ValueError("ledger_accounts has to be a table, [ledger_accounts].")
        operators = {code: record.number for code, record in LEDGER_ACCOUNTS.items() if not record.is_of_cases}
        given: dict[LedgerAccount, int] = {}
        for code, number in written.items():
            known = next((known for known in operators if known == code), None)
            if known is None:
                raise ValueError(f"[ledger_accounts] has an account that does not exist: {code}.")
            if isinstance(number, bool) or not isinstance(number, int) or not 1000 <= number <= 8999:
                raise ValueError(f"[ledger_accounts] {code} has to be a number of four digits, from 1000 to 8999.")
            given[known] = number
        taken: dict[int, str] = {}
        for account, number in (operators | given).items():
            if number in taken:
                raise ValueError(f"[ledger_accounts] {taken[number]} and {account} have the same number, {number}.")
            taken[number] = account
        return cls(given)

    def number(self, stored: int) -> int:
        """The number in exports of an account that the journal stores by its default number."""
        return self.given.get(_BY_NUMBER[stored].code, stored)

    def chart(self) -> dict[int, str]:
        """The accounts of the operator's ledger, by their numbers in exports."""
        accounts = (record for record in LEDGER_ACCOUNTS.values() if not record.is_of_cases)
        return {self.number(record.number): record.name for record in accounts}


_BY_NUMBER = {record.number: record for record in LEDGER_ACCOUNTS.values()}
