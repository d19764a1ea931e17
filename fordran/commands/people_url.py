"""The address that people reach the service by: as the settings say, else where the service last listened."""

from fordran.safe_names import write_for_good
from fordran.settings import Settings

_FILE = "base-url"


def note_base_url(settings: Settings, url: str) -> None:
    """Keep where the service listens, for commands that make links while it runs."""
    write_for_good(settings.data / _FILE, url)


def people_url(settings: Settings) -> str:
    """What a link for a person begins with."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    kept = settings.data / _FILE
    return kept.read_text().strip() if kept.exists() else f"http://{settings.host}:{settings.port}"
