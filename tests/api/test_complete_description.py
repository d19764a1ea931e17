"""The description is complete: every property has a sentence, every value of a closed list a meaning, and nothing is unused."""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fordran.api.description.closed_lists import all_closed_lists
from fordran.api.description.document import description_json
from fordran.api.description.webhooks import schema_name
from fordran.api.endpoints import endpoints
from fordran.domain.kinds.event_types import EVENT_TYPES
from fordran.resources.event_data import EventData
from fordran.settings import Settings
from fordran.shape.closed import ClosedList
from fordran.shape.fields import fields_of

DOCUMENT: dict[str, Any] = json.loads(description_json(endpoints(Settings())))
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
OPERATIONS = [operation for path in (DOCUMENT["paths"] | DOCUMENT["webhooks"]).values() for operation in path.values()]
OPERATION_IDS = Path(__file__).parent / "operation_ids.txt"


def parts(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object that describes something. What `not` says is for validators, and an example is no description."""
    if isinstance(value, dict):
        yield path, value
        for key, below in value.items():
            if key not in ("not", "example", "examples", "default"):
                yield from parts(below, f"{path}/{key}")
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from parts(below, f"{path}/{index}")


def is_sentence(text: str) -> bool:
    return len(text) > 3 and text.rstrip("`*)").endswith((".", "…", ":"))


def test_no_property_is_without_a_sentence() -> None:
    missing = [
        f"{path.rpartition('/')[2]}.{name}"
        for path, part in parts(DOCUMENT)
        if isinstance(part.get("properties"), dict)
        for name, schema in part["properties"].items()
        if not is_sentence(schema.get("description", "").partition("\n")[0])
    ]
    assert not missing, f"say what each is in a docstring under the field, where it is declared: {sorted(set(missing))}"


def test_every_list_of_values_says_what_each_means() -> None:
    missing = [
        f"{path}: {value}"
        for path, part in parts(DOCUMENT)
        for value in part.get("enum", ())
        if value not in part.get("x-enumDescriptions", {})
    ]
    assert not missing, f"describe each in the catalogues: {missing}"


@pytest.mark.parametrize("one", all_closed_lists(), ids=lambda one: one.name)
def test_a_closed_list_has_a_meaning_for_each_of_its_values_and_for_no_other(one: ClosedList) -> None:
    assert set(one.means) == set(one.values), f"{one.name}: describe each in the catalogues"
    assert all(is_sentence(text) for text in [one.about, *one.means.values()])


def test_nothing_is_described_that_is_not_used() -> None:
    used = set(re.findall(r'"#/components/(\w+)/([\w-]+)"', json.dumps(DOCUMENT)))
    described = {
        (kind, name) for kind, named in DOCUMENT["components"].items() if kind != "securitySchemes" for name in named
    }
    assert described == used


def test_schemas_have_names_that_are_good_names_of_types() -> None:
    assert [name for name in SCHEMAS if not re.fullmatch(r"[A-Z][A-Za-z]+", name)] == []
    assert [name for name in SCHEMAS if hasattr(builtins, name)] == []
    assert [name for name in SCHEMAS if "ChangeChange" in name or "InputInput" in name] == []


def test_objects_within_bodies_and_answers_have_names() -> None:
    """A program that makes types would have to make up a name for one that has none."""
    nameless = [
        path
        for path, part in parts(DOCUMENT)
        if "properties" in part and not re.fullmatch(r"/components/schemas/\w+", path)
    ]
    assert nameless == []


def test_the_names_of_operations_are_those_that_clients_know() -> None:
    """A name that is gone breaks the clients that were made by it; a new one is added to the list."""
    known = OPERATION_IDS.read_text().split()
    assert sorted(operation["operationId"] for operation in OPERATIONS) == known


def test_every_type_of_event_is_a_webhook_whose_payload_is_described() -> None:
    assert set(DOCUMENT["webhooks"]) == set(EVENT_TYPES)
    for name, event_type in EVENT_TYPES.items():
        message = SCHEMAS[schema_name(name)]
        assert message["properties"]["type"]["const"] == name
        data = SCHEMAS[message["properties"]["data"]["$ref"].rpartition("/")[2]]
        assert {"event", "account", *event_type.data} <= set(data["properties"])


def test_what_events_can_say_is_declared_and_nothing_else() -> None:
    said = {field for event_type in EVENT_TYPES.values() for field in event_type.data}
    assert set(fields_of(EventData)) == said, "declare each field in fordran/resources/event_data.py"


def test_what_is_downloaded_is_described() -> None:
    contents = [
        content
        for operation in OPERATIONS
        for answer in operation["responses"].values()
        for kind, content in answer.get("content", {}).items()
        if kind != "application/json"
    ]
    assert len(contents) >= 5
    assert all(content["schema"]["type"] == "string" and content["schema"]["description"] for content in contents)
