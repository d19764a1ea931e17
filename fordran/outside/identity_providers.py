"""The identity providers of an installation, by the names that its settings give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.outside.identity_provider import IdentityProvider


class IdentityProviders:
    """Each is made when it is first needed, and made again if its settings have changed."""

    def __init__(self) -> None:
        self._known: dict[str, IdentityProvider] = {}

    def named(self, name: str, settings: Settings) -> IdentityProvider | None:
        """The one of that name, or None where the settings name none."""
        configured = settings.sign_in.get(name)
        if configured is None:
            return None
        known = self._known.get(name)
        if known is None or known.provider != configured:
            from fordran.outside.identity_provider import IdentityProvider  # with an HTTP client, loaded by the first

            known = self._known[name] = IdentityProvider(configured)
        return known
