"""Examples are true: each is what the service took or answered in a demo, and would be recorded again today."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from fordran.api.description.document import description_json
from fordran.api.description.recorded import FILE
from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from pages.recording.__main__ import record, text_of
from tests.conftest import execute, named

DOCUMENT: dict[str, Any] = json.loads(description_json(endpoints(Settings())))
UNRECORDED = {
    "post_cases_refund_write_offs": "needs a refund that had left before the bank recalled its payment",
    "get_openapi_json": "is this very document",
    "on_invoice_not_delivered": "needs a channel that gives an invoice up",
    "on_case_reopened": "needs a payment that closed a case and was recalled",
    "on_payment_recalled": "the same",
    "on_refund_returned": "needs a refund that the bank sent back",
    "on_payout_exported": "needs a file for the bank",
    "on_payout_paid": "needs a payout that was paid by hand",
    "on_webhook_disabled": "needs a receiver that failed for 72 hours",
}


def test_every_operation_has_an_example_of_what_is_sent_and_answered() -> None:
    missing = set()
    for path in (DOCUMENT["paths"] | DOCUMENT["webhooks"]).values():
        for operation in path.values():
            said = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in (
                one for part in said for kind, one in part.get("content", {}).items() if kind == "application/json"
            ):
                if "example" not in content:
                    missing.add(operation["operationId"])
    assert missing == set(UNRECORDED), (
        "let pages/recording ask it, and run make examples; or say here why it cannot be asked"
    )


async def test_the_same_would_be_recorded_today(server: str, tmp_path: Path) -> None:
    name = f"recording_{os.getpid()}"
    await execute(server, f"create database {name}")
    found = await record(named(server, name), tmp_path)
    await execute(server, f"drop database {name} with (force)")
    assert text_of(found) == FILE.read_text(encoding="utf-8"), "run make examples"
