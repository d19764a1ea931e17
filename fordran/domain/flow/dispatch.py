"""The day on which a letter leaves, and the least time that it gives: by its channel, and by the rules of its case.

A printed letter is dated the banking day on which its batch leaves, an e-mail any day. The debtor has at least eight days
from then, ten where the letter is printed: inkassolag (1974:182) 5 §, and practice. The page is docs/rules/case-flow.md.
"""

import datetime as dt

from fordran.domain.days import days_after, is_banking_day, next_banking_day
from fordran.domain.house_rules import rule_on
from fordran.domain.kinds.channels import PAPER, Channel


def leaves_on(day: dt.date, channel: Channel, rules_day: dt.date) -> dt.date:
    """The first day on which a letter of a day leaves by a channel.

    >>> leaves_on(dt.date(2026, 11, 21), "print", dt.date(2026, 11, 18))
    datetime.date(2026, 11, 23)
    """
    return next_banking_day(day) if _waits_for_banks(channel, rules_day) else day


def may_leave(day: dt.date, channel: Channel, rules_day: dt.date) -> bool:
    """Whether a letter that is dated a day can leave by a channel."""
    return is_banking_day(day) or not _waits_for_banks(channel, rules_day)


def least_days(channel: Channel, rules_day: dt.date) -> int:
    """The least days from the day on which a letter leaves to the last day to pay."""
    return rule_on("least_print_pay_days" if channel == PAPER else "least_email_pay_days", rules_day)


def in_time(pay_by: dt.date, sent: dt.date, channel: Channel, rules_day: dt.date) -> dt.date:
    """The last day to pay of a letter that leaves on a day: as it is, or later where it gives too little time.

    >>> in_time(dt.date(2026, 12, 22), dt.date(2026, 12, 14), "print", dt.date(2026, 11, 18))
    datetime.date(2026, 12, 28)
    """
    return max(pay_by, next_banking_day(days_after(sent, least_days(channel, rules_day))))


def _waits_for_banks(channel: Channel, rules_day: dt.date) -> bool:
    return channel == PAPER and bool(rule_on("print_on_banking_days", rules_day))
