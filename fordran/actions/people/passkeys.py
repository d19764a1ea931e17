"""Passkeys: a key that a person's device holds, added after a first sign-in and proved by signing our challenge.

The library is loaded by the first who needs it: with what it knows of certificates, it is a twentieth of a process's memory.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from datetime import datetime

import orjson

from fordran.actions.people.sessions import ProvenUser
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import PasskeyRow

MOST = 20
LONGEST_NAME = 100


@dataclass(frozen=True)
class Site:
    """Where keys are for: the name of the host, and the origin that the browser says."""

    host: str
    origin: str


class NotProved(Exception):
    """The browser's answer proves nothing."""


async def passkeys_of(connection: Connection, user: str) -> list[PasskeyRow]:
    """A person's passkeys, the first one first."""
    return await fetch_rows(
        connection,
        PasskeyRow,
        "select id, name, created, last_used from passkeys where user_id = $1 order by id",
        user,
    )


async def question_to_add(connection: Connection, user: str, name: str, site: Site) -> tuple[str, bytes]:
    """The browser's options for creating a passkey, as JSON, and their challenge."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    known = await connection.fetch("select credential from passkeys where user_id = $1", user)
    options = generate_registration_options(
        rp_id=site.host,
        rp_name="Fordran",
        user_id=user.encode(),
        user_name=name,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=row["credential"]) for row in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
    )
    return options_to_json(options), options.challenge


async def add_passkey(
    tx: Connection, owner: ProvenUser, name: str, sent: str, challenge: bytes, site: Site, now: datetime
) -> None:
    """Keep a key that the browser made, let in by those who let its owner in; raises `NotProved`."""
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        made = verify_registration_response(
            credential=sent,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as trouble:
        raise NotProved from trouble
    if await tx.fetchval("select count(*) from passkeys where user_id = $1", owner.user) >= MOST:
        raise NotProved
    row = {
        "id": new_id(),
        "user_id": owner.user,
        "created": now,
        "credential": made.credential_id,
        "public_key": made.credential_public_key,
        "sign_count": made.sign_count,
        "name": name[:LONGEST_NAME],
        "let_in_by": list(owner.let_in_by) or None,
    }
    if not await insert(tx, "passkeys", row, "on conflict do nothing"):
        raise NotProved


def question_to_sign_in(site: Site) -> tuple[str, bytes]:
    """The browser's options for signing, as JSON, and their challenge. The user is not known yet."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(rp_id=site.host, user_verification=UserVerificationRequirement.REQUIRED)
    return options_to_json(options), options.challenge


async def user_of_passkey(tx: Connection, sent: str, challenge: bytes, site: Site, now: datetime) -> ProvenUser | None:
    """The enabled person whose key signed the challenge; None where nobody's did."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    key = await fetch_row(
        tx,
        PasskeyRow,
        """select p.id, p.user_id, p.credential, p.public_key, p.sign_count, p.let_in_by
           from passkeys p join users u on u.id = p.user_id
           where p.credential = $1 and u.is_enabled and not u."system_user" for update of p""",
        _credential_in(sent),
    )
    if key is None:
        return None
    try:
        proved = verify_authentication_response(
            credential=sent,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=key["public_key"],
            credential_current_sign_count=key["sign_count"],
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        return None
    await tx.execute(
        "update passkeys set sign_count = $2, last_used = $3 where id = $1", key["id"], proved.new_sign_count, now
    )
    return ProvenUser(key["user_id"], tuple(key["let_in_by"] or ()))


def _credential_in(sent: str) -> bytes:
    """The id of the key that the browser says it used; nothing where it says none."""
    try:
        raw_id = orjson.loads(sent)["rawId"]
        return base64.urlsafe_b64decode(raw_id + "=" * (-len(raw_id) % 4))
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError, binascii.Error):
        return b""


async def remove_passkey(tx: Connection, user: str, id_: str) -> bool:
    """Let go of one of a person's keys; False where there is none by that id."""
    return await tx.execute("delete from passkeys where id = $1 and user_id = $2", id_, user) == "DELETE 1"
