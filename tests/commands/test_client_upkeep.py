"""`fordran client` of clients that there are: listed, shown, given new codes and keys, and switched off."""

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.commands.running import fordran


def told(data: Path, *arguments: object) -> Any:
    """What a command prints for programs, which has to succeed."""
    done = fordran("client", *arguments, "--json", "--data", data)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def new_pem() -> str:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()


@pytest.fixture(scope="module")
def client(data: Path) -> dict[str, str]:
    """A client, as it was added."""
    added: dict[str, str] = told(data, "add", "--name", "Huvudboken", "--operator", "--ip", "203.0.113.0/24")
    return added


def test_clients_are_listed_and_shown_without_their_codes(data: Path, client: dict[str, str]) -> None:
    listed = told(data, "list")["clients"]
    (one,) = [found for found in listed if found["_id"] == client["user"]]
    assert one == told(data, "show", client["user"])
    assert (one["name"], one["enabled"], one["scope"]["level"]) == ("Huvudboken", True, "operator")
    assert (one["addresses"], one["keys"]) == (["203.0.113.0/24"], [])
    assert client["api_code"] not in json.dumps(listed)
    for_people = fordran("client", "list", "--data", data).stdout
    assert f"{client['user']}  Huvudboken (operator)\n" in for_people
    assert 'addresses  ["203.0.113.0/24"]\n' in fordran("client", "show", client["user"], "--data", data).stdout


def test_a_client_gets_a_new_code_which_is_printed_this_once(data: Path, client: dict[str, str]) -> None:
    at_once = told(data, "rotate", client["user"])
    assert at_once.keys() == {"user", "api_code"}
    assert at_once["api_code"] != client["api_code"]
    assert "previous_code_until" not in told(data, "show", client["user"])
    in_a_while = told(data, "rotate", client["user"], "--grace-hours", 24)
    assert in_a_while.keys() == {"user", "api_code", "previous_code_until"}
    assert told(data, "show", client["user"])["previous_code_until"] == in_a_while["previous_code_until"]


def test_a_client_is_switched_off_and_on(data: Path, client: dict[str, str]) -> None:
    assert told(data, "disable", client["user"])["enabled"] is False
    assert "Huvudboken (operator, switched off)" in fordran("client", "list", "--data", data).stdout
    assert told(data, "enable", client["user"])["enabled"] is True


def test_a_key_is_added_from_a_file_and_removed(data: Path, client: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "public.pem").write_text(new_pem())
    added = told(data, "add-key", client["user"], "--public-key", tmp_path / "public.pem")
    (key,) = told(data, "show", client["user"])["keys"]
    assert (key["id"], key["fingerprint"]) == (added["key"], added["fingerprint"])
    again = fordran("client", "add-key", client["user"], "--public-key", tmp_path / "public.pem", "--data", data)
    assert (again.returncode, again.stderr) == (2, "The key is registered for this client already.\n")
    assert told(data, "remove-key", client["user"], added["key"])["keys"] == []
    gone = fordran("client", "remove-key", client["user"], added["key"], "--data", data)
    assert (gone.returncode, gone.stderr) == (2, f"The client has no key with the id '{added['key']}'.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show"], "There is no API client with the id '{}'.\n"),
        (["rotate"], "There is no API client with the id '{}'.\n"),
        (["disable"], "There is no API client with the id '{}'.\n"),
        (["remove-key", "x"], "There is no API client with the id '{}'.\n"),
        (["add-key", "--public-key", "/no/such"], "There is no file '/no/such' with a public key in PEM form.\n"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(data: Path, arguments: list[str], sentence: str) -> None:
    for id_ in ("0" * 24, "nobody"):
        refused = fordran("client", arguments[0], id_, *arguments[1:], "--json", "--data", data)
        assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", sentence.format(id_))


def test_a_key_that_is_none_is_refused_with_what_is_wrong(data: Path, client: dict[str, str]) -> None:
    private = new_pem().replace("PUBLIC", "PRIVATE")
    refused = fordran("client", "add-key", client["user"], "--public-key", private, "--json", "--data", data)
    assert refused.returncode == 2
    assert refused.stderr.startswith("this is a private key")
    too_long = fordran("client", "rotate", client["user"], "--grace-hours", 721, "--data", data)
    assert too_long.returncode == 2
