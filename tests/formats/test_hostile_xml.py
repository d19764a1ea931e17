"""XML that is made to harm is refused before it does."""

import io
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fordran.formats.bank import BadBankFile
from fordran.formats.camt import read_camt

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
QUADRATIC = "x" * 50_000
ATTRIBUTES = " ".join(f"a{n}=''" for n in range(1_000_000))


def document(prolog: str, text: str) -> str:
    return (
        f'{prolog}<Document xmlns="{NAMESPACE}"><BkToCstmrDbtCdtNtfctn><Ntfctn>'
        f"<Acct><Id><IBAN>{text}</IBAN></Id></Acct></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>"
    )


@pytest.mark.parametrize(
    ("data", "remark"),
    [
        (document(f'<!DOCTYPE Document [<!ENTITY l0 "ha">{LAUGHS}]>', "&l11;"), "a billion laughs"),
        (document(f'<!DOCTYPE Document [<!ENTITY a "{QUADRATIC}">]>', "&a;" * 1000), "one long entity many times"),
        (document('<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/hostname">]>', "&x;"), "a file of ours"),
        (document('<!DOCTYPE Document SYSTEM "http://127.0.0.1:9/x.dtd">', "1"), "a definition from the network"),
        (document('<!DOCTYPE Document [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]>', "1"), "the same, within"),
        (document("<!DOCTYPE Document>", "1"), "a document type at all"),
        (document("", "<a>" * 100_000), "a hundred thousand levels"),
        (document("", "&undefined;"), "an entity that nobody defined"),
        (document("", "x" * 11_000_000), "one text of eleven megabytes"),
        (document("", "<a/>" * 8_000_000), "eight million elements beside each other"),
        (document("", "<a></a>\n" * 4_000_000).replace("<Ntfctn>", ""), "the same where nothing is known"),
        (document("", f"<a {ATTRIBUTES}/>"), "a million attributes"),
        (document(f'<!DOCTYPE Document [<!ENTITY l0 "ha">{LAUGHS}]>', '<a b="&l11;"/>'), "laughs in an attribute"),
        ("<a>" * 100_000, "nothing but levels"),
        ("\x00" * 1000, "nothing at all"),
    ],
)
def test_hostile_xml_is_refused_at_once(data: str, remark: str) -> None:
    begin = time.process_time()
    with pytest.raises(BadBankFile):
        list(read_camt(io.BytesIO(data.encode())))
    assert time.process_time() - begin < 4, remark


def test_hostile_xml_takes_little_memory() -> None:
    read = (
        "import io, resource; from fordran.formats.camt import read_camt; from fordran.formats.bank import BadBankFile\n"
        f"data = {document('', 'MANY')!r}.replace('MANY', '<a/>' * 8_000_000).encode()\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: list(read_camt(io.BytesIO(data)))\n"
        "except BadBankFile as wrong: print(wrong)\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)"
    )
    done = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True)
    sentence, more = done.stdout.splitlines()
    assert "more than 200000 elements" in sentence
    assert int(more) < 64, "MiB more than the file itself"


def test_a_file_of_ours_never_shows_in_the_refusal(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("do not show")
    data = document(f'<!DOCTYPE Document [<!ENTITY x SYSTEM "{secret.as_uri()}">]>', "&x;")
    with pytest.raises(BadBankFile) as refusal:
        list(read_camt(io.BytesIO(data.encode())))
    assert "do not show" not in str(refusal.value)
