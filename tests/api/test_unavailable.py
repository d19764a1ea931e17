"""What will be otherwise in a while is 503, with when to try again."""

from __future__ import annotations

import errno

import asyncpg
import pytest

from fordran.api.http.errors import answer_to


@pytest.mark.parametrize(
    "trouble",
    [OSError(errno.ENOSPC, "no space"), OSError(errno.EDQUOT, "no quota"), asyncpg.DiskFullError("no space")],
    ids=["no space for a file", "no quota", "no space for the database"],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_full_disk_is_answered_with_503_and_when_to_try_again(trouble: Exception, method: str) -> None:
    answer = answer_to(trouble, method)
    assert answer is not None
    assert answer.status == 503
    assert int(dict(answer.headers)[b"retry-after"]) > 0


def test_another_trouble_with_a_file_is_a_fault_of_ours() -> None:
    assert answer_to(OSError(errno.EIO, "the disk is broken"), "GET") is None


def test_a_statement_that_is_too_complex_is_a_fault_of_ours() -> None:
    assert answer_to(asyncpg.StatementTooComplexError("too complex"), "GET") is None
