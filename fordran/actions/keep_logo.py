"""Keep a logo: the file that a creditor's page shows, and the picture as letters and invoices print it."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime

from fordran.actions.keep_file import KeptFile, Put, keep_file, let_go
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.rendering.renderers import RENDERERS, RenderLimitExceeded
from fordran.documents.logo import can_be_printed
from fordran.formats.logos import Logo, LogoTooComplex, NotALogo
from fordran.resources.creditors import CREDITORS
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change, find, insert

_MOST_REMEMBERED = 500
# A file is never changed, so that what it prints as is known for good; the least recently used are forgotten.
_remembered: OrderedDict[str, str] = OrderedDict()


MOST_SECONDS = 5
"""A letter with the logo on it has to be rendered in this time."""


@dataclass(frozen=True, slots=True)
class PrintableLogo(Logo):
    """A logo with which a letter was rendered as a trial."""


async def printable(logo: Logo, owner: str) -> PrintableLogo:
    """The logo, once it is known that it can be printed. Outside a transaction: it takes as long as its drawing does."""
    try:
        is_printable = await RENDERERS.render(owner, can_be_printed, logo.svg, seconds=MOST_SECONDS)
    except RenderLimitExceeded:
        raise LogoTooComplex from None
    if not is_printable:
        raise NotALogo("The picture cannot be printed: save it once more, as a plain PNG or SVG.")
    return PrintableLogo(logo.content_type, logo.svg)


async def keep_logo(
    tx: Connection,
    caller: Caller,
    put: Put,
    creditor: str,
    filename: str,
    logo: PrintableLogo,
    content: bytes,
    now: datetime,
) -> KeptFile | None:
    """The logo of a creditor, in place of the one that it had; None where the creditor is not the caller's."""
    found = await find(tx, CREDITORS, caller, creditor)
    if found is None:
        return None
    account = found.document["account"]
    kept = await keep_file(
        tx,
        put,
        account=account,
        creditor=creditor,
        filename=filename,
        content_type=logo.content_type,
        content=content,
        now=now,
    )
    row = {"account_id": account, "id": kept.id, "created": now, "creditor_id": creditor, "picture": logo.svg}
    await insert(tx, "creditor_logos", row)
    # Two simultaneous uploads pass here one by one, and each removes the other's file.
    before = await tx.fetchval(
        "select logo_id from creditors where account_id = $1 and id = $2 for update", account, creditor
    )
    await change(tx, "creditors", {"account_id": account, "id": creditor}, {"logo_id": kept.id}, now)
    if before is not None:
        await let_go_of_logo(tx, account, before, now)
    await note_events(tx, [DomainEvent("creditor.changed", account, creditor)], now)
    return kept


async def let_go_of_logo(tx: Connection, account: str, logo: str, now: datetime) -> None:
    """Delete a logo that no creditor shows any more."""
    await tx.execute("delete from creditor_logos where account_id = $1 and id = $2", account, logo)
    await let_go(tx, account, logo, now)


async def logo_of(tx: Connection, account: str, logo: str | None) -> str | None:
    """The picture of a logo, as documents take it; None where there is none."""
    if logo is None:
        return None
    if logo not in _remembered:
        picture = await tx.fetchval(
            "select picture from creditor_logos where account_id = $1 and id = $2", account, logo
        )
        if picture is None:
            return None
        _remembered[logo] = picture
        if len(_remembered) > _MOST_REMEMBERED:
            _remembered.popitem(last=False)
    _remembered.move_to_end(logo)
    return _remembered[logo]
