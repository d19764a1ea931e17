"""Uploading the original invoice of a case: every refusal in its words, in order of precedence, and what is kept."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from fordran.actions.privacy.files import remove_files
from fordran.outside.erased_files import ErasedFiles
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


async def test_a_part_that_nobody_knows_is_refused(world: World) -> None:
    answer = await upload(world, data=FIELD | {"domian": "cases", "b": "x"}, files=FILE)
    assert (answer.status_code, answer.json()["_issues"]) == (422, {"b": "unknown field", "domian": "unknown field"})


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


async def files_of(world: World) -> set[str]:
    """The files whose bytes lie in the media folder, after the worker has removed what nobody needs."""
    data = world.app.settings.data
    async with world.database.transaction() as tx:
        await remove_files(tx, ErasedFiles(data).remove)
    return {path.name for path in (data / "media").glob("??/*")}


async def uploaded(world: World, content: bytes = PDF) -> str:
    """Upload an original invoice; its id."""
    answer = await upload(world, data=FIELD, files={"file": ("Karin Öberg.pdf", content)})
    assert answer.status_code == 201, answer.text
    id_: str = answer.json()["url"].partition("/media--files/")[2].partition("?")[0]
    return id_


async def test_an_original_invoice_that_is_uploaded_twice_leaves_no_file_behind(world: World) -> None:
    first = await uploaded(world)
    before = await files_of(world)
    assert first in before
    second = await uploaded(world, PDF + b"2")
    assert await files_of(world) == before - {first} | {second}
    assert (await world.operator.get(f"/media--files/{first}")).status_code == 404
    assert (await world.operator.get(f"/media--files/{second}")).content == PDF + b"2"
    assert (await world.operator.get(f"/cases/{world.case}")).json()["original_invoice"]["id"] == second
    async with world.database.connection() as connection:
        told = await connection.fetch("select changes::text from audit_log where document_id = $1", first)
    assert told
    assert not [changes for (changes,) in told if "Karin" in (changes or "")]


async def test_of_several_uploads_at_once_one_file_is_left(world: World) -> None:
    last = await uploaded(world)
    before = await files_of(world)
    ids = set(await asyncio.gather(*(uploaded(world, PDF + bytes([number])) for number in range(4))))
    left = (await files_of(world)) - before
    assert len(left) == 1
    assert left < ids
    assert last not in await files_of(world)


# Logos -----------------------------------------------------------------------------------------------------------------------

LOGO = {"dotted_path": "logo", "domain": "creditors"}
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10z" fill="#123456"/></svg>'


async def logo(world: World, content: bytes = SVG, creditor: str | None = None, **sent: Any) -> httpx.Response:
    return await upload(world, creditor or world.creditor.id, data=LOGO, files={"file": ("logo.svg", content)}, **sent)


async def test_a_logo_is_kept_and_shown_by_its_creditor(world: World) -> None:
    answer = await logo(world)
    assert answer.status_code == 201, answer.text
    read = await world.operator.get(answer.json()["url"], headers={"x-api-key": ""})
    assert (read.content, read.headers["content-type"]) == (SVG, "image/svg+xml")
    assert read.headers["content-security-policy"] == "sandbox"
    shown = (await world.operator.get(f"/creditors/{world.creditor.id}")).json()["logo"]
    assert (shown["content_type"], shown["size"]) == ("image/svg+xml", len(SVG))
    assert shown["id"] in answer.json()["url"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'><script/></svg>", "has <script>"),
        (PDF, "A logo is a PNG or an SVG."),
        (b"x" * 200_000, "at most 100 KiB"),
    ],
)
async def test_what_cannot_be_a_logo_is_told(world: World, content: bytes, sentence: str) -> None:
    answer = await logo(world, content)
    assert answer.status_code == 400
    assert sentence in answer.json()["_error"]["message"]


NESTED = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path id="p0" d="M0 0h40v10z"/>'
    + b"".join(b'<g id="p%d">%s</g>' % (n, b'<use href="#p%d"/>' % (n - 1) * 2) for n in range(1, 61))
    + b"</svg>"
)


async def test_a_logo_whose_references_expand_without_end_is_refused(world: World) -> None:
    answer = await logo(world, NESTED)
    assert (answer.status_code, answer.json()["_issues"].keys()) == (422, {"file"})
    assert answer.json()["_issues"]["file"].startswith("the references in the SVG nest too deep")


async def test_a_logo_of_nobody_is_refused(world: World) -> None:
    assert (await logo(world, creditor=NOWHERE)).status_code == 404
    assert (await logo(world, creditor=world.case)).status_code == 404


async def test_a_logo_takes_the_place_of_the_one_before(world: World) -> None:
    first = (await logo(world)).json()["url"]
    second = (await logo(world, SVG.replace(b"123456", b"654321"))).json()["url"]
    assert (await world.operator.get(first)).status_code == 404
    assert (await world.operator.get(second)).status_code == 200
    async with world.app.database.connection() as connection:
        assert await connection.fetchval("select count(*) from creditor_logos") == 1


@pytest.mark.parametrize(
    ("role", "status"), [("partner", 201), ("account_admin", 201), ("creditor_admin", 403), ("creditor_user", 403)]
)
async def test_who_may_change_a_creditor_may_give_it_a_logo(world: World, role: str, status: int) -> None:
    path = f"/media--upload/{world.creditor.id}"
    answer = await world.callers[role].post(path, data=LOGO, files={"file": ("logo.svg", SVG)})
    assert answer.status_code == status
