"""The address that people reach the service by: as the operator says, else where the service last listened."""

from dataclasses import replace

from fordran.operator import Operator
from fordran.settings import Settings


def people_url(settings: Settings) -> str:
    """The base URL of links for staff. A placeholder address leads nowhere."""
    if "public_url" in settings.operator.placeholders:
        return settings.served_at or f"http://{settings.host}:{settings.port}"
    return settings.operator.public_url


def reachable_operator(settings: Settings) -> Operator:
    """The operator, with an address that leads here: what a link for somebody at this machine is made with."""
    return replace(settings.operator, public_url=people_url(settings))
