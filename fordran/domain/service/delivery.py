"""How things leave the house: which channel takes an invoice, which one after it, and when a failed attempt is made again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import get_args

from fordran.domain.kinds.channels import CHANNELS, PAPER, Channel, ContactDetails, Distribution, InvoiceChannel

FIRST_WAIT = timedelta(seconds=20)
GIVE_UP_AFTER = timedelta(hours=24)


@dataclass(frozen=True)
class ChosenChannels:
    """The channels that take an invoice, in their order; none where it is not ours. `remark` says what was not followed."""

    ways: tuple[InvoiceChannel, ...]
    remark: str | None = None


def choose(
    preferred: str | None, customers: Distribution | None, creditors: Distribution | None, reach: ContactDetails
) -> ChosenChannels:
    """Which channels take an invoice: what is asked for first, and what comes after it.

    `preferred` is the registration's own text, of which only the channels' names act; then comes what the customer wants,
    then the creditor, then what is known of the customer.
    """
    _, remark = _asked(preferred)
    asked = asked_distribution(preferred, customers, creditors)
    if asked == "none":
        return ChosenChannels((), remark)
    reach = replace(reach, asked=asked)
    known = {code for code, channel in CHANNELS.items() if channel.address_of is None or channel.address_of(reach)}
    first = tuple(CHANNELS).index(asked) if asked else 0
    ways = tuple(way for way in tuple(CHANNELS)[first:] if way in known)
    if asked and asked not in known:
        remark = f"not by {asked}: {CHANNELS[asked].lacks}"
    return ChosenChannels(ways, remark)


def asked_distribution(
    preferred: str | None, customers: Distribution | None, creditors: Distribution | None
) -> Distribution | None:
    """How an invoice is asked to go out, by the nearest that asks; None if nobody does."""
    requested, _ = _asked(preferred)
    return requested or customers or creditors


def _asked(preferred: str | None) -> tuple[Distribution | None, str | None]:
    """The channel that a registration asks for, and a remark if the text names no channel."""
    written = (preferred or "").strip()
    called = distribution_called(written)
    if called is not None or not written:
        return called, None
    return None, f"{written[:40]!r} is no way of distribution: the default is taken"


_CALLED: dict[str, Distribution] = (
    {name: name for name in get_args(Distribution)}
    | dict.fromkeys(("brev", "post", "papper", "paper", "letter"), "print")
    | dict.fromkeys(("e-post", "epost", "mail", "e-mail", "mejl"), "email")
    | dict.fromkeys(("e-faktura", "efaktura", "e-invoice", "einvoice"), "e_invoice")
    | dict.fromkeys(("no", "nej", "ingen"), "none")
)
"""Names of the ways of distribution, and the words that people use for them."""


def distribution_called(text: str | None) -> Distribution | None:
    """The way of distribution that a text names, in any case; None if it names none.

    >>> [distribution_called(text) for text in ("Brev", " EMAIL", "nej", "duva")]
    ['print', 'email', 'none', None]
    """
    return _CALLED.get((text or "").strip().casefold())


def letter_channel(reach: ContactDetails) -> tuple[Channel, str]:
    """The channel that takes letters to a customer, with the address; on paper there is none."""
    for channel in get_args(Channel):
        if address := CHANNELS[channel].letter_address(reach):
            return channel, address
    return PAPER, ""


def next_attempt(first_attempt: datetime, now: datetime, failures: int) -> datetime | None:
    """When to try again what has just failed: after 20 s, then twice as long each time; None once a day has passed.

    The last try is made when the day has passed, not before.

    >>> at = datetime(2026, 11, 16, 8)
    >>> [(next_attempt(at, at, failures) - at).seconds for failures in range(1, 6)]
    [20, 40, 80, 160, 320]
    """
    assert failures > 0
    last = first_attempt + GIVE_UP_AFTER
    if now >= last:
        return None
    return min(last, now + FIRST_WAIT * (1 << min(failures - 1, 20)))
