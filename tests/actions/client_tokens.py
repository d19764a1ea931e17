"""Keys and signatures of API clients, for tests: right ones, and any wrong pair of key and algorithm."""

import base64
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from fordran.actions.accounts.client_keys import ClientKey

PRIVATE: dict[str, Any] = {
    "P-256": ec.generate_private_key(ec.SECP256R1()),
    "P-384": ec.generate_private_key(ec.SECP384R1()),
    "P-521": ec.generate_private_key(ec.SECP521R1()),
    "RSA": rsa.generate_private_key(65537, 2048),
}
KEYS = {name: ClientKey(private.public_key()) for name, private in PRIVATE.items()}
HASHES: dict[str, Any] = {"256": hashes.SHA256(), "384": hashes.SHA384(), "512": hashes.SHA512()}


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sign(private: Any, algorithm: str, message: bytes, length: int = 0) -> bytes:
    """A signature by the key with the hash that the algorithm's name ends in, whether or not the two fit."""
    if isinstance(private, rsa.RSAPrivateKey):
        return private.sign(message, padding.PKCS1v15(), HASHES[algorithm[-3:]])
    half = length // 2 or (private.curve.key_size + 7) // 8
    r, s = decode_dss_signature(private.sign(message, ec.ECDSA(HASHES[algorithm[-3:]])))
    return r.to_bytes(half, "big") + s.to_bytes(half, "big")


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
