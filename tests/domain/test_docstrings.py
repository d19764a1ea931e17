"""The examples in the rules' docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import fordran.domain

MODULES = [name for _, name, _ in pkgutil.walk_packages(fordran.domain.__path__, "fordran.domain.")]


@pytest.mark.parametrize("name", MODULES)
def test_every_example_in_a_docstring_is_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), raise_on_error=False).failed == 0


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("fordran.domain.numbers.")])
def test_every_number_has_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).attempted > 0
