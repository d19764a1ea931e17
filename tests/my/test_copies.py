"""Who reads the code of a letter: the debtor, and nobody who opens a copy in the console or over the interface."""

from __future__ import annotations

import ast
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

import fordran
from fordran import clock
from fordran.actions.delivery.parcel import Enclosure
from fordran.actions.file_copies import COPIES, copy_for
from fordran.actions.people.add_person import add_person
from fordran.commands.served import Served
from fordran.documents.access import Access
from fordran.documents.letters import letters
from fordran.outside.channels import Channels
from fordran.outside.mail import Mail
from fordran.outside.media import MediaFolder
from fordran.settings import Settings
from tests.actions.flow.days import Days
from tests.console.visiting import signed_in
from tests.documents.letter_samples import demand
from tests.my.debtors import Debtor
from tests.outside.test_mail import PARCEL
from tests.pdf import text_of

DebtorMaker = Callable[..., Awaitable[Debtor]]


def carrying(code: str) -> bytes:
    """A letter with that code."""
    return letters.render(demand(access=Access("https://inkasso.example.com", code.replace("-", ""), "B1001-12")))


async def with_letter(served: Served, one: Debtor) -> bytes:
    """The debtor's letter is stored as it was sent, with its code."""
    pdf = carrying(one.code)
    MediaFolder(served.api.settings.data / "media").put(one.letter["document"]["id"], pdf)
    return pdf


async def test_the_interface_gives_no_code_by_token_or_by_link(served: Served, debtor: DebtorMaker) -> None:
    one = await debtor()
    pdf = await with_letter(served, one)
    assert one.code in text_of(pdf)
    client = one.office.client
    by_token = await client.get(f"/media--files/{one.letter['document']['id']}")
    by_link = await client.get(one.letter["document"]["url"], headers={"x-api-key": ""})
    for answer in (by_token, by_link):
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
        assert one.code not in text_of(answer.content)
        assert int(answer.headers["content-length"]) == len(answer.content)


@pytest.mark.parametrize("role", ["auditor", "handler", "finance", "admin"])
async def test_nobody_reads_a_code_in_the_console(served: Served, debtor: DebtorMaker, days: Days, role: str) -> None:
    one = await debtor()
    await with_letter(served, one)
    async with days.transaction() as tx:
        user = await add_person(tx, role, f"{role}@operator.example", role, clock.now())  # type: ignore[arg-type]
    browser = await signed_in(served, user)
    shown = await browser.get(f"/console/files/{one.letter['document']['id']}")
    assert shown.status == 200
    assert one.code not in text_of(shown.answer.content)
    await browser.close()


async def test_the_debtor_reads_the_letter_as_it_was_sent(served: Served, debtor: DebtorMaker) -> None:
    one = await debtor()
    pdf = await with_letter(served, one)
    assert (await one.browser.get(f"/my/letters/{one.letter['_id']}")).answer.content == pdf


async def test_a_copy_that_cannot_be_masked_is_not_given(served: Served, debtor: DebtorMaker) -> None:
    one = await debtor()
    pdf = await with_letter(served, one)
    file = one.letter["document"]["id"]
    MediaFolder(served.api.settings.data / "media").put(file, pdf.replace(b"/FontFile3", b"/FontFile2"))
    assert (await one.office.client.get(f"/media--files/{file}")).status_code == 404


async def test_what_leaves_has_the_code(settings: Settings) -> None:
    pdf = carrying("XYZQW-2345V")
    at = replace(settings, smtp_url="smtp://127.0.0.1:9")
    MediaFolder(at.data / "media").put("0" * 24, pdf)
    channels = Channels.of(at)
    mail = channels.messengers["email"]
    assert isinstance(mail, Mail)
    parcel = replace(PARCEL, documents=(Enclosure("0" * 24, "brev.pdf"),))
    assert mail.message(parcel).documents == [("brev.pdf", pdf)]
    assert {name: folder.read("0" * 24) for name, folder in channels.batches.items()} == {
        "print": pdf,
        "e_invoice": pdf,
    }
    channels.close()


def test_every_reader_of_files_is_in_the_table() -> None:
    """An edge reads the bytes of a file only together with who reads them."""
    readers, unnamed = set(), []
    house = Path(fordran.__file__).parent
    for room in ("api", "console", "my", "outside/channels.py", "outside/systems.py", "commands/privacy.py"):
        for file in [house / room] if room.endswith(".py") else sorted((house / room).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            named = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_naming(node)]
            readers |= {ast.literal_eval(node.args[0]) for node in named if isinstance(node.args[0], ast.Constant)}
            inside = {id(inner) for node in named for inner in ast.walk(node)}
            unnamed += [
                f"{file.name}:{node.lineno}"
                for node in ast.walk(tree)
                if isinstance(node, ast.Attribute)
                and node.attr == "get"
                and _is_media(node.value)
                and id(node) not in inside
            ]
    assert unnamed == []
    assert readers == set(COPIES)


def _is_naming(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in ("copy_for", "_read_by")


def _is_media(node: ast.expr) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name == "media" or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "media_of"
    )


def test_only_the_debtors_own_ways_are_whole() -> None:
    pdf = carrying("XYZQW-2345V")
    whole = {reader for reader in COPIES if copy_for(reader, pdf) == pdf}
    assert whole == {"debtor_page", "kivra", "email", "print", "e_invoice", "privacy_export"}
