"""Closed lists as records: every value of a `Literal` has one record, which holds how the value behaves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, TypeVar, get_args


class _Record(Protocol):
    @property
    def code(self) -> Any: ...


Record = TypeVar("Record", bound=_Record)


def by_code(codes: Any, records: Iterable[Record]) -> Mapping[Any, Record]:
    """The records by code, in the order of the `Literal`. Fails at import if a code has no record or two, or is unknown."""
    given = list(records)
    found = {record.code: record for record in given}
    values = get_args(codes)
    assert len(found) == len(given), "a code has two records"
    assert found.keys() == set(values), f"records and codes differ: {sorted({*values} ^ found.keys())}"
    return MappingProxyType({code: found[code] for code in values})
