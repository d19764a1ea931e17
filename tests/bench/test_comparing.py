"""Two runs of the bench held against each other: what may be said of a difference, and what may not."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import orjson
import pytest

from tools.bench.comparing import Change, changes, earlier, table_of
from tools.bench.results import Result


def result(
    value: float, spread: tuple[float, float] | None, name: str = "read one case", unit: str = "× bare"
) -> Result:
    return Result(name, value, unit, 0.6, {"service/s": 100.0}, spread)


@pytest.mark.parametrize(
    ("before", "now", "verdict", "remark"),
    [
        ((0.5, 0.6), (0.61, 0.7), "faster", "every round beyond every other"),
        ((0.5, 0.6), (0.4, 0.49), "slower", "likewise"),
        ((0.5, 0.6), (0.6, 0.7), "no difference", "they touch"),
        ((0.5, 0.9), (0.6, 0.7), "no difference", "one within the other"),
        (None, (0.6, 0.7), "not told", "of one round nothing is known"),
    ],
)
def test_a_difference_is_one_where_the_rounds_do_not_meet(
    before: tuple[float, float] | None, now: tuple[float, float], verdict: str, remark: str
) -> None:
    assert Change(result(0.65, now), result(0.55, before)).verdict == verdict, remark


def test_what_a_run_wrote_is_read_again(tmp_path: Path) -> None:
    wrote = [result(0.55, (0.5, 0.6)), result(1851, None, "import invoices", "a second")]
    document = {"results": [asdict(one) | {"is_reached": True} for one in wrote], "memory_mb": {}}
    file = tmp_path / "before.json"
    file.write_bytes(orjson.dumps(document))
    assert earlier(file) == {one.name: one for one in wrote}


def test_only_what_was_measured_in_the_same_unit_is_held_against_each_other() -> None:
    now = [result(0.65, (0.6, 0.7)), result(3000, None, "import invoices", "a second"), result(1.0, None, "new one")]
    before = {"read one case": result(0.55, (0.5, 0.58)), "import invoices": result(0.5, None, "import invoices")}
    compared = changes(now, before)
    assert [change.verdict for change in compared] == ["faster", "new", "new"]
    assert table_of(compared).row_count == 3
