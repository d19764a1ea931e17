"""The address that people reach the service by: as the operator says, else where the service last listened."""

from fordran.settings import Settings


def people_url(settings: Settings) -> str:
    """What a link for one of our own people begins with. An address that is invented leads nowhere."""
    if "public_url" in settings.operator.placeholders:
        return settings.served_at or f"http://{settings.host}:{settings.port}"
    return settings.operator.public_url
