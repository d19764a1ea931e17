"""Every guard that `make planted` switches off is where it says, and has tests to notice it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.planted.fault import Fault
from tools.planted.faults import FAULTS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_guard_is_where_its_fault_says(fault: Fault) -> None:
    assert (ROOT / fault.file).read_text().count(fault.old) == 1
    assert fault.new != fault.old
    for test in fault.tests:
        file, _, name = test.partition("[")[0].partition("::")
        assert f"def {name}(" in (ROOT / file).read_text() if name else (ROOT / file).exists(), test


def test_no_two_faults_have_one_name() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
