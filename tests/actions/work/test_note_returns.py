"""Lists of returned letters: each letter is noted once, and what cannot be noted is named with its reason."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from fordran import clock
from fordran.actions.work.note_returns import note_returns
from fordran.formats.returned_mail import MOST_BYTES, ReturnedLine, read_returns
from fordran.outside.coming_back import ReturnedMailFolder
from tests.actions.flow.days import Days
from tests.actions.office import Office
from tests.actions.work.test_return_letter import demanded, items

FIRST = ReturnedLine(1, "B1001-12", "2026-09-10", "Flyttat")


@pytest.mark.parametrize(
    ("content", "found", "remark"),
    [
        (b"B1001-12;2026-09-10;Flyttat\n", [FIRST], "semicolons"),
        (b"B1001-12,2026-09-10,Flyttat\r\n", [FIRST], "commas"),
        (b"b1001-12\t2026-09-10\tFlyttat", [FIRST], "tabs, small letters, no last line end"),
        (b'B1001-12;2026-09-10;"Flyttat"', [FIRST], "quotes"),
        (b"\xef\xbb\xbfB1001-12;2026-09-10;Flyttat", [FIRST], "a byte order mark"),
        (b"nummer;datum;orsak\nB1001-12\n", [ReturnedLine(2, "B1001-12")], "headings; a number alone"),
        (b"B1001-12\n\n ; ; \nB1001-13\n", [ReturnedLine(1, "B1001-12"), ReturnedLine(4, "B1001-13")], "empty lines"),
        (b"B1001-12\nB1001\n", [ReturnedLine(1, "B1001-12"), ReturnedLine(2, "B1001")], "no letter's number"),
        (b"B1001-12;;;more", [ReturnedLine(1, "B1001-12")], "more columns"),
        (b"", [], "nothing"),
    ],
)
def test_lists_are_read(content: bytes, found: list[ReturnedLine], remark: str) -> None:
    assert read_returns(content) == found, remark


async def test_letters_of_a_list_are_noted_and_the_rest_is_named(office: Office, days: Days) -> None:
    case, _, letter = await demanded(office, days, 71)
    number = letter["letter_number"]
    content = f"nummer;datum;orsak\n{number};2026-09-10;Flyttat\nB9-9;;\n{number};2031-01-01;\n".encode()
    noted, refused = await note_returns(office.app.database.transaction, content, clock.now())
    assert noted == 1
    assert [(one.line, one.letter_number) for one in refused] == [(3, "B9-9"), (4, number)]
    assert refused[0].reason == "no letter has this number"
    assert refused[1].reason.startswith("date: ")
    shown = await office.get(f"letters/{letter['_id']}")
    assert (shown["returned"], shown["returned_reason"]) == ("Thu, 10 Sep 2026 00:00:00 GMT", "Flyttat")
    assert [kind for kind, _ in await items(office, case)] == ["letter_failed"]
    again = await note_returns(office.app.database.transaction, f"{number}\n".encode(), clock.now())
    assert again == (1, [])
    assert (await office.get(f"letters/{letter['_id']}"))["_etag"] == shown["_etag"]


async def test_a_number_alone_came_back_today(office: Office, days: Days) -> None:
    _, _, letter = await demanded(office, days, 72)
    assert await note_returns(office.app.database.transaction, letter["letter_number"].encode(), clock.now()) == (1, [])
    shown = await office.get(f"letters/{letter['_id']}")
    assert shown["returned"] == "Thu, 10 Sep 2026 00:00:00 GMT"
    assert shown["returned_reason"] == "Ingen orsak angavs"


async def test_lists_move_out_of_the_folder_by_their_outcome(office: Office, days: Days, tmp_path: Path) -> None:
    _, _, letter = await demanded(office, days, 73)
    days.at(date(2026, 9, 11))
    folder = tmp_path / "returns"
    folder.mkdir()
    (folder / "good.csv").write_text(letter["letter_number"], encoding="utf-8")
    (folder / "bad.csv").write_text(f"{letter['letter_number']}\nB9-9", encoding="utf-8")
    (folder / "long.csv").write_bytes(f"{letter['letter_number']}\n".encode() * (MOST_BYTES // 4))
    (folder / "scan.pdf").write_bytes(b"%PDF")
    reader = ReturnedMailFolder(folder)
    assert await reader.read(office.app.database.transaction, clock.now()) == 3
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == {
        "done/good.csv",
        "scan.pdf",
        "set-aside/bad.csv",
        "set-aside/bad.csv.refused.txt",
        "set-aside/long.csv",
        "set-aside/long.csv.refused.txt",
    }
    text = (folder / "set-aside" / "bad.csv.refused.txt").read_text(encoding="utf-8")
    assert text == "2\tB9-9\tno letter has this number\n"
    assert "split it" in (folder / "set-aside" / "long.csv.refused.txt").read_text(encoding="utf-8")
    assert await reader.read(office.app.database.transaction, clock.now()) == 0
