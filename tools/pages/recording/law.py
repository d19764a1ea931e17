"""Rows of law, recorded: two people are needed; one row is approved and one rejected."""

from __future__ import annotations

from tools.pages.recording.persons import as_person
from tools.pages.recording.place import Place
from tools.pages.recording.tape import Tape

REMINDER = {"article": "reminder", "from": "2031-07-01", "amount": 70, "source": "SFS 2031:1"}
LATER = REMINDER | {"from": "2032-07-01", "amount": 75, "source": "SFS 2032:1"}
ORDER = {
    "article": "order_of_payment",
    "from": "2031-07-01",
    "parts": ["capital", "interest", "costs", "authority_costs"],
    "is_for_consumers": True,
    "claim_kind": "goods_or_services",
    "source": "SFS 2031:2",
}
RATE = {"article": "reference_rate", "from": "2031-01-01", "percent": 2.5, "source": "Riksbanken 2030-12-20"}


async def be_decided(tape: Tape, place: Place) -> None:
    """A row holds at once in a sandbox. Two people are asked in a live installation, so the demo is one meanwhile."""
    await tape.do("POST /law--rows", body=LATER)
    async with place.database.transaction() as tx:
        await tx.execute("update installation set sandbox = false")
    made, *others = [await tape.also("POST /law--rows", code=202, body=body) for body in (REMINDER, ORDER, RATE)]
    async with as_person(tape, place, "Eva Lind"):
        await tape.do("POST /law--rows/{id}/approve", made["_id"], body={})
        await tape.do("POST /law--rows/{id}/reject", others[0]["_id"], body={})
    await tape.do("GET /law--rows")
    await tape.do("GET /law--rows/{id}", made["_id"])
    async with place.database.transaction() as tx:
        await tx.execute("update installation set sandbox = true")
