"""Creditors: which there are, one with all its settings and the law's bounds beside them, making one and changing one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.accounts.change_creditor import change_creditor
from fordran.actions.accounts.create_creditor import create_creditor
from fordran.actions.keep_file import MOST_FILE_BYTES, content_type_of
from fordran.actions.keep_logo import keep_logo, printable
from fordran.actions.keep_mandate import keep_mandate
from fordran.actions.refusals import EtagDiffers
from fordran.console.creditor_blanks import BLANKS, GROUPS, bounds
from fordran.console.creditor_checks import doubts, outside_law
from fordran.console.fields import by_path, filled, plain, written
from fordran.console.listing import address, read_list
from fordran.console.who import ACCOUNT_ADMINS_UP
from fordran.formats.logos import MOST_BYTES, LogoTooComplex, NotALogo, read_logo
from fordran.outside.media import media_of
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.creditor_mandate import MandateDays
from fordran.resources.creditors import CREDITORS, Creditor, CreditorData, CreditorInput
from fordran.shape.fields import Refused, read
from fordran.shape.moments import day_of, moment_of
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Document, Values
from fordran.web.acts import do_once
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit


async def creditors_page(visit: Visit) -> Response:
    """The creditors that the visitor sees, the newest first."""
    creditors, pager = await read_list(visit, CREDITORS)
    return visit.render(
        "creditors.html",
        creditors=creditors,
        pager=pager,
        may_make=bool(visit.signed_in.roles & ACCOUNT_ADMINS_UP),
        here=address(visit),
    )


async def new_creditor(visit: Visit) -> Response:
    """An empty form."""
    return await creditor_form(visit, None, {}, {})


async def make_creditor(visit: Visit) -> Response:
    """Make a creditor of what was filled in."""
    try:
        document = filled(visit.t, visit.form, BLANKS, {"account": visit.form.text("account")})
        given = read(CreditorInput, _sent(document))
        _refuse_nonsense(visit, document, {})

        async def work(tx: Connection) -> str:
            id_ = await create_creditor(tx, visit.signed_in, given, clock.now())
            return f"/console/creditors/{id_}?done=made"

        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await creditor_form(visit, None, visit.form.own, by_path(visit.t, refused.issues), 422)


async def creditor_page(visit: Visit) -> Response:
    """A creditor, whose form is there to be changed by those who may."""
    async with visit.database.connection() as connection:
        creditor = await visit.find_document(connection, CREDITORS)
    return await creditor_form(visit, creditor, written(plain(creditor, CreditorData), BLANKS), {})


async def change_one(visit: Visit) -> Response:
    """Let the creditor be as it was filled in, if nobody has changed it meanwhile."""
    async with visit.database.connection() as connection:
        creditor = await visit.find_document(connection, CREDITORS)
    try:
        document = filled(visit.t, visit.form, BLANKS, plain(creditor, CreditorData))
        given = read(CreditorData, _sent(document))
        _refuse_nonsense(visit, document, plain(creditor, CreditorData))

        async def work(tx: Connection) -> str:
            etag = visit.form.text("_etag")
            await change_creditor(tx, visit.signed_in, creditor["_id"], etag, given, clock.now())
            return f"/console/creditors/{creditor['_id']}?done=saved"

        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await creditor_form(visit, creditor, visit.form.own, by_path(visit.t, refused.issues), 422)
    except EtagDiffers:
        return await creditor_form(visit, creditor, visit.form.own, {}, 409)


def _refuse_nonsense(visit: Visit, document: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Refuse content that is new and cannot be right, or is outside the law's bounds."""
    now, was = written(document, BLANKS), written(before, BLANKS)
    wrong = doubts(visit.t, now) | outside_law(visit.t, document.get("case_config") or {}, visit.frame["today"])
    account = ("payout_details.sek.clearing_number", "payout_details.sek.account_number")
    new = {path for path in now if now[path] != was[path]}
    if new & {*account}:
        new |= {*account}
    if issues := {path: sentence for path, sentence in wrong.items() if path in new}:
        raise Refused(dict(issues))


def _sent(document: dict[str, Any]) -> dict[str, Any]:
    """Complete partial input: an agreed rate replaces the reference rate, and an address gets all its fields."""
    config = dict(document.get("case_config") or {})
    if config.get("interest_rate", {}).get("rate_percent") is not None:
        config["interest_rate"] = {"reference_rate": False, "rate_percent": config["interest_rate"]["rate_percent"]}
    else:
        config.pop("interest_rate", None)
    empty = {"address_line_1": "", "zip_code": "", "city": ""}
    addresses = {name: empty | document[name] for name in ("sender_address", "invoice_address") if name in document}
    return document | addresses | ({"case_config": config} if config else {})


async def creditor_form(
    visit: Visit, creditor: Document | None, values: Mapping[str, str], issues: dict[str, str], status: int = 200
) -> Response:
    """The creditor's form. If somebody changed the creditor meanwhile, the stored values are shown beside the written ones."""
    accounts: list[Values] = []
    if creditor is None:
        async with visit.database.connection() as connection:
            accounts = await visit.read(connection, ACCOUNTS, projection={"name": True})
    shown = plain(creditor, Creditor) if creditor else {}
    now = written(plain(creditor, CreditorData), BLANKS) if creditor and status == 409 else {}
    t = visit.t
    return visit.render(
        "creditor.html",
        status,
        creditor=creditor,
        accounts=[(one["_id"], one["name"]) for one in accounts],
        groups=[(t.of("creditor_group", name), blanks) for name, blanks in GROUPS.items()],
        values=values,
        issues=issues,
        differs={path: text for path, text in now.items() if text != values.get(path, "")},
        is_changed=status == 409,
        bounds=bounds(t, visit.frame["today"]),
        warnings=doubts(t, written(shown, BLANKS)) if creditor and not issues else {},
        logo=shown.get("logo"),
        mandate=_mandate(shown.get("enforcement_mandate") or {}),
        may_save=bool(visit.signed_in.roles & ACCOUNT_ADMINS_UP),
        done=visit.query.get("done"),
    )


def _mandate(shown: Mapping[str, Any]) -> dict[str, Any]:
    """The power of attorney as the page shows it; empty where there is none."""
    if "file" not in shown:
        return {}
    days = {name: day_of(moment_of(shown[name])) if name in shown else None for name in ("from", "until")}
    return {"file": shown["file"]} | days


async def give_logo(visit: Visit) -> Response:
    """Keep a picture as the creditor's logo, in place of the one that it had."""
    async with visit.database.connection() as connection:
        creditor = await visit.find_document(connection, CREDITORS)
    try:
        file = visit.form.files.get("logo")
        if file is None:
            raise NotALogo(visit.t("console.creditor.choose_picture"))
        content = await file.read(MOST_BYTES + 1)
        logo, name = await printable(read_logo(content), creditor["_id"]), file.filename or "logo"

        async def work(tx: Connection) -> str:
            put = media_of(visit.settings).put
            kept = await keep_logo(tx, visit.signed_in, put, creditor["_id"], name, logo, content, clock.now())
            if kept is None:
                raise NoSuchPage
            return f"/console/creditors/{creditor['_id']}?done=saved"

        return visit.redirect(await do_once(visit, work))
    except NotALogo as wrong:
        values = written(plain(creditor, CreditorData), BLANKS)
        sentence = visit.t.sentence(wrong.message) if isinstance(wrong, LogoTooComplex) else str(wrong)
        return await creditor_form(visit, creditor, values, {"logo": sentence}, 422)


async def give_mandate(visit: Visit) -> Response:
    """Keep the creditor's power of attorney for applications, and the days on which it holds."""
    async with visit.database.connection() as connection:
        creditor = await visit.find_document(connection, CREDITORS)
    file = visit.form.files.get("mandate")
    content = b"" if file is None else await file.read(MOST_FILE_BYTES + 1)
    content_type = content_type_of(content) if len(content) <= MOST_FILE_BYTES else None
    days = {name: visit.form.text(name) for name in ("from", "until") if visit.form.text(name)}
    issues: dict[str, str] = {}
    try:
        given = read(MandateDays, days).stored()
    except Refused as refused:
        given, issues = {}, {name: str(text) for name, text in visit.t.issues(refused.issues).items()}
    if content_type is None:
        issues["mandate"] = visit.t("console.creditor.choose_mandate")
    if issues or file is None or content_type is None:
        values = written(plain(creditor, CreditorData), BLANKS)
        return await creditor_form(visit, creditor, values, issues, 422)
    name, put = file.filename or "fullmakt", media_of(visit.settings).put

    async def work(tx: Connection) -> str:
        kept = await keep_mandate(
            tx, visit.signed_in, put, creditor["_id"], name, content_type, content, clock.now(), given
        )
        if kept is None:
            raise NoSuchPage
        return f"/console/creditors/{creditor['_id']}?done=saved"

    return visit.redirect(await do_once(visit, work))
