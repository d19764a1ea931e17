"""Calls as httpx sends them."""

from __future__ import annotations

from typing import Any

import httpx

from fordran_client.calls import Call, Lost, Reply
from fordran_client.kinds import encoded


def asked(base_url: str, call: Call) -> dict[str, Any]:
    """What httpx is told to send."""
    headers = dict(call.headers)
    told: dict[str, Any] = {"method": call.method, "url": base_url + call.path, "params": dict(call.query)}
    if call.files is not None:
        told |= {"files": dict(call.files), "data": dict(call.form or {})}
    elif call.body is not None:
        headers["Content-Type"] = "application/json"
        told["content"] = encoded(call.body)
    return told | {"headers": headers}


def answered(response: httpx.Response) -> Reply:
    """What was answered."""
    return Reply(
        response.status_code, {name.lower(): value for name, value in response.headers.items()}, response.content
    )


def lost(error: httpx.TransportError) -> Lost:
    """That no answer came."""
    return Lost(error)
