"""How people sign in to the pages."""

from typing import Literal, TypeAlias

SignInWay: TypeAlias = Literal["link", "oidc", "passkey"]
"""By a one-time link, by an identity provider, or by a passkey."""

AttemptKind: TypeAlias = Literal["oidc", "passkey"]
"""The ways that take a question and its answer."""
