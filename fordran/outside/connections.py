"""Every outside system that an installation may be connected to: one record each (docs/connections.md).

A record says where the settings name the system, which contacts with it are kept, and how it is tried without harm.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from fordran.actions.monitoring import contacts
from fordran.actions.monitoring.contacts import ContactRow
from fordran.addresses import is_loopback
from fordran.domain.kinds.records import by_code
from fordran.domain.service.connections import CertificateState, ConnectionSystem, ConnectionTrouble, trouble_in
from fordran.outside import trials
from fordran.outside.certificates import state_of
from fordran.outside.trials import Trial
from fordran.settings import Settings


@dataclass(frozen=True)
class Configured:
    """A system as the settings name it."""

    address: str = ""
    """Its URL or folder, with its secrets."""
    certificate: str = ""
    """Our certificate for it."""
    name: str = ""
    """The name in the settings, where there may be several of the kind."""


@dataclass(frozen=True)
class ConnectionRecord:
    """An outside system: where the settings name it, what is kept of contacts, and the harmless call, if there is one."""

    code: ConnectionSystem
    find: Callable[[Settings], Sequence[Configured]]
    contacts: str = ""
    attempt: Callable[[Settings, Configured], Awaitable[Trial]] | None = None


def _swish(settings: Settings) -> Sequence[Configured]:
    return [Configured(settings.swish.url, settings.swish.certificate)] if settings.swish else []


async def _try_swish(settings: Settings, one: Configured) -> Trial:  # noqa: ARG001
    assert settings.swish is not None
    return await trials.try_swish(settings.swish)


def _kivra(settings: Settings) -> Sequence[Configured]:
    return [Configured(settings.kivra.url)] if settings.kivra else []


async def _try_kivra(settings: Settings, one: Configured) -> Trial:  # noqa: ARG001
    assert settings.kivra is not None
    return await trials.try_kivra(settings.kivra)


def _sms(settings: Settings) -> Sequence[Configured]:
    return [Configured(settings.sms.url)] if settings.sms else []


async def _try_sms(settings: Settings, one: Configured) -> Trial:  # noqa: ARG001
    assert settings.sms is not None
    return await trials.try_sms(settings.sms)


def _spar(settings: Settings) -> Sequence[Configured]:
    return [Configured(settings.spar.url, settings.spar.certificate)] if settings.spar else []


def _bolagsverket(settings: Settings) -> Sequence[Configured]:
    return [Configured(settings.bolagsverket.url)] if settings.bolagsverket else []


async def _try_bolagsverket(settings: Settings, one: Configured) -> Trial:  # noqa: ARG001
    assert settings.bolagsverket is not None
    return await trials.try_bolagsverket(settings.bolagsverket)


def _fortnox(settings: Settings) -> Sequence[Configured]:
    return [Configured(section.url, name=name) for name, section in sorted(settings.fortnox.items())]


async def _try_fortnox(settings: Settings, one: Configured) -> Trial:
    return await trials.try_fortnox(settings.fortnox[one.name])


def _visma(settings: Settings) -> Sequence[Configured]:
    return [Configured(section.url, name=name) for name, section in sorted(settings.visma.items())]


async def _try_visma(settings: Settings, one: Configured) -> Trial:
    return await trials.try_visma(settings.visma[one.name])


def _autogiro(settings: Settings) -> Sequence[Configured]:
    return [Configured(settings.autogiro.out_folder)] if settings.autogiro else []


async def _try_autogiro(settings: Settings, one: Configured) -> Trial:  # noqa: ARG001
    assert settings.autogiro is not None
    return await trials.try_folders(settings.autogiro.in_folder, settings.autogiro.out_folder)


def _email(settings: Settings) -> Sequence[Configured]:
    return [Configured(settings.smtp_url)] if settings.smtp_url else []


async def _try_email(settings: Settings, one: Configured) -> Trial:
    return await trials.try_email(one.address, settings.smtp_ca_file)


def _providers(settings: Settings) -> Sequence[Configured]:
    return [Configured(provider.issuer, name=name) for name, provider in sorted(settings.sign_in.items())]


async def _try_provider(settings: Settings, one: Configured) -> Trial:  # noqa: ARG001
    return await trials.try_provider(one.address)


def _enforcement(settings: Settings) -> Sequence[Configured]:
    """On paper there is no address, and nothing to try."""
    section = settings.enforcement
    return [Configured(section.url if section and section.is_json else "")]


async def _try_enforcement(settings: Settings, one: Configured) -> Trial:  # noqa: ARG001
    assert settings.enforcement is not None
    return await trials.try_enforcement(settings.enforcement)


def _always(settings: Settings) -> Sequence[Configured]:  # noqa: ARG001
    return [Configured()]


CONNECTIONS: Mapping[ConnectionSystem, ConnectionRecord] = by_code(
    ConnectionSystem,
    (
        ConnectionRecord("autogiro", _autogiro, contacts.AUTOGIRO, _try_autogiro),
        ConnectionRecord("swish", _swish, contacts.SWISH, _try_swish),
        ConnectionRecord("kivra", _kivra, contacts.KIVRA, _try_kivra),
        ConnectionRecord("sms", _sms, contacts.SMS, _try_sms),
        # Every question to SPAR is about a person.
        ConnectionRecord("spar", _spar, contacts.SPAR),
        ConnectionRecord("bolagsverket", _bolagsverket, contacts.BOLAGSVERKET, _try_bolagsverket),
        # The contacts are those with every creditor's.
        ConnectionRecord("fortnox", _fortnox, contacts.by_accounting("fortnox"), _try_fortnox),
        ConnectionRecord("visma", _visma, contacts.by_accounting("visma"), _try_visma),
        # People carry files to and from the bank, and e-invoices to the access point.
        ConnectionRecord("bank", _always, contacts.BANK),
        ConnectionRecord("enforcement", _enforcement, contacts.ENFORCEMENT, _try_enforcement),
        ConnectionRecord("sign_in", _providers, attempt=_try_provider),
        ConnectionRecord("email", _email, contacts.EMAIL, _try_email),
        ConnectionRecord("e_invoice", _always, contacts.E_INVOICE),
    ),
)
SELECTS: Mapping[ConnectionSystem, str] = {code: one.contacts for code, one in CONNECTIONS.items() if one.contacts}
"""System → the select that reads its contacts."""


@dataclass(frozen=True)
class ShownConnection:
    """A connection as people see it. `reason` is the one that the adapter kept, `trouble` what it is about."""

    system: ConnectionSystem
    name: str
    is_configured: bool
    address: str
    can_be_tried: bool
    certificate: CertificateState | None = None
    certificate_ends: datetime | None = None
    last_success: datetime | None = None
    last_failure: datetime | None = None
    trouble: ConnectionTrouble | None = None
    reason: str = ""
    waiting: int = 0
    waiting_since: datetime | None = None


def shown_connections(
    settings: Settings, found: Mapping[ConnectionSystem, ContactRow], now: datetime
) -> list[ShownConnection]:
    """Every connection with its contacts; a system that is not configured has one row too."""
    shown = []
    for record in CONNECTIONS.values():
        there: Sequence[Configured | None] = record.find(settings) or [None]
        shown += [_shown(settings, record, one, found.get(record.code), now) for one in there]
    return shown


async def try_connection(settings: Settings, system: str, name: str) -> Trial | None:
    """Try a connection, without harm and within the time limit; None where there is none that can be tried."""
    for record in CONNECTIONS.values():
        for one in record.find(settings) if record.code == system else ():
            if one.name == name and record.attempt is not None and _may_try(settings, one):
                return await record.attempt(settings, one)
    return None


def without_secrets(address: str) -> str:
    """An address without user, password, query and fragment; a folder is as it is.

    >>> without_secrets("smtps://user:secret@mail.example.com:465/?key=1"), without_secrets("/var/lib/autogiro/out")
    ('smtps://mail.example.com:465/', '/var/lib/autogiro/out')
    """
    parts = urlsplit(address)
    if not parts.netloc:
        return address
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


def _shown(
    settings: Settings, record: ConnectionRecord, one: Configured | None, row: ContactRow | None, now: datetime
) -> ShownConnection:
    given = one or Configured()
    certificate, ends = state_of(given.certificate, now) if given.certificate else (None, None)
    reason = (row["reason"] if row else None) or ""
    return ShownConnection(
        record.code,
        given.name,
        one is not None,
        without_secrets(given.address),
        one is not None and record.attempt is not None and _may_try(settings, one),
        certificate,
        ends,
        row["last_success"] if row else None,
        row["last_failure"] if row else None,
        (trouble_in(reason) if reason else "other") if row and row["last_failure"] else None,
        reason,
        row["waiting"] if row else 0,
        row["waiting_since"] if row else None,
    )


def _may_try(settings: Settings, one: Configured) -> bool:
    """A sandbox sends nothing to the mail server or the Swish of a live installation, so it does not try them either."""
    is_address = bool(urlsplit(one.address).netloc)
    return bool(one.address) and not (settings.sandbox and is_address and not one.name and not is_loopback(one.address))
