"""A claim to file: what was owed on the day of the decision, to the administrator, and nothing of what came later."""

from __future__ import annotations

from datetime import date

import pytest

from tests.actions.flow.days import Days
from tests.actions.office import Body, Office
from tests.actions.parties.test_case_parties import opened, party
from tests.pdf import text_of

ADMINISTRATOR = party("insolvency_administrator", "Advokat Filip Ås")


async def filed(office: Office, case: str, body: Body) -> str:
    answer = await office.client.post(f"/cases/{case}/claims-in-insolvency", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    return " ".join(text_of(answer.content).split()).replace("\u00a0", " ")


async def test_a_bankruptcys_claim_is_stated_on_the_day_of_the_decision(office: Office, days: Days) -> None:
    case, _ = await opened(office, days, 520, "adult", bankruptcy=True)
    await office.post(f"cases/{case}/parties", ADMINISTRATOR)
    then = await office.statement(case, "2026-09-01")
    days.at(date(2026, 10, 1))
    text = await filed(office, case, {"kind": "bankruptcy", "case_number": "K 1234-26"})
    assert "Advokat Filip Ås" in text
    assert "Bevakning" in text
    assert "K 1234-26" in text
    assert "1 september 2026" in text, "the marked day"
    total = f"{then['total_remaining_transaction_amount']:.2f}".replace(".", ",")
    assert total in text.replace(" ", ""), "interest ends with the day of the decision"


@pytest.mark.parametrize(
    ("kind", "role", "whom"),
    [
        ("restructuring", "insolvency_administrator", "Bo Rekonstruktör"),
        ("debt_restructuring", None, "Kronofogden"),
        ("estate", "estate", "Dag Rask"),
    ],
)
async def test_each_kind_is_filed_with_whom_the_law_says(
    office: Office, days: Days, kind: str, role: str | None, whom: str
) -> None:
    case, _ = await opened(office, days, 521, "adult")
    if role is not None:
        missing = await office.post(f"cases/{case}/claims-in-insolvency", {"kind": kind}, 409)
        assert missing["_error"]["type"] == "no_party_to_file_with"
        await office.post(f"cases/{case}/parties", party(role, whom))
    assert whom in await filed(office, case, {"kind": kind})


async def test_a_day_before_the_debt_or_to_come_is_refused_and_what_nobody_owes(office: Office, days: Days) -> None:
    case, _ = await opened(office, days, 522, "adult")
    for day in ("2026-07-01", "2026-09-02"):
        body = {"kind": "debt_restructuring", "date": day}
        assert list(await office.refused(f"cases/{case}/claims-in-insolvency", body)) == ["date"]
    await office.post(f"cases/{case}/close", {"reason": "written_off"})
    nothing = await office.post(f"cases/{case}/claims-in-insolvency", {"kind": "debt_restructuring"}, 409)
    assert nothing["_error"]["type"] == "letter_nothing_owed"
