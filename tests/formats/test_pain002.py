"""pain.002: what is read of a bank's report, and which reports are refused."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from fordran.formats.bank import BadBankFile
from fordran.formats.pain002 import TransferReport, read_pain002
from fordran.formats.pain002_making import make_pain002


def test_each_level_is_read_with_its_status_and_reason() -> None:
    made = make_pain002(
        "M1", "PART", batches={"M1-1": ("ACCP", {"A": ("RJCT", "AC01")}), "M1-2": ("RJCT", {})}, version="001.10"
    )
    read = read_pain002(io.BytesIO(made))
    assert (read.order, read.whole.status) == ("M1", None)
    assert read.batches == (TransferReport("M1-1", "accepted", "ACCP"), TransferReport("M1-2", "rejected", "RJCT"))
    assert read.transfers == (TransferReport("A", "rejected", "AC01", "M1-1"),)


@pytest.mark.parametrize("version", ["001.03", "001.12"])
def test_a_report_that_is_valid_by_the_schema_is_read_alike_in_each_version(
    assert_valid: Callable[[str, bytes], None], version: str
) -> None:
    batches = {"M1-1": ("PART", {"A": ("RJCT", "AC01"), "B": ("ACSP", "")}), "M1-2": ("RJCT", {})}
    made = make_pain002("M1", "PART", reason="AM04", batches=batches, version=version)
    assert_valid(f"pain.002.{version}", made)
    assert [one.status for one in read_pain002(io.BytesIO(made)).transfers] == ["rejected", "accepted"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("pain.002.001.03", "pain.008.001.02", "should be pain.002.001.03 or later"),
        ("<OrgnlMsgId>M1</OrgnlMsgId>", "", "OrgnlMsgId is empty"),
        ("OrgnlGrpInfAndSts", "Other", "no OrgnlGrpInfAndSts"),
        ("<OrgnlEndToEndId>A</OrgnlEndToEndId>", "", "named by neither"),
        ("</Document>", "", "broken or unsafe"),
        ("<Document", "<!DOCTYPE x [<!ENTITY y 'z'>]><Document", "document type declaration"),
    ],
)
def test_a_report_that_cannot_be_trusted_is_refused(old: str, new: str, sentence: str) -> None:
    right = make_pain002("M1", "PART", batches={"M1-1": ("ACCP", {"A": ("RJCT", "AC01")})})
    read_pain002(io.BytesIO(right))
    with pytest.raises(BadBankFile, match=sentence):
        read_pain002(io.BytesIO(right.decode().replace(old, new).encode()))
