"""BgMax files from made-up values, for tests and demos; `bgmax` has the layout in words."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from fordran.formats.making import DemoTransaction, Deposit
from fordran.formats.positions import WIDTH


def make_bgmax(
    deposits: Iterable[Deposit], *, created: datetime, account: str = "", test: bool = False, currency: str = "SEK"
) -> bytes:
    """The file, as Bankgirot would send it: padded lines, CRLF, ISO 8859-1."""
    lines = _lines(deposits, created, account, "T" if test else "P", currency)
    return b"".join(line.ljust(WIDTH).encode("latin-1", "replace") + b"\r\n" for line in lines)


def _lines(deposits: Iterable[Deposit], created: datetime, account: str, mark: str, currency: str) -> Iterator[str]:
    payments = deductions = extras = sections = 0
    yield f"01{'BGMAX':20}01{created:%Y%m%d%H%M%S%f}{mark}"
    for deposit in deposits:
        yield f"05{deposit.receiver:0>10}{'':10}{currency}"
        for receipt in deposit.receipts:
            yield from _payment(receipt)
            payments += receipt.kind == "payment"
            deductions += receipt.kind != "payment"
            extras += len(receipt.extra_references)
        sections += 1
        yield (
            f"15{account:0>35}{deposit.date:%Y%m%d}{deposit.serial:05d}{deposit.net:018d}{currency}"
            f"{len(deposit.receipts):08d}"
        )
    yield f"70{payments:08d}{deductions:08d}{extras:08d}{sections:08d}"


def _payment(receipt: DemoTransaction) -> Iterator[str]:
    payer = receipt.payer
    sender = f"{payer.account:0>10}"
    is_deduction = receipt.kind != "payment"
    code = _reference_code(receipt.reference)
    deduction_code = "1" if is_deduction else ""
    yield (
        f"{'21' if is_deduction else '20'}{sender}{_placed(receipt.reference)}{receipt.amount:018d}{code}1"
        f"{receipt.serial:0>12}0{deduction_code}"
    )
    for reference, amount in receipt.extra_references:
        positive = amount is None or amount >= 0
        yield (
            f"{'22' if positive else '23'}{sender}{_placed(reference)}{abs(amount or 0):018d}"
            f"{_reference_code(reference)}1{receipt.serial:0>12}0"
        )
    yield from (f"25{line[:50]}" for line in receipt.information)
    if payer.name or payer.extra_name:
        yield f"26{payer.name[:35]:35}{payer.extra_name[:35]}"
    if payer.street or payer.postal_code:
        yield f"27{payer.street[:35]:35}{payer.postal_code[:9]}"
    if payer.town or payer.country:
        yield f"28{payer.town[:35]:35}{'':35}{payer.country[:2]}"
    if payer.organization_no:
        yield f"29{payer.organization_no:0>12}"


def _placed(reference: str) -> str:
    """In its 25 positions: right-aligned when numeric, left when text."""
    return f"{reference[:25]:>25}" if reference.isdigit() else f"{reference[:25]:25}"


def _reference_code(reference: str) -> str:
    if not reference:
        return "0"
    return "2" if reference.isdigit() else "3"
