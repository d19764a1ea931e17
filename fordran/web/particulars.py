"""The operator's particulars in force, each with the place that it comes from."""

from __future__ import annotations

from dataclasses import fields

from fordran.operator import Operator
from fordran.resources.operator import ParticularSource
from fordran.settings import Settings


def particulars_of(settings: Settings) -> list[dict[str, str]]:
    """Name, value and source of each, in the order of the settings file."""
    shown = [entry for entry in fields(Operator) if not entry.metadata.get("is_set_elsewhere")]
    return [
        {
            "name": entry.name,
            "value": getattr(settings.operator, entry.name),
            "source": _source(settings, entry.name, entry.default),
        }
        for entry in shown
    ]


def _source(settings: Settings, name: str, default: object) -> ParticularSource:
    if name in settings.operator.placeholders:
        return "invented"
    if name == "public_url" and settings.public_url:
        return "setting"
    if name == "public_url" and settings.sandbox and settings.operator.public_url == settings.served_at:
        return "default"
    return "default" if getattr(settings.operator, name) == default else "file"
