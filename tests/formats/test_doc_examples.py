"""The examples in the docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import fordran.formats

MODULES = [f"fordran.formats.{module.name}" for module in pkgutil.iter_modules(fordran.formats.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
