"""Read the receiver's feed: each receipt and reply is applied once, in order, in a transaction of its own.

The cursor moves after the entries of a page. A process that is killed in between reads the page again, and finds what was
applied.
"""

from __future__ import annotations

from datetime import datetime

import structlog

from fordran.actions.filing.apply_entry import apply_entry
from fordran.actions.filing.receiver import CLAIMED_FOR, AuthorityReceiver, FeedTrouble, wait_after
from fordran.store.connections.clock_lock import Begin, may_do_business
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.schema_rows import EnforcementFeedRow
from fordran.store.upkeep.installation import business_now

log = structlog.get_logger("fordran.enforcement")

_CLAIM = """
update enforcement_feed set claimed_until = $2
where (claimed_until is null or claimed_until <= $1) and (next_try is null or next_try <= $3)
returning cursor, tries
"""
_READ = """
update enforcement_feed set cursor = $1, read_at = $2, tries = 0, next_try = null, claimed_until = null, trouble = null,
    strays = strays + $3
"""
_WAIT = """
update enforcement_feed set tries = tries + 1, next_try = $1, claimed_until = null, trouble = $2, failed = $3
"""


async def read_feed(begin: Begin, receiver: AuthorityReceiver, now: datetime, *, alone: bool = True) -> int:
    """Read and apply a page; how many entries were new. 0 where nothing is left, or somebody else reads."""
    async with begin() as tx:
        if not alone and not await may_do_business(tx):
            return 0
        then = await business_now(tx, now)
        claimed = await fetch_row(tx, EnforcementFeedRow, _CLAIM, now, now + CLAIMED_FOR, then)
    if claimed is None:
        return 0
    try:
        page = await receiver.read(claimed["cursor"] or "")
    except FeedTrouble as trouble:
        log.warning("feed of the enforcement authority cannot be read", reason=str(trouble))
        async with begin() as tx:
            await tx.execute(_WAIT, then + wait_after(claimed["tries"] + 1), str(trouble), then)
        return 0
    applied = strays = 0
    is_whole = True
    for entry in page.entries:
        async with begin() as tx:
            outcome = await apply_entry(tx, entry, now)
        if outcome == "stray":
            log.warning("entry of the enforcement authority's feed is about nothing of ours", entry=entry.entry)
        applied += outcome in ("applied", "refused")
        strays += outcome == "stray"
        if outcome == "later":
            is_whole = False
            break
    async with begin() as tx:
        if is_whole:
            await tx.execute(_READ, page.cursor, then, strays)
        else:
            await tx.execute("update enforcement_feed set claimed_until = null, next_try = $1", then + wait_after(4))
    has_more = is_whole and page.has_more and page.cursor != claimed["cursor"]
    return applied or int(has_more)
