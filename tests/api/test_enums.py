"""Every field of a closed list says in the description which values it can have."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from fordran.api.description.document import description_json
from fordran.api.endpoints import endpoints
from fordran.resources import RESOURCES
from fordran.settings import Settings
from fordran.shape.fields import Shape
from fordran.shape.openapi import Mode, Schemas
from tests.resources.lists_of_shapes import lists_of

TABLE = endpoints(Settings())
DOCUMENT: dict[str, Any] = json.loads(description_json(TABLE))
COMPONENTS: dict[str, Any] = DOCUMENT["components"]["schemas"]

SHOWN = [resource.shape for resource in RESOURCES.values()]
ANSWERED = [endpoint.answers for endpoint in TABLE if endpoint.answers is not None]
SENT = [resource.input for resource in RESOURCES.values() if resource.input is not None]


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = COMPONENTS[schema["$ref"].rpartition("/")[2]]
    return schema


def at(component: dict[str, Any], path: str) -> dict[str, Any]:
    """The schema of a field, however deep; of an array the schema of its items, of an open object that of its keys."""
    for name in path.split("."):
        component = resolved(component)
        component = resolved(component.get("properties", {}).get(name) or component["additionalProperties"])
        component = resolved(component.get("items", component))
    return resolved(component.get("propertyNames", component))


def allowed(schema: dict[str, Any]) -> list[str]:
    return list(schema.get("enum") or [schema["const"]])


@pytest.mark.parametrize("shape", [*SHOWN, *ANSWERED, *SENT], ids=lambda shape: shape.__name__)
def test_a_field_of_a_closed_list_shows_its_values(shape: type[Shape]) -> None:
    component = COMPONENTS[shape.__name__]
    for path, closed in lists_of(shape):
        assert allowed(at(component, path)) == list(get_args(closed)), path


def test_there_are_many_such_fields() -> None:
    assert sum(len(list(lists_of(shape))) for shape in SHOWN) > 60


@pytest.mark.parametrize(
    ("resource", "field", "some"),
    [
        ("cases", "state", "debt_collection"),
        ("cases", "status", "reminder_active"),
        ("cases", "next_step", "enforcement_reply"),
        ("cases", "close_reason", "time_barred"),
        ("cases", "transactions.type", "late_payment_fee"),
        ("cases", "transactions.origin", "bank"),
        ("invoices", "case_state", "surveillance"),
        ("letters", "kind", "amortization_default"),
        ("letters", "channel", "print"),
        ("letters", "status", "stopped"),
        ("work--items", "kind", "letter_failed"),
        ("events", "type", "case.closed"),
        ("webhooks", "event_types", "payout.exported"),
        ("webhook--deliveries", "status", "waiting"),
        ("bank--transactions", "kind", "recall"),
        ("bank--transactions", "status", "to_refund"),
        ("bank--transactions", "reason", "other_receiver"),
        ("finance--payouts", "finance_category", "creditor_outlay"),
        ("finance--payouts", "finance_interval", "quarterly"),
        ("finance--payouts", "not_ready_reason", "payee_unpayable"),
        ("finance--payouts", "summary", "commission_intercompany"),
        ("finance--payout-specifications", "article", "finance_refund"),
        ("finance--payout-specifications", "state", "paid_out"),
        ("creditor--payments", "_payment_status", "warning"),
        ("creditor--cancellations", "_cancellation_status", "warning"),
        ("creditor--payments", "status_reason_locale", "payment_more_than_owed"),
        ("customers", "id_number_status", "foreign"),
        ("file--import-reports", "kind", "cases"),
        ("audit--log", "by", "database"),
        ("audit--log", "kind", "signed_in"),
        ("access--groups", "access_group_type", "account_admin"),
        ("users", "data_access.access_group_type", "api_user"),
        ("users", "oauth_type", "oidc"),
        ("accounts", "number_validation", "refuse"),
    ],
)
def test_a_reader_of_the_description_sees(resource: str, field: str, some: str) -> None:
    assert some in allowed(at(COMPONENTS[RESOURCES[resource].shape.__name__], field))


@pytest.mark.parametrize(
    ("shape", "field"),
    [
        ("Invoice", "preferred_invoice_distribution"),
        ("Invoice", "customer_status"),
        ("Creditor", "default_letter_locale"),
    ],
)
def test_what_is_left_open_has_no_list(shape: str, field: str) -> None:
    assert not at(COMPONENTS[shape], field).keys() & {"enum", "const"}


def test_the_keys_of_an_object_can_be_of_a_list() -> None:
    debt = RESOURCES["case--registrations"].input
    assert debt is not None
    schemas = Schemas(sent=[debt])
    keys = schemas.components()["DebtInput"]["properties"]["fees_already_claimed"]["propertyNames"]
    assert keys == {
        "type": "string",
        "enum": ["invoice_fee", "reminder", "debt_collection", "late_payment_fee", "cost"],
    }
    assert schemas.name(debt, Mode.SENT) == "CaseRegistrationInput"
