"""The nouns of the interface, one file each: a `Resource` that a file of this folder declares is one of them."""

from importlib import import_module
from pkgutil import iter_modules

from fordran.shape.resource import Resource


def _declared() -> dict[str, Resource]:
    """Name → noun, in the order of their names."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    nouns = {value.name: value for module in modules for value in vars(module).values() if isinstance(value, Resource)}
    return dict(sorted(nouns.items()))


RESOURCES = _declared()
