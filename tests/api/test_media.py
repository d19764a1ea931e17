"""Uploading the original invoice of a case: every refusal in its words, in order of precedence, and what is kept."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.api.ownership import NOWHERE
from tests.api.world import World

PDF = b"%PDF-1.7 "
FILE = {"file": ("invoice.pdf", PDF)}
FIELD = {"dotted_path": "original_invoice"}


async def upload(world: World, case: str | None = None, **sent: Any) -> httpx.Response:
    return await world.operator.post(f"/media--upload/{case or world.case}", **sent)


@pytest.mark.parametrize(
    ("sent", "status", "sentence"),
    [
        ({"json": {}}, 400, "Unknown or no Content-Type header supplied: send multipart/form-data."),
        (
            {"content": b"x", "headers": {"content-type": "multipart/form-data; boundary=b"}},
            400,
            "The form cannot be read as multipart/form-data.",
        ),
        ({"data": {"domain": "elsewhere"}, "files": FILE}, 400, "Domain 'elsewhere' is not valid."),
        ({"data": {"domain": "cases"}, "files": FILE}, 400, "Dotted Path Not Found in request form"),
        ({"data": {"dotted_path": "print"}, "files": FILE}, 400, "Dotted Path is not valid"),
        ({"data": FIELD, "files": {"other": ("x", PDF)}}, 400, "File is a required attribute."),
        ({"data": FIELD | {"file": "a text"}, "files": {"other": ("x", PDF)}}, 400, "File is a required attribute."),
        (
            {"data": FIELD, "files": {"file": ("big.pdf", PDF + b"x" * 25 * 1024 * 1024)}},
            413,
            "The file is larger than 25 MiB.",
        ),
        (
            {"data": FIELD, "files": {"file": ("page.html", b"<html>")}},
            400,
            "The provided file's content type is not allowed.",
        ),
    ],
)
async def test_what_is_wrong_with_an_upload_is_told(
    world: World, sent: dict[str, Any], status: int, sentence: str
) -> None:
    answer = await upload(world, **sent)
    assert (answer.status_code, answer.json()["_error"]["message"]) == (status, sentence)


@pytest.mark.parametrize("case", [NOWHERE, "malformed"])
async def test_a_file_for_no_document_is_refused(world: World, case: str) -> None:
    answer = await upload(world, case, data=FIELD, files=FILE)
    assert (answer.status_code, answer.json()["_error"]["message"]) == (404, "Resource Document Not Found")


@pytest.mark.parametrize("domain", [{}, {"domain": ""}, {"domain": "media--files"}, {"domain": "cases"}])
async def test_a_file_is_kept_and_shown_by_its_case(world: World, domain: dict[str, str]) -> None:
    answer = await upload(world, data=FIELD | domain, files={"file": ('a\\b/in"voice<1>.pdf', PDF)})
    assert (answer.status_code, answer.json().keys()) == (201, {"_status", "url"})
    read = await world.operator.get(answer.json()["url"], headers={"x-api-key": ""})
    assert (read.content, read.headers["content-type"]) == (PDF, "application/pdf")
    assert read.headers["content-disposition"].endswith("voice1.pdf")
    shown = (await world.operator.get(f"/cases/{world.case}")).json()["original_invoice"]
    assert shown["id"] in answer.json()["url"]


async def test_a_dry_run_keeps_no_file(world: World) -> None:
    before = (await world.operator.get(f"/cases/{world.case}")).json()
    answer = await upload(world, data=FIELD, files=FILE, params={"dry_run": "true"})
    assert answer.status_code == 200
    after = (await world.operator.get(f"/cases/{world.case}")).json()
    assert after["_etag"] == before["_etag"]
    assert (await world.operator.get(answer.json()["url"])).status_code == 404
