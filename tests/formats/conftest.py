"""The ISO 20022 schemas, where they lie beside the project; ISO owns them, so the project carries none."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from lxml import etree

SCHEMAS = Path(__file__).parents[3] / "shared" / "xsd"


@cache
def _schema(message: str) -> etree.XMLSchema:
    return etree.XMLSchema(file=str(SCHEMAS / f"{message}.xsd"))


@pytest.fixture(scope="session")
def assert_valid() -> Callable[[str, bytes], None]:
    """Asserts that bytes are a valid message of the name given; skips where the schemas are not at hand."""

    def check(message: str, data: bytes) -> None:
        if not (SCHEMAS / f"{message}.xsd").exists():
            pytest.skip(f"the ISO 20022 schema {message}.xsd does not lie beside the project")
        _schema(message).assertValid(etree.fromstring(data))

    return check
