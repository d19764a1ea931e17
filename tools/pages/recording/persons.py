"""Persons of the operator's, for acts that no program does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.store.callers import token_key
from tools.pages.recording.place import Place
from tools.pages.recording.tape import Tape


@asynccontextmanager
async def as_person(tape: Tape, place: Place, name: str = "Maria Holm") -> AsyncIterator[None]:
    """Let a person of the operator's act over the interface for a while."""
    groups = await tape.some("access--groups", '{"access_group_type": "operator"}')
    body = {"account": "", "name": name, "data_access": [{"access_group": groups[0]["_id"]}]}
    made = await tape.http.post("/users", json=body)
    program = tape.http.headers["X-API-Key"]
    async with place.database.connection() as connection:
        tape.http.headers["X-API-Key"] = issue(made.json()["_id"], await token_key(connection), clock.unix(), 60)
    yield
    tape.http.headers["X-API-Key"] = program
