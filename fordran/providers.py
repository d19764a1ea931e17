"""Identity providers by which people are signed in: a table `[sign_in.NAME]` of the settings each."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, get_args

from fordran.domain.service.signing_in import BankIdBroker


class WrongSetting(Exception):
    """A setting does not exist, or its value does not fit."""


@dataclass(frozen=True)
class Provider:
    """Somebody who says who a person is, by OpenID Connect."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    label: str = ""
    """The text of the button; the provider's name by default."""
    scope: str = ""
    """The scopes asked of the provider; `openid email profile` by default."""
    claim: str = ""
    """Of `[sign_in.debtor]`: the claim with the personal number; by default that of the Swedish OpenID Connect profile."""
    broker: str = ""
    """Of `[sign_in.debtor]`: the broker of BankID, whose scope and claims are known."""

    @classmethod
    def read(cls, name: str, given: Any) -> Provider:
        """A provider as the file says it; raises `WrongSetting`."""
        known = {entry.name for entry in fields(cls)}
        if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
            raise WrongSetting(
                f"sign_in.{name} is a table of texts: issuer, client_id, client_secret and maybe label, scope, claim, broker."
            )
        if given.get("broker", "") not in ("", *get_args(BankIdBroker)):
            raise WrongSetting(f"sign_in.{name}: the broker is one of {', '.join(get_args(BankIdBroker))}.")
        if unknown := sorted(given.keys() - known):
            raise WrongSetting(f"sign_in.{name} has a setting that does not exist: {unknown[0]}.")
        if missing := sorted({"issuer", "client_id", "client_secret"} - given.keys()):
            raise WrongSetting(f"sign_in.{name} lacks {missing[0]}.")
        return cls(**given)
