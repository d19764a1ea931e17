"""Applications to the enforcement authority."""

from __future__ import annotations

from fordran.api.cases.enforcements import list_enforcements, post_hand_over, post_posted, post_renew
from fordran.api.endpoint import Endpoint
from fordran.api.roles import EVERYBODY, STAFF
from fordran.api.table.rows import Rows, reads
from fordran.resources.enforcements import ENFORCEMENTS, EnforcementActed, HandOverInput, PostedInput, RenewInput

ENFORCEMENT_ROWS: Rows = (
    Endpoint(
        "GET",
        "/cases/{id}/enforcements",
        list_enforcements,
        "List the applications of a case to the enforcement authority.",
        EVERYBODY,
        ENFORCEMENTS,
    ),
    *reads(ENFORCEMENTS, EVERYBODY),
    Endpoint(
        "POST",
        "/enforcements/{id}/posted",
        post_posted,
        "Note that an application was signed and posted.",
        STAFF,
        ENFORCEMENTS,
        takes=PostedInput,
        answers=EnforcementActed,
    ),
    Endpoint(
        "POST",
        "/enforcements/{id}/hand-over",
        post_hand_over,
        "Note that a court was asked to take a contested case over.",
        STAFF,
        ENFORCEMENTS,
        takes=HandOverInput,
        answers=EnforcementActed,
    ),
    Endpoint(
        "POST",
        "/enforcements/{id}/renew",
        post_renew,
        "Ask for execution again, after the authority's case has ended.",
        STAFF,
        ENFORCEMENTS,
        takes=RenewInput,
        answers=EnforcementActed,
    ),
)
