"""Forms that only show what they come to: kept for some days, and shown at an address of their own, to which one can go back."""

from __future__ import annotations

import hashlib

import orjson

from fordran import clock
from fordran.store.idempotent_answers import FirstAnswer, first_answer, store_answer, wait_for_key
from fordran.web.forms import ONCE_FIELD, TOKEN_FIELD, Form
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

PARAMETER = "shown"
CONFIRMED, PREVIEW = "_confirmed", "_preview"


def is_only_shown(form: Form) -> bool:
    """Whether it is a form whose consequences are to be shown, and nothing done."""
    return form.texts.get(CONFIRMED) != "yes" and form.texts.get(PREVIEW) != "yes"


async def address_of_form(visit: Visit) -> str:
    """Keep the form of a visit; the address at which it is shown what it comes to."""
    texts = {name: text for name, text in visit.form.texts.items() if name not in (TOKEN_FIELD, ONCE_FIELD)}
    path, body = visit.request.url.path, orjson.dumps(texts, option=orjson.OPT_SORT_KEYS)
    kept = hashlib.sha256(path.encode() + b"\0" + body)
    user, account, key = visit.signed_in.user, visit.signed_in.account, _key(kept.hexdigest())
    async with visit.database.transaction() as tx:
        await wait_for_key(tx, user, key)
        if await first_answer(tx, account, user, key) is None:
            await store_answer(tx, account, user, key, FirstAnswer(kept.digest(), 200, {}, body), clock.now())
    return f"{path}?{PARAMETER}={kept.hexdigest()}"


async def read_shown_form(visit: Visit) -> Form:
    """The form that the address names, of the same visitor and the same page."""
    async with visit.database.connection() as connection:
        number = visit.query.get(PARAMETER, "")[:64]
        kept = await first_answer(connection, visit.signed_in.account, visit.signed_in.user, _key(number))
    path = visit.request.url.path.encode()
    if kept is None or hashlib.sha256(path + b"\0" + kept.body).digest() != kept.request_hash:
        raise NoSuchPage
    return Form(orjson.loads(kept.body))


def _key(number: str) -> str:
    return f"shown {number}"
