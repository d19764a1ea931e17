"""Every page is small, with one heading and labels."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import get_args

import pytest

from fordran.console import creditor_blanks
from fordran.console.report_table import REPORTS
from fordran.domain.bank.likeness import WEIGHTS, Likeness
from fordran.domain.flow.case_settings import SETTINGS
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


def test_every_setting_of_a_case_is_in_the_creditors_form() -> None:
    paths = {blank.path.split(".")[1] for blank in creditor_blanks.FLOW}
    assert paths == set(SETTINGS)
    assert WEIGHTS.keys() == set(get_args(Likeness))


@pytest.mark.parametrize(
    "path",
    [
        *("/console/bank", "/console/payouts", "/console/reports", "/console/letters", "/console/creditors"),
        *("/console/creditors/new", "/console/users", "/console/users/new", "/console/clients", "/console/webhooks"),
        *("/console/audit", "/console/time"),
        *(f"/console/reports/{name}" for name in REPORTS),
    ],
)
async def test_a_page_is_small_has_one_heading_and_a_label_for_every_field(browse: Browse, path: str) -> None:
    admin = await browse("admin")
    page = await admin.get(path)
    assert page.status == 200
    assert page.h1
    assert len(page.answer.content) < 60_000
    for field in page.tree.xpath("//main//input[not(@type='hidden')] | //main//select | //main//textarea"):
        assert page.tree.xpath(f"//label[@for='{field.get('id')}']"), field.get("name")
    ids = page.tree.xpath("//@id")
    assert len(ids) == len(set(ids)), "an id stands once"
