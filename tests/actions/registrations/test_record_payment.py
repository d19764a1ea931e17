"""POST /creditor--payments: it works, every refusal, and many at once."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from fordran import clock
from tests.actions.office import Office
from tests.actions.registrations.refusing import (
    EVERYWHERE,
    LEFT_OUT,
    MOMENTS,
    MONEY,
    NOBODY,
    TEXTS,
    changed,
    refused_without_a_trace,
)
from tests.api.bodies import creditor_data

PATH = "creditor--payments"


async def test_a_payment_lowers_what_is_owed_and_can_be_read(office: Office) -> None:
    case = await office.register_invoice(1000)
    before = await office.case(case)
    body = office.payment_body(case, 250.5, "2026-03-20", creditor_payment_reference="B-77")
    made = await office.post(PATH, body)
    assert made["_status"] == "OK"
    assert made["_payment_status"] == "completed"
    assert made["settled_amount"] == 250.5
    assert "status_reason_locale" not in made
    after = await office.case(case)
    assert after["total_remaining_capital_amount"] == 749.5
    assert after["_etag"] != before["_etag"]
    read = await office.get(f"{PATH}/{made['_id']}")
    assert {name: read[name] for name in body} == body | {"bank_transaction_date": "Fri, 20 Mar 2026 00:00:00 GMT"}
    assert {name: read[name] for name in ("_id", "_created", "_updated", "_etag")} == {
        name: made[name] for name in ("_id", "_created", "_updated", "_etag")
    }


async def test_more_than_is_owed_is_answered_with_a_warning_and_its_reason(office: Office) -> None:
    case = await office.register_invoice(1000)
    made = await office.pay(case, 1200, "2026-03-20")
    assert (made["_payment_status"], made["settled_amount"]) == ("warning", 1000)
    assert made["status_reason_locale"] == "payment_more_than_owed"
    tag = await office.get("locales", where='{"locale_tag": "payment_more_than_owed"}')
    assert tag["_items"][0]["translations"]["sv"]["translation"]
    assert (await office.case(case))["close_reason"] == "paid"


async def test_an_earlier_payment_changes_what_became_of_a_later_one_and_its_document(office: Office) -> None:
    case = await office.register_invoice(1000)
    later = await office.pay(case, 1000, "2026-03-20")
    await office.pay(case, 400, "2026-03-10")
    read = await office.get(f"{PATH}/{later['_id']}")
    assert (read["settled_amount"], read["_payment_status"]) == (600, "warning")
    assert read["status_reason_locale"] == "payment_more_than_owed"
    assert read["_etag"] != later["_etag"]


REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    *EVERYWHERE,
    *(({"amount": value}, "amount", sentence, remark) for value, sentence, remark in MONEY),
    *(({"bank_transaction_date": value}, "bank_transaction_date", said, remark) for value, said, remark in MOMENTS),
    *(
        ({"creditor_payment_reference": value}, "creditor_payment_reference", said, remark)
        for value, said, remark in TEXTS
    ),
    ({"currency": "EUR"}, "currency", "unallowed value EUR: must be one of SEK", "kronor only"),
    ({"currency": "sek"}, "currency", "unallowed value sek: must be one of SEK", "as it is spelled"),
    (
        {"origin": "bank"},
        "origin",
        "unallowed value bank: must be one of creditor_system",
        "what reached us is not reported to us",
    ),
    ({"case": NOBODY}, "case", f"value '{NOBODY}' must exist in resource 'cases', field '_id'", "no such case"),
    ({"case": "x"}, "case", "value 'x' must exist in resource 'cases', field '_id'", "no id at all"),
    (
        {"account": NOBODY},
        "account",
        f"value '{NOBODY}' must exist in resource 'accounts', field '_id'",
        "no such account",
    ),
    (
        {"creditor": NOBODY},
        "creditor",
        f"value '{NOBODY}' must exist in resource 'creditors', field '_id'",
        "no such creditor",
    ),
    *(
        ({name: LEFT_OUT}, name, "required field", "must be sent")
        for name in ("account", "creditor", "case", "currency", "amount", "bank_transaction_date", "origin")
    ),
    ({"settled_amount": 1}, "settled_amount", "unknown field", "ours to say"),
    ({"_payment_status": "completed"}, "_payment_status", "unknown field", "ours to say"),
]


@pytest.fixture(scope="module")
async def open_case(office: Office) -> str:
    return await office.register_invoice(1000)


@pytest.mark.parametrize(("changes", "path", "sentence", "remark"), REFUSED)
async def test_a_bad_payment_is_refused_and_leaves_no_trace(
    office: Office, open_case: str, changes: dict[str, Any], path: str, sentence: str, remark: str
) -> None:
    body = office.payment_body(open_case, 100)
    issues = await refused_without_a_trace(office, PATH, changed(body, changes))
    assert issues == {path: sentence}, remark


async def test_every_issue_is_told_at_once(office: Office) -> None:
    body = {"account": NOBODY, "creditor": 7, "case": "x", "currency": "EUR", "amount": -1, "origin": "bank", "more": 1}
    issues = await refused_without_a_trace(office, PATH, body)
    assert set(issues) == {*body, "bank_transaction_date"}


async def test_a_case_of_another_creditor_or_account_is_not_there(office: Office) -> None:
    case = await office.register_invoice(1000)
    other = await office.post("creditors", {"account": office.account, **creditor_data()})
    issues = await refused_without_a_trace(office, PATH, office.payment_body(case, 1, creditor=other["_id"]))
    assert issues == {"case": f"value '{case}' must exist in resource 'cases', field '_id'"}


async def test_an_array_is_recorded_whole_or_not_at_all(office: Office) -> None:
    case = await office.register_invoice(1000)
    good, bad = office.payment_body(case, 1, "2026-03-20"), office.payment_body(case, 0)
    before = await office.counts()
    refused = await office.post(PATH, [good, bad, good], 422)
    assert await office.counts() == before
    assert [item["_status"] for item in refused["_items"]] == ["OK", "ERR", "OK"]
    assert refused["_items"][1]["_issues"] == {"amount": "must be more than 0"}
    made = await office.post(PATH, [good] * 10)
    assert len({item["_id"] for item in made["_items"]}) == 10
    assert (await office.case(case))["total_remaining_capital_amount"] == 990


async def test_a_dry_run_says_what_would_happen_and_does_not(office: Office) -> None:
    case = await office.register_invoice(1000)
    before = await office.counts()
    would = await office.post(PATH, office.payment_body(case, 2000, "2026-03-20"), 200, params={"dry_run": "true"})
    assert (would["_payment_status"], would["settled_amount"]) == ("warning", 1000)
    assert await office.counts() == before
    assert (await office.case(case))["total_remaining_capital_amount"] == 1000


async def test_sixty_four_at_once_are_all_counted_and_none_twice(office: Office) -> None:
    case = await office.register_invoice(10_000)
    amounts = [index + 0.01 * index for index in range(1, 65)]
    made = await asyncio.gather(*(office.pay(case, round(amount, 2), "2026-03-20") for amount in amounts))
    paid = sum(Decimal(str(round(amount, 2))) for amount in amounts)
    assert len({one["_id"] for one in made}) == 64
    after = await office.case(case)
    assert Decimal(str(after["total_remaining_capital_amount"])) == 10_000 - paid
    assert len([line for line in after["transactions"] if line["amount"] < 0]) == 64
    listed = await office.get(PATH, where=f'{{"case": "{case}"}}', max_results="100")
    assert listed["_meta"]["total"] == 64
    assert await office.differences() == []


async def test_sixty_four_with_one_idempotency_key_have_one_effect(office: Office) -> None:
    case = await office.register_invoice(10_000)
    body = office.payment_body(case, 10, "2026-03-20")

    async def send() -> Any:
        return await office.client.post(f"/{PATH}", json=body, headers={"Idempotency-Key": f"pay {case}"})

    answers = await asyncio.gather(*(send() for _ in range(64)))
    assert {answer.status_code for answer in answers} <= {201, 409}
    again = [await send() for answer in answers if answer.status_code == 409]
    done = [answer for answer in answers if answer.status_code == 201] + again
    assert len({answer.json()["_id"] for answer in done}) == 1
    assert [answer.headers.get("idempotency-replayed") for answer in done].count(None) == 1
    assert (await office.case(case))["total_remaining_capital_amount"] == 9990
    assert await office.differences() == []


@pytest.mark.parametrize(
    ("offset", "is_taken", "remark"),
    [
        (0, True, "today"),
        (1, False, "tomorrow"),
        (1825, False, "a year that was mistyped"),
    ],
)
async def test_a_payment_is_not_of_a_day_that_has_not_come(
    office: Office, offset: int, is_taken: bool, remark: str
) -> None:
    case = await office.register_debt()
    day = clock.stockholm_date(clock.now()) + timedelta(days=offset)
    body = office.payment_body(case, 10, day.isoformat())
    answer = await office.client.post(PATH, json=body)
    assert (answer.status_code == 201) == is_taken, remark
    if not is_taken:
        assert "400 days before the debt arose" in answer.json()["_issues"]["bank_transaction_date"]
        assert (await office.case(case))["total_remaining_capital_amount"] > 0


@pytest.mark.parametrize(("early", "is_taken"), [(400, True), (401, False)])
async def test_a_payment_is_at_most_400_days_before_the_debt_arose(office: Office, early: int, is_taken: bool) -> None:
    case = await office.register_debt(invoice_date="2026-01-05")
    day = date(2026, 1, 5) - timedelta(days=early)
    answer = await office.client.post(PATH, json=office.payment_body(case, 10, day.isoformat()))
    assert (answer.status_code == 201) == is_taken, answer.text


async def test_a_reference_is_taken_once_for_each_case(office: Office) -> None:
    case, other = await office.register_invoice(1000), await office.register_invoice(1000)
    body = office.payment_body(case, 100, creditor_payment_reference="B-1")
    made = await office.post(PATH, body)
    refused = await office.post(PATH, body | {"amount": 200}, 422)
    issue = refused["_issue_codes"]["creditor_payment_reference"]
    assert (issue["code"], made["_id"] in issue["message"]) == ("payment_reference_taken", True)
    await office.post(PATH, body | {"allow_duplicate": False}, 422)
    await office.post(PATH, body | {"allow_duplicate": True})
    await office.post(PATH, office.payment_body(other, 100, creditor_payment_reference="B-1"))
    for _ in range(2):
        await office.post(PATH, office.payment_body(case, 100))
    assert (await office.case(case))["total_remaining_capital_amount"] == 600


async def test_of_two_with_one_reference_at_once_one_is_taken(office: Office) -> None:
    case = await office.register_invoice(1000)
    body = office.payment_body(case, 100, creditor_payment_reference="B-1")
    answers = await asyncio.gather(*(office.client.post(f"/{PATH}", json=body) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [201, 422, 422, 422, 422]


async def test_verify_names_a_payment_of_a_day_on_which_nobody_can_have_paid(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = await office.register_invoice(1000)
    with monkeypatch.context() as patch:
        patch.setattr("fordran.actions.registrations.record_payment.is_payment_day", lambda *_: True)
        made = await office.pay(case, 100, "2031-03-20")
    found = [(one.table, one.what) for one in await office.differences() if one.id == made["_id"]]
    assert found == [("creditor_payments", "bank_transaction_date")]
