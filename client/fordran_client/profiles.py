"""Profiles: which installation is asked, and by which code. Kept in a file that only its owner reads."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from fordran_client.sign_in import ApiCode, SignedJwt, SignIn


class NoProfile(Exception):
    """It is not known which installation is meant."""


@dataclass(frozen=True)
class Profile:
    """An installation, and how one signs in to it."""

    url: str
    code: str = field(repr=False)
    key_file: str = ""
    """The private key to sign with; without one the code is sent alone."""

    @property
    def sign_in(self) -> SignIn:
        return SignedJwt(self.code, Path(self.key_file).read_text()) if self.key_file else ApiCode(self.code)


def file() -> Path:
    """Where profiles are kept."""
    folder = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(folder) / "fordran" / "profiles.json"


def profiles() -> dict[str, Profile]:
    """Every profile by its name."""
    if not file().exists():
        return {}
    return {name: Profile(**said) for name, said in json.loads(file().read_text()).items()}


def keep(name: str, profile: Profile) -> None:
    """Keep a profile, in the place of one by the same name."""
    every = profiles() | {name: profile}
    file().parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({one: asdict(said) for one, said in every.items()}, indent=2)
    new = file().with_suffix(".new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as opened:
        opened.write(text)
    new.replace(file())


def chosen(name: str | None) -> Profile:
    """The profile by a name; without one what the environment says, else the one called `default`."""
    url, code = os.environ.get("FORDRAN_URL"), os.environ.get("FORDRAN_API_CODE")
    if name is None and url and code:
        return Profile(url, code, os.environ.get("FORDRAN_KEY_FILE", ""))
    every = profiles()
    if (name or "default") not in every:
        raise NoProfile(
            f"There is no profile “{name or 'default'}”: add one with fordran-api profile add, or set FORDRAN_URL and"
            " FORDRAN_API_CODE."
        )
    return every[name or "default"]
