"""The operator: the business that runs the installation and is the sender of its letters and payments.

Its particulars stand under `[operator]` in `fordran.toml`. They begin as invented ones, which pass every check and are
easy to recognise; a letter or payment in that name would be wrong, so that only a sandbox may use them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any
from urllib.parse import urlsplit


def _particular(invented: str, says: str, *, must_replace: bool = True) -> Any:
    return field(default=invented, metadata={"says": says, "must_replace": must_replace})


def read_address(url: str) -> str:
    """An address that others can begin with: `https://host` or `https://host/path`, without a slash at its end."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise ValueError(f"public_url cannot be {url!r}: it is an address such as https://inkasso.example.com.")
    return url.rstrip("/")


@dataclass(frozen=True)
class Operator:
    """The operator's particulars, as they are printed."""

    name: str = _particular("Exempelinkasso AB", "The registered name.")
    organization_no: str = _particular("555555-5555", "The organisation number.")
    address: str = _particular("Exempelgatan 1", "Street or box.")
    postal_code: str = _particular("111 11", "Postal code.", must_replace=False)
    city: str = _particular("Exempelstad", "City.")
    registered_office: str = _particular("Exempelstad", "The municipality of the registered office (säte).")
    country: str = _particular("SE", "Country, by its two letters.", must_replace=False)
    email: str = _particular("inkasso@example.com", "Where customers write.")
    phone: str = _particular("010-000 00 00", "Where customers call.")
    bankgiro: str = _particular("555-5552", "The bankgiro that customers pay to: client funds, apart from your own.")
    bank_account: str = _particular("SE2399900000000000000000", "The IBAN that payouts are made from.")
    bic: str = _particular("EXAMSESS", "The BIC of the bank that holds that account.")
    own_account: str = _particular("555-5560", "Your own account, a bankgiro or an IBAN: your fees are paid to it.")
    f_tax: str = _particular("no", "Whether you are approved for F-tax: yes or no.", must_replace=False)
    public_url: str = _particular("https://inkasso.example.com", "The address that links, letters and QR codes carry.")
    # These are among the settings: a secret, which nothing prints, and what sections of outside systems say.
    code_key: str = field(
        default="", repr=False, metadata={"says": "", "must_replace": False, "is_set_elsewhere": True}
    )
    swish_number: str = field(default="", metadata={"says": "", "must_replace": False, "is_set_elsewhere": True})
    agent_code: str = field(default="", metadata={"says": "", "must_replace": False, "is_set_elsewhere": True})
    applies_by_file: bool = field(default=False, metadata={"says": "", "must_replace": False, "is_set_elsewhere": True})

    @property
    def is_f_tax_approved(self) -> bool:
        """Whether its invoices say "Godkänd för F-skatt"."""
        return self.f_tax == "yes"

    @property
    def placeholders(self) -> tuple[str, ...]:
        """The particulars that are still invented and have to be replaced."""
        return tuple(
            entry.name
            for entry in fields(self)
            if entry.metadata["must_replace"] and getattr(self, entry.name) == entry.default
        )

    @property
    def what_is_invented(self) -> str:
        """A sentence that says what has to be replaced before anything is made; empty where nothing has."""
        left = ", ".join(self.placeholders)
        return f"Nothing is made, sent or paid in an invented name: replace {left} in fordran.toml." if left else ""

    @classmethod
    def read(cls, written: Any) -> Operator:
        """The operator from its table in the file; what is left out stays invented."""
        if not isinstance(written, Mapping):
            raise ValueError("operator has to be a table, [operator].")
        known = {entry.name for entry in _written_ones()}
        for name, value in written.items():
            if name not in known:
                raise ValueError(f"[operator] has a particular that does not exist: {name}.")
            if not isinstance(value, str) or not value.strip():
                raise ValueError(f"[operator] {name} has to be a text in quotes.")
        given = cls(**written)
        if given.f_tax not in ("yes", "no"):
            raise ValueError(f"[operator] f_tax has to be yes or no, and is {given.f_tax}.")
        return replace(given, public_url=read_address(given.public_url))

    @classmethod
    def first_lines(cls) -> list[str]:
        """The table as it is first written."""
        lines = ["# Who you are. These are invented: replace them before anything is sent or paid.", "[operator]"]
        for entry in _written_ones():
            lines += [f"# {entry.metadata['says']}", f'{entry.name} = "{entry.default}"']
        return lines


def _written_ones() -> list[Field[Any]]:
    """The fields of an operator's file."""
    return [entry for entry in fields(Operator) if not entry.metadata.get("is_set_elsewhere")]
