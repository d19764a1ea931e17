"""The consent of a creditor to its Visma being read: the address where it is given, and the code that comes back."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlencode, urlsplit


def consent_address(base: str, client: str, redirect_url: str, scopes: tuple[str, ...], state: str) -> str:
    """The address at which a creditor consents in a browser."""
    query = {
        "client_id": client,
        "redirect_uri": redirect_url,
        "scope": " ".join(scopes),
        "state": state,
        "response_type": "code",
        # The one who consents chooses the company, also where one is the default.
        "prompt": "select_account",
        "acr_values": "service:44643EB1-3F76-4C1C-A672-402AE8085934",
    }
    return f"{base}/authorize?{urlencode(query)}"


def code_in(given: str, state: str) -> str:
    """The code in the address that a browser was sent to after the consent, or the code itself. Raises `ValueError`."""
    text = given.strip()
    if "?" not in text:
        if not re.fullmatch(r"[A-Za-z0-9._~-]{1,200}", text):
            raise ValueError("it is neither a code nor an address with one")
        return text
    query = parse_qs(urlsplit(text).query)
    if error := query.get("error", [""])[0]:
        raise ValueError(f"Visma answered {error}")
    if query.get("state", [""])[0] != state:
        raise ValueError("it belongs to another consent")
    code = query.get("code", [""])[0]
    if not code:
        raise ValueError("there is no code in it")
    return code
