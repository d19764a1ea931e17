"""The settings of an installation, and their sources.

A setting comes from the command line, else from the environment (`FORDRAN_PORT` is `port`, `FORDRAN_PORT_FILE` names a
file with it), else from `fordran.toml` in the data folder, else from its default here. `docs/operating.md` describes each
one, and a test holds it to that.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fordran.accounting_sections import FortnoxSection, VismaSection
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.domain.payouts.four_eyes import FourEyes
from fordran.operator import Operator
from fordran.providers import Provider, WrongSetting
from fordran.safe_names import write_for_good, write_once
from fordran.sections import (
    SECTION_NAMES,
    AutogiroSection,
    BankSection,
    BolagsverketSection,
    EnforcementSection,
    KivraSection,
    SmsSection,
    SparSection,
    SwishSection,
    check_sections,
    read_sections,
)
from fordran.setting_values import BOUNDS, READERS, Network

DEFAULT_DATA = Path("fordran-data")
FILE_NAME = "fordran.toml"
SERVED_AT = "served-at"


def _setting(default: Any, says: str) -> Any:
    return field(default=default, metadata={"says": says})


@dataclass(frozen=True)
class Settings:
    """The settings of one process. Units stand in the names."""

    data: Path = field(default=DEFAULT_DATA, metadata={"says": "The folder where everything is kept."})
    database_url: str | None = _setting(None, "A PostgreSQL of your own, 15 or later; without it, the embedded one.")
    direct_database_url: str | None = _setting(
        None, "Where the server itself is, if `database_url` leads to a pooler such as PgBouncer."
    )
    read_database_url: str | None = _setting(
        None, "A standby of that server, which answers lists and reports where it has all that was written."
    )
    media_url: str | None = _setting(None, "A bucket for files, `s3://bucket/prefix`; without it, the data folder.")
    media_endpoint: str | None = _setting(None, "The address of the bucket's server, where it is not Amazon's.")
    media_region: str = _setting("eu-north-1", "The region of the bucket.")
    media_access_key: str = _setting("", "The key that opens the bucket; without it, the machine's role.")
    media_secret_key: str = _setting("", "The secret of that key.")
    host: str = _setting("127.0.0.1", "The address to listen on.")
    port: int = _setting(8000, "The port to listen on.")
    public_url: str | None = _setting(
        None, "The address that links, letters and QR codes carry; in a sandbox, where it is served, unless said."
    )
    other_hosts: tuple[str, ...] = _setting((), "Other host names than that of `public_url` that requests may be for.")
    code_key: str = _setting("", "What debtors' codes are made of, 32 characters or more; once used, never changed.")
    workers: int = _setting(1, "How many processes answer requests.")
    sandbox: bool = _setting(False, "An installation to try things in: its clock can be moved, nothing leaves it.")
    demo: bool = _setting(False, "Fill an empty installation with a demo and print how to call it.")
    demo_invoices: int = _setting(600, "How many invoices the year of a sandbox's demo has; 0 is a small demo.")
    pool_size: int = _setting(10, "How many database connections each process may hold.")
    pool_wait_seconds: float = _setting(5.0, "How long a request waits for a connection before it is answered 503.")
    statement_seconds: float = _setting(20.0, "How long one statement of a request may take before it is answered 503.")
    list_seconds: float = _setting(5.0, "How long the statement of a list may take before it is answered 503.")
    lock_seconds: float = _setting(8.0, "How long a request waits for another that changes the same, before it is 503.")
    stop_delay_seconds: float = _setting(
        0.0, "How long a stopping service still answers, with /ready at 503, so that a proxy leaves it."
    )
    max_connections: int = _setting(12_000, "How many connections of clients each process holds; one more gets 503.")
    max_requests: int = _setting(2_000, "How many requests each process has under way at once; one more gets 503.")
    client_share_percent: int = _setting(50, "How much of a process's connections and requests one client may have.")
    account_share_percent: int = _setting(70, "The same for all clients and users of one account together.")
    stranger_share_percent: int = _setting(50, "The same for all who are not signed in and all debtors together.")
    body_memory_mb: int = _setting(64, "How much of long bodies, in and out, each process holds in memory at once.")
    client_seconds: float = _setting(15.0, "How long a client may take over a request's head, or pause amid a body.")
    keep_alive_seconds: float = _setting(75.0, "How long a connection may stay open with nothing asked.")
    trusted_proxies: tuple[Network, ...] = _setting((), "Networks of proxies whose X-Forwarded-For is believed.")
    rate_limit_per_second: int = _setting(200, "How many requests a second each client may make; 0 is no limit.")
    rate_limit_burst: int = _setting(1000, "How many requests a client that has been quiet may make at once.")
    sign_in_failures_per_minute: int = _setting(10, "How many failed sign-ins an address or a code may have.")
    session_hours: int = _setting(12, "How long a person stays signed in to the pages at most.")
    session_idle_minutes: int = _setting(60, "How long a person stays signed in with nothing asked.")
    mailed_links: bool = _setting(
        True, "Whether people may ask for a sign-in link by e-mail, where there is a mail server."
    )
    token_minutes: int = _setting(60, "How long an access token is valid.")
    cors_origins: tuple[str, ...] = _setting((), "Origins of web pages that may call the interface; * is all.")
    smtp_url: str | None = _setting(None, "The mail server that e-mail leaves by; without it everything is printed.")
    smtp_ca_file: str | None = _setting(None, "Certificates by which the mail server is known, where it has its own.")
    mail_from: str = _setting("", "The address that e-mail comes from; the operator's own by default.")
    bounce_folder: str | None = _setting(None, "A folder where messages that came back lie as .eml files.")
    returned_mail_folder: str | None = _setting(None, "A folder for lists of returned letters, as .csv files.")
    bounce_imap_url: str | None = _setting(None, "A mailbox that messages come back to.")
    export_payouts: bool = _setting(False, "Whether the worker exports payouts; else `fordran payouts export` does.")
    four_eyes: str = _setting("auto", "Whether a second person approves refunds and new accounts: auto, on or off.")
    write_off_approval_above: int = _setting(
        1000, "How many kronor one person may give up alone, where a second person approves refunds."
    )
    erase_after_months: int = _setting(
        36, "How long after closing its cases a customer is known; 0 erases nobody by itself."
    )
    fiscal_year_end_month: int = _setting(
        12, "The month in which the fiscal year ends, from which bookkeeping is kept."
    )
    audit_read_days: int = _setting(730, "How many days the audit log tells who read what, and who signed in.")
    metrics_token: str = _setting("", "What opens /metrics to other machines, 16 characters or more.")
    log_level: str = _setting("info", "The least that is logged: debug, info, warning or error.")
    tracing_endpoint: str | None = _setting(
        None, "Where traces are sent by OTLP over HTTP; without it, nothing is traced."
    )
    tracing_sample_ratio: float = _setting(1.0, "The share of requests and jobs that are traced, from 0 to 1.")
    tracing_service_name: str = _setting("fordran", "The name of the service in traces.")
    operator: Operator = field(default_factory=Operator, metadata={"says": "Who runs the installation."})
    ledger_accounts: LedgerNumbers = field(
        default_factory=LedgerNumbers,
        metadata={"says": "Numbers of ledger accounts in exports, by their names: a table [ledger_accounts]."},
    )
    sign_in: Mapping[str, Provider] = field(
        default_factory=dict,
        metadata={"says": "By whom people are signed in: a table [sign_in.NAME] for each provider."},
    )
    bank: BankSection = field(default_factory=BankSection, metadata={"says": "How the bank takes orders: [bank]."})
    swish: SwishSection | None = field(default=None, metadata={"says": "How customers pay by Swish: [swish]."})
    spar: SparSection | None = field(default=None, metadata={"says": "How people are looked up in SPAR: [spar]."})
    kivra: KivraSection | None = field(default=None, metadata={"says": "How post leaves by Kivra: [kivra]."})
    sms: SmsSection | None = field(default=None, metadata={"says": "How notices go by SMS: [sms]."})
    bolagsverket: BolagsverketSection | None = field(
        default=None, metadata={"says": "How debtor companies are checked: [bolagsverket]."}
    )
    autogiro: AutogiroSection | None = field(
        default=None, metadata={"says": "How mandates for Autogiro go to Bankgirot: [autogiro]."}
    )
    enforcement: EnforcementSection | None = field(default=None, metadata={"says": "How it applies: [enforcement]."})
    fortnox: Mapping[str, FortnoxSection] = field(
        default_factory=dict, metadata={"says": "Creditors whose invoices come from Fortnox: [fortnox.NAME]."}
    )
    visma: Mapping[str, VismaSection] = field(
        default_factory=dict, metadata={"says": "Creditors whose invoices come from Visma eAccounting: [visma.NAME]."}
    )

    @classmethod
    def load(cls, **overrides: Any) -> Settings:
        """The settings in force. `overrides` come from the command line; one that is None was not given."""
        overrides = {name: value for name, value in overrides.items() if value is not None}
        values = {name: _read(name, value, "the command line") for name, value in overrides.items()}
        variables = {name: f"FORDRAN_{name.upper()}" for name in _KINDS.keys() - values.keys()}
        from_environment = {
            name: _read(name, text, variable)
            for name, variable in variables.items()
            if (text := _from_environment(variable))
        }
        values = _of_one_database(from_environment, values) | values
        # Absolute, so that a process started in another folder means the same one.
        values["data"] = Path(values.get("data", DEFAULT_DATA)).absolute()
        path = values["data"] / FILE_NAME
        if path.exists():
            values = _of_one_database(_from_file(path), values) | values
        _refuse_without_database(values)
        try:
            sections = read_sections({name: values.pop(name, {}) for name in SECTION_NAMES}, _from_environment)
            check_sections(sections, is_sandbox=bool(values.get("sandbox")))
        except ValueError as wrong:
            raise WrongSetting(f"{path}: {wrong}") from None
        return cls(**values | sections | {"operator": _operator(values | sections)})

    @property
    def operator_is_placeholder(self) -> bool:
        """Whether the operator is still the invented one. Only a sandbox may then send or pay anything."""
        return bool(self.operator.placeholders)

    @property
    def approval_rules(self) -> FourEyes:
        """When a second person is asked."""
        return FourEyes(self.four_eyes, self.write_off_approval_above * 100)

    @property
    def served_at(self) -> str | None:
        """Where the service on this data folder last listened."""
        return _served_at(self.data)

    def with_key(self) -> Settings:
        """With the key from the file, which the first start has written since these were loaded."""
        if self.code_key:
            return self
        key = _from_file(self.data / FILE_NAME).get("code_key", "")
        return replace(self, code_key=key, operator=replace(self.operator, code_key=key))

    def environment(self) -> dict[str, str]:
        """The environment that makes `load` in another process give these settings."""
        written = {}
        for name in _KINDS.keys() - _DEMOS:
            value = getattr(self, name)
            if isinstance(value, tuple):
                value = ",".join(str(part) for part in value)
            if value is not None:
                written[f"FORDRAN_{name.upper()}"] = str(value)
        return written


def _from_environment(variable: str) -> str:
    """The value of a setting in the environment, or in a file that the environment names, as for secrets."""
    value, named = os.environ.get(variable, ""), os.environ.get(f"{variable}_FILE")
    # The values that `serve` hands to its children come beside those that it was itself given, and win.
    if value or not named:
        return value
    try:
        return Path(named).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSetting(f"{variable}_FILE names {named}, which cannot be read: {error}.") from error


def _operator(values: Mapping[str, Any]) -> Operator:
    """The operator with what it is given beside its table: its address, and the key of debtors' codes."""
    operator: Operator = values.get("operator", Operator())
    served_at = _served_at(values["data"]) if values.get("sandbox") and "public_url" in operator.placeholders else None
    given = values.get("public_url") or served_at or operator.public_url
    swish = values["swish"].payee_alias if "swish" in values else ""
    own = {"public_url": given, "code_key": values.get("code_key", ""), "swish_number": swish}
    return replace(operator, **own, **values.get("enforcement", EnforcementSection()).particulars)


def _of_one_database(given: dict[str, Any], nearer: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of one source, without further addresses of its database if a nearer source names another database."""
    return {name: given[name] for name in given if name not in _BESIDE_DATABASE or "database_url" not in nearer}


def _refuse_without_database(values: Mapping[str, Any]) -> None:
    for name in _BESIDE_DATABASE:
        if values.get(name) and not values.get("database_url"):
            raise WrongSetting(
                f"The setting {name} is another address of the database in database_url, which is not set."
            )


def note_served_at(data: Path, url: str) -> None:
    """Let other commands on the data folder know where the service listens."""
    write_for_good(data / SERVED_AT, f"{url}\n")


def _served_at(data: Path) -> str | None:
    path = data / SERVED_AT
    return path.read_text(encoding="utf-8").strip() if path.exists() else None


_FEWEST = {"code_key": 32, "metrics_token": 16}
# Settings that are tables in the file. Of sections, the environment may have each value.
_TABLES = ("operator", "ledger_accounts", "sign_in", *SECTION_NAMES)
# Other addresses of the database that `database_url` names.
_BESIDE_DATABASE = ("direct_database_url", "read_database_url")
_TRACING_PACKAGES = ("opentelemetry", "opentelemetry.sdk", "opentelemetry.exporter")
_ONE_OF = {"log_level": ("debug", "info", "warning", "error"), "four_eyes": ("auto", "on", "off")}
_KINDS: dict[str, str] = {entry.name: str(entry.type) for entry in fields(Settings) if entry.name not in _TABLES}
_DEMOS = {"demo", "demo_invoices"}
# A file in the folder cannot say where the folder is, and a demo is requested at a start.
_NOT_IN_FILE = {"data"} | _DEMOS
# The text in the file for a setting that has no value by default.
_EXAMPLES = {
    "database_url": '"postgresql://user:password@host/name"',
    "direct_database_url": '"postgresql://user:password@host:5432/name"',
    "read_database_url": '"postgresql://user:password@standby/name"',
    "media_url": '"s3://bucket/prefix"',
    "media_endpoint": '"https://s3.example.com"',
    "smtp_url": '"smtp://user:password@host:587"',
    "public_url": '"https://inkasso.example.com"',
    "smtp_ca_file": '"/etc/ssl/our-authority.pem"',
    "bounce_folder": '"/var/mail/bounces"',
    "returned_mail_folder": '"/var/lib/fordran/returned-mail"',
    "bounce_imap_url": '"imaps://user:password@host/INBOX"',
    "tracing_endpoint": '"http://localhost:4318/v1/traces"',
}


def write_first_file(data: Path, *, sandbox: bool, draws_key: bool = True) -> bool:
    """Write `fordran.toml` unless it is there, with every setting at its default and an invented operator.

    `draws_key` gives debtors' codes a key of this folder's, where the database is this folder's too.
    """
    path = data / FILE_NAME
    if path.exists():
        return False
    decided = {"code_key": _toml(secrets.token_hex(32))} if draws_key else {}
    decided |= {"sandbox": "true"} if sandbox else {}
    lines = ["# Settings of this installation. A line without # is in force; the environment and the command line win."]
    for entry in fields(Settings):
        if entry.name in _NOT_IN_FILE or entry.name in _TABLES:
            continue
        value = decided.get(entry.name) or _EXAMPLES.get(entry.name) or _toml(entry.default)
        lines += ["", f"# {entry.metadata['says']}", f"{'' if entry.name in decided else '# '}{entry.name} = {value}"]
    lines += ["", *Operator.first_lines(), ""]
    return write_once(path, "\n".join(lines))


def _from_file(path: Path) -> dict[str, Any]:
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WrongSetting(f"{path} cannot be read: {error}.") from error
    operator, sign_in = written.pop("operator", {}), written.pop("sign_in", {})
    accounts = written.pop("ledger_accounts", {})
    sections = {name: written.pop(name) for name in SECTION_NAMES if name in written}
    unknown = sorted(name for name in written if name not in _KINDS or name in _NOT_IN_FILE)
    if unknown:
        raise WrongSetting(f"{path} has a setting that does not exist: {unknown[0]}.")
    values = sections | {name: _read(name, value, str(path)) for name, value in written.items()}
    if not isinstance(sign_in, dict):
        raise WrongSetting(f"{path}: sign_in is a table for each provider, [sign_in.NAME].")
    values["sign_in"] = {name: Provider.read(name, given) for name, given in sign_in.items()}
    try:
        return values | {"operator": Operator.read(operator), "ledger_accounts": LedgerNumbers.read(accounts)}
    except ValueError as error:
        raise WrongSetting(f"{path}: {error}") from error


def _read(name: str, value: Any, source: str) -> Any:
    """A value as its setting's type, from text or from TOML."""
    try:
        read = READERS["address" if name == "public_url" else _KINDS[name]](value)
    except (ValueError, TypeError):
        raise WrongSetting(f"The setting {name} cannot be {value!r} ({source}).") from None
    low, high = BOUNDS.get(name, (read, read))
    if not low <= read <= high:
        raise WrongSetting(f"The setting {name} cannot be {value!r}: it is from {low} to {high} ({source}).")
    if name in _FEWEST and 0 < len(read) < _FEWEST[name]:
        raise WrongSetting(f"The setting {name} has to have {_FEWEST[name]} characters or more ({source}).")
    if name == "media_url" and not re.fullmatch(r"s3://[^/]+(/.*)?", read):
        raise WrongSetting(f"The setting media_url cannot be {value!r}: it is s3://bucket/prefix ({source}).")
    if name == "tracing_endpoint":
        _check_tracing(read, source)
    if name in _ONE_OF and read not in _ONE_OF[name]:
        allowed = ", ".join(_ONE_OF[name])
        raise WrongSetting(f"The setting {name} cannot be {value!r}: it is one of {allowed} ({source}).")
    return read


def _check_tracing(endpoint: str, source: str) -> None:
    if not re.fullmatch(r"https?://[^/]+/.*", endpoint):
        raise WrongSetting(
            f"The setting tracing_endpoint cannot be {endpoint!r}: it is http://host:4318/v1/traces ({source})."
        )
    if any(find_spec(package) is None for package in _TRACING_PACKAGES):
        raise WrongSetting(
            f"The setting tracing_endpoint needs packages that are not installed: fordran[tracing] ({source})."
        )


def _toml(value: Any) -> str:
    """A default as TOML writes it, which for our few types is as JSON does."""
    return json.dumps(value)
