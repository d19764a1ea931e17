"""The public keys that clients register: which are taken, in which form, and what each of them proves."""

import base64
import hashlib
import re
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from fordran.actions.accounts.client_keys import ALGORITHMS, BadPublicKey, ClientKey, read_public_key
from tests.actions.client_tokens import KEYS, PRIVATE, from_base64url, sign


def test_there_are_six_algorithms() -> None:
    assert {"ES256", "ES384", "ES512", "RS256", "RS384", "RS512"} == ALGORITHMS


def number(text: str) -> int:
    return int.from_bytes(from_base64url(text), "big")


RFC_7515_PAYLOAD = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"


@pytest.mark.parametrize(
    ("numbers", "algorithm", "message", "signature", "remark"),
    [
        (
            rsa.RSAPublicNumbers(
                number("AQAB"),
                number(
                    "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL"
                    "-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9"
                    "e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAc"
                    "o9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
                ),
            ),
            "RS256",
            f"eyJhbGciOiJSUzI1NiJ9.{RFC_7515_PAYLOAD}",
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9"
            "CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOL"
            "n6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtV"
            "rBp0igcN_IoypGlUPQGe77Rw",
            "RFC 7515 A.2",
        ),
        (
            ec.EllipticCurvePublicNumbers(
                number("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
                number("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"),
                ec.SECP256R1(),
            ),
            "ES256",
            f"eyJhbGciOiJFUzI1NiJ9.{RFC_7515_PAYLOAD}",
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
            "RFC 7515 A.3",
        ),
        (
            ec.EllipticCurvePublicNumbers(
                number("AekpBQ8ST8a8VcfVOTNl353vSrDCLLJXmPk06wTjxrrjcBpXp5EOnYG_NjFZ6OvLFV1jSfS9tsz4qUxcWceqwQGk"),
                number("ADSmRA43Z1DSNx_RvcLI87cdL07l6jQyyBXMoxVg_l2Th-x3S1WDhjDly79ajL4Kkd0AZMaZmh9ubmf63e3kyMj2"),
                ec.SECP521R1(),
            ),
            "ES512",
            "eyJhbGciOiJFUzUxMiJ9.UGF5bG9hZA",
            "AdwMgeerwtHoh-l192l60hp9wAHZFVJbLfD_UxMi70cwnZOYaRI1bKPWROc-mZZqwqT2SI-KGDKB34XO0aw_7XdtAG8GaSwFKdCAPZgoXD2"
            "YBJZCPEX3xKpRwcdOO8KpEHwJjyqOgzDO7iKvU8vcnwNrmxYbSW9ERBXukOXolLzeO_Jn",
            "RFC 7515 A.4",
        ),
    ],
)
def test_the_published_signatures_hold(numbers: Any, algorithm: str, message: str, signature: str, remark: str) -> None:
    key = ClientKey(numbers.public_key())
    assert key.proves(algorithm, message.encode(), from_base64url(signature)), remark
    assert not key.proves(algorithm, message.encode() + b"x", from_base64url(signature)), remark


def test_the_two_shapes_of_a_legacy_signature_are_padded_with_zeros_from_the_left_only() -> None:
    signature = sign(PRIVATE["P-256"], "ES512", b"message", 64)
    r, s = signature[:32], signature[32:]
    takes = KEYS["P-256"].proves
    assert takes("ES512", b"message", r + s)
    assert takes("ES512", b"message", bytes(34) + r + bytes(34) + s)
    assert not takes("ES512", b"message", r + bytes(34) + s + bytes(34)), "padded from the right"
    assert not takes("ES512", b"message", bytes(33) + b"\x01" + r + bytes(34) + s), "padded with something else"
    assert not takes("ES512", b"message", bytes(8) + r + bytes(8) + s), "a length that nobody emits"
    assert not takes("ES512", b"message", bytes(64))
    assert not takes("ES512", b"message", b"")


def pem(public: Any) -> str:
    return str(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo), "ascii")


@pytest.mark.parametrize("name", sorted(PRIVATE))
def test_a_key_is_read_and_written_in_one_form(name: str) -> None:
    written = pem(PRIVATE[name].public_key())
    for spelled in (
        written,
        written.replace("\n", "\r\n"),
        f"\n  {written}  \n",
        "".join(written.splitlines(True)).strip(),
    ):
        assert read_public_key(spelled).pem == written
    der = PRIVATE[name].public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    assert read_public_key(written).fingerprint == hashlib.sha256(der).hexdigest()


def rsa_pem(bits: int, exponent: int) -> str:
    """A public key of that size; it need not have a private half."""
    return pem(rsa.RSAPublicNumbers(exponent, (1 << bits) - 1).public_key())


P256_PEM = pem(PRIVATE["P-256"].public_key())
PRIVATE_PEM = PRIVATE["P-256"].private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
# An RSASSA-PSS key and a P-256 key with its curve as parameters are the plain ones with another algorithm identifier.
PSS_DER = (
    bytes.fromhex("30820120300b06092a864886f70d01010a")
    + from_base64url("".join(rsa_pem(2048, 65537).splitlines()[1:-1]).replace("+", "-").replace("/", "_").rstrip("="))[
        19:
    ]
)


def labelled(label: str, der: bytes) -> str:
    return f"-----BEGIN {label}-----\n{base64.encodebytes(der).decode()}-----END {label}-----\n"


COMPRESSED_DER = bytes.fromhex("3039301306072a8648ce3d020106082a8648ce3d030107032200") + PRIVATE[
    "P-256"
].public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)


@pytest.mark.parametrize(
    ("text", "sentence", "remark"),
    [
        (PRIVATE_PEM, "private key", "PKCS #8"),
        (
            PRIVATE["RSA"].private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()).decode(),
            "private key",
            "PKCS #1",
        ),
        (
            PRIVATE["P-256"].private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x")).decode(),
            "private key",
            "encrypted",
        ),
        (P256_PEM + PRIVATE_PEM, "private key", "a public key, and the private one after it"),
        (labelled("CERTIFICATE", b"x"), "openssl x509", "a certificate"),
        (
            PRIVATE["RSA"].public_key().public_bytes(Encoding.PEM, PublicFormat.PKCS1).decode(),
            "RSAPublicKey_in",
            "an RSA key in the older form",
        ),
        (labelled("EC PARAMETERS", b"x"), "labelled EC PARAMETERS", "something else in PEM"),
        (P256_PEM + P256_PEM, "one PEM block", "two keys"),
        ("see here:\n" + P256_PEM, "one PEM block", "text before it"),
        (P256_PEM.replace("END PUBLIC", "END RSA PUBLIC"), "one PEM block", "labels that differ"),
        (P256_PEM + " " * 20_000, "one PEM block", "giant"),
        ("", "one PEM block", "nothing"),
        ("ssh-rsa AAAAB3Nza", "one PEM block", "an SSH key"),
        (P256_PEM.replace("M", "=", 1), "not Base64", "padding where none can be"),
        (labelled("PUBLIC KEY", b"x"), "can be read", "no key within"),
        (pem(ec.derive_private_key(2, ec.SECP256K1()).public_key()), "secp256k1", "a curve of other uses"),
        (pem(ec.derive_private_key(2, ec.SECP224R1()).public_key()), "secp224r1", "a small curve"),
        (pem(ed25519.Ed25519PrivateKey.generate().public_key()), "elliptic curve key", "a key of another kind"),
        (rsa_pem(2047, 65537), "2048 to 8192", "small"),
        (rsa_pem(8193, 65537), "2048 to 8192", "giant"),
        (rsa_pem(2048, 3), "65537", "a small exponent"),
        (rsa_pem(2048, 2**33 + 1), "65537", "a giant exponent"),
        (labelled("PUBLIC KEY", PSS_DER), "rsaEncryption", "an RSASSA-PSS key"),
        (labelled("PUBLIC KEY", COMPRESSED_DER), "uncompressed", "a compressed point"),
    ],
)
def test_these_keys_are_refused_with_a_sentence(text: str, sentence: str, remark: str) -> None:
    with pytest.raises(BadPublicKey, match=re.escape(sentence)) as refused:
        read_public_key(text)
    assert "MII" not in str(refused.value), f"a key is never repeated: {remark}"
