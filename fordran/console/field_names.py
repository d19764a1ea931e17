"""What fields of forms are called where only their names are known: on a page that gives back what somebody wrote in vain."""

from __future__ import annotations

from fordran.console.bank import SPLIT_ROWS
from fordran.console.case_act_table import CASE_ACTS
from fordran.console.creditor_blanks import BLANKS
from fordran.console.terms import Swedish

# What several forms have is called by what is common to them.
_OTHERS: Swedish = {
    "text": "Text",
    "reason": "Orsak",
    "assigned_to": "Till",
    "note": "Vad som gjordes",
    "snoozed_until": "Till och med",
    "name": "Namn",
    "case": "Ärende",
    "number": "Nummer",
    "kind": "Slag",
    "channel": "Skicka igen som",
    "date": "Eller till en dag",
    "days": "Dagar framåt",
    "ahead": "Dagar att se framåt",
    "description": "Beskrivning",
    "addresses": "Adresser som den får ropa från",
    "owner": "Vad den ser",
    "public_key": "Öppen nyckel",
    "grace_hours": "Timmar som den gamla gäller",
    "url": "Adress",
    "event": "Eller en händelse, med sitt id",
    "event_types": "Händelser",
    "from_position": "Från position",
    "to_position": "Till position",
    "email": "E-post",
    "email_oauth": "E-post att logga in med",
    "mobile_number": "Telefon",
    "address_line_1": "Gatuadress",
    "address_line_2": "Adressrad 2",
    "zip_code": "Postnummer",
    "city": "Ort",
}
FIELD_NAMES: Swedish = {
    **{blank.path: blank.label for blank in BLANKS},
    **{field.name: field.label for act in CASE_ACTS for field in act.fields},
    **{f"case_{row}": "Ärende" for row in range(SPLIT_ROWS)},
    **{f"amount_{row}": "Belopp" for row in range(SPLIT_ROWS)},
    **_OTHERS,
}
"""The name of a field → its label."""
