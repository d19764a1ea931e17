"""The days on which a payment of a claim can have reached a bank."""

from __future__ import annotations

from datetime import date, timedelta

EARLY_PAYMENT_DAYS = 400
"""How long before the debt arose a payment can lie: a year paid in advance, and a month for the invoice."""


def earliest_payment_day(arose: date) -> date:
    """The first day on which a claim that arose on a day can have been paid."""
    return arose - timedelta(days=min(EARLY_PAYMENT_DAYS, (arose - date.min).days))


def is_payment_day(day: date, arose: date, today: date) -> bool:
    """Whether a payment can have that bank date: not after today, and not long before the debt arose."""
    return earliest_payment_day(arose) <= day <= today
