"""`fordran-api` from a shell: what it prints, what it exits with, and which installation it asks."""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
from fordran_client import Fordran, profiles, verified
from fordran_client.arguments import NOUNS, parser
from fordran_client.commands import main
from fordran_client.completion import completion
from fordran_client.forwarding import forward

from tests.api.bodies import customer
from tests.client.conftest import Installation
from tests.client.test_client import INVOICE


async def call(installation: Installation, *arguments: str) -> int:
    return await installation.run(lambda client: main(list(arguments), client))


@pytest.fixture
def invoices(installation: Installation, tmp_path: Path) -> Path:
    owner = {"account": installation.account, "creditor": installation.creditor}
    rows = [
        INVOICE | owner | {"invoice_number": f"{tmp_path.name}-{number}", "customer": customer()} for number in (1, 2)
    ]
    file = tmp_path / "invoices.jsonl"
    file.write_text("\n".join(json.dumps(row, default=float) for row in rows))
    return file


async def test_invoices_are_registered_and_their_cases_listed(
    installation: Installation, invoices: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await call(installation, "invoices", "register", str(invoices), "--dry-run") == 0
    assert await call(installation, "cases", "count") == 0
    assert capsys.readouterr().out.endswith("\n0\n")
    assert await call(installation, "invoices", "register", str(invoices)) == 0
    registered = json.loads(capsys.readouterr().out)
    assert len(registered["_items"]) == 2
    assert await call(installation, "cases", "list", "--where", '{"state": "invoice"}', "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["_id"] for line in lines] == [item["_case"] for item in registered["_items"]]


def _spoil_the_second(file: Path) -> None:
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    rows[1]["currency"] = "EUR"
    file.write_text(json.dumps(rows))


async def test_a_file_is_registered_in_parts_and_again_does_nothing(
    installation: Installation, invoices: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await call(installation, "invoices", "register", str(invoices), "--chunk", "1") == 0
    first = capsys.readouterr()
    assert first.err == "1 registered\n2 registered\n"
    numbers = [item["_invoice"] for item in json.loads(first.out)["_items"]]
    assert len(set(numbers)) == 2
    _spoil_the_second(invoices)
    assert await call(installation, "invoices", "register", str(invoices), "--chunk", "1") == 1
    again = capsys.readouterr()
    assert json.loads(again.out)["_invoice"] == numbers[0]
    assert "documents 2 to 2: 422" in again.err
    assert "unallowed value EUR" in again.err


async def test_a_case_is_listed_stated_changed_and_given_its_invoice(
    installation: Installation, invoices: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await call(installation, "invoices", "register", str(invoices), "--chunk", "1") == 0
    case = json.loads(capsys.readouterr().out)["_items"][0]["_case"]
    assert await call(installation, "cases", "list", "--where", json.dumps({"_id": case})) == 0
    heading, row = capsys.readouterr().out.splitlines()
    assert heading.split()[:2] == ["_id", "case_number"]
    assert heading.split()[-1] == "total_remaining_transaction_amount"
    assert row.split()[0] == case
    assert "invoice" in row.split()
    assert row.split()[-1] == "126.00"
    assert await call(installation, "cases", "statement", case, "--at", "2027-01-31") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["date", "description", "component", "amount", "law"]
    assert any("interest" in line for line in lines)
    assert lines[-1].startswith("Owed 2027-01-31: ")
    assert lines[-1].endswith(" SEK")
    assert await call(installation, "cases", "statement", case, "--json") == 0
    assert json.loads(capsys.readouterr().out)["case"] == case
    pdf = tmp_path / "original.pdf"
    pdf.write_bytes(b"%PDF-1.4\n%%EOF\n")
    assert await call(installation, "cases", "upload", case, str(pdf)) == 0
    assert await call(installation, "creditors", "change", installation.creditor, "description=Moved") == 0
    capsys.readouterr()
    assert await call(installation, "creditors", "get", installation.creditor) == 0
    assert json.loads(capsys.readouterr().out)["description"] == "Moved"


async def test_a_document_is_deleted(installation: Installation, capsys: pytest.CaptureFixture[str]) -> None:
    webhook = await installation.run(
        lambda client: client.webhooks.create(
            {"account": installation.account, "creditor": installation.creditor, "url": "http://127.0.0.1:1/"}
        )
    )
    assert await call(installation, "webhooks", "delete", webhook.id) == 0
    assert capsys.readouterr().out == ""
    assert await call(installation, "webhooks", "get", webhook.id) == 1
    with pytest.raises(SystemExit):
        await call(installation, "events", "delete", webhook.id)


def test_one_sentence_when_the_service_is_away(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        away = Fordran(f"http://127.0.0.1:{taken.getsockname()[1]}", "token", retries=0)
        assert main(["cases", "count"], away) == 2
    told = capsys.readouterr().err
    assert told.startswith("The service does not answer: ")
    assert told.count("\n") == 1


async def test_an_act_is_carried_out(
    installation: Installation, invoices: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await call(installation, "invoices", "register", str(invoices)) == 0
    case = json.loads(capsys.readouterr().out)["_items"][0]["_case"]
    assert await call(installation, "cases", "act", case, "disputes", "reason=Never ordered.") == 0
    assert json.loads(capsys.readouterr().out)["status"] == "disputed"
    assert await call(installation, "cases", "get", case) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "disputed"


async def test_what_is_refused_is_told_on_standard_error(
    installation: Installation, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.json"
    file.write_text('{"currency": "EUR"}')
    assert await call(installation, "invoices", "register", str(file)) == 1
    told = capsys.readouterr()
    assert not told.out
    assert "422" in told.err
    assert "unallowed value EUR" in told.err
    with pytest.raises(SystemExit):
        await call(installation, "cases", "create", str(file))


async def test_events_are_printed_and_forwarded_signed(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await call(installation, "listen", "--until-empty") == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert printed[0]["type"] == "account.created"
    taken: list[Any] = []
    secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    def take(request: httpx.Request) -> httpx.Response:
        taken.append(verified(secret, dict(request.headers), request.read()))
        return httpx.Response(204)

    http = httpx.Client(transport=httpx.MockTransport(take))
    await installation.run(
        lambda client: forward(client.follow(until_empty=True), "http://localhost:9000/", secret, http)
    )
    assert [message.id for message in taken] == [event["_id"] for event in printed]
    assert taken[0].data["account"] == installation.account


def test_profiles_are_kept_for_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("FORDRAN_URL", raising=False)
    assert main(["creditors", "list"]) == 2
    assert "There is no profile" in capsys.readouterr().err
    assert main(["profile", "add", "test", "--url", "https://fordran.example", "--code", "fordran_x"]) == 0
    assert main(["profile", "list"]) == 0
    assert capsys.readouterr().out == "test\thttps://fordran.example\n"
    assert profiles.chosen("test") == profiles.Profile("https://fordran.example", "fordran_x")
    assert profiles.file().stat().st_mode & 0o077 == 0
    assert "fordran_x" not in repr(profiles.chosen("test"))


def test_the_environment_says_which_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORDRAN_URL", "https://fordran.example")
    monkeypatch.setenv("FORDRAN_API_CODE", "fordran_y")
    assert profiles.chosen(None).code == "fordran_y"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_every_noun(shell: str) -> None:
    script = completion(shell, parser())
    assert all(noun in script for noun in NOUNS)
    if shell == "bash":
        asked = f'{script}\nCOMP_WORDS=(fordran-api cases l); COMP_CWORD=2; _fordran_api; echo "${{COMPREPLY[@]}}"'
        done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True, timeout=20)
        assert done.stdout.strip() == "list"


def test_every_resource_has_its_command() -> None:
    (commands,) = (action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    assert {*NOUNS, "listen", "profile", "completion", "mcp"} == set(commands.choices)
