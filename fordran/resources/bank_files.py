"""Bank file: a file from the bank, and what became of the transactions in it when it came."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fordran.domain.bank.bank_states import BankFileStatus
from fordran.domain.money import Currency
from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import Id, Integer, Moment, Money, Text
from fordran.shape.resource import Resource


class BankFile(Shape):
    filename: Text
    """The name of the file."""
    kind: Text
    """`BgMax`, or the name of an ISO 20022 message such as `camt.054.001.08`."""
    size: Integer
    """In bytes."""
    sha256: Text
    """SHA-256 of the file, in hex."""
    status: BankFileStatus
    """`stored`, then `settled` when every case has what is its."""
    first_date: Moment | None = None
    """The first bank date in it; absent where it has no transaction."""
    last_date: Moment | None = None
    """The last."""
    currency: Currency
    """`SEK`."""
    amount_in: Money
    """The sum of what came in by the file."""
    amount_out: Money
    """The sum of what left by the file."""
    transactions: Integer
    """The sum of the following."""
    matched: Integer
    """All of their money went to cases."""
    suspense: Integer
    """Something of them waits."""
    recalled: Integer
    """Recalls whose payment was taken back."""
    withdrawals: Integer
    """The amount that left by our own order or for charges."""
    duplicates: Integer
    """Transactions that another file, or this one before, had brought already."""


class BankFileImported(Shape):
    """The answer of importing a file: the outcome of its transactions this time."""

    id: Id = Field(alias="_id")
    """Unique, made by the service; later ones are greater."""
    created: Moment = Field(alias="_created")
    """When it was stored."""
    etag: Text = Field(alias="_etag")
    """Its tag: another after every change."""
    status: Literal["OK"] = Field(alias="_status")
    """`OK`."""
    kind: Text
    """`BgMax`, or the name of an ISO 20022 message such as `camt.054.001.08`."""
    transactions: Integer
    """How many transactions there are in the file."""
    matched: Integer
    """How many of which all money went to cases."""
    suspense: Integer
    """How many of which something waits."""
    recalled: Integer
    """Recalls whose payment was taken back."""
    withdrawals: Integer
    """The amount that left by our own order or for charges."""
    duplicates: Integer
    """Transactions that another file, or this one before, had brought already."""


BANK_FILES = Resource(
    "bank--files",
    BankFile,
    owner="operator",
    personal=False,
    about="Files from the bank.",
    kept=(NothingPersonal("bank_files", "sums of files; their transactions are rows of their own"),),
)
