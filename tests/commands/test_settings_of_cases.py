"""`fordran settings`: what the operator sets for all cases, and for those of an agreement template."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fordran.domain.flow.case_settings import SETTINGS
from fordran.domain.payouts.operator_invoice import FEE_SETTINGS
from tests.commands.running import fordran


def _settings(data: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return fordran("settings", *arguments, "--json", "--data", data)


def _said(data: Path, *arguments: object) -> dict[str, Any]:
    done = _settings(data, *arguments)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_every_setting_is_shown_with_where_it_comes_from(data: Path) -> None:
    shown = _said(data, "show")
    assert shown.keys() == SETTINGS.keys() | FEE_SETTINGS.keys()
    assert {one["level"] for one in shown.values()} == {"default"}
    for_people = fordran("settings", "show", "--data", data)
    lines = [" ".join(line.split()) for line in for_people.stdout.splitlines()]
    assert "reminder_fee 60 (default; lag (1981:739) 2 och 4 §§)" in lines


def test_what_is_set_holds_at_its_level_and_below_until_it_is_unset(data: Path) -> None:
    (standard,) = _said(data, "templates")["templates"]
    assert (standard["name"], standard["is_standard"], standard["accounts"]) == ("Standard", True, 0)
    assert _said(data, "set", "reminder_fee", "45.5") == {
        "reminder_fee": {"value": 45.5, "level": "installation", "law": "lag (1981:739) 2 och 4 §§"}
    }
    other = _said(data, "add-template", "Bostäder")["_id"]
    assert _said(data, "show", "--template", other)["reminder_fee"]["level"] == "installation"
    assert _said(data, "set", "reminder_fee", "0", "--template", other)["reminder_fee"]["value"] == 0
    assert _said(data, "show", "--template", other)["reminder_fee"]["level"] == "agreement_template"
    assert _said(data, "show")["reminder_fee"]["value"] == 45.5
    assert _said(data, "unset", "reminder_fee")["reminder_fee"] | {"law": ""} == {
        "value": 60,
        "level": "default",
        "law": "",
    }
    rate = _said(data, "set", "interest_rate", '{"reference_rate": false, "rate_percent": 12.25}')
    assert rate["interest_rate"]["value"] == {"reference_rate": False, "rate_percent": 12.25}


def test_the_laws_bound_holds_whatever_is_set(data: Path) -> None:
    said = _said(data, "set", "debt_collection_fee", "500")["debt_collection_fee"]
    assert (said["value"], said["was_capped"]) == (180, True)
    _said(data, "unset", "debt_collection_fee")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["set", "remind_fee", "1"], "There is no setting 'remind_fee'; fordran settings show lists them.\n"),
        (["set", "reminder_fee", "much"], "The setting reminder_fee cannot be that: must be of number type.\n"),
        (
            ["set", "reminder_pay_days", "1.5"],
            "The setting reminder_pay_days cannot be that: must be of integer type.\n",
        ),
        (["set", "use_enforcement", "1"], "The setting use_enforcement cannot be that: must be of boolean type.\n"),
        (["set", "reminder_fee", "null"], None),
        (
            ["show", "--template", "x"],
            "There is no agreement template 'x'; fordran settings templates lists them.\n",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(data: Path, arguments: list[str], sentence: str | None) -> None:
    refused = _settings(data, *arguments)
    if sentence is None:
        assert refused.returncode == 0, "null is as unset"
    else:
        assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", sentence)
