"""`fordran verify`: recompute everything that can be, and name all differences from the stored values."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.proof.differences import Discrepancy
    from fordran.actions.repairs.repair import RepairedValues
    from fordran.actions.repairs.repairable import Repair
    from fordran.outside.media import Media
    from fordran.store.connections.database import Connection


app = typer.Typer(add_completion=False)

MOST_NAMED = 10_000
"""How many differences are named; the others are counted."""
MOST_LETTERS = 500
"""How much of a repair is printed; the audit log has all of it."""
_MOST_ATTEMPTS = 20


@command(app)
def verify(
    run: PrintingRun,
    since: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], help="Only what was written on this day or later; totals are verified anyway."
        ),
    ] = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="List what can be repaired, and repair it once you agree.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --repair: do not ask.")] = False,
) -> None:
    """Verify every balance, chain, seal and total; exit code 1 where something differs."""
    from fordran import clock
    from fordran.actions.monitoring.job_runs import VERIFY, VERIFY_SINCE
    from fordran.commands.installation import recorded_run

    beginning = clock.start_of_day(since.date()) if since else None
    with run.reached() as settings:
        with recorded_run(settings, VERIFY_SINCE if since else VERIFY) as tally:
            found = asyncio.run(_verify(settings, beginning, as_json=run.as_json))
            repairs, is_done = _repair(settings, found, run, yes=yes) if repair else ([], False)
            if is_done:
                found = asyncio.run(_verify(settings, beginning, as_json=run.as_json))
            named, count, strays = found
            tally.done, tally.is_succeeding = count.total(), not count
    if run.as_json:
        shown = [vars(one) | {"expected": str(one.expected), "found": str(one.found)} for one in named]
        also: dict[str, object] = {"strays": strays} if strays else {}
        also |= {"repairs": repairs, "repaired": is_done} if repair else {}
        run.show({"differences": shown, "count": count.total()} | also)
    elif count:
        differences = "1 difference" if count.total() == 1 else f"{count.total()} differences"
        typer.echo(f"{differences}, in {', '.join(sorted(count))}.")
    else:
        typer.echo("Everything is as it should be.")
    raise typer.Exit(1 if count else 0)


class Verified(NamedTuple):
    """The first differences; how many there are in each table; and the first files that nothing names."""

    named: list[Discrepancy]
    by_table: Counter[str]
    strays: list[str]


class _DryRun(Exception):
    """A repair was tried, and is rolled back."""


async def _verify(settings: Settings, since: datetime | None, *, as_json: bool) -> Verified:
    """Verify. Differences are printed as they are found, unless as JSON."""
    from fordran.actions.proof.verify import verify as find_differences
    from fordran.commands.installation import database_to_read
    from fordran.commands.progress import passing_several
    from fordran.outside.media import media_of

    media = media_of(settings)
    named: list[Discrepancy] = []
    strays: list[str] = []
    count: Counter[str] = Counter()
    database = database_to_read(settings)

    async def find(tx: Connection) -> None:
        # Where a replica was lost amid it, all is begun again.
        reported = {str(found) for found in named}
        for collected in (named, strays, count):
            collected.clear()
        async for found in find_differences(tx, media.get, tell, since):
            count[found.table] += 1
            if count.total() <= MOST_NAMED:
                named.append(found)
                if not as_json and str(found) not in reported:
                    typer.echo(str(found))
        async for id_ in _strays(tx, media):
            strays.append(id_)
            if not as_json:
                typer.echo(f"The file {id_} is named by nothing, and can be deleted.")

    with passing_several() as tell:
        try:
            await database.look(find)
        finally:
            await database.close()
    return Verified(named, count, strays)


def _repair(
    settings: Settings, found: Verified, run: PrintingRun, *, yes: bool
) -> tuple[list[dict[str, object]], bool]:
    """Try the repairs, list them, and make them if that is agreed to: the repairs, and whether they were made."""
    from fordran.actions.repairs.repairable import repairs_of

    wanted = repairs_of(found.named, found.strays, is_complete=len(found.named) == found.by_table.total())
    repairs = _made(settings, wanted, is_dry_run=True)
    if not run.as_json:
        for one in wanted:
            typer.echo(_sentence(one, repairs[one]) if one in repairs else f"Not repairable: {one.table} {one.id}")
        if not repairs:
            typer.echo("Nothing can be repaired from other data.")
    # A program that reads JSON answers no question: without --yes it gets the list alone.
    if repairs and (yes or (not run.as_json and typer.confirm("Repair this?"))):
        repairs = _made(settings, list(repairs))
        return [_listed(*one) for one in repairs.items()], bool(repairs)
    return [_listed(*one) for one in repairs.items()], False


def _made(settings: Settings, wanted: list[Repair], *, is_dry_run: bool = False) -> dict[Repair, RepairedValues]:
    """Make the repairs, each in a transaction of its own: those that could be made. A dry run keeps nothing of them."""
    import asyncpg

    from fordran.actions.repairs.repair import NotRepairable
    from fordran.commands.installation import in_transaction

    made: dict[Repair, RepairedValues] = {}
    for one in wanted:
        for _ in range(_MOST_ATTEMPTS):
            try:
                in_transaction(settings, partial(_repaired, one=one, made=made, is_dry_run=is_dry_run))
            except (_DryRun, NotRepairable, asyncpg.IntegrityConstraintViolationError):
                pass
            except asyncpg.SerializationError:
                # The worker has folded the tallies meanwhile.
                continue
            break
    return made


async def _repaired(tx: Connection, one: Repair, made: dict[Repair, RepairedValues], *, is_dry_run: bool) -> None:
    from fordran import clock
    from fordran.actions.repairs.repair import repair

    changes = await repair(tx, one, clock.now())
    made[one] = changes
    if is_dry_run:
        raise _DryRun


def _sentence(one: Repair, changes: RepairedValues) -> str:
    values = ", ".join(f"{name} {before} → {after}" for name, (before, after) in changes.items())
    return f"Repairable: {one.table} {one.id}: {values[:MOST_LETTERS]}"


def _listed(one: Repair, changes: RepairedValues) -> dict[str, object]:
    return {"table": one.table, "id": one.id, "changes": changes}


async def _strays(tx: Connection, media: Media) -> AsyncIterator[str]:
    """The first files that nothing names. Where files cannot be listed, each that is named was found missing before."""
    from fordran import clock
    from fordran.actions.repairs.strays import stray_files
    from fordran.outside.media import MediaAway

    try:
        found = 0
        async for id_ in stray_files(tx, media.ids(), clock.now()):
            yield id_
            found += 1
            if found == MOST_NAMED:
                return
    except MediaAway as away:
        say(str(away))
