"""Acts of forms: confirmed on a page of their own, done to the document as it was seen, and secrets that are shown once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from starlette.responses import Response

from fordran import clock
from fordran.shape.fields import read
from fordran.shape.merging import merged
from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection
from fordran.store.idempotent_answers import FirstAnswer, claim_key, first_answer, store_answer
from fordran.store.reading.scope import Caller
from fordran.store.reading.who_changed import OwnChange, own_changes_since
from fordran.web.acts import do_once, dry_run
from fordran.web.shown_forms import CONFIRMED
from fordran.web.troubles import FormSentTwice, OutOfDate
from fordran.web.visit import Visit

ShownChange: TypeAlias = tuple[str, str, str]
"""The name of a value, its current value and its new value."""


def confirm_page(
    visit: Visit,
    title: str,
    back: str,
    action: str,
    changes: Sequence[ShownChange],
    hidden: Mapping[str, str] | None = None,
    *,
    remark: str = "",
) -> Response:
    """Ask whether it is to be done; the fields of the form are sent again unchanged."""
    return visit.render(
        "confirm.html", title=title, back=back, action=action, changes=changes, hidden=hidden or {}, remark=remark
    )


def is_confirmed(visit: Visit) -> bool:
    """Whether the visitor has seen what comes of it, and wants it."""
    return visit.form.texts.get(CONFIRMED) == "yes"


async def confirmed(
    visit: Visit,
    title: str,
    here: str,
    action: str,
    work: Callable[[Connection], Awaitable[str]],
    changes_after: Callable[[Connection], Awaitable[Sequence[ShownChange]]],
    hidden: Mapping[str, str] | None = None,
    *,
    remark: str = "",
) -> Response:
    """Do the work of a form below the page `here` once it is confirmed; before that, show what it changes."""
    if is_confirmed(visit):
        return visit.redirect(await do_once(visit, work))

    async def trial(tx: Connection) -> Sequence[ShownChange]:
        await work(tx)
        return await changes_after(tx)

    changes = await dry_run(visit, trial)
    return confirm_page(visit, visit.t(title), here, f"{here}/{action}", changes, hidden, remark=remark)


async def own_changes(visit: Visit, connection: Connection, *documents: str) -> list[OwnChange]:
    """The changes since the form was shown, where all of them are the visitor's own; none where another made one."""
    try:
        seen = datetime.fromisoformat(visit.form.text("_seen"))
    except ValueError:
        return []
    if seen.tzinfo is None:
        return []
    return await own_changes_since(connection, documents, visit.signed_in.hands, seen) or []


ChangeVerb = Callable[[Connection, Caller, str, str, Any, datetime], Awaitable[None]]


async def change_document(
    visit: Visit, tx: Connection, resource: Resource, verb: ChangeVerb, changes: dict[str, Any]
) -> None:
    """Change the document that the path names."""
    assert resource.change is not None
    document = await visit.find_document(tx, resource)
    if visit.form.text("_etag") != document["_etag"] and not await own_changes(visit, tx, document["_id"]):
        raise OutOfDate
    given = read(resource.change, merged(resource.change, document, changes))
    await verb(tx, visit.signed_in, document["_id"], document["_etag"], given, clock.now())


T = TypeVar("T")


def secret_page(visit: Visit, title: str, about: str, secret: str, back: str) -> Response:
    """A secret, shown this once."""
    return visit.render("secret.html", title=visit.t(title), about=about, secret=secret, back=back)


async def made_once(visit: Visit, work: Callable[[Connection], Awaitable[T]]) -> T:
    """The result of the work, which is not stored; raises `FormSentTwice` where the form came before."""
    key, user = f"form {visit.form.once}", visit.signed_in.user
    async with visit.database.transaction() as tx:
        if visit.form.once:
            if (
                not await claim_key(tx, user, key)
                or await first_answer(tx, visit.signed_in.account, user, key) is not None
            ):
                raise FormSentTwice
            await store_answer(
                tx, visit.signed_in.account, user, key, FirstAnswer(b"", 200, {"location": ""}, b""), clock.now()
            )
        return await work(tx)
