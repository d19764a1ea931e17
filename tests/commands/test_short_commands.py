"""The commands that do one thing and end: what they print, and how they refuse."""

import json
import signal
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from fordran.store.embedded.process import postmaster
from tests.commands.running import ENDS_WITHIN, FORDRAN, environment, fordran, processes_of


def _partner(data: Path, integration_id: str) -> subprocess.CompletedProcess[str]:
    options = ["--name", "Å AB", "--integration-id", integration_id, "--organization-no", "556036-0793"]
    return fordran("partner", "add", *options, "--json", "--data", data)


def _pem() -> str:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()


def test_a_partner_is_added_and_its_id_printed_as_json_alone(data: Path) -> None:
    added = _partner(data, "one")
    assert added.returncode == 0, added.stderr
    assert len(json.loads(added.stdout)["_id"]) == 24
    again = _partner(data, "one")
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == "There is a partner with the integration id 'one' already.\n"


def test_a_client_is_added_with_keys_and_addresses_and_its_code_printed_once(data: Path, tmp_path: Path) -> None:
    partner = json.loads(_partner(data, "two").stdout)["_id"]
    (tmp_path / "key.pem").write_text(_pem())
    keys = ["--public-key", _pem(), "--public-key", tmp_path / "key.pem", "--public-key", _pem().replace("\n", "\\n")]
    for owner in (["--operator"], ["--partner", partner]):
        added = fordran(
            "client", "add", "--name", "C", *owner, *keys, "--ip", "10.0.0.0/8", "--ip", "::1", "--json", "--data", data
        )
        assert added.returncode == 0, added.stderr
        assert set(json.loads(added.stdout)) == {"user", "api_code"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "Give exactly one of --operator, --partner, --account and --creditor.\n"),
        (["--operator", "--partner", "x"], "Give exactly one of --operator, --partner, --account and --creditor.\n"),
        (["--partner", "0" * 24], f"There is no partner with the id '{'0' * 24}'.\n"),
        (["--operator", "--public-key", "/no/such"], "There is no file '/no/such' with a public key in PEM form.\n"),
    ],
)
def test_a_client_that_cannot_be_is_refused_with_a_sentence(data: Path, options: list[str], sentence: str) -> None:
    refused = fordran("client", "add", "--name", "C", *options, "--json", "--data", data)
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", sentence)


def test_the_clock_is_shown_and_options_may_stand_before_the_command(data: Path) -> None:
    shown = fordran("--data", data, "clock", "show", "--json")
    assert shown.returncode == 0, shown.stderr
    clock = json.loads(shown.stdout)
    assert clock["now"] == clock["business"]
    assert (clock["offset_days"], clock["sandbox"]) == (0, False)
    for_people = fordran("clock", "show", extra={"FORDRAN_DATA": str(data)})
    assert "offset_days  0\n" in for_people.stdout


def test_migrating_a_second_time_does_nothing(data: Path) -> None:
    fordran("migrate", "--data", data)
    assert fordran("migrate", "--data", data).stdout == "The database is up to date.\n"
    assert json.loads(fordran("migrate", "--data", data, "--json").stdout) == {"applied": []}


def test_a_resource_is_explained_without_a_database(tmp_path: Path) -> None:
    explained = fordran("explain", "creditors", "sort=-name", extra={"FORDRAN_DATA": str(tmp_path / "not")})
    assert explained.returncode == 0, explained.stderr
    assert "select" in explained.stdout.lower()
    assert not (tmp_path / "not").exists()
    refused = fordran("explain", "debtors")
    assert refused.returncode == 2
    assert refused.stderr.startswith("There is no resource 'debtors'.")


def test_a_wrong_setting_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "fordran.toml").write_text("prot = 1\n")
    refused = fordran("migrate", "--data", tmp_path)
    assert refused.returncode == 2
    assert refused.stderr == f"{tmp_path / 'fordran.toml'} has a setting that does not exist: prot.\n"


def test_a_command_starts_the_server_and_stops_it_and_two_do_not_disturb_each_other(tmp_path: Path) -> None:
    command = [*FORDRAN, "clock", "show", "--json", "--data", str(tmp_path)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen(command, env=environment(), **pipes) for _ in range(3)]
    announced = 0
    for process in processes:
        output, errors = process.communicate(timeout=ENDS_WITHIN)
        assert process.returncode == 0, errors
        assert json.loads(output)["offset_days"] == 0
        announced += errors.count(f"There is no installation in {tmp_path} yet; making a new one.")
    assert 1 <= announced <= 3, "a command that finds no database says that it makes one"
    assert postmaster(tmp_path / "postgres") is None
    assert processes_of(tmp_path) == []
    assert (tmp_path / "fordran.toml").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_further_worker_runs_until_it_is_told_to_stop(data: Path, number: signal.Signals) -> None:
    command = [*FORDRAN, "worker", "--data", str(data)]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "worker started" in line:
                break
        process.send_signal(number)
        _, errors = process.communicate(timeout=ENDS_WITHIN)
    assert process.returncode == 0
    assert "worker stopped" in errors


def test_a_link_to_no_case_is_refused_with_a_sentence(data: Path) -> None:
    refused = fordran("debtor", "link", "999999-1", "--json", "--data", data)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "There is no case 999999-1; name it by its _id, or by its number such as 1-7.\n"


@pytest.mark.parametrize(
    ("name", "email", "sentence"),
    [
        ("Y", "y", "email_oauth is not an e-mail address.\n"),
        ("Y", "y@operator.example.", "email_oauth is not an e-mail address.\n"),
        (
            "www.evil.example",
            "y@operator.example",
            "name must not contain links, e-mail addresses, line breaks or invisible characters.\n",
        ),
    ],
)
def test_a_person_without_an_address_or_with_a_link_for_a_name_is_refused(
    data: Path, name: str, email: str, sentence: str
) -> None:
    refused = fordran("user", "add", "--name", name, "--email", email, "--data", data)
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", sentence)


def test_a_person_is_added_and_gets_a_link_that_is_printed_as_json_alone(data: Path) -> None:
    options = ["--name", "Alva", "--email", "alva@operator.example", "--role", "auditor"]
    added = fordran("user", "add", *options, "--json", "--data", data)
    assert added.returncode == 0, added.stderr
    user = json.loads(added.stdout)["_id"]
    links = set()
    for who in (user, "ALVA@operator.example"):
        made = fordran("user", "link", who, "--json", "--data", data)
        assert made.returncode == 0, made.stderr
        links.add(json.loads(made.stdout)["url"])
    assert len(links) == 2
    assert all("/console/sign-in/link?token=" in link for link in links)
    nobody = fordran("user", "link", "nobody@operator.example", "--json", "--data", data)
    assert (nobody.returncode, nobody.stdout) == (2, "")
    assert "No user has the id or e-mail address" in nobody.stderr
