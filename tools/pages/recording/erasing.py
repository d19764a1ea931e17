"""Lists of people to erase, recorded: one is put off, and confirmed by a person after all."""

from __future__ import annotations

from fordran import clock
from fordran.actions.privacy.erase_batch import erase_confirmed
from fordran.actions.privacy.erase_person import RetentionTerms
from fordran.actions.privacy.list_due import list_due
from tools.pages.recording.persons import as_person
from tools.pages.recording.place import Place
from tools.pages.recording.tape import Tape


async def be_listed(tape: Tape, place: Place) -> None:
    """Nobody is erased: when the first of the list is looked at, its time has not come any longer."""
    async with place.database.transaction() as tx:
        assert await list_due(tx, RetentionTerms(0), clock.now(), at_once=True), "somebody's cases are closed"
    (batch,) = (await tape.http.get("/erasure--batches")).json()["_items"]
    delay = {"until": "2099-01-01", "note": "Bokslutet är inte klart."}
    async with as_person(tape, place, "Anna Berg"):
        await tape.do("POST /erasure--batches/{id}/put-off", batch["_id"], body=delay)
        await tape.do("POST /erasure--batches/{id}/confirm", batch["_id"], body={})
    async with place.database.transaction() as tx:
        await erase_confirmed(tx, RetentionTerms(100), clock.now(), batch["_id"])
