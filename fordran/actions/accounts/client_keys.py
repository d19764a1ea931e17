"""Client keys: the public keys that API clients register, and which signatures each of them may prove.

What a key may be used with follows from the key alone. A token's header can only pick among that, so it cannot talk us
into another reading of the same key. The tokens themselves are read in signed_jwt.py.
"""

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256, SHA384, SHA512, HashAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key

# RFC 7518 §3.1 names the algorithms. By curve: the hash, and how long a signature (r and s, each left-padded with
# zeros to half of it) may be. ES512 on P-256 is no valid JWS (RFC 7518 §3.4 ties ES512 to P-521), yet it is the pair
# the interface names, and older client libraries emit it in two shapes: with halves of the curve's size, and with
# halves of the size that ES512 prescribes.
_EC_SIGNATURES: Final[dict[str, dict[str, tuple[HashAlgorithm, frozenset[int]]]]] = {
    "secp256r1": {"ES256": (SHA256(), frozenset({64})), "ES512": (SHA512(), frozenset({64, 132}))},
    "secp384r1": {"ES384": (SHA384(), frozenset({96}))},
    "secp521r1": {"ES512": (SHA512(), frozenset({132}))},
}
_RSA_SIGNATURES: Final[dict[str, HashAlgorithm]] = {"RS256": SHA256(), "RS384": SHA384(), "RS512": SHA512()}

ALGORITHMS: Final = frozenset(_RSA_SIGNATURES).union(*_EC_SIGNATURES.values())

# RFC 7518 §3.3 asks for 2048 bits or more. The upper bounds keep one check cheap, and the lowest exponent is that of
# FIPS 186-5 §A.1.1.
_RSA_BITS: Final = range(2048, 8192 + 1)
_RSA_EXPONENTS: Final = range(65537, 2**32, 2)

_LONGEST_PEM: Final = 16 * 1024
_PEM: Final = re.compile(r"\s*-----BEGIN ([A-Z0-9 ]+)-----\s([A-Za-z0-9+/=\s]+)-----END ([A-Z0-9 ]+)-----\s*")


class BadPublicKey(ValueError):
    """A key that cannot be registered; the sentence says why, and never repeats what was sent."""


@dataclass(frozen=True)
class ClientKey:
    """A registered public key."""

    public: ec.EllipticCurvePublicKey | rsa.RSAPublicKey

    @cached_property
    def pem(self) -> str:
        """The key as it is stored: PEM with the label PUBLIC KEY, lines of 64 characters."""
        return self.public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the key's DER in hex, as `openssl pkey -pubin -outform DER | sha256sum` prints it."""
        return hashlib.sha256(_der(self.public)).hexdigest()

    @property
    def algorithms(self) -> frozenset[str]:
        """The JWS algorithms that this key may be used with."""
        if isinstance(self.public, rsa.RSAPublicKey):
            return frozenset(_RSA_SIGNATURES)
        return frozenset(_EC_SIGNATURES[self.public.curve.name])

    def proves(self, algorithm: str, message: bytes, signature: bytes) -> bool:
        """Whether the signature over the message was made with this key, by an algorithm that this key may use."""
        if algorithm not in self.algorithms:
            return False
        try:
            if isinstance(self.public, rsa.RSAPublicKey):
                self.public.verify(signature, message, padding.PKCS1v15(), _RSA_SIGNATURES[algorithm])
                return True
            hash_algorithm, lengths = _EC_SIGNATURES[self.public.curve.name][algorithm]
            if len(signature) not in lengths:
                return False
            half = len(signature) // 2
            r, s = int.from_bytes(signature[:half], "big"), int.from_bytes(signature[half:], "big")
            self.public.verify(encode_dss_signature(r, s), message, ec.ECDSA(hash_algorithm))
        except InvalidSignature:
            return False
        return True


def read_public_key(pem: str) -> ClientKey:
    """The key in a PEM text: P-256, P-384, P-521 or RSA, one block, as a SubjectPublicKeyInfo (RFC 7468 §13)."""
    der = _only_block(pem)
    try:
        public = load_der_public_key(der)
    except (ValueError, UnsupportedAlgorithm):
        raise BadPublicKey("the block labelled PUBLIC KEY does not hold a public key that can be read") from None
    if isinstance(public, ec.EllipticCurvePublicKey):
        if public.curve.name not in _EC_SIGNATURES:
            raise BadPublicKey(
                f"the curve {public.curve.name} is not taken: use prime256v1 (P-256), secp384r1 (P-384) or "
                "secp521r1 (P-521)"
            )
    elif isinstance(public, rsa.RSAPublicKey):
        if public.key_size not in _RSA_BITS:
            raise BadPublicKey(f"an RSA key has 2048 to 8192 bits; this one has {public.key_size}")
        if public.public_numbers().e not in _RSA_EXPONENTS:
            raise BadPublicKey("an RSA key's public exponent is odd, at least 65537 and below 2^32; 65537 is usual")
    else:
        raise BadPublicKey("a key is an elliptic curve key (prime256v1 is usual) or an RSA key")
    # One key has one spelling. This also keeps out RSASSA-PSS keys, which no algorithm here may use, and curves
    # written out as parameters, where a lookalike of a known curve could hide.
    if der != _der(public):
        raise BadPublicKey(
            "the key is written in an unusual way: name its curve, write its point uncompressed, and use rsaEncryption "
            "for RSA (openssl pkey -pubin -in key.pem -ec_param_enc named_curve -ec_conv_form uncompressed)"
        )
    return ClientKey(public)


def _only_block(pem: str) -> bytes:
    """The bytes of the one PEM block of a text, which has to be a public key."""
    # A private key that reached us is no longer private, so that error comes before all others.
    if "PRIVATE KEY" in pem:
        raise BadPublicKey(
            "this is a private key: it must never leave its owner. Make a new pair, and send only its public key"
        )
    block = _PEM.fullmatch(pem) if len(pem) <= _LONGEST_PEM else None
    if block is None or block[1] != block[3]:
        raise BadPublicKey("a public key is one PEM block, from -----BEGIN PUBLIC KEY----- to -----END PUBLIC KEY-----")
    if block[1] == "CERTIFICATE":
        # A certificate promises a validity and an issuer, neither of which would be held to.
        raise BadPublicKey(
            "this is a certificate: send its public key alone (openssl x509 -in cert.pem -pubkey -noout)"
        )
    if block[1] == "RSA PUBLIC KEY":
        raise BadPublicKey("send the key as PUBLIC KEY (openssl rsa -RSAPublicKey_in -in key.pem -pubout)")
    if block[1] != "PUBLIC KEY":
        raise BadPublicKey(f"the block is labelled {block[1]}; a public key is labelled PUBLIC KEY")
    try:
        return base64.b64decode("".join(block[2].split()), validate=True)
    except binascii.Error:
        raise BadPublicKey("the block labelled PUBLIC KEY is not Base64") from None


def _der(public: ec.EllipticCurvePublicKey | rsa.RSAPublicKey) -> bytes:
    return public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
