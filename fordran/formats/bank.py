"""The contents of a bank file of any format: `BankPayment`, and `BadBankFile` for a file that cannot be trusted."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from typing import NamedTuple

from fordran.domain.bank.bank_states import TransactionKind
from fordran.domain.money import Currency
from fordran.domain.numbers import ocr

CURRENCY: Currency = "SEK"

_DIGIT_GROUP = re.compile(r"(?<!\d)\d{2,25}(?!\d)")


class BadBankFile(ValueError):
    """A bank file that is refused whole, with the line where it went wrong and a sentence that says why."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


class BankReference(NamedTuple):
    """A reference of the payer; the amount is None if the payer gave none."""

    reference: str
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class BankPayer:
    """The payer, as far as the bank reports it; missing values are empty."""

    name: str = ""
    extra_name: str = ""
    street: str = ""
    postal_code: str = ""
    town: str = ""
    country: str = ""
    organization_no: str = ""
    account: str = ""


@dataclass(frozen=True, slots=True)
class StatedBalance:
    """The reported balance of an account at the end of a day, and before the statement if that is given."""

    account: str
    day: date
    closing: int
    opening: int | None = None


@dataclass(frozen=True, slots=True)
class BankPayment:
    """One transaction on our bank account.

    `key` names the transaction for ever: the same key in another file is the same money. `entry` names the bank's
    booking that holds it; `itemised` is False where the bank gave that booking's sum and not the transactions under
    it, so that the same booking, itemised in another file, is the same money too.
    """

    key: str
    kind: TransactionKind
    booking_date: date
    value_date: date
    amount: int
    """Öre, positive in, negative out."""
    account: str
    """Our bank account, as the bank writes it."""
    receiver: str
    """The digits of the giro number that was paid to, or the account where the file names no giro number."""
    references: tuple[BankReference, ...]
    payer: BankPayer
    """The other party, to a withdrawal too."""
    information: tuple[str, ...]
    bank_reference: str
    """The bank's own number: BGC serial, AcctSvcrRef."""
    own_reference: str
    """The id that the payer or the clearing gave, such as EndToEndId; a recall has that of its payment."""
    entry: str
    itemised: bool
    position: int
    """The line in BgMax, in camt the entry's number in the file, both from 1."""
    currency: str = CURRENCY
    is_returned: bool = False
    """Whether it is money that we had sent, and that the bank sends back; its own reference is then the one that we gave."""

    order_date: date | None = None
    """The day on which the payer's bank had the order, where the file names it."""

    def mentioned_references(self) -> Iterator[str]:
        """Digit groups in references and information that pass the OCR check, each once, in order of appearance.

        A payer without a field for extra references writes them in the message.
        """
        texts = [reference.reference for reference in self.references]
        found = (group for text in (*texts, *self.information) for group in _DIGIT_GROUP.findall(text))
        yield from dict.fromkeys(group for group in found if ocr.is_valid(group))


def identity(*parts: str | int | date) -> str:
    """A key of several parts; no two lists of parts give the same key, whatever signs the parts hold.

    >>> identity("bgmax", "9912346", 74), identity("a|b") != identity("a", "b")
    ('bgmax|9912346|74', True)
    """
    return "|".join(str(part).replace("%", "%25").replace("|", "%7C") for part in parts)


class Occurrences:
    """Numbers the transactions that a bank cannot tell apart: two equal payments in one deposit are two payments.

    It keeps eight bytes' worth of number for each transaction seen, some 100 bytes in memory, so that a booking of a
    million transactions costs a tenth of a gigabyte.
    """

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._repeats: Counter[str] = Counter()

    def number(self, key: str) -> int:
        """How many times the key has come, this time included."""
        # A digest rather than hash(): Python's own differs from run to run, and the number is part of an identity.
        digest = int.from_bytes(blake2b(key.encode(), digest_size=8).digest())
        if digest not in self._seen:
            self._seen.add(digest)
            return 1
        self._repeats[key] += 1
        return 1 + self._repeats[key]
