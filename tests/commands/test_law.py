"""`fordran law` in a live installation: one person proposes a row, another approves it, and it is shown with its source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.commands.running import fordran

NEXT = ("law", "add", "reference_rate", "--from", "2027-01-01", "--percent", "2.5", "--source", "SFS 2026:1500")


def shown(data: Path) -> dict[str, Any]:
    done = fordran("law", "show", "--json", "--data", data)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def rate(data: Path, day: str) -> tuple[float, bool]:
    (row,) = [row for row in shown(data)["rows"] if (row["article"], row["from"]) == ("reference_rate", day)]
    return row["percent"], row["is_provisional"]


def administrator(data: Path, name: str) -> str:
    address = f"{name}@example.com"
    done = fordran("user", "add", "--name", name, "--email", address, "--role", "admin", "--data", data)
    assert done.returncode == 0, done.stderr
    return address


def test_a_rate_is_proposed_by_one_person_and_approved_by_another(data: Path) -> None:
    eva, bo = administrator(data, "eva"), administrator(data, "bo")
    assert rate(data, "2026-07-01") == (2.0, False)
    proposed = fordran(*NEXT, "--as", eva, "--json", "--data", data)
    assert proposed.returncode == 0, proposed.stderr
    row = json.loads(proposed.stdout)
    assert (row["status"], row["percent"], row["source"]) == ("proposed", 2.5, "SFS 2026:1500")
    own = fordran("law", "approve", row["_id"], "--as", eva, "--data", data)
    assert (own.returncode, own.stdout) == (2, "")
    assert "Somebody else" in own.stderr
    approved = fordran("law", "approve", row["_id"], "--as", bo, "--json", "--data", data)
    assert approved.returncode == 0, approved.stderr
    assert json.loads(approved.stdout)["status"] == "approved"
    assert rate(data, "2027-01-01") == (2.5, False)
    assert [(one["_id"], one["status"]) for one in shown(data)["added"]] == [(row["_id"], "approved")]
    readable = fordran("law", "show", "--data", data)
    assert "2.5" in readable.stdout
    assert "Fragment" not in readable.stdout
    again = fordran("law", "reject", row["_id"], "--as", bo, "--data", data)
    assert again.returncode == 2
    assert "already" in again.stderr


def test_what_is_no_row_is_refused_with_a_sentence(data: Path) -> None:
    for arguments, sentence in (
        (("reference_rate", "--from", "2027-02-01", "--percent", "2"), "1 January or 1 July"),
        (("reference_rate", "--from", "2027-07-01", "--amount", "2"), "percent"),
        (("reference_rate", "--from", "soon", "--percent", "2"), "not a day"),
        (("reference_rate", "--from", "2027-07-01", "--percent", "high"), "not a percentage"),
        (("reminder", "--from", "2027-07-01", "--amount", "-1"), "not an amount"),
        (("invoice_fee", "--from", "2027-07-01", "--amount", "1"), "must be one of"),
    ):
        done = fordran("law", "add", *arguments, "--data", data)
        assert (done.returncode, done.stdout) == (2, ""), arguments
        assert sentence in done.stderr, done.stderr


def test_a_row_that_is_not_there_is_not_approved(data: Path) -> None:
    done = fordran("law", "approve", "0" * 24, "--as", "nobody@example.com", "--data", data)
    assert (done.returncode, done.stdout) == (2, "")
    assert "nobody@example.com" in done.stderr
