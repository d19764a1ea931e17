"""The JWT that a client signs: what is taken and what is refused, and that the guide's examples are taken."""

import hashlib
import hmac
import json
import math
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from fordran.actions.accounts.access_token import issue
from fordran.actions.accounts.client_keys import ALGORITHMS
from fordran.actions.accounts.signed_jwt import Proof, SignInFailed, peek, verified
from tests.actions.client_tokens import KEYS, PRIVATE, base64url, sign
from tests.same_day import real_now

NOW = 1_800_000_000
CODE = "fordran_a-code"


def token(
    header: Any = None, claims: Any = None, *, key: str = "P-256", length: int = 0, spelled: str | None = None
) -> str:
    """A token with the changes to a good header and good claims; a change to None leaves the member out."""
    head = {"alg": "ES256", "typ": "JWT"} | (header or {})
    body = {"api_code": CODE, "exp": NOW + 600} | (claims or {})
    parts = [json.dumps({k: v for k, v in part.items() if v is not None}) for part in (head, body)]
    if spelled is not None:
        parts[1] = spelled
    message = ".".join(base64url(part.encode()) for part in parts)
    return f"{message}.{base64url(sign(PRIVATE[key], str(head['alg']), message.encode(), length))}"


def proved(text: str, *keys: str, now: float = NOW) -> bool:
    """Whether the token is taken, with these keys registered."""
    try:
        return verified(text, {name: KEYS[name] for name in keys or ("P-256",)}, now).api_code == CODE
    except SignInFailed:
        return False


def test_a_good_token_proves_its_code_and_tells_which_key_signed_it() -> None:
    assert verified(token(), KEYS, NOW) == Proof(CODE, "P-256")
    assert verified(token({"alg": "RS512"}, key="RSA"), KEYS, NOW) == Proof(CODE, "RSA")


FITTING = {
    ("P-256", "ES256", 64): "the pair of RFC 7518",
    ("P-256", "ES512", 64): "the interface's own pair, with halves of the curve's size",
    ("P-256", "ES512", 132): "the interface's own pair, with halves of the size of ES512",
    ("P-384", "ES384", 96): "the pair of RFC 7518",
    ("P-521", "ES512", 132): "the pair of RFC 7518",
    ("RSA", "RS256", 0): "the pair of RFC 7518",
    ("RSA", "RS384", 0): "the pair of RFC 7518",
    ("RSA", "RS512", 0): "the pair of RFC 7518",
}


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
@pytest.mark.parametrize(
    ("key", "length"),
    [(key, n) for key, n_min in (("P-256", 64), ("P-384", 96), ("P-521", 132)) for n in (64, 96, 132) if n >= n_min]
    + [("RSA", 0)],
)
def test_each_key_takes_its_own_algorithms_and_lengths_only(key: str, algorithm: str, length: int) -> None:
    text = token({"alg": algorithm}, key=key, length=length)
    assert proved(text, key) == ((key, algorithm, length) in FITTING)
    assert not proved(text, *(KEYS.keys() - {key})), "another key's signature proves nothing"


@pytest.mark.parametrize(
    ("header", "remark"),
    [
        ({"typ": None}, "the type may be left out"),
        ({"typ": "jwt"}, "media types know no case"),
        ({"kid": "../../../../dev/null"}, "the key's name is not looked at"),
        ({"x5t": "AAAA", "cty": "x", "anything": [1]}, "headers that mean nothing to us are ignored (RFC 7515 §4)"),
    ],
)
def test_these_headers_are_taken(header: Any, remark: str) -> None:
    assert proved(token(header)), remark


@pytest.mark.parametrize(
    ("header", "remark"),
    [
        ({"typ": "fordran-access+jwt"}, "the type of our own tokens"),
        ({"typ": 7}, "a type that is no text"),
        ({"crit": ["exp"]}, "extensions that must be understood"),
        ({"crit": []}, "an empty list of extensions"),
        ({"b64": False}, "an unencoded payload (RFC 7797)"),
        ({"jwk": {"kty": "EC"}}, "a key in the token"),
        ({"jku": "https://example.com/keys"}, "a key to be fetched"),
        ({"x5c": ["MIIB"]}, "a certificate in the token"),
        ({"x5u": "https://example.com/cert"}, "a certificate to be fetched"),
    ],
)
def test_these_headers_are_refused(header: Any, remark: str) -> None:
    assert not proved(token(header)), remark


@pytest.mark.parametrize(
    "algorithm", ["none", "None", "HS256", "PS256", "ES256K", "EdDSA", "es256", "", None, 7, ["ES256"]]
)
def test_other_algorithms_are_refused_whatever_the_signature(algorithm: Any) -> None:
    header = base64url(json.dumps({"alg": algorithm}).encode())
    message = f"{header}.{token().split('.')[1]}"
    by_key = base64url(sign(PRIVATE["P-256"], "ES256", message.encode()))
    # The public key is no secret: as the secret of an HMAC it must not prove anything.
    by_public_key = base64url(hmac.digest(KEYS["P-256"].pem.encode(), message.encode(), hashlib.sha256))
    for signature in (by_key, by_public_key, ""):
        assert not proved(f"{message}.{signature}", *KEYS)


@pytest.mark.parametrize(
    ("claims", "remark"),
    [
        ({"exp": NOW + 3660}, "an hour ahead, and the leeway"),
        ({"exp": NOW - 59}, "expired within the leeway"),
        ({"exp": NOW + 0.5}, "a number may have decimals (RFC 7519 §2)"),
        ({"nbf": NOW + 60, "iat": NOW + 60}, "issued by a clock that is a minute fast"),
        ({"iat": NOW - 10**9}, "issued long ago"),
        ({"iss": "client", "sub": "x", "jti": "1", "more": {"a": [1]}}, "claims that mean nothing to us"),
    ],
)
def test_these_claims_are_taken(claims: Any, remark: str) -> None:
    assert proved(token(claims=claims)), remark


@pytest.mark.parametrize(
    ("claims", "remark"),
    [
        ({"exp": None}, "no end"),
        ({"exp": NOW - 60}, "expired, and the leeway used up"),
        ({"exp": NOW + 3661}, "too long-lived"),
        ({"exp": 10**400}, "too long-lived, and too large for a float"),
        ({"exp": True}, "true is no number"),
        ({"exp": str(NOW + 600)}, "a text is no number"),
        ({"exp": [NOW + 600]}, "a list is no number"),
        ({"exp": math.nan}, "not JSON"),
        ({"exp": math.inf}, "not JSON"),
        ({"nbf": NOW + 61}, "not valid yet"),
        ({"nbf": "now"}, "a beginning that is no number"),
        ({"iat": NOW + 61}, "issued in the future"),
        ({"iat": False}, "issued at no number"),
        ({"api_code": None}, "no code"),
        ({"api_code": 7}, "a code that is no text"),
        ({"aud": "https://example.com"}, "meant for somebody (RFC 7519 §4.1.3)"),
    ],
)
def test_these_claims_are_refused(claims: Any, remark: str) -> None:
    assert not proved(token(claims=claims)), remark


@pytest.mark.parametrize(
    ("spelled", "remark"),
    [
        (f'{{"api_code":"x","api_code":"{CODE}","exp":{NOW}}}', "a name twice"),
        (f'{{"api_code":"{CODE}","exp":{NOW},"\\u0065xp":{NOW}}}', "a name twice, spelled in two ways"),
        (f'{{"api_code":"{CODE}","exp":{NOW},"deep":{{"a":1,"a":2}}}}', "a name twice, further in"),
        (f'{{"api_code":"{CODE}","exp":1e999}}', "a number that overflows"),
        (f'{{"api_code":"{CODE}","exp":null}}', "an end that is null"),
        (f'{{"api_code":"{CODE}","exp":{NOW},"iat":null}}', "issued at null"),
        (f'{{"api_code":"{CODE}","exp":{NOW},"nbf":-1e999}}', "a number that overflows downwards"),
        (f'{{"api_code":"{CODE}","exp":{NOW},"more":NaN}}', "not JSON, though in a claim that means nothing to us"),
        (f'[{{"api_code":"{CODE}","exp":{NOW}}}]', "a list"),
        (f'\ufeff{{"api_code":"{CODE}","exp":{NOW}}}', "a byte order mark"),
        (f'{{"api_code":"{CODE}","exp":{NOW}}} x', "something after it"),
        (f'{{"api_code":"{CODE}","exp":{NOW},"deep":{"[" * 2500}{"]" * 2500}}}', "nested too deep to read"),
        (f'{{"api_code":"{CODE}","exp":{"1" * 5000}}}', "a number too long to read"),
        ("", "nothing"),
    ],
)
def test_payloads_that_are_no_plain_json_object_are_refused(spelled: str, remark: str) -> None:
    assert not proved(token(spelled=spelled)), remark


def test_a_payload_may_be_spelled_with_blanks_and_escapes() -> None:
    assert proved(token(spelled=f' {{"\\u0061pi_code" : "{CODE}",\r\n"exp":{NOW}.0e0 }} '))


def test_half_a_surrogate_pair_is_a_code_like_any_other() -> None:
    assert peek(token(spelled=f'{{"api_code":"\\ud800","exp":{NOW}}}')).api_code == "\ud800"


def with_last_bit_set(text: str) -> str:
    """The same bytes, with a bit set in the last character that no byte uses: 64 bytes leave four of those."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text[:-1] + alphabet[alphabet.index(text[-1]) | 1]


GOOD = token()


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("", "nothing"),
        (".", "dots"),
        ("..", "dots"),
        (GOOD + ".", "a dot at the end"),
        ("." + GOOD, "a dot at the beginning"),
        (GOOD + ".e30", "a fourth segment"),
        (GOOD.rpartition(".")[0], "no signature"),
        (GOOD.rpartition(".")[0] + ".", "an empty signature"),
        (GOOD + "==", "padding"),
        (GOOD + "\n", "a line break at the end"),
        (" " + GOOD, "a blank at the beginning"),
        (GOOD.replace(".", " .", 1), "a blank within"),
        (GOOD.replace(".", "+.", 1), "the other base64"),
        (GOOD + "A", "a lone character at the end"),
        (with_last_bit_set(GOOD), "bits that no byte uses"),
        (f"{GOOD}é", "not ASCII"),
        (f"Bearer {GOOD}", "a scheme before it"),
        (token(claims={"padding": "x" * 8192}), "longer than 8 KiB"),
        ("A" * 10_000_000, "giant"),
        ("." * 10_000_000, "giant"),
    ],
)
def test_other_spellings_are_refused(text: str, remark: str) -> None:
    assert proved(GOOD)
    assert not proved(text), remark


def test_a_signature_in_der_is_refused() -> None:
    message = GOOD.rpartition(".")[0]
    der = PRIVATE["P-256"].sign(message.encode(), ec.ECDSA(hashes.SHA256()))
    assert not proved(f"{message}.{base64url(der)}")


def test_our_own_access_token_is_refused() -> None:
    assert not proved(issue("user", KEYS["P-256"].pem.encode()[:32], NOW, 60), *KEYS)


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_without_a_fitting_key_nothing_is_proved_not_even_by_the_key_that_stands_in(algorithm: str) -> None:
    stand_in = ec.derive_private_key(2, ec.SECP384R1() if algorithm == "ES384" else ec.SECP256R1())
    message = f"{base64url(json.dumps({'alg': algorithm}).encode())}.{GOOD.split('.')[1]}"
    forged = f"{message}.{base64url(sign(stand_in, algorithm, message.encode()))}"
    with pytest.raises(SignInFailed):
        verified(forged, {}, NOW)


def test_every_refusal_is_the_same_sentence() -> None:
    sentences = set()
    for text, keys in [("", KEYS), (GOOD, {}), (token(claims={"exp": 0}), KEYS), (GOOD, {"P-384": KEYS["P-384"]})]:
        with pytest.raises(SignInFailed) as refused:
            verified(text, keys, NOW)
        sentences.add(str(refused.value))
    assert len(sentences) == 1


GOOD_ONES = {
    key: token({"alg": alg}, key=key) for key, alg in [("P-256", "ES256"), ("P-521", "ES512"), ("RSA", "RS256")]
}


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(GOOD_ONES)), st.data())
def test_a_changed_token_never_proves_anything(key: str, data: st.DataObject) -> None:
    good = GOOD_ONES[key]
    at = data.draw(st.integers(0, len(good)))
    cut = data.draw(st.integers(0, 3))
    put = data.draw(st.text("ABCxyz019-_.=+/ é", max_size=3))
    changed = good[:at] + put + good[at + cut :]
    assert proved(changed, *KEYS) == (changed == good)


GUIDE = (Path(__file__).parents[3] / "docs" / "signing-in.md").read_text()


def example(language: str, containing: str) -> str:
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    return next(block for block in blocks if containing in block)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "private.pem").write_bytes(
        PRIVATE["P-256"].private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("API_CODE", CODE)
    return tmp_path


def test_the_python_example_of_the_guide_signs_in(folder: Path) -> None:
    names: dict[str, Any] = {}
    exec(example("python", "def signed_jwt"), names)
    assert proved(names["signed_jwt"](CODE), now=time.time())


@pytest.mark.parametrize(
    ("needs", "command", "language", "containing", "then"),
    [
        (("bash", "openssl", "xxd"), ["bash", "-euc"], "sh", "signed_jwt=", 'printf %s "$signed_jwt"'),
        (
            ("node",),
            ["node", "-e"],
            "js",
            "function signedJwt",
            "process.stdout.write(signedJwt(process.env.API_CODE))",
        ),
    ],
)
def test_the_other_examples_of_the_guide_sign_in(
    folder: Path, needs: tuple[str, ...], command: list[str], language: str, containing: str, then: str
) -> None:
    if missing := [program for program in needs if shutil.which(program) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    code = example(language, containing) + then
    made = subprocess.run([*command, code], capture_output=True, text=True, check=True).stdout
    # Programs that are not Python have the machine's time.
    assert proved(made, now=real_now().timestamp())
