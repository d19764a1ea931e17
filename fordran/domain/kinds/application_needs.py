"""The needs of an application to the enforcement authority, in the order in which they are asked for.

The rule is flow/before_application.py, and its page docs/rules/before-an-application.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code

WaitsFor: TypeAlias = Literal[
    "payment_on_its_way",
    "letter_running",
    "objection",
    "time_barred_at_registration",
    "forbearance_offered",
    "debtor_data",
    "minimum_amount",
    "rest_notice",
    "estate_inventory",
    "enforcement_mandate",
    "confirm_unpaid",
    "application_release",
]

ApplicationRelease: TypeAlias = Literal["manual", "automatic"]
"""Whether a person releases each application."""


@dataclass(frozen=True, slots=True)
class WaitsForRecord:
    """Something that an application waits for. `is_asked_last` holds for what is asked once nothing else is missing."""

    code: WaitsFor
    law: str
    is_asked_last: bool = False


_GOOD_PRACTICE = "inkassolag (1974:182) 4 §"

WAITS_FOR: Mapping[WaitsFor, WaitsForRecord] = by_code(
    WaitsFor,
    (
        WaitsForRecord("payment_on_its_way", _GOOD_PRACTICE),
        WaitsForRecord("letter_running", "inkassolag (1974:182) 6 §"),
        WaitsForRecord("objection", "inkassolag (1974:182) 4 och 8 §§"),
        WaitsForRecord("time_barred_at_registration", "preskriptionslag (1981:130) 8 §"),
        WaitsForRecord("forbearance_offered", _GOOD_PRACTICE),
        WaitsForRecord("debtor_data", "lag (1990:746) 10, 11 och 18 §§"),
        WaitsForRecord("minimum_amount", "lag (1990:746) 46 §, lag (1981:739) 4 §"),
        WaitsForRecord("rest_notice", _GOOD_PRACTICE),
        WaitsForRecord("estate_inventory", "ärvdabalken 21 kap. 1 §"),
        WaitsForRecord("enforcement_mandate", "lag (1990:746) 19 §"),
        WaitsForRecord("confirm_unpaid", "inkassolag (1974:182) 4 och 8 §§", is_asked_last=True),
        WaitsForRecord("application_release", _GOOD_PRACTICE, is_asked_last=True),
    ),
)
