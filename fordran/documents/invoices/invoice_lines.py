"""The lines of an invoice as a table: its columns, their widths, and the contents of each cell."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from fordran.documents.printable import MOST_OF_A_NAME, printable, printable_lines
from fordran.documents.text_width import widest_em
from fordran.domain.languages import Language
from fordran.domain.vat import DEFAULT_VAT_PERCENT, RATE_PERCENT, VatPercent
from fordran.texts.catalogue import texts
from fordran.texts.numbers import decimal_text, kronor_text

MOST_CUSTOM_COLUMNS = 3
"""More than these find no room beside the rest on A4; they are then printed under the line, each with its headline."""

# In em of the table's type, as `invoice.typ` sets it: the width between the margins, the gaps that a cell has beside
# it, and the size of a headline in a roomy and in a dense table.
_ROOM_EM = 48.1
_GAP_EM = 1.2
_HEADLINE_EM, _DENSE_HEADLINE_EM = 0.8, 0.95

_LEAST_DESCRIPTION_EM = 15
_LARGEST_SHARE_EM = 8
_LONGEST_RUN_IN_NARROW_COLUMN = 10


@dataclass(frozen=True, slots=True)
class InvoiceLine:
    """One line. A discount has a negative total; the cost centre is for e-invoices, and not printed."""

    article_description: str
    total_price_excluding_vat: int
    unit_vat_percent: VatPercent = DEFAULT_VAT_PERCENT
    article_number: str | None = None
    number_of_units: Decimal | None = None
    unit_price_kronor: Decimal | None = None
    order_line_reference: str | None = None
    cost_center: str | None = None
    is_zero_rated: bool = False
    custom_column_data: tuple[str, ...] = ()
    extra_rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Column:
    headline: str
    cells: Sequence[str]
    is_numeric: bool = False

    def need_em(self, headline_em: float) -> float:
        """The room in which nothing of the column wraps, with the gaps beside it."""
        return _GAP_EM + max(headline_em * widest_em(self.headline), *map(widest_em, self.cells))


@dataclass(frozen=True, slots=True)
class _Description:
    """The description of a line, and its remark in smaller type."""

    text: tuple[str, ...]
    under: tuple[str, ...]

    def is_one_line_in(self, room_em: float) -> bool:
        return len(self.text) == 1 and not self.under and _GAP_EM + widest_em(self.text[0]) <= room_em


def printed_matrix(
    lines: Sequence[InvoiceLine], custom_column_headlines: Sequence[str], language: Language
) -> dict[str, Any]:
    """The table as the template takes it: its columns with their widths, its rows, and which are one line high.

    Numbers never wrap. Text beside the description does not either, as long as it leaves room for the description;
    else the columns of text share the room, and the table is set in smaller type.
    """
    words = texts(language).area("document")
    headlines = _custom_headlines(lines, custom_column_headlines)
    is_beside = len(headlines) <= MOST_CUSTOM_COLUMNS
    descriptions = [_description(line, [] if is_beside else headlines, words) for line in lines]
    before = _article_numbers(lines, words)
    after = [*(_custom_columns(lines, headlines) if is_beside else []), *_numbers(lines, language)]

    description_em = _ROOM_EM - sum(column.need_em(_HEADLINE_EM) for column in (*before, *after))
    is_dense = description_em < _LEAST_DESCRIPTION_EM
    return {
        "columns": [
            *(_printed(column, is_dense) for column in before),
            {"headline": words["description"], "is_numeric": False, "share": 2 * _LARGEST_SHARE_EM},
            *(_printed(column, is_dense) for column in after),
        ],
        "rows": [
            (*(column.cells[row] for column in before), description, *(column.cells[row] for column in after))
            for row, description in enumerate(descriptions)
        ],
        "is_one_line": [not is_dense and description.is_one_line_in(description_em) for description in descriptions],
        "is_dense": is_dense,
    }


def _printed(column: _Column, is_dense: bool) -> dict[str, Any]:
    need_em = column.need_em(_DENSE_HEADLINE_EM if is_dense else _HEADLINE_EM)
    # A share is a part of the room that is left, an em is a width that the column has for itself.
    is_shared = is_dense and not column.is_numeric
    width = {"share": min(need_em, _LARGEST_SHARE_EM)} if is_shared else {"em": need_em}
    return {"headline": column.headline, "is_numeric": column.is_numeric} | width


def _custom_headlines(lines: Iterable[InvoiceLine], headlines: Sequence[str]) -> list[str]:
    """The custom headlines, with empty ones for data that has none."""
    count = max([len(headlines), *(len(line.custom_column_data) for line in lines)])
    return [*(printable(headline, most=MOST_OF_A_NAME) for headline in headlines), *[""] * (count - len(headlines))]


def _custom_columns(lines: Iterable[InvoiceLine], headlines: Sequence[str]) -> list[_Column]:
    return [
        _Column(headline, [_narrow("".join(line.custom_column_data[index : index + 1])) for line in lines])
        for index, headline in enumerate(headlines)
    ]


def _description(line: InvoiceLine, custom_headlines: Sequence[str], words: Mapping[str, str]) -> _Description:
    under = [row for text in line.extra_rows for row in printable_lines(text)]
    custom = zip(custom_headlines, map(printable, line.custom_column_data), strict=False)
    if labelled := [f"{headline}: {text}" if headline else text for headline, text in custom if text]:
        under.append(" · ".join(labelled))
    if line.order_line_reference:
        under.append(words["order_line"].format(reference=printable(line.order_line_reference)))
    return _Description(printable_lines(line.article_description), tuple(under))


def _article_numbers(lines: Iterable[InvoiceLine], words: Mapping[str, str]) -> list[_Column]:
    cells = [_narrow(line.article_number or "") for line in lines]
    return [_Column(words["article_number"], cells)] if any(cells) else []


def _numbers(lines: Iterable[InvoiceLine], language: Language) -> list[_Column]:
    """The columns of numbers; units and unit prices are left out where no line has any."""

    def written(values: Iterable[Decimal | None], fewest_decimals: int) -> list[str]:
        return [
            "" if value is None else decimal_text(value, language, fewest_decimals=fewest_decimals) for value in values
        ]

    cells = {
        "units": written((line.number_of_units for line in lines), 0),
        "unit_price": written((line.unit_price_kronor for line in lines), 2),
        "vat_rate": [f"{RATE_PERCENT[line.unit_vat_percent]} %" for line in lines],
        "amount": [kronor_text(line.total_price_excluding_vat, language) for line in lines],
    }
    return [
        _Column(texts(language).area("document")[name], column, is_numeric=True)
        for name, column in cells.items()
        if any(column)
    ]


def _narrow(text: str) -> str:
    return printable(text, longest_run=_LONGEST_RUN_IN_NARROW_COLUMN)
