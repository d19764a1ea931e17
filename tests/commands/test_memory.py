"""What a process that runs for long no longer needs, the system has back."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

# Pieces too large for Python's own allocator, of which one in fifty stays in use between the free ones.
FILL_AND_FREE = """
import time
from fordran.commands import process_setup

def held_mb():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20

process_setup._SECONDS = 0.1
process_setup.settle_memory()
before = held_mb()
pieces = [bytearray(2_000) for _ in range(50_000)]
full = held_mb()
pieces = pieces[::50]
time.sleep(0.5)
small = held_mb()
large = bytearray(10_000_000)
del large
large = bytearray(8_000_000)
more = bytearray(2_000)
del large
print(full - before, small - before, held_mb() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other allocators are left as they are")
def test_what_is_free_goes_back_whether_it_was_large_or_lies_between_what_is_used() -> None:
    done = subprocess.run([sys.executable, "-P", "-c", FILL_AND_FREE], capture_output=True, text=True, check=True)
    full, small, large = map(float, done.stdout.split())
    assert full > 80
    assert small < full / 4
    assert large < small + 4
