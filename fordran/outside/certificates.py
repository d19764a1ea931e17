"""Certificates by which outside systems know this installation: how they are read, and warnings before they end."""

from __future__ import annotations

import os
import ssl
import tempfile
from datetime import datetime
from pathlib import Path

import structlog

from fordran.domain.service.connections import CertificateState
from fordran.outside.swish_section import pem_of

log = structlog.get_logger("fordran.outside")

WARNED_DAYS = 30
"""How long before its last day a certificate is warned of."""


class BadCertificate(Exception):
    """A certificate or its key cannot be read. The text has nothing that is in it."""


def client_context(certificate: str, key: str) -> ssl.SSLContext:
    """TLS with a certificate of ours and its key, each a PEM file or the text of one; raises `BadCertificate`."""
    context = ssl.create_default_context()
    try:
        # OpenSSL reads files alone: what was given as text is in one that this process alone can read, for a moment.
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / name for name in ("certificate", "key")]
            for path, given in zip(paths, (certificate, key), strict=True):
                with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(pem_of(given))
            context.load_cert_chain(paths[0], paths[1])
    except (OSError, ValueError) as wrong:
        raise BadCertificate(f"the certificate or its key cannot be used: {type(wrong).__name__}") from None
    return context


def end_of(certificate: str) -> datetime:
    """The moment at which a certificate ends. Raises `BadCertificate`."""
    from cryptography import x509  # loaded where there is a certificate

    try:
        read = x509.load_pem_x509_certificate(pem_of(certificate))
    except (OSError, ValueError) as wrong:
        raise BadCertificate(f"the certificate cannot be read: {type(wrong).__name__}") from None
    return read.not_valid_after_utc


def days_left(certificate: str, now: datetime) -> int:
    """How many whole days a certificate has left; negative where it has ended. Raises `BadCertificate`."""
    return (end_of(certificate) - now).days


def state_of(certificate: str, now: datetime) -> tuple[CertificateState, datetime | None]:
    """Whether a certificate can be used, and when it ends, where that can be read."""
    try:
        end = end_of(certificate)
    except BadCertificate:
        return "unreadable", None
    if end <= now:
        return "ended", end
    return "ends_soon" if (end - now).days < WARNED_DAYS else "valid", end


def warn_of_end(system: str, certificate: str, now: datetime) -> bool:
    """Log a warning where a certificate ends within thirty days, or has ended, or cannot be read; whether it did."""
    if not certificate:
        return False
    try:
        left = days_left(certificate, now)
    except BadCertificate as wrong:
        log.error("certificate unreadable", system=system, error=str(wrong))
        return True
    if left >= WARNED_DAYS:
        return False
    log.warning("certificate ends soon", system=system, days_left=left)
    return True
