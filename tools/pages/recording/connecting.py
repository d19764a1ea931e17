"""Connections to outside systems, recorded: one with our certificate, and one that was away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from fordran import clock
from fordran.sections import SwishSection
from fordran.store.connections.database import Database
from tools.pages.recording.tape import Tape

ENDS = datetime(2027, 6, 1, tzinfo=UTC)


def swish_section() -> SwishSection:
    """Swish with a certificate, and without an address that is asked."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "1231181189")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 1)
        .not_valid_before(ENDS - timedelta(days=700))
        .not_valid_after(ENDS)
        .sign(key, hashes.SHA256())
    )
    written = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return SwishSection("1231181189", made.public_bytes(serialization.Encoding.PEM).decode(), written.decode())


async def be_listed(tape: Tape, database: Database) -> None:
    """List the connections after the mail server was away."""
    async with database.transaction() as tx:
        await tx.execute(
            """insert into delivery_outcomes (channel, outcome, happened, last_happened, last_reason)
               values ('email', 'later', 1, $1, 'the mail server cannot be reached: ConnectionRefusedError')
               on conflict (channel, outcome) do update set last_happened = $1, last_reason = excluded.last_reason""",
            clock.now(),
        )
    await tape.do("GET /connections")
    await tape.do("GET /operator")
