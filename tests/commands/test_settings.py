"""Settings: which source wins, what is refused, and that the operator's page describes each."""

import os
import re
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import pytest

from fordran.commands.listener import people_url
from fordran.operator import Operator
from fordran.providers import WrongSetting
from fordran.settings import _EXAMPLES, Settings, note_served_at, write_first_file

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("FORDRAN_")]:
        monkeypatch.delenv(name)


def test_the_nearest_source_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings.load(data=tmp_path).port == 8000
    (tmp_path / "fordran.toml").write_text("port = 8001\nworkers = 2\n")
    assert Settings.load(data=tmp_path).port == 8001
    monkeypatch.setenv("FORDRAN_PORT", "8002")
    assert Settings.load(data=tmp_path).port == 8002
    assert Settings.load(data=tmp_path, port=8003).port == 8003
    assert Settings.load(data=tmp_path, port=None, workers=None) == Settings.load(data=tmp_path)
    assert Settings.load(data=tmp_path).workers == 2


def test_another_address_of_the_database_holds_for_the_database_of_its_own_source_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fordran.toml").write_text('database_url = "postgresql://a"\ndirect_database_url = "postgresql://b"\n')
    assert Settings.load(data=tmp_path).direct_database_url == "postgresql://b"
    assert Settings.load(data=tmp_path, database_url="postgresql://c").direct_database_url is None
    monkeypatch.setenv("FORDRAN_DATABASE_URL", "postgresql://d")
    assert Settings.load(data=tmp_path).direct_database_url is None
    monkeypatch.setenv("FORDRAN_DIRECT_DATABASE_URL", "postgresql://e")
    assert Settings.load(data=tmp_path).direct_database_url == "postgresql://e"
    assert Settings.load(data=tmp_path, database_url="postgresql://c").direct_database_url is None


def test_a_replica_is_one_of_the_database_that_its_own_source_names(tmp_path: Path) -> None:
    (tmp_path / "fordran.toml").write_text('database_url = "postgresql://a"\nread_database_url = "postgresql://b"\n')
    assert Settings.load(data=tmp_path).read_database_url == "postgresql://b"
    assert Settings.load(data=tmp_path, database_url="postgresql://c").read_database_url is None


def test_another_address_of_no_database_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORDRAN_DIRECT_DATABASE_URL", "postgresql://e")
    with pytest.raises(WrongSetting, match="database_url, which is not set"):
        Settings.load(data=tmp_path)


def test_the_data_folder_comes_from_the_environment_and_is_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings.load().data == tmp_path / "fordran-data"
    monkeypatch.setenv("FORDRAN_DATA", "elsewhere")
    assert Settings.load().data == tmp_path / "elsewhere"


def test_a_secret_can_stand_in_a_file_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("postgresql://localhost/kept\n")
    monkeypatch.setenv("FORDRAN_DATABASE_URL_FILE", str(secret))
    assert Settings.load(data=tmp_path).database_url == "postgresql://localhost/kept"
    # As for the processes that `serve` starts, which are told where its database is.
    monkeypatch.setenv("FORDRAN_DATABASE_URL", "postgresql://localhost/told")
    assert Settings.load(data=tmp_path).database_url == "postgresql://localhost/told"


def test_a_secret_in_a_file_that_is_not_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORDRAN_CODE_KEY_FILE", str(tmp_path / "nowhere"))
    with pytest.raises(WrongSetting, match=r"FORDRAN_CODE_KEY_FILE names .*nowhere, which cannot be read"):
        Settings.load(data=tmp_path)
    (tmp_path / "short").write_text("short")
    monkeypatch.setenv("FORDRAN_CODE_KEY_FILE", str(tmp_path / "short"))
    with pytest.raises(WrongSetting, match="32 characters or more"):
        Settings.load(data=tmp_path)


@pytest.mark.parametrize(
    ("variable", "text", "name", "value"),
    [
        ("FORDRAN_SANDBOX", "yes", "sandbox", True),
        ("FORDRAN_SANDBOX", "0", "sandbox", False),
        ("FORDRAN_POOL_WAIT_SECONDS", "2.5", "pool_wait_seconds", 2.5),
        ("FORDRAN_TRUSTED_PROXIES", "10.0.0.0/8, ::1", "trusted_proxies", (ip_network("10.0.0.0/8"), ip_network("::1"))),
        ("FORDRAN_CORS_ORIGINS", "https://a.example,https://b.example", "cors_origins", ("https://a.example", "https://b.example")),
        ("FORDRAN_DATABASE_URL", "postgresql://localhost/x", "database_url", "postgresql://localhost/x"),
    ],
)  # fmt: skip
def test_text_becomes_the_type_of_its_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, text: str, name: str, value: object
) -> None:
    monkeypatch.setenv(variable, text)
    assert getattr(Settings.load(data=tmp_path), name) == value


FILING = "[enforcement]\nchannel = 'json'\nagent_code = 'EXO'\nsecret = 's'\n"
KIVRA = "[kivra]\ntenant = 'ab12'\nclient = 'c'\nsecret = 's'\n"
COMPANIES = "[bolagsverket]\nclient = 'c'\nsecret = 's'\nurl = 'http://127.0.0.1/b'\n"
SMS = "[sms]\nurl = 'https://x.example'\nuser = 'u'\npassword = 'p'\n"
FORTNOX = f"[fortnox.a]\ncreditor = '{'0' * 24}'\nclient = 'c'\nsecret = 's'\n"
VISMA = FORTNOX.replace("fortnox", "visma") + "redirect_url = 'https://x.example/back'\n"
SPAR = "[spar]\ncustomer = 500243\nassignment = 637\n"


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("prot = 1", "has a setting that does not exist: prot."),
        ("data = 'x'", "has a setting that does not exist: data."),
        ("port = 'x'", "The setting port cannot be 'x'"),
        ("port = 70000", "The setting port cannot be 70000: it is from 0 to 65535"),
        ("port = 1.5", "The setting port cannot be 1.5"),
        ("workers = true", "The setting workers cannot be True"),
        ("workers = 0", "The setting workers cannot be 0: it is from 1 to 256"),
        ("sandbox = 'perhaps'", "The setting sandbox cannot be 'perhaps'"),
        ("trusted_proxies = ['10.0.0.0/40']", "The setting trusted_proxies cannot be"),
        ("cors_origins = [1]", "The setting cors_origins cannot be"),
        ("log_level = 'loud'", "it is one of debug, info, warning, error"),
        ("tracing_endpoint = 'localhost:4318'", "it is http://host:4318/v1/traces"),
        ("tracing_sample_ratio = 2.0", "it is from 0 to 1"),
        ("code_key = 'short'", "The setting code_key has to have 32 characters or more"),
        ("public_url = 'inkasso.example'", "The setting public_url cannot be 'inkasso.example'"),
        ("port =", "cannot be read"),
        ("operator = 1", "operator has to be a table"),
        ("[operator]\nnmae = 'x'", "a particular that does not exist: nmae."),
        ("[operator]\nname = 1", "name has to be a text in quotes."),
        ("[operator]\npublic_url = 'ftp://x'", "public_url cannot be 'ftp://x': it is an address such as https://"),
        ("[operator]\ncode_key = 'x'", "a particular that does not exist: code_key."),
        ("[operator]\nname = ' '", "name has to be a text in quotes."),
        ("bank = 1", "[bank] is a table of texts: pain_version."),
        ("[swish]\npayee_alias = '0701234567'", "[swish]: payee_alias cannot be '0701234567': it is ten digits"),
        (
            "[swish]\npayee_alias = '1231181189'\nurl = 'http://swish.example'",
            "[swish]: url cannot be 'http://swish.example'",
        ),
        (
            "[swish]\npayee_alias = '1231181189'\nurl = 'https://swish.example'",
            "[swish]: url needs certificate and key.",
        ),
        ("[swish]\npayee_alias = '1231181189'\nkey = 'k'", "[swish]: certificate and key go together."),
        ("[bank]\nversion = '09'", "[bank] has a setting that does not exist: version."),
        ("[spar]\ncustomer = '1'", "[spar] lacks assignment."),
        (
            f"{SPAR}url = 'http://spar.example'",
            "[spar]: url cannot be 'http://spar.example': it is https, or http on this machine",
        ),
        (f"{SPAR}url = 'ftp://127.0.0.1'", "[spar]: url cannot be 'ftp://127.0.0.1'"),
        (f"{SPAR}url = 'https://spar.example'", "[spar]: certificate and key are needed"),
        (
            f"{SPAR}url = 'http://[::1]/spar'\nspar_days = 0",
            "[spar]: spar_days cannot be '0': it is a number from 1 to 999",
        ),
        (
            f"{SPAR}url = 'http://localhost'\nassignment = 'x'".replace("assignment = 637\n", ""),
            "assignment cannot be 'x'",
        ),
        (
            f"sandbox = true\n{SPAR}url = 'https://spar.example'\ncertificate = 'a'\nkey = 'b'",
            "[spar]: url cannot be 'https://spar.example' in a sandbox: it is an address of this machine.",
        ),
        ("[kivra]\ntenant = 'ab12'\nclient = 'c'", "[kivra] lacks secret."),
        ("[enforcement]\nchannel = 'shs'", "[enforcement]: channel cannot be 'shs': it is paper or json."),
        ("[enforcement]\nchannel = 'json'", "[enforcement]: agent_code is needed for json."),
        ("[enforcement]\nchannel = 'json'\nagent_code = 'EXO'", "[enforcement]: url is needed for json."),
        ("[enforcement]\nagent_code = 'Ä'", "[enforcement]: agent_code cannot be 'Ä'"),
        (f"{FILING}url = 'http://bridge.example'", "[enforcement]: url cannot be 'http://bridge.example'"),
        (f"sandbox = true\n{FILING}url = 'https://bridge.example'", "[enforcement]: url cannot be 'https://bridge.exa"),
        (f"{KIVRA}url = 'http://kivra.example'", "[kivra]: url cannot be 'http://kivra.example'"),
        (f"{KIVRA}url = 'https://kivra.example'\nwebhook_secret = 'x'", "[kivra]: webhook_secret is whsec_ and a key"),
        (
            f"sandbox = true\n{KIVRA}url = 'https://kivra.example'",
            "[kivra]: url cannot be 'https://kivra.example' in a sandbox",
        ),
        ("[bolagsverket]\nclient = 'c'\nsecret = 's'\nurl = 'https://x.example'", "[bolagsverket] lacks token_url."),
        (
            f"{COMPANIES}token_url = 'http://x.example'",
            "[bolagsverket]: url cannot be 'http://x.example': it is https, or http on this machine",
        ),
        (
            f"sandbox = true\n{COMPANIES}token_url = 'https://x.example'",
            "[bolagsverket]: token_url cannot be 'https://x.example' in a sandbox",
        ),
        ("fortnox = 1", "fortnox is a table for each name, [fortnox.NAME]."),
        ("[fortnox]\ncreditor = 'a'", "fortnox is a table for each name, [fortnox.NAME]."),
        ("[fortnox.Acme-AB]\nclient = 'c'", "[fortnox.Acme-AB]: a name has small letters, digits and _ alone."),
        (f"{FORTNOX}tenant = 1", "[fortnox.a] lacks url."),
        ("[fortnox.a]\ncreditors = 'x'", "[fortnox.a] has a setting that does not exist: creditors."),
        (f"{FORTNOX}tenant = 'x'\nurl = 'https://x.example/3'", "[fortnox.a]: tenant cannot be 'x': it is a number."),
        (f"{FORTNOX}tenant = 1\nurl = 'https://x.example'", "[fortnox.a]: url cannot be 'https://x.example': it ends"),
        (f"{FORTNOX}tenant = 1\nurl = 'http://x.example/3'", "[fortnox.a]: url cannot be 'http://x.example/3'"),
        (
            f"{FORTNOX}tenant = 1\nurl = 'https://x.example/3'\nwrite_back = 'yes'",
            "[fortnox.a]: write_back cannot be 'yes': it is on or off.",
        ),
        (
            f"{FORTNOX}tenant = 1\nurl = 'https://x.example/3'\nvoucher_series = '1'",
            "[fortnox.a]: voucher_series cannot be '1': it is capital letters.",
        ),
        (
            f"{FORTNOX}tenant = 1\nurl = 'https://x.example/3'\npayment_account = 168",
            "[fortnox.a]: payment_account cannot be '168': it is an account of four digits.",
        ),
        (
            f"{FORTNOX}tenant = 1\nurl = 'https://x.example/3'".replace("0" * 24, "7"),
            "[fortnox.a]: creditor cannot be '7': it is the id of a creditor.",
        ),
        (
            f"{FORTNOX}tenant = 1\nurl = 'http://[::1]/3'\n"
            + f"{FORTNOX}tenant = 1\nurl = 'http://[::1]/3'".replace(".a]", ".b]"),
            f"[fortnox.a] and [fortnox.b] are of the same creditor, {'0' * 24}, which has one accounting system.",
        ),
        (
            f"sandbox = true\n{FORTNOX}tenant = 1\nurl = 'https://x.example/3'",
            "[fortnox.a]: url cannot be 'https://x.example/3' in a sandbox",
        ),
        (f"{VISMA}url = 'https://x.example'", "[visma.a]: url cannot be 'https://x.example': it ends with /v2."),
        (f"{VISMA}url = 'http://x.example/v2'", "[visma.a]: url cannot be 'http://x.example/v2'"),
        (
            f"{VISMA}url = 'https://x.example/v2'\nwrite_back = '1'",
            "[visma.a]: write_back cannot be '1': it is on or off.",
        ),
        (
            f"{VISMA}url = 'https://x.example/v2'".replace("/back", "/back?a=1"),
            "[visma.a]: redirect_url cannot be 'https://x.example/back?a=1'",
        ),
        (
            f"{FORTNOX}tenant = 1\nurl = 'http://[::1]/3'\n{VISMA}url = 'http://[::1]/v2'",
            f"[fortnox.a] and [visma.a] are of the same creditor, {'0' * 24}, which has one accounting system.",
        ),
        (
            f"sandbox = true\n{VISMA}url = 'https://x.example/v2'",
            "[visma.a]: url cannot be 'https://x.example/v2' in a sandbox",
        ),
        ("[sms]\nurl = 'https://x.example'\nuser = 'u'\npassword = 'p'", "[sms] lacks from."),
        (f"{SMS}from = '07'", "[sms]: from cannot be '07': it is 3 to 11 letters and digits"),
        (f"{SMS}from = 'Kravhuset'\nopens = '8'", "[sms]: opens cannot be '8': it is an hour such as 08:00"),
        (f"{SMS}from = 'Kravhuset'\ncloses = '07:00'", "[sms]: opens is before closes"),
        ("[bank]\npain_version = '08'", "[bank]: pain_version cannot be '08': it is one of 03, 09."),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(tmp_path: Path, written: str, sentence: str) -> None:
    (tmp_path / "fordran.toml").write_text(written)
    with pytest.raises(WrongSetting) as refused:
        Settings.load(data=tmp_path)
    assert sentence in str(refused.value)
    assert str(tmp_path / "fordran.toml") in str(refused.value)


def test_people_are_looked_up_where_a_section_says_so(tmp_path: Path) -> None:
    (tmp_path / "fordran.toml").write_text(f"sandbox = true\n{SPAR}url = 'http://127.0.0.1:8100/spar'\nkey = 'k.pem'\n")
    section = Settings.load(data=tmp_path).spar
    assert section is not None
    assert (section.customer, section.assignment, section.days) == ("500243", "637", 30)
    assert "k.pem" not in repr(section)


def test_each_creditor_s_fortnox_has_a_table_whose_secret_may_come_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").write_text("hidden-0f3a\n")
    written = f"sandbox = true\n{FORTNOX}tenant = 12\nurl = 'http://127.0.0.1/3'\n".replace("secret = 's'\n", "")
    (tmp_path / "fordran.toml").write_text(written)
    monkeypatch.setenv("FORDRAN_FORTNOX_A_SECRET_FILE", str(tmp_path / "secret"))
    loaded = Settings.load(data=tmp_path)
    assert {name: (one.tenant, one.secret) for name, one in loaded.fortnox.items()} == {"a": ("12", "hidden-0f3a")}
    assert "hidden-0f3a" not in repr(loaded)


def test_a_broker_that_is_not_known_is_refused(tmp_path: Path) -> None:
    (tmp_path / "fordran.toml").write_text("[sign_in.debtor]\nbroker = 'x'\n")
    with pytest.raises(WrongSetting, match=r"sign_in\.debtor: the broker is one of idura, signicat\."):
        Settings.load(data=tmp_path)


def test_tracing_without_its_packages_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fordran.settings.find_spec", lambda _name: None)
    with pytest.raises(WrongSetting, match=r"not installed: fordran\[tracing\]"):
        Settings.load(data=tmp_path, tracing_endpoint="http://localhost:4318/v1/traces")


def test_the_first_file_says_what_the_defaults_say(tmp_path: Path) -> None:
    before = Settings.load(data=tmp_path)
    assert write_first_file(tmp_path, sandbox=False, draws_key=False)
    assert Settings.load(data=tmp_path) == before
    for line in (tmp_path / "fordran.toml").read_text().splitlines():
        name = line.removeprefix("# ").partition(" = ")[0]
        if line.startswith("# ") and " = " in line and name not in _EXAMPLES:
            (tmp_path / "fordran.toml").write_text(line.removeprefix("# "))
            assert getattr(Settings.load(data=tmp_path), name) == getattr(before, name)


def test_the_first_file_is_written_once_and_remembers_a_sandbox(tmp_path: Path) -> None:
    assert write_first_file(tmp_path, sandbox=True)
    assert not write_first_file(tmp_path, sandbox=False)
    assert Settings.load(data=tmp_path).sandbox
    assert (tmp_path / "fordran.toml").stat().st_mode & 0o777 == 0o600


def test_the_operator_is_a_placeholder_until_every_particular_is_replaced(tmp_path: Path) -> None:
    write_first_file(tmp_path, sandbox=False)
    assert Settings.load(data=tmp_path).operator_is_placeholder
    left = list(Settings.load(data=tmp_path).operator.placeholders)
    assert {
        "name",
        "organization_no",
        "address",
        "registered_office",
        "bankgiro",
        "bank_account",
        "own_account",
    } <= set(left)
    written = "[operator]\n"
    while left:
        assert Settings.load(data=tmp_path).operator_is_placeholder
        particular = left.pop()
        written += f'{particular} = "{"https://real.example" if particular == "public_url" else "real"}"\n'
        (tmp_path / "fordran.toml").write_text(written)
    assert not Settings.load(data=tmp_path).operator_is_placeholder


def test_a_first_start_draws_a_key_of_its_own_for_debtors_codes(tmp_path: Path) -> None:
    loaded = Settings.load(data=tmp_path)
    write_first_file(tmp_path, sandbox=False)
    key = loaded.with_key().code_key
    assert re.fullmatch("[0-9a-f]{64}", key)
    assert loaded.with_key().operator.code_key == Settings.load(data=tmp_path).operator.code_key == key
    assert key not in repr(loaded.with_key().operator)
    (tmp_path / "fordran.toml").unlink()
    write_first_file(tmp_path, sandbox=False)
    assert Settings.load(data=tmp_path).code_key not in ("", key)


def test_the_public_address_is_the_setting_else_the_operators_else_where_a_sandbox_is_served(tmp_path: Path) -> None:
    note_served_at(tmp_path, "http://127.0.0.1:8123")
    assert Settings.load(data=tmp_path, sandbox=True).operator.public_url == "http://127.0.0.1:8123"
    # What leaves a real installation never leads to where it happens to listen; a link for its own people does.
    real = Settings.load(data=tmp_path)
    assert "public_url" in real.operator.placeholders
    assert people_url(real) == "http://localhost:8123"
    (tmp_path / "fordran.toml").write_text('[operator]\npublic_url = "https://inkasso.example/"\n')
    assert Settings.load(data=tmp_path).operator.public_url == "https://inkasso.example"
    assert Settings.load(data=tmp_path, public_url="https://x.example/d/").operator.public_url == "https://x.example/d"
    assert people_url(Settings.load(data=tmp_path, sandbox=True)) == "https://inkasso.example"


def test_a_child_process_gets_the_same_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_first_file(tmp_path, sandbox=True)
    settings = Settings.load(
        data=tmp_path,
        database_url="postgresql://x",
        host="::1",
        pool_wait_seconds=0.5,
        trusted_proxies="10.0.0.0/8,::1",
        cors_origins="*",
    )
    for name, value in settings.environment().items():
        monkeypatch.setenv(name, value)
    assert Settings.load() == settings


def test_a_value_of_a_section_comes_from_the_environment_or_a_file_it_names_before_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Settings.load(data=tmp_path).bank.pain_version == "03"
    (tmp_path / "fordran.toml").write_text("[bank]\npain_version = '03'\n")
    (tmp_path / "version").write_text("09\n")
    monkeypatch.setenv("FORDRAN_BANK_PAIN_VERSION_FILE", str(tmp_path / "version"))
    assert Settings.load(data=tmp_path).bank.pain_version == "09"
    (tmp_path / "fordran.toml").write_text("[bank]\n")
    monkeypatch.delenv("FORDRAN_BANK_PAIN_VERSION_FILE")
    assert Settings.load(data=tmp_path).bank.pain_version == "03"


@pytest.mark.parametrize("name", [entry.name for entry in fields(Settings) if entry.name != "operator"])
def test_every_setting_is_described_for_operators(name: str) -> None:
    assert f"| `{name}` |" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [entry.name for entry in fields(Operator)])
def test_every_particular_of_the_operator_is_described(name: str) -> None:
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8").partition("## The operator")[2].partition("\n## ")[0]
