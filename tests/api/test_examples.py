"""Examples are true: each is what the service took or answered in a demo, and would be recorded again today."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from fordran.api.description.document import description_json
from fordran.api.description.recorded import FILE
from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from tests.conftest import execute, named
from tools.pages.recording.__main__ import record, text_of

DOCUMENT: dict[str, Any] = json.loads(description_json(endpoints(Settings())))
REGISTRY = Registry().with_resource("urn:fordran", DRAFT202012.create_resource(DOCUMENT))
UNRECORDED = {"get_openapi_json": "is this very document"}


def test_every_operation_has_an_example_of_what_is_sent_and_answered() -> None:
    missing = set()
    for path in (DOCUMENT["paths"] | DOCUMENT["webhooks"]).values():
        for operation in path.values():
            said = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in (
                one for part in said for kind, one in part.get("content", {}).items() if kind == "application/json"
            ):
                if "example" not in content:
                    missing.add(operation["operationId"])
    assert missing == set(UNRECORDED), (
        "let pages/recording ask it, and run make examples; or say here why it cannot be asked"
    )


@pytest.mark.parametrize("name", sorted(DOCUMENT["components"]["schemas"]))
def test_every_schema_has_an_example_that_it_allows(name: str) -> None:
    schema = DOCUMENT["components"]["schemas"][name]
    assert schema.get("examples"), "let pages/recording show one, and run make examples"
    validator = Draft202012Validator({"$ref": f"urn:fordran#/components/schemas/{name}"}, registry=REGISTRY)
    for example in schema["examples"]:
        assert [error.message for error in validator.iter_errors(example)] == []


async def test_the_same_would_be_recorded_today(server: str, tmp_path: Path) -> None:
    name = f"recording_{os.getpid()}"
    await execute(server, f"create database {name}")
    found = await record(named(server, name), tmp_path)
    await execute(server, f"drop database {name} with (force)")
    assert text_of(found) == FILE.read_text(encoding="utf-8"), "run make examples"
