"""Outside systems by their sections of the settings. Each is loaded by the first who needs it, with its HTTP client."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import time
from typing import TYPE_CHECKING

import structlog

from fordran.actions.companies.check_companies import CompanyChecks
from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.delivery.claimed import DeliveryResult
from fordran.actions.delivery.covering_note import NoteSender
from fordran.actions.delivery.parcel import Parcel
from fordran.actions.file_copies import copy_for
from fordran.actions.filing.receiver import AuthorityReceiver, HandOverResult
from fordran.actions.kivra.hand_over import HandedOver, HandOver
from fordran.actions.kivra.match_customers import MatchNumbers
from fordran.actions.sms.send_notices import SmsMessage, SmsNotices, SmsOutcome
from fordran.domain.kinds.channels import Single
from fordran.formats.bolagsverket import CompanyAnswer
from fordran.formats.enforcement import AuthorityMessage, FeedPage
from fordran.formats.kivra import PayTo
from fordran.outside.accounting import accounting_of, invoices_of
from fordran.outside.lookups import lookups_of
from fordran.outside.media import media_of
from fordran.outside.swish_section import asks_swish
from fordran.sections import SwishSection
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.outside.bolagsverket import Bolagsverket
    from fordran.outside.kivra import Kivra
    from fordran.outside.swish import Swish

log = structlog.get_logger("fordran.outside")


def swish_of(section: SwishSection | None, *, is_sandbox: bool) -> Swish | None:
    """Swish by its section; None where nothing is asked of it, or its certificate cannot be used."""
    if section is None or not asks_swish(section, is_sandbox=is_sandbox):
        return None
    from fordran.outside.swish import Swish

    try:
        return Swish(section)
    except (OSError, ValueError) as trouble:
        log.error("swish certificate cannot be used", error=type(trouble).__name__)
        return None


def kivra_of(settings: Settings) -> Kivra | None:
    """Kivra by its section; None where there is none."""
    if settings.kivra is None:
        return None
    from fordran.outside.kivra import Kivra

    operator, media = settings.operator, media_of(settings)
    signed_by = NoteSender(operator.name, operator.organization_no, operator.registered_office)
    pay_to = PayTo(operator.bankgiro, operator.swish_number)
    return Kivra(settings.kivra, signed_by, pay_to, lambda id_: copy_for("kivra", media.get(id_)))


def outside_of(settings: Settings) -> OutsideSystems:
    """The outside systems that the work of a day needs. What speaks to one is loaded by the first question."""
    return OutsideSystems(
        lookups_of(settings.spar),
        _match(settings),
        HandedOver(_handed_over(settings)),
        sms_of(settings),
        checks_of(settings),
        authority_of(settings),
        invoices_of(settings),
        accounting_of(settings),
    )


def sms_of(settings: Settings) -> SmsNotices | None:
    """How notices are sent by SMS; None where they are not."""
    section = settings.sms
    if section is None:
        return None

    async def send(message: SmsMessage) -> SmsOutcome:
        from fordran.outside.sms import Sms

        return await Sms(section, settings.operator.public_url).send(message)

    opens, closes = time.fromisoformat(section.opens), time.fromisoformat(section.closes)
    return SmsNotices(send, opens, closes, settings.operator)


def checks_of(settings: Settings) -> CompanyChecks | None:
    """How companies are checked; None where they are not."""
    section = settings.bolagsverket
    if section is None:
        return None
    made: list[Bolagsverket] = []

    async def ask(number: str) -> CompanyAnswer:
        from fordran.outside.bolagsverket import Bolagsverket

        if not made:
            made.append(Bolagsverket(section))
        return await made[0].ask(number)

    return CompanyChecks(ask)


def authority_of(settings: Settings) -> AuthorityReceiver | None:
    """How applications go to the enforcement authority by file; None where they go on paper."""
    section = settings.enforcement
    if section is None or not section.is_json:
        return None

    async def send(message: AuthorityMessage) -> HandOverResult:
        from fordran.outside.enforcement import EnforcementReceiver

        return await EnforcementReceiver(section).send(message)

    async def read(cursor: str) -> FeedPage:
        from fordran.outside.enforcement import EnforcementReceiver

        return await EnforcementReceiver(section).read(cursor)

    media = media_of(settings)
    return AuthorityReceiver(section.agent_code, lambda id_: copy_for("authority", media.get(id_)), send, read)


def _match(settings: Settings) -> MatchNumbers | None:
    if settings.kivra is None:
        return None

    async def match(numbers: Sequence[str]) -> frozenset[str]:
        kivra = kivra_of(settings)
        assert kivra is not None
        return await kivra.match(numbers)

    return match


def _handed_over(settings: Settings) -> Mapping[Single, HandOver]:
    """Channels that a sandbox hands over for real, to stand-ins: its section names an address of this machine alone."""
    if not settings.sandbox or settings.kivra is None:
        return {}
    made: list[Kivra] = []

    async def by_kivra(parcel: Parcel, is_ours: Callable[[], bool]) -> DeliveryResult:
        if not made and (kivra := kivra_of(settings)) is not None:
            made.append(kivra)
        return await made[0].deliver(parcel, is_ours)

    return {"kivra": by_kivra}
