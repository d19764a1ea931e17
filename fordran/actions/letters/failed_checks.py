"""Failed checks of a letter that the law stopped, as messages for the visitor's language."""

from __future__ import annotations

from fordran.domain.message import Message, from_json
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection


async def failed_checks(connection: Connection, letter: str) -> dict[str, Message]:
    """The message of each rule that the letter did not pass, by the rule's name."""
    details = await connection.fetchval("select details from letters where id = $1", letter)
    failed = parsed(details).get("failed", {}) if details else {}
    return {rule: from_json(stored) for rule, stored in failed.items()}
