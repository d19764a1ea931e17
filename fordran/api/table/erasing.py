"""People whose retention has ended, and the decision to erase them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.privacy.decide_batch import confirm_batch, put_batch_off
from fordran.api.endpoint import Endpoint
from fordran.api.roles import OPERATOR_ONLY
from fordran.api.serving.acting import acts_on
from fordran.api.table.rows import Rows, reads
from fordran.resources.erasure_batches import (
    ERASURE_BATCHES,
    ErasureBatchDecided,
    ErasureConfirmation,
    ErasureDelay,
)
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.reading.listing import Item
from fordran.store.reading.scope import Caller


async def _confirm(tx: Connection, by: Caller, item: Item, _given: ErasureConfirmation, now: datetime) -> None:
    await confirm_batch(tx, item.document["_id"], by, now)


async def _put_off(tx: Connection, by: Caller, item: Item, given: ErasureDelay, now: datetime) -> None:
    await put_batch_off(tx, item.document["_id"], by, day_of(given.until), given.note, now)


def _shown(batch: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: batch[name] for name in ("status", "customers", "left", "put_off_until") if name in batch}


ERASING_ROWS: Rows = (
    *reads(ERASURE_BATCHES, OPERATOR_ONLY),
    Endpoint(
        "POST",
        "/erasure--batches/{id}/confirm",
        acts_on(ERASURE_BATCHES, ErasureConfirmation, _confirm, _shown),
        "Confirm that everybody on a list is erased.",
        OPERATOR_ONLY,
        ERASURE_BATCHES,
        takes=ErasureConfirmation,
        answers=ErasureBatchDecided,
    ),
    Endpoint(
        "POST",
        "/erasure--batches/{id}/put-off",
        acts_on(ERASURE_BATCHES, ErasureDelay, _put_off, _shown),
        "Put a list off until a day.",
        OPERATOR_ONLY,
        ERASURE_BATCHES,
        takes=ErasureDelay,
        answers=ErasureBatchDecided,
    ),
)
