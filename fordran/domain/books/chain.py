"""Hash chains: each case's entries chain on one another, and a daily seal chains the heads of all cases.

To change, remove or reorder anything booked, one must recompute everything after it, the seals included.
"""

import datetime as dt
import hashlib
from collections.abc import Mapping

import orjson

GENESIS = "0" * 64
"""The hash before the first link of a chain."""


def canonical(values: Mapping[str, str | int | bool | None]) -> bytes:
    """One spelling for one content: names in order, no blanks, UTF-8.

    >>> canonical({"b": 1, "a": "ö"}).decode()
    '{"a":"ö","b":1}'
    """
    return orjson.dumps(values, option=orjson.OPT_SORT_KEYS)


def entry_hash(previous_hash: str, entry: Mapping[str, str | int | bool | None]) -> str:
    """The hash of an entry that follows another in its case, in hex; `GENESIS` comes before the first."""
    return hashlib.sha256(bytes.fromhex(previous_hash) + canonical(entry)).hexdigest()


def seal_hash(previous_seal: str, day: dt.date, heads: Mapping[str, str]) -> str:
    """The seal of a day: the seal before it and the last hash of every case, in order of the cases' ids."""
    return entry_hash(previous_seal, {**heads, "sealed": day.isoformat()})
