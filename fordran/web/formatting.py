"""Amounts and days as people read them: `1 234,56 kr`, `15 november 2026` in text and `2026-11-15` in tables."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from fordran import clock
from fordran.domain.languages import Language
from fordran.texts.catalogue import texts
from fordran.texts.formatting import date_text
from fordran.texts.numbers import decimal_text, kronor_text

NO_BREAK = "\N{NO-BREAK SPACE}"


def amount_text(ore: int, language: Language) -> str:
    """An amount with its currency, which no line break parts."""
    written = kronor_text(ore, language).replace(" ", NO_BREAK).replace("-", "\N{MINUS SIGN}")
    return f"{written}{NO_BREAK}kr"


def short_amount_text(ore: int, language: Language) -> str:
    """An amount as an axis has room for: kronor, or whole thousands or millions of them."""
    for size, unit in ((100_000_000_00, "millions"), (100_000_00, "thousands")):
        if abs(ore) >= size // 10:
            return _shortened(kronor_text(ore * 100 // (size // 100), language)[:-3], unit, language)
    written = kronor_text(ore, language)
    return _shortened(written if ore % 100 else written[:-3], "kronor", language)


def _shortened(number: str, unit: str, language: Language) -> str:
    return texts(language)(f"short_amount.{unit}", number=number).replace(" ", NO_BREAK)


def day_in(value: date | None) -> date | None:
    """The day of a moment by the clock in Sweden; a day is itself."""
    return clock.stockholm_date(value) if isinstance(value, datetime) else value


def day_text(day: date, language: Language) -> str:
    """A day in running text."""
    return date_text(day, language).replace(" ", NO_BREAK)


def moment_text(moment: datetime) -> str:
    """A moment in a table, by the clock in Sweden."""
    return f"{moment.astimezone(clock.STOCKHOLM):%Y-%m-%d %H:%M}"


def percent_text(value: Any, language: Language) -> str:
    """A share in percent."""
    return f"{decimal_text(Decimal(str(value)), language).replace(' ', NO_BREAK)}{NO_BREAK}%"
