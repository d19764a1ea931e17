"""Labels of form fields by name, for the page that returns a refused form."""

from __future__ import annotations

from collections.abc import Mapping

from fordran.console.bank import SPLIT_ROWS
from fordran.console.case_act_table import CASE_ACTS
from fordran.console.creditor_blanks import BLANKS

# A field of several forms has a common name.
_OTHERS: Mapping[str, str] = {
    "text": "console.text",
    "reason": "console.reason",
    "assigned_to": "console.to",
    "note": "console.what_done",
    "snoozed_until": "console.until",
    "name": "console.name",
    "case": "console.case",
    "number": "console.number",
    "kind": "console.kind",
    "channel": "console.send_again_as",
    "date": "console.or_to_day",
    "days": "console.days_forward",
    "ahead": "console.days_to_look_ahead",
    "description": "console.description",
    "addresses": "console.addresses_may_call_from",
    "owner": "console.what_sees",
    "public_key": "console.public_key",
    "grace_hours": "console.hours_of_old_one",
    "url": "console.address",
    "event": "console.or_one_event_by_id",
    "event_types": "console.events",
    "from_position": "console.from_position",
    "to_position": "console.to_position",
    "email": "console.email",
    "email_oauth": "console.email_to_sign_in",
    "mobile_number": "console.phone",
    "address_line_1": "console.street_address",
    "address_line_2": "console.second_line_of_address",
    "zip_code": "console.postal_code",
    "city": "console.town",
}
FIELD_NAMES: Mapping[str, str] = {
    **{blank.path: blank.label for blank in BLANKS},
    **{field.name: field.label for act in CASE_ACTS for field in act.fields},
    **{f"case_{row}": "console.case" for row in range(SPLIT_ROWS)},
    **{f"amount_{row}": "console.amount" for row in range(SPLIT_ROWS)},
    **_OTHERS,
}
"""The name of a field → its label."""
