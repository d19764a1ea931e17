"""The debtor's menu, and the labels of the fields of the debtor's forms, by the codes of their texts."""

from __future__ import annotations

from typing import Final

MENU: Final[tuple[tuple[str, str], ...]] = (
    ("my.your_debt", "/my"),
    ("my.pay", "/my/pay"),
    ("my.pay_in_parts", "/my/plan"),
    ("my.get_more_time", "/my/respite"),
    ("my.object", "/my/dispute"),
    ("my.your_details", "/my/details"),
    ("my.write_to_us", "/my/messages"),
    ("my.letter_real", "/my/genuine"),
)

FIELD_NAMES: Final[dict[str, str]] = {
    "code": "my.code",
    "letter_number": "my.letter_number",
    "instalments": "my.number_of_instalments",
    "first_date": "my.first_day_to_pay",
    "until": "my.until",
    "reason": "my.what_wrong",
    "text": "my.message",
    "email": "my.email",
    "mobile_number": "my.telephone",
    "account_number": "my.number",
}
"""The name of a form's field → its label, for the page that returns a refused form."""
