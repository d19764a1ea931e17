"""Every hostile value in every place of every body, in process: it is taken, or refused in sentences that can be written.

The same values that `make fuzz` sends, of which it can only draw some in its time.
"""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest

from fordran.api.description.document import description
from fordran.api.endpoint import Endpoint
from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from fordran.shape.fields import Refused, Shape, read, references_in
from fordran.shape.json_in import NotJson, json_of
from fordran.texts.catalogue import texts
from tools.fuzz.values import HOLE, IN_BODIES, KEYS, example_of, holes

TABLE = endpoints(Settings())
VALUES = (*IN_BODIES, *(f"{{{key}}}" for key in KEYS))


def _shape_of(endpoint: Endpoint) -> type[Shape] | None:
    resource = endpoint.resource
    if endpoint.takes is not None or resource is None:
        return endpoint.takes
    return resource.change if endpoint.method == "PATCH" else resource.input


def _bodies() -> list[tuple[str, type[Shape], Any]]:
    """Each endpoint that takes a document of a shape, with a body that it would take."""
    paths, found = description(TABLE)["paths"], []
    for endpoint in TABLE:
        said = paths[endpoint.path][endpoint.method.lower()].get("requestBody", {})
        content, shape = said.get("content", {}).get("application/json"), _shape_of(endpoint)
        if content and shape:
            found.append((endpoint.name, shape, json.loads(json.dumps(example_of(content)))))
    return found


BODIES = _bodies()


def _try(shape: type[Shape], text: str) -> None:
    try:
        given = json_of(text.encode("utf-8", "surrogatepass"))
        list(references_in(shape, given))
        read(shape, given)
    except NotJson as refused:
        str(refused).encode()
    except Refused as refused:
        orjson.dumps(texts("en").issues(refused.issues))


@pytest.mark.parametrize(("shape", "body"), [each[1:] for each in BODIES], ids=[each[0] for each in BODIES])
def test_a_value_in_any_place_is_taken_or_refused_in_words(shape: type[Shape], body: Any) -> None:
    for holed in holes(body):
        text = json.dumps(holed)
        for value in VALUES:
            _try(shape, text.replace(json.dumps(HOLE), value))


def test_bodies_are_found() -> None:
    assert len(BODIES) > 30
