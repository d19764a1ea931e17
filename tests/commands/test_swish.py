"""`fordran swish settle`, as a person runs it: who may, and what there is to settle."""

from __future__ import annotations

from pathlib import Path

from tests.commands.running import fordran


def test_a_refund_that_is_not_there_or_somebody_who_is_not(data: Path) -> None:
    nobody = fordran("swish", "settle", "f" * 24, "--paid", "--as", "nobody@operator.example", "--data", data)
    assert (nobody.returncode, nobody.stdout) == (2, "")
    assert "nobody@operator.example" in nobody.stderr
    made = fordran(
        "user", "add", "--name", "Anna", "--email", "anna@operator.example", "--role", "finance", "--data", data
    )
    assert made.returncode == 0, made.stderr
    gone = fordran("swish", "settle", "f" * 24, "--paid", "--as", "anna@operator.example", "--data", data)
    assert (gone.returncode, gone.stderr) == (2, f"There is no refund {'f' * 24} by Swish.\n")
