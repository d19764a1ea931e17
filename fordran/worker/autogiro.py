"""Autogiro as two duties: write what waits to the folder for Bankgirot, and read the reports that lie in the other folder."""

from __future__ import annotations

import structlog

from fordran import clock
from fordran.actions.autogiro.note_reports import note_file
from fordran.actions.autogiro.send_orders import export_step
from fordran.domain.days import is_banking_day
from fordran.outside.autogiro_folders import AutogiroFolders
from fordran.store.connections.clock_lock import may_do_business
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import business_day

log = structlog.get_logger("fordran.worker")


class AutogiroDuties:
    """Both duties, by one step in each transaction."""

    def __init__(self, folders: AutogiroFolders) -> None:
        self.folders = folders

    async def export(self, tx: Connection) -> int:
        """Gather what waits on a banking day, or write a file that was gathered; 0 where nothing is left."""
        now = clock.now()
        if not await may_do_business(tx) or not is_banking_day(await business_day(tx, now)):
            return 0
        return await export_step(tx, self.folders.payee, self.folders.write, now)

    async def read(self, tx: Connection) -> int:
        """Read the next report; 0 where none is left. One that is refused is logged, and read again when it has changed."""
        path = self.folders.next_report() if await may_do_business(tx) else None
        if path is None:
            return 0
        noted = await note_file(tx, path.name, path.read_bytes(), self.folders.payee, clock.now())
        if noted.refused is not None:
            log.warning("report of Autogiro refused", file=path.name, error=noted.refused)
        for record in noted.strange:
            log.warning("report of Autogiro has a strange line", file=path.name, line=record.line)
        # What was read just now is read only once this transaction is stored: the next step finds it known.
        if noted.is_known or noted.refused is not None:
            self.folders.note_read(path)
        return 1
