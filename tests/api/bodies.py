"""Bodies to send: for every resource that can be created, one with every declared field filled, and what can be done to it."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, WithJsonSchema
from pydantic.fields import FieldInfo

from fordran.shape.fields import Field, Shape, fields_of
from fordran.shape.kinds import FLAG, INTEGER, ISO_MOMENT, MOMENT, MONEY, NUMBER, TEXT
from fordran.shape.resource import Resource
from tests.actions.client_tokens import KEYS
from tests.api.world import World

Body = dict[str, Any]
Path = tuple[str | int, ...]

_numbers = itertools.count(1)

ADDRESS = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Örebro", "country": "SE"}
VALID_ORGANIZATION_NO, DOUBTFUL_ORGANIZATION_NO = "556016-0680", "556016-0681"
VALID_BANKGIRO, DOUBTFUL_BANKGIRO = "991-2346", "991-2347"


def creditor_data(**changes: Any) -> Body:
    """A creditor that can be active, without its account."""
    return {
        "name": f"Creditor {next(_numbers)}",
        "description": "Sells paper",
        "organization_no": VALID_ORGANIZATION_NO,
        "is_active": True,
        "standard_debt_description": "Kontorsvaror",
        "always_use_standard_debt_description": False,
        "agreement_address": ADDRESS,
        "sender_address": ADDRESS,
        "invoice_address": ADDRESS,
        "case_config": {
            "vat_area": "sweden",
            "commission_excluded_vat": False,
            "payout_capital_by_invoice": True,
            "payout_interest_by_invoice": False,
            "payout_frequency": "weekly",
            "commission_payout_frequency": "monthly",
            "payout_day": "friday",
            "letter_config": {"paper": "white", "copies": 2},
        },
        "payout_details": {"sek": {"bankgiro": VALID_BANKGIRO}},
        "default_letter_locale": "sv",
        "is_public_authority": False,
        "reminder_fee_terms": {"agreed": True, "valid_from": "2000-01-01", "attested_by": "Eva Ek"},
        "added_to_erp_system": True,
    } | changes


def creditor(world: World, **changes: Any) -> Body:
    return {"account": world.account.id, **creditor_data(**changes)}


def account(world: World | None = None, **changes: Any) -> Body:
    return {
        "name": f"Account {next(_numbers)}",
        "description": "Office supplies",
        "organization_no": VALID_ORGANIZATION_NO,
        "standard_debt_description": "Kontorsvaror",
        "agreement_template": "a" * 24,
        "agreement_address": ADDRESS,
        "access_group_template": "b" * 24,
        "case_settings": {"interest_rate": {"reference_rate": False, "rate_percent": 12.5}},
        "number_validation": "mark",
        "initial_creditor_data": creditor_data(),
    } | changes


def user(world: World, **changes: Any) -> Body:
    number = next(_numbers)
    return {
        "account": world.account.id,
        "name": f"User {number}",
        "oauth_type": "microsoft",
        "email_oauth": f"anna.{number}@example.com",
        "data_access": [
            {
                "access_group": world.creditor.groups["user"],
                "granted_date": "Tue, 03 Mar 2026 09:30:00 GMT",
                "access_group_name": "ignored",
                "access_group_account_name": "ignored",
                "access_group_creditor_name": "ignored",
                "access_group_type": "ignored",
            }
        ],
        "is_enabled": True,
        "applications": [{"application": world.application, "application_name": "ignored"}],
        "log_invoice_registrations": True,
        "log_case_registrations": False,
        "log_creditor_payments": True,
        "log_creditor_cancellations": False,
        "log_creditor_creditings": True,
        "system_user": True,
    } | changes


def customer(**changes: Any) -> Body:
    """A person, as a registration sends it."""
    return {
        "name": "Karin Öberg",
        "customer_number": f"K-{next(_numbers)}",
        "id_number": "19811228-9874",
        "is_person": True,
        "is_company": False,
        "is_foreign": False,
        "address": {
            "address_line_1": "Lillgatan 2",
            "address_line_2": "c/o Berg",
            "address_line_3": "2 tr",
            "zip_code": "702 11",
            "city": "Örebro",
            "country": "SE",
        },
        "mobile_number": "070-174 06 05",
        "email": "karin@example.com",
    } | changes


def invoice_registration(world: World, **changes: Any) -> Body:
    sent_to = customer()
    sent_to["address"] |= {"gln": "7300009000015"}
    return {
        "account": world.account.id,
        "creditor": world.creditor.id,
        "customer": sent_to,
        "invoice_type": "invoice",
        "invoice_number": f"F-{next(_numbers)}",
        "reference_number": "R-1",
        "payout_reference": "P-1",
        "invoice_date": "Tue, 03 Mar 2026 00:00:00 GMT",
        "invoice_due_date": "Thu, 02 Apr 2026 00:00:00 GMT",
        "invoice_delivery_date": "2026-03-03",
        "invoice_headline": "Mars",
        "invoice_body_text": "Tack för er beställning",
        "currency": "SEK",
        "your_contact": "Karin",
        "your_reference": "4711",
        "our_reference": "Anna",
        "your_additional_reference": "4712",
        "order_reference": "O-1",
        "contract_reference": "C-1",
        "debt_description": "Papper",
        "letter_template": "old",
        "custom_column_headlines": ["Färg"],
        "matrix": [
            {
                "article_number": "A1",
                "article_description": "Papper",
                "unit_price": 33.333333,
                "number_of_units": 3,
                "total_price_excluding_vat": 100,
                "unit_vat_percent": "25%",
                "is_discount": False,
                "cost_center": "7",
                "article_date": "2026-03-01",
                "order_line_reference": "1",
                "custom_column_data": ["vit"],
                "extra_rows": ["80 g"],
            }
        ],
        "preferred_invoice_distribution": "print",
        "case_settings": {"interest_rate": {"reference_rate": False, "rate_percent": 12}},
        "labels": ["mars"],
        "start_flow": True,
    } | changes


def parking_charge(world: World) -> Body:
    """An invoice to the owner of a car, which excludes a customer number."""
    sent_to = customer(car_registration={"number": "ABC123", "country": "SE", "ownership_date": "2026-03-01"})
    del sent_to["customer_number"]
    return invoice_registration(world, customer=sent_to)


def case_registration(world: World, **changes: Any) -> Body:
    return {
        "account": world.account.id,
        "creditor": world.creditor.id,
        "first_action": "debt_collection",
        "currency": "SEK",
        "customer": customer(),
        "debts": [
            {
                "invoice_number": f"D-{next(_numbers)}",
                "old_payment_reference": f"77001{next(_numbers):06}",
                "debt_description": "Papper",
                "invoice_date": "2026-03-03",
                "capital_to_claim": 1000,
                "initial_capital": 1200.5,
                "invoice_due_days_after_invoice_date": 30,
                "interest_days_after_invoice_date": 30,
                "payout_reference": "P-2",
                "fees_included_in_capital_to_claim": {"invoice_fee": 50},
                "fees_already_claimed": {"reminder": {"amount": 60, "fee_registration_date": "2026-04-10"}},
            }
        ],
        "case_settings": {"interest_rate": {"reference_rate": True, "rate_percent": 8}},
        "labels": ["mars"],
        "start_flow": True,
    } | changes


def joint_registration(world: World) -> Body:
    """A claim against two debtors."""
    return case_registration(world, customers=[customer(name="Bo Öberg", id_number="850709-9805")])


def payment(world: World, **changes: Any) -> Body:
    return {
        "account": world.account.id,
        "creditor": world.creditor.id,
        "case": world.case,
        "currency": "SEK",
        "amount": 0.01,
        "bank_transaction_date": "2026-04-20",
        "order_date": "2026-04-19",
        "for": "capital",
        "creditor_payment_reference": f"B-{next(_numbers)}",
        "origin": "creditor_system",
    } | changes


def crediting(world: World, **changes: Any) -> Body:
    body = payment(world, **changes)
    for name in ("bank_transaction_date", "order_date", "for", "creditor_payment_reference"):
        del body[name]
    return body


def cancellation(world: World, **changes: Any) -> Body:
    return {"creditor": world.creditor.id, "case": world.cancelled_case, "origin": "creditor_system"} | changes


def webhook(world: World, **changes: Any) -> Body:
    return {
        "account": world.account.id,
        "creditor": world.creditor.id,
        "url": f"https://example.com/fordran/{next(_numbers)}",
        "event_types": ["case.closed", "payment.settled"],
        "description": "The accounting system",
        "enabled": True,
    } | changes


def api_client(world: World, **changes: Any) -> Body:
    number = next(_numbers)
    owner = {"account": world.account.id, "creditor": world.creditor.id}
    return owner | {"name": f"Client {number}", "addresses": ["192.0.2.7"], "public_key": KEYS["P-256"].pem} | changes


def complaint(world: World, **changes: Any) -> Body:
    return {
        "case": world.case,
        "customer": world.customer,
        "from": "Karin Öberg",
        "about": "Telefonköer",
        "received": "2026-03-03",
        "text": "Ingen svarar.",
    } | changes


def autogiro_mandate(world: World, **changes: Any) -> Body:
    return {"case": world.case, "clearing_number": "5000", "account_number": "0054910"} | changes


def assignment_rule(world: World, **changes: Any) -> Body:
    return {"name": "Parkering", "creditor": world.creditor.id, "handlers": [world.users["handler"]]} | changes


def bulk_act(world: World, **changes: Any) -> Body:
    return {"act": "release_application", "where": {"_id": world.case}, "body": {}, "dry_run": True} | changes


def saved_view(_world: World, **changes: Any) -> Body:
    return {"name": "Stora", "address": "/console/cases?sort=-total_remaining_transaction_amount"} | changes


FULL: Mapping[str, tuple[Callable[[World], Body], ...]] = {
    "users": (user,),
    "accounts": (account,),
    "creditors": (creditor,),
    "invoice--registrations": (invoice_registration, parking_charge),
    "case--registrations": (case_registration, joint_registration),
    "creditor--payments": (payment,),
    "creditor--creditings": (crediting,),
    "creditor--cancellations": (cancellation,),
    "webhooks": (webhook,),
    "autogiro--mandates": (autogiro_mandate,),
    "complaints": (complaint,),
    "bulk--acts": (bulk_act,),
    "assignment--rules": (assignment_rule,),
    "saved--views": (saved_view,),
    "api--clients": (api_client,),
}
"""Resource → bodies with what has to fit together; `completed` adds the rest of what is declared."""

# One of the first two excludes the other, and who owns a further debtor is told by no case: the bodies say which.
EXCLUSIVE = {"customer_number", "car_registration", "customers"}


def full_bodies(resource: Resource, world: World) -> list[Body]:
    """Bodies that together say every field they may, as the operator may send them."""
    assert resource.input is not None
    return [completed(resource.input, make(world)) for make in FULL[resource.name]]


def full(resource: Resource, world: World) -> Body:
    """A body that says about everything it may."""
    return full_bodies(resource, world)[0]


def full_with(resource: Resource, world: World, path: Path) -> Body:
    """A body that says the field at the path."""
    return next(body for body in full_bodies(resource, world) if has(body, path))


def _info(shape: type[Shape], name: str) -> FieldInfo:
    """The declaration of a field by the name that is sent, which Python cannot always have."""
    return next(info for own, info in shape.model_fields.items() if (info.alias or own) == name)


def completed(shape: type[Shape], body: Body) -> Body:
    """The body with every declared field that it does not say."""
    whole = dict(body)
    for name, field in fields_of(shape).items():
        info = _info(shape, name)
        nested, is_array = _nested(info.annotation)
        if name not in whole and name not in EXCLUSIVE:
            whole[name] = SAMPLES.get(name) or _example(info) or _sample(field, info.annotation)
        elif nested is not None and name in whole:
            there = whole[name]
            whole[name] = [completed(nested, item) for item in there] if is_array else completed(nested, there)
    return whole


SAMPLE_NUMBER = 10
SAMPLES: Mapping[str, Any] = {
    "e_invoice_address": "0007:5560360793",
    "time": "14:30",
    "plan": {"instalments": 3, "amount": 400, "next_date": "2027-06-30"},
}
"""Of texts that are checked."""


def _example(info: FieldInfo) -> Any:
    """The first example of a kind that has a list of its own, as countries have; the most of one that is a small number."""
    marks = [*info.metadata, *_marks(info.annotation)]
    schemas = [mark.json_schema or {} for mark in marks if isinstance(mark, WithJsonSchema)]
    small = [schema["maximum"] for schema in schemas if schema.get("maximum", SAMPLE_NUMBER) < SAMPLE_NUMBER]
    return next((schema["examples"][0] for schema in schemas if "enum" in schema), small[0] if small else None)


def _marks(annotation: Any) -> list[Any]:
    """What an annotation is marked with, or what it may be."""
    inner = [mark for part in get_args(annotation) for mark in _marks(part)]
    return [*getattr(annotation, "__metadata__", ()), *inner]


def _sample(field: Field, annotation: Any) -> Any:
    nested, _ = _nested(annotation)
    if field.is_open:
        return {}
    if nested is not None:
        one: Any = completed(nested, {})
    elif closed := _closed_list(annotation):
        one = closed[0]
    else:
        one = {TEXT: "text", FLAG: False, MOMENT: "2026-03-03", ISO_MOMENT: "2026-03-03"}.get(field.kind, SAMPLE_NUMBER)
    return [one] if field.is_array else one


def _closed_list(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return next((found for part in get_args(annotation) if (found := _closed_list(part))), ())


def has(body: Any, path: Path) -> bool:
    for step in path:
        if isinstance(step, int):
            if not isinstance(body, list) or not body:
                return False
        elif not isinstance(body, dict) or step not in body:
            return False
        body = body[step]
    return True


# Fields and their places --------------------------------------------------------------------------------------------------


def places(fields: Mapping[str, Field], above: Path = ()) -> Iterator[tuple[Path, Field]]:
    """Every declared field with its path; what lies in an array lies in its first element."""
    for name, field in fields.items():
        yield (*above, name), field
        below = (*above, name, 0) if field.is_array else (*above, name)
        yield from places(field.children, below)


def required(shape: type[Shape], above: Path = ()) -> Iterator[Path]:
    """The paths of the fields that must be sent wherever what they lie in is sent."""
    for name, info in shape.model_fields.items():
        path = (*above, info.alias or name)
        if info.is_required():
            yield path
        nested, is_array = _nested(info.annotation)
        if nested is not None:
            yield from required(nested, (*path, 0) if is_array else path)


def _nested(annotation: Any) -> tuple[type[Shape] | None, bool]:
    if get_origin(annotation) is dict:
        return None, False
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation, False  # type: ignore[return-value]
    for argument in get_args(annotation):
        nested, is_array = _nested(argument)
        if nested is not None:
            return nested, is_array or get_origin(annotation) is list
    return None, False


def optional(shape: type[Shape]) -> list[Path]:
    """The paths of the fields that may be left out."""
    needed = set(required(shape))
    return [path for path, _ in places(fields_of(shape)) if path not in needed]


def with_value(body: Body, path: Path, value: Any) -> Body:
    """A copy of the body in which the field at the path has that value."""
    changed = copy.deepcopy(body)
    value_at(changed, path[:-1])[path[-1]] = value
    return changed


def without(body: Body, path: Path) -> Body:
    """A copy of the body without the field at the path."""
    changed = copy.deepcopy(body)
    del value_at(changed, path[:-1])[path[-1]]
    return changed


def value_at(body: Body, path: Path) -> Any:
    """The value at the path."""
    value: Any = body
    for step in path:
        value = value[step]
    return value


def issue_at(issues: Any, path: Path) -> Any:
    """The sentence about the field at the path, in `_issues`; None where there is none."""
    for step in path:
        if not isinstance(issues, dict) or str(step) not in issues:
            return None
        issues = issues[str(step)]
    return issues


def dotted(path: Path) -> str:
    return ".".join(map(str, path))


def wrong_values(field: Field) -> tuple[str, list[Any]]:
    """The sentence that values of a wrong type get, and such values."""
    if field.is_array:
        return "must be of list type", ["x", 7, True, {"0": "x"}]
    if field.kind is None:
        return "must be of dict type", ["x", 7, True, []]
    return {
        TEXT: ("must be of string type", [7, 1.5, True, ["x"], {"x": "y"}]),
        FLAG: ("must be of boolean type", ["true", 1, 0, [], {}]),
        NUMBER: ("must be of number type", ["1", True, [], {}]),
        MONEY: ("must be of number type", ["1", True, [], {}]),
        INTEGER: ("must be of number type", ["1", True, [], {}]),
        MOMENT: ("must be of datetime type", ["tomorrow", 7, True, [], "2026-02-30", ""]),
        ISO_MOMENT: ("must be of datetime type", ["tomorrow", 7, True, [], "2026-02-30", ""]),
    }[field.kind]
