"""POST /bank--files: as a form or as the body, once however often, all at once, and by the operator alone."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.actions.bank_hall import BankHall, bgmax, deposit, paid
from tests.actions.conftest import office  # noqa: F401  (fixture)
from tests.actions.office import Office


@pytest.fixture(scope="module")
def hall(office: Office) -> BankHall:  # noqa: F811
    return BankHall(office.app.database, office)


def form(file: bytes) -> dict[str, Any]:
    return {"files": {"file": ("bank day.txt", file)}}


@pytest.mark.parametrize(("charset", "status"), [("utf-8", 422), ("unicode_escape", 400), ("utf-7", 400)])
async def test_a_form_is_read_as_utf_8_whatever_its_sender_asks(hall: BankHall, charset: str, status: int) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="\\ud800"\r\n\r\nnothing\r\n--x--\r\n'
    kind = {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}
    answer = await hall.office.client.post("/bank--files", content=part, headers=kind)
    assert answer.status_code == status, answer.text


@pytest.mark.parametrize("as_form", [True, False])
async def test_a_file_is_taken_as_a_form_or_as_the_body(hall: BankHall, as_form: bool) -> None:
    _, ocr = await hall.debt()
    file = bgmax(deposit(paid(10_000, ocr), paid(700, "1")))
    sent: dict[str, Any] = form(file) if as_form else {"content": file, "params": {"filename": "day/bank day.txt"}}
    answer = await hall.office.client.post("/bank--files", **sent)
    assert answer.status_code == 201, answer.text
    body = answer.json()
    counts = {name: body[name] for name in ("transactions", "matched", "suspense", "duplicates")}
    assert (body["_status"], body["kind"], counts) == (
        "OK",
        "BgMax",
        {"transactions": 2, "matched": 1, "suspense": 1, "duplicates": 0},
    )
    shown = await hall.office.get(f"bank--files/{body['_id']}")
    assert answer.headers["location"] == f"/bank--files/{body['_id']}"
    assert (shown["filename"], shown["status"], shown["amount_in"], shown["size"]) == (
        "bank day.txt",
        "settled",
        107,
        len(file),
    )
    again = await hall.office.client.post("/bank--files", **sent)
    assert (again.status_code, again.json()["_id"], again.json()["duplicates"]) == (200, body["_id"], 2)


async def test_a_form_without_a_file_is_refused(hall: BankHall) -> None:
    answer = await hall.office.client.post("/bank--files", files={"other": ("x", b"x")})
    assert (answer.status_code, answer.json()["_error"]["message"]) == (400, "File is a required attribute.")


async def test_a_form_with_a_part_that_nobody_knows_is_refused(hall: BankHall) -> None:
    before = await hall.office.counts()
    answer = await hall.office.client.post("/bank--files", data={"account": "1"}, **form(bgmax(deposit())))
    assert (answer.status_code, answer.json()["_issues"]) == (422, {"account": "unknown field"})
    assert await hall.office.counts() == before


async def test_a_dry_run_tells_what_would_become_of_a_file_and_stores_nothing(hall: BankHall) -> None:
    _, ocr = await hall.debt()
    file = bgmax(deposit(paid(10_000, ocr), paid(700, "1")))
    before = await hall.office.counts()
    answer = await hall.office.client.post("/bank--files", content=file, params={"dry_run": "true"})
    assert (answer.status_code, answer.json()["matched"], answer.json()["suspense"]) == (200, 1, 1)
    assert await hall.office.counts() == before


async def test_a_key_replays_the_first_answer(hall: BankHall) -> None:
    _, ocr = await hall.debt()
    file = bgmax(deposit(paid(10_000, ocr)))
    headers = {"idempotency-key": "bank file"}
    first, again = [await hall.office.client.post("/bank--files", content=file, headers=headers) for _ in range(2)]
    assert (first.status_code, again.status_code, again.content) == (201, 201, first.content)
    assert again.headers["idempotency-replayed"] == "true"
    other = await hall.office.client.post("/bank--files", content=file + b"\r\n", headers=headers)
    assert other.status_code == 422


async def test_sixty_four_imports_of_one_file_take_each_transaction_once(hall: BankHall) -> None:
    ocrs = [(await hall.debt())[1] for _ in range(3)]
    file = bgmax(deposit(*(paid(10_000, ocr) for ocr in ocrs), paid(900, "1")))
    funds = await hall.reconciled()
    answers = await asyncio.gather(*(hall.office.client.post("/bank--files", **form(file)) for _ in range(64)))
    assert {answer.status_code for answer in answers} == {200, 201}
    assert sum(answer.json()["matched"] for answer in answers) == 3
    assert sum(answer.json()["suspense"] for answer in answers) == 1
    assert sum(answer.json()["duplicates"] for answer in answers) == 63 * 4
    assert await hall.reconciled() == funds + 30_900


async def test_a_file_that_comes_slowly_keeps_nobody_waiting(hall: BankHall) -> None:
    file = bgmax(deposit(paid(1_000, "1")))
    go_on = asyncio.Event()

    async def slowly() -> Any:
        yield file[:100]
        await go_on.wait()
        yield file[100:]

    slow = asyncio.create_task(hall.office.client.post("/bank--files", content=slowly()))
    await asyncio.sleep(0)
    quick: httpx.Response = await hall.office.client.post("/bank--files", content=bgmax(deposit(paid(2_000, "1"))))
    assert quick.status_code == 201
    go_on.set()
    assert (await slow).status_code == 201
