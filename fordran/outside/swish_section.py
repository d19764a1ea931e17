"""The consequences of the section `[swish]`: whether Swish is asked, and when its certificate ends."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from fordran.addresses import is_loopback
from fordran.sections import SwishSection

CALLBACK_PATH = "/callbacks/swish"
WARNED_BEFORE = timedelta(days=30)


def asks_swish(section: SwishSection | None, *, is_sandbox: bool) -> bool:
    """Whether Swish is asked for payments. A sandbox speaks to this machine alone."""
    return section is not None and bool(section.url) and (not is_sandbox or is_loopback(section.url))


def last_day_of_certificate(section: SwishSection) -> datetime | None:
    """When the certificate ends; None where there is none."""
    if not section.certificate:
        return None
    from cryptography import x509

    return x509.load_pem_x509_certificate(pem_of(section.certificate)).not_valid_after_utc


def certificate_note(section: SwishSection | None, now: datetime) -> str:
    """The note for the operator about the certificate, from 30 days before it ends; empty where nothing is."""
    if section is None or not section.certificate:
        return ""
    try:
        last = last_day_of_certificate(section)
    except (OSError, ValueError):
        return "The certificate of [swish] cannot be read."
    assert last is not None
    return f"The certificate of [swish] ends on {last.date()}." if last - now < WARNED_BEFORE else ""


def pem_of(given: str) -> bytes:
    """A certificate or key as PEM, of a file or of a text."""
    return given.encode() if given.lstrip().startswith("-----BEGIN") else Path(given).expanduser().read_bytes()
