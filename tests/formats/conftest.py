"""The ISO 20022 schemas, out of packages that have them; ISO owns them, so the project carries none."""

from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from lxml import etree

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:"
SCHEMAS = {
    "pain.001.001.03": ("sepaxml", "sepaxml/schemas"),
    "pain.002.001.03": ("pain001", "pain001/pain002/schemas"),
    "pain.002.001.12": ("pain001", "pain001/pain002/schemas"),
    "pain.001.001.09": ("sepaxml", "sepaxml/schemas"),
    "camt.053.001.02": ("camt053", "camt053/xsd"),
    "camt.053.001.08": ("camt053", "camt053/xsd"),
    "camt.054.001.02": ("camt053", "camt053/xsd"),
    "camt.054.001.08": ("camt053", "camt053/xsd"),
}
"""Message → the package that has its schema, and the folder in it. `schemas.lock` has the packages."""


@cache
def schema_of(message: str) -> etree.XMLSchema:
    """The schema of a message. One that is not there fails whoever asks: nothing is left unchecked in silence."""
    package, folder = SCHEMAS[message]
    try:
        file = Path(str(distribution(package).locate_file(f"{folder}/{message}.xsd")))
    except PackageNotFoundError:
        raise AssertionError(
            f"the package {package}, which has {message}.xsd, is not installed: run make setup"
        ) from None
    tree = etree.parse(file)
    assert tree.getroot().get("targetNamespace") == NAMESPACE + message, file
    return etree.XMLSchema(tree)


@pytest.fixture(scope="session")
def assert_valid() -> Callable[[str, bytes], None]:
    """Asserts that bytes are a valid message of the name given."""

    def check(message: str, data: bytes) -> None:
        schema_of(message).assertValid(etree.fromstring(data))

    return check
