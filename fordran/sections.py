"""Sections of the settings: a table in `fordran.toml` for each outside system, which is off without it.

A value comes from the environment (`FORDRAN_BANK_PAIN_VERSION` is `pain_version` of `[bank]`, `FORDRAN_…_FILE` names a file
with it), else from the table. Secrets are kept out of what is printed.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar, get_args

from fordran.accounting_sections import FortnoxSection, VismaSection
from fordran.addresses import check_url, is_loopback
from fordran.domain.bank.bank_states import PainVersion
from fordran.domain.numbers import bankgiro

FromEnvironment = Callable[[str], str]
S = TypeVar("S")


@dataclass(frozen=True)
class BankSection:
    """`[bank]`: how the operator's bank takes orders."""

    pain_version: PainVersion = "03"
    """The version of pain.001.001."""

    def __post_init__(self) -> None:
        if self.pain_version not in (versions := get_args(PainVersion)):
            raise ValueError(f"pain_version cannot be {self.pain_version!r}: it is one of {', '.join(versions)}")


@dataclass(frozen=True)
class SwishSection:
    """`[swish]`: the number that customers pay to by Swish, and how Swish itself is asked for payments."""

    payee_alias: str
    """The number of the operator's Swish agreement, on its client bank account."""
    certificate: str = ""
    """The client certificate: a PEM file, or what is in one."""
    key: str = field(default="", repr=False)
    """Its key: a PEM file, or what is in one."""
    url: str = ""
    """The base of Swish's API. Without it there is a code on letters and nothing is asked of Swish."""

    def __post_init__(self) -> None:
        if not re.fullmatch("123[0-9]{7}", self.payee_alias):
            raise ValueError(f"payee_alias cannot be {self.payee_alias!r}: it is ten digits that begin with 123")
        if bool(self.certificate) != bool(self.key):
            raise ValueError("certificate and key go together")
        check_url(self.url)
        if self.url.startswith("https:") and not self.certificate:
            raise ValueError("url needs certificate and key")


@dataclass(frozen=True)
class SparSection:
    """`[spar]`: people are looked up in SPAR before letters to them."""

    customer: str
    """The customer number of the agreement with SPAR (KundNr)."""
    assignment: str
    """The number of the assignment (UppdragId)."""
    url: str
    """Where questions are sent."""
    certificate: str = ""
    """The organisation certificate: a PEM file, or what is in one."""
    key: str = field(default="", repr=False)
    """Its key: a PEM file, or what is in one."""
    spar_days: str = "30"
    """How many days an answer holds."""

    def __post_init__(self) -> None:
        check_url(self.url)
        for name in ("customer", "assignment"):
            if not getattr(self, name).isdigit():
                raise ValueError(f"{name} cannot be {getattr(self, name)!r}: it is a number")
        if not re.fullmatch("[1-9][0-9]{0,2}", self.spar_days):
            raise ValueError(f"spar_days cannot be {self.spar_days!r}: it is a number from 1 to 999")
        if not is_loopback(self.url) and not (self.certificate and self.key):
            raise ValueError("certificate and key are needed, but for an address of this machine")

    @property
    def days(self) -> int:
        """How many days an answer holds."""
        return int(self.spar_days)


@dataclass(frozen=True)
class KivraSection:
    """`[kivra]`: letters and invoices to people go by Kivra where Kivra reaches them."""

    tenant: str
    """The key of the tenant, in whose name they are sent."""
    client: str
    """The id of the client, by which Kivra knows the installation."""
    secret: str = field(repr=False)
    """The secret of the client."""
    url: str
    """The base of Kivra's sender API."""
    webhook_secret: str = field(default="", repr=False)
    """The secret that Kivra signs its callbacks with; without it none is believed."""

    def __post_init__(self) -> None:
        check_url(self.url)
        if not re.fullmatch("[0-9A-Za-z]+", self.tenant):
            raise ValueError("tenant has letters and digits alone")
        if self.webhook_secret and not is_webhook_secret(self.webhook_secret):
            raise ValueError("webhook_secret is whsec_ and a key in base64")


@dataclass(frozen=True)
class SmsSection:
    """`[sms]`: notices go by SMS to customers who want them."""

    url: str
    """The base of the provider's API, as 46elks has it."""
    user: str
    """The user of the provider's API."""
    password: str = field(repr=False)
    """Its password."""
    sender: str = field(metadata={"named": "from"})
    """The name or number that notices come from."""
    opens: str = "08:00"
    """From when notices are sent on a day."""
    closes: str = "20:00"
    """Until when."""

    def __post_init__(self) -> None:
        check_url(self.url)
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]{2,10}|\+[1-9][0-9]{6,14}", self.sender):
            raise ValueError(f"from cannot be {self.sender!r}: it is 3 to 11 letters and digits, or a number with +")
        for name in ("opens", "closes"):
            if not re.fullmatch("([01][0-9]|2[0-3]):[0-5][0-9]", getattr(self, name)):
                raise ValueError(f"{name} cannot be {getattr(self, name)!r}: it is an hour such as 08:00")
        if self.opens >= self.closes:
            raise ValueError("opens is before closes")


@dataclass(frozen=True)
class BolagsverketSection:
    """`[bolagsverket]`: debtor companies are checked at registration and before letters to them."""

    client: str
    """The id of the client, by which Bolagsverket knows the installation."""
    secret: str = field(repr=False)
    """The secret of the client."""
    url: str
    """The base of the service."""
    token_url: str
    """Where tokens are given."""

    def __post_init__(self) -> None:
        check_url(self.url)
        check_url(self.token_url)


@dataclass(frozen=True)
class AutogiroSection:
    """`[autogiro]`: mandates go to Bankgirot by file."""

    customer_number: str
    """The customer number at Bankgirot."""
    bankgiro: str
    """The bankgiro that is paid to."""
    in_folder: str
    """Where Bankgirot's reports lie."""
    out_folder: str
    """Where files to Bankgirot are written."""

    def __post_init__(self) -> None:
        if not re.fullmatch("[0-9]{1,6}", self.customer_number):
            raise ValueError(
                f"customer_number cannot be {self.customer_number!r}: it is a number of at most six digits"
            )
        if not bankgiro.is_valid(self.bankgiro):
            raise ValueError(f"bankgiro cannot be {self.bankgiro!r}: it is a bankgiro number")


@dataclass(frozen=True)
class EnforcementSection:
    """`[enforcement]`: how applications go to the enforcement authority: on paper, or as our own JSON to an operator's bridge."""

    channel: str = "paper"
    """`paper`, or `json` for messages to a receiver."""
    agent_code: str = ""
    """The operator's code as an agent with the authority (ombudskod)."""
    url: str = ""
    """The base of the receiver's API, with `json`."""
    secret: str = field(default="", repr=False)
    """The secret that the receiver knows the installation by, with `json`."""

    def __post_init__(self) -> None:
        if self.channel not in ("paper", "json"):
            raise ValueError(f"channel cannot be {self.channel!r}: it is paper or json")
        if not re.fullmatch("[A-Za-z0-9]{0,20}", self.agent_code):
            raise ValueError(f"agent_code cannot be {self.agent_code!r}: it has letters and digits alone")
        check_url(self.url)
        if missing := [name for name in ("agent_code", "url", "secret") if self.is_json and not getattr(self, name)]:
            raise ValueError(f"{missing[0]} is needed for json")

    @property
    def is_json(self) -> bool:
        """Whether applications go to a receiver."""
        return self.channel == "json"

    @property
    def particulars(self) -> Mapping[str, Any]:
        """Its values that the operator has."""
        return {"agent_code": self.agent_code, "applies_by_file": self.is_json}


def is_webhook_secret(text: str) -> bool:
    """Whether a text is a secret of Standard Webhooks."""
    try:
        return len(b64decode(text.removeprefix("whsec_"), validate=True)) >= 16
    except ValueError:
        return False


SECTIONS: Mapping[str, type] = {
    "bank": BankSection,
    "swish": SwishSection,
    "spar": SparSection,
    "kivra": KivraSection,
    "sms": SmsSection,
    "bolagsverket": BolagsverketSection,
    "autogiro": AutogiroSection,
    "enforcement": EnforcementSection,
}
NAMED_SECTIONS: Mapping[str, type] = {"fortnox": FortnoxSection, "visma": VismaSection}
"""Sections of which there is a table for each name, such as `[fortnox.NAME]`. All are of creditors' accounting systems."""
SECTION_NAMES = (*SECTIONS, *NAMED_SECTIONS)


def read_sections(tables: Mapping[str, Any], from_environment: FromEnvironment) -> dict[str, Any]:
    """The sections of which something is set, by name. Raises `ValueError` for one that does not fit."""
    read: dict[str, Any] = {
        name: _section(kind, name, tables.get(name, {}), from_environment) for name, kind in SECTIONS.items()
    }
    read |= {name: _named(kind, name, tables.get(name, {}), from_environment) for name, kind in NAMED_SECTIONS.items()}
    _refuse_two_of_one_creditor(read)
    return {name: section for name, section in read.items() if section}


def _refuse_two_of_one_creditor(read: Mapping[str, Any]) -> None:
    named = [(f"[{name}.{own}]", one.creditor) for name in NAMED_SECTIONS for own, one in read[name].items()]
    creditors = [creditor for _, creditor in named]
    for creditor in creditors:
        if creditors.count(creditor) > 1:
            both = " and ".join(section for section, of in named if of == creditor)
            raise ValueError(f"{both} are of the same creditor, {creditor}, which has one accounting system.")


def check_sections(sections: Mapping[str, Any], *, is_sandbox: bool) -> None:
    """Raise `ValueError` where a sandbox would reach a real system."""
    named = {f"{name}.{own}": one for name in NAMED_SECTIONS for own, one in sections.get(name, {}).items()}
    for name, section in [*sections.items(), *named.items()]:
        for entry in ("url", "token_url"):
            url = getattr(section, entry, "")
            if is_sandbox and url and not is_loopback(url):
                raise ValueError(f"[{name}]: {entry} cannot be {url!r} in a sandbox: it is an address of this machine.")


def _named(kind: type[S], name: str, tables: Any, from_environment: FromEnvironment) -> Mapping[str, S]:
    """The sections of a kind by their own names."""
    if not isinstance(tables, Mapping) or not all(isinstance(table, Mapping) for table in tables.values()):
        raise ValueError(f"{name} is a table for each name, [{name}.NAME].")
    if wrong := [own for own in tables if not re.fullmatch("[a-z0-9_]+", own)]:
        raise ValueError(f"[{name}.{wrong[0]}]: a name has small letters, digits and _ alone.")
    read = {own: _section(kind, f"{name}.{own}", table, from_environment) for own, table in tables.items()}
    return {own: section for own, section in read.items() if section is not None}


def _section(kind: type[S], name: str, table: Any, from_environment: FromEnvironment) -> S | None:
    # `from` is no name in Python.
    known = {entry.metadata.get("named", entry.name): entry for entry in fields(kind)}  # type: ignore[arg-type]
    if not isinstance(table, Mapping) or not all(type(value) in (str, int) for value in table.values()):
        raise ValueError(f"[{name}] is a table of texts: {', '.join(known)}.")
    if unknown := sorted(table.keys() - known.keys()):
        raise ValueError(f"[{name}] has a setting that does not exist: {unknown[0]}.")
    variables = {entry: f"FORDRAN_{name.upper().replace('.', '_')}_{entry.upper()}" for entry in known}
    values = {entry: str(value) for entry, value in table.items()}
    values |= {entry: text for entry in known if (text := from_environment(variables[entry]))}
    if not values:
        return None
    needed = [named for named, entry in known.items() if entry.default is MISSING]
    if missing := [entry for entry in needed if entry not in values]:
        raise ValueError(f"[{name}] lacks {missing[0]}.")
    try:
        return kind(**{known[named].name: value for named, value in values.items()})
    except ValueError as wrong:
        raise ValueError(f"[{name}]: {wrong}.") from None
