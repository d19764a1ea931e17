"""The client's models are those of the declarations, and read whatever the service answers."""

from __future__ import annotations

import json

import pytest
from fordran_client import models
from fordran_client.kinds import decoded
from fordran_client.operations import OPERATIONS

from fordran.api.description.recorded import recorded
from tools.pages.client_models import CLIENT_FILES

ANSWERED = [
    (operation, status)
    for operation, exchange in recorded().operations.items()
    for status, answer in exchange.get("answers", {}).items()
]


@pytest.mark.parametrize("file", CLIENT_FILES, ids=lambda file: file.name)
def test_what_is_made_of_the_declarations_is_up_to_date(file) -> None:  # type: ignore[no-untyped-def]
    assert file.read_text(encoding="utf-8") == CLIENT_FILES[file](), "run make docs"


@pytest.mark.parametrize(("operation", "status"), ANSWERED)
def test_a_recorded_answer_is_read(operation: str, status: str) -> None:
    answer = recorded().answer(operation, status)
    model = decoded(json.dumps(answer).encode(), getattr(models, OPERATIONS[operation].answers))
    if "_id" in answer:
        assert model.id == answer["_id"]


def test_what_a_later_service_adds_is_no_trouble() -> None:
    answer = recorded().answer("read_case", "200") | {"state": "a_new_state", "a_new_field": 1}
    assert decoded(json.dumps(answer).encode(), models.Case).state == "a_new_state"
