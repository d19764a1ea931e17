"""The identity that a provider reports, or that it reports none; without the libraries needed to ask it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from fordran.domain.service.signing_in import BankIdBroker


@dataclass(frozen=True)
class Claims:
    """The identity that the provider reports."""

    subject: str
    email: str
    """Lower case; empty where it gave none that it has verified."""
    all: dict[str, Any]


@dataclass(frozen=True)
class BrokerClaims:
    """The request to a broker of BankID, and the claims that identify somebody."""

    scope: str
    acr_values: str
    """Lets nobody choose another way to be identified than BankID."""
    claim: str
    """The claim with the personal number, twelve digits."""
    proofs: Mapping[str, str]
    """The values that other claims must have: the number is then a Swedish person's, by BankID."""
    has_user_info: bool
    """Whether it gives the claims at its address for user information, and not in the signed token."""


BROKERS: Mapping[BankIdBroker, BrokerClaims] = MappingProxyType[BankIdBroker, BrokerClaims](
    {
        "idura": BrokerClaims(
            scope="openid",
            acr_values="urn:grn:authn:se:bankid",
            claim="ssn",
            proofs=MappingProxyType({"identityscheme": "sebankid", "country": "SE"}),
            has_user_info=False,
        ),
        "signicat": BrokerClaims(
            scope="openid profile nin",
            acr_values="idp:sbid",
            claim="nin",
            proofs=MappingProxyType({"idp": "sbid", "nin_type": "PERSON", "nin_issuing_country": "SE"}),
            has_user_info=True,
        ),
    }
)


def number_in(claims: Mapping[str, Any], broker: BrokerClaims | None, claim: str) -> str | None:
    """The personal number in the claims; None where there is none, or where it may be another's than a Swedish person's.

    >>> number_in({"nin": "198112289874", "idp": "sbid", "nin_type": "PERSON"}, BROKERS["signicat"], "nin") is None
    True
    """
    if broker is not None and any(claims.get(name) != value for name, value in broker.proofs.items()):
        return None
    number = claims.get(claim)
    return number if isinstance(number, str) else None


class IdentityNotProven(Exception):
    """The provider did not say who it was, in a way that can be believed."""
