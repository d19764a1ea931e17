"""SIE 4I: vouchers for a bookkeeping system, by the format that the SIE association keeps (type 4, import).

Letters are those of IBM code page 437 (`#FORMAT PC8`), lines end in CRLF, amounts are kronor with a point, and every
voucher sums to zero. `read_sie` reads back what this module writes, and vouchers of others in the same form.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from fordran.formats.amounts import decimal_kronor, ore_in
from fordran.formats.spelling import spelled_with

ENCODING = "cp437"

_FIELD = re.compile(r'\{[^}]*\}|"((?:[^"\\]|\\.)*)"|[^\s{}"]+')


class UnbalancedVoucher(ValueError):
    """A voucher whose rows do not sum to zero, or that has none."""


@dataclass(frozen=True, slots=True)
class VoucherRow:
    """So many öre on a ledger account, debit positive and credit negative."""

    ledger_account: str
    amount: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Voucher:
    """One event in the books."""

    series: str
    number: str
    date: date
    text: str
    rows: tuple[VoucherRow, ...]

    def balanced(self) -> "Voucher":
        """The voucher itself, or `UnbalancedVoucher`."""
        total = sum(row.amount for row in self.rows)
        if total or not self.rows:
            raise UnbalancedVoucher(
                f"voucher {self.series} {self.number} of {self.date} has {len(self.rows)} rows "
                f"that sum to {decimal_kronor(total)}, not to zero"
            )
        return self


def make_sie(
    vouchers: Iterable[Voucher],
    *,
    company: str,
    organization_no: str,
    generated: date,
    program: str = "Fordran",
    program_version: str = "1",
    ledger_accounts: Mapping[str, str] | None = None,
) -> Iterator[bytes]:
    """The file in pieces, a voucher each; an unbalanced voucher ends it with `UnbalancedVoucher`."""
    header = [
        "#FLAGGA 0",
        f"#PROGRAM {_quoted(program)} {_quoted(program_version)}",
        "#FORMAT PC8",
        f"#GEN {generated:%Y%m%d}",
        "#SIETYP 4",
        f"#ORGNR {_quoted(organization_no)}",
        f"#FNAMN {_quoted(company)}",
        *(f"#KONTO {number} {_quoted(name)}" for number, name in sorted((ledger_accounts or {}).items())),
    ]
    yield _encoded(header)
    for voucher in vouchers:
        yield _encoded(_voucher(voucher.balanced()))


def _voucher(voucher: Voucher) -> list[str]:
    day = f"{voucher.date:%Y%m%d}"
    return [
        f"#VER {_quoted(voucher.series)} {_quoted(voucher.number)} {day} {_quoted(voucher.text)}",
        "{",
        *(
            f"   #TRANS {row.ledger_account} {{}} {decimal_kronor(row.amount)} {day} {_quoted(row.text)}"
            for row in voucher.rows
        ),
        "}",
    ]


def _encoded(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode(ENCODING)


def _quoted(text: str) -> str:
    """In quotes, quotes within escaped; a backslash, which would pass for an escape, becomes a slash."""
    spelled = spelled_with(text.replace("\\", "/"), _is_known)
    return '"' + spelled.replace('"', '\\"') + '"'


def _is_known(letter: str) -> bool:
    try:
        letter.encode(ENCODING)
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class SieFile:
    """A file read back: its labels with their fields, and its vouchers."""

    labels: dict[str, list[list[str]]]
    vouchers: list[Voucher]


def read_sie(data: bytes) -> SieFile:
    """The contents of a SIE 4I file; raises `UnbalancedVoucher` for a voucher that does not sum to zero."""
    labels: dict[str, list[list[str]]] = {}
    vouchers: list[Voucher] = []
    rows: list[VoucherRow] = []
    head: list[str] = []
    for line in data.decode(ENCODING).splitlines():
        label, *fields = _fields(line)
        match label:
            case "#VER":
                head, rows = fields, []
            case "#TRANS":
                ledger_account, _, amount, *rest = fields
                rows.append(VoucherRow(ledger_account, ore_in(amount), rest[1] if len(rest) > 1 else ""))
            case "}":
                series, number, day, text, *_ = [*head, ""]
                vouchers.append(Voucher(series, number, date.fromisoformat(day), text, tuple(rows)).balanced())
            case _:
                labels.setdefault(label, []).append(fields)
    return SieFile(labels, vouchers)


def _fields(line: str) -> list[str]:
    if line.strip() in ("{", "}", ""):
        return [line.strip()]
    found = _FIELD.finditer(line)
    return [match[0] if match[1] is None else re.sub(r"\\(.)", r"\1", match[1]) for match in found]
