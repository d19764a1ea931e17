"""How people sign in to the pages, and what programs may ask of signing in."""

from typing import Literal, TypeAlias

MOST_GRACE_HOURS = 720
"""For how long a program's old code may work beside its new one."""

SignInWay: TypeAlias = Literal["link", "oidc", "passkey"]
"""By a one-time link, by an identity provider, or by a passkey."""

BankIdBroker: TypeAlias = Literal["idura", "signicat"]
"""Brokers of BankID whose requests and claims are known."""

AttemptKind: TypeAlias = Literal["oidc", "passkey"]
"""The ways that take a question and its answer."""
