"""API clients: programs, with their codes, keys and addresses; making, replacing, adding and taking away."""

from __future__ import annotations

from starlette.responses import Response

from fordran import clock
from fordran.actions.accounts.add_client import NoSuchOwner, add_client
from fordran.actions.accounts.change_client import change_client
from fordran.actions.accounts.change_keys import NoSuchKey, add_key, remove_key
from fordran.actions.accounts.client_keys import BadPublicKey
from fordran.actions.accounts.rotate_code import rotate_code
from fordran.actions.accounts.wider_users import refuse_wider_user
from fordran.actions.refusals import EtagDiffers
from fordran.console.access import ROOT
from fordran.console.fields import by_path, number
from fordran.console.form_acts import confirm_page, is_confirmed, made_once, secret_page
from fordran.console.listing import listed
from fordran.console.who import ADMIN
from fordran.domain.service.networks import BadNetwork
from fordran.formats.table_documents import BadCell
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.api_clients import API_CLIENTS, ApiClientData, KeyInput, RotationInput
from fordran.resources.creditors import CREDITORS
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import is_id
from fordran.web.acts import do_once
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit


async def clients_page(visit: Visit) -> Response:
    """The programs that the visitor sees, and the form for a new one."""
    return await _list(visit, {})


async def _list(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    t = visit.t
    may_make = bool(visit.signed_in.roles & ADMIN)
    owners: list[tuple[str, str]] = [("", t("console.client.whole_installation"))]
    async with visit.database.connection() as connection:
        clients, pager = await listed(visit, connection, API_CLIENTS)
        if may_make:
            accounts, creditors = await visit.read(connection, ACCOUNTS), await visit.read(connection, CREDITORS)
            owners += [
                (f"account {one['_id']}", t("console.client.account_name", name=one["name"])) for one in accounts
            ]
            owners += [
                (f"creditor {one['_id']}", t("console.client.creditor_name", name=one["name"])) for one in creditors
            ]
    return visit.render(
        "clients.html",
        status,
        clients=clients,
        pager=pager,
        owners=owners,
        may_make=may_make,
        issues=issues,
        form=visit.form,
    )


async def make_client(visit: Visit) -> Response:
    """A new program, whose code is shown this once."""
    name = visit.form.text("name")
    if not name:
        return await _list(visit, {"name": visit.t("console.fill_in_this_field")}, 422)
    kind, _, id_ = visit.form.text("owner").partition(" ")
    networks = visit.form.text("addresses").split()

    async def work(tx: Connection) -> tuple[str, str]:
        made = await add_client(
            tx,
            name=name,
            operator=not kind,
            account=id_ if kind == "account" else None,
            creditors=[id_] if kind == "creditor" else [],
            networks=networks,
            now=clock.now(),
        )
        return made.user, made.api_code

    try:
        client, code = await made_once(visit, work)
    except BadNetwork as wrong:
        return await _list(visit, {"addresses": str(wrong)}, 422)
    except NoSuchOwner as wrong:
        return await _list(visit, {"owner": str(wrong)}, 422)
    return _secret(visit, name, code, client)


def _secret(visit: Visit, name: str, code: str, client: str) -> Response:
    about = visit.t("console.client.code_shown_once", name=name)
    return secret_page(visit, "console.client.api_code", about, code, f"{ROOT}/clients/{client}")


async def client_page(visit: Visit) -> Response:
    """A program: its keys, its addresses, and when it was last there."""
    return await _one(visit, {})


async def _one(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    client = await visit.look_up(API_CLIENTS)
    return visit.render(
        "client.html",
        status,
        client=client,
        addresses=visit.form.texts.get("addresses", "\n".join(client["addresses"])),
        issues=issues,
        form=visit.form,
        is_changed=status == 409,
        done=visit.query.get("done"),
    )


async def change_one(visit: Visit) -> Response:
    """Let the program call from where it was filled in, or no more."""
    try:
        document = {"addresses": visit.form.text("addresses").split(), "enabled": visit.form.text("enabled") == "true"}
        given = read(ApiClientData, document)

        async def work(tx: Connection) -> str:
            client = await visit.find(tx, API_CLIENTS)
            etag = visit.form.text("_etag")
            await change_client(tx, visit.signed_in, client["_id"], etag, given, clock.now())
            return f"{ROOT}/clients/{client['_id']}?done=saved"

        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        sentences = by_path(visit.t, refused.issues)
        return await _one(visit, {"addresses": next(iter(sentences.values()))}, 422)
    except EtagDiffers:
        return await _one(visit, {}, 409)


async def rotate(visit: Visit) -> Response:
    """A new code, shown this once."""
    client = await visit.look_up(API_CLIENTS)
    here = f"{ROOT}/clients/{client['_id']}"
    try:
        given = read(RotationInput, {"grace_hours": number(visit.form.text("grace_hours") or "0")})
    except (BadCell, Refused):
        return await _one(visit, {"grace_hours": visit.t("console.client.hours_required")}, 422)
    if not is_confirmed(visit):
        t = visit.t
        after = (
            t("console.ends_in_hours", hours=given.grace_hours) if given.grace_hours else t("console.client.ends_now")
        )
        changes = [
            (t("console.client.old_code"), t("console.valid"), after),
            (t("console.client.new_code"), "", t("console.client.shown_once")),
        ]
        return confirm_page(visit, t("console.client.replace_code"), here, f"{here}/rotate", changes, visit.form.own)

    async def work(tx: Connection) -> str:
        await refuse_wider_user(tx, visit.signed_in, client["_id"])
        result = await rotate_code(tx, client["_id"], given, clock.now())
        return str(result["api_code"])

    return _secret(visit, client["name"], await made_once(visit, work), client["_id"])


async def new_key(visit: Visit) -> Response:
    """Register a public key."""
    try:
        given = read(KeyInput, {"public_key": visit.form.text("public_key")})

        async def work(tx: Connection) -> str:
            client = await visit.find(tx, API_CLIENTS)
            await refuse_wider_user(tx, visit.signed_in, client["_id"])
            await add_key(tx, client["_id"], given, clock.now())
            return f"{ROOT}/clients/{client['_id']}?done=key"

        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _one(visit, by_path(visit.t, refused.issues), 422)
    except BadPublicKey as wrong:
        return await _one(visit, {"public_key": str(wrong)}, 422)


async def take_key(visit: Visit) -> Response:
    """Take a key away, once that is confirmed."""
    client = await visit.look_up(API_CLIENTS)
    here, key = f"{ROOT}/clients/{client['_id']}", visit.path["key"]
    held = [one for one in client["keys"] if one["id"] == key]
    if not is_id(key) or not held:
        raise NoSuchPage
    if not is_confirmed(visit):
        t = visit.t
        changes = [
            (
                t("console.client.key_fingerprint", fingerprint=held[0]["fingerprint"][:16]),
                t("console.valid"),
                t("console.client.ends_now"),
            )
        ]
        return confirm_page(visit, t("console.client.remove_key"), here, f"{here}/keys/{key}/remove", changes)

    async def work(tx: Connection) -> str:
        await refuse_wider_user(tx, visit.signed_in, client["_id"])
        try:
            await remove_key(tx, client["_id"], key, None, clock.now())
        except NoSuchKey:
            raise NoSuchPage from None
        return f"{here}?done=removed"

    return visit.redirect(await do_once(visit, work))
