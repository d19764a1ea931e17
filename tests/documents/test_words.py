"""Templates of documents ask for no text that the catalogues do not have."""

import re

from fordran.documents.typesetting import TEMPLATES
from fordran.texts.catalogue import texts


def test_no_template_asks_for_an_unknown_text() -> None:
    templates = "\n".join(path.read_text() for path in TEMPLATES.glob("*.typ"))
    asked = set(re.findall(r"words\.(\w+)\b(?!\()", templates))
    assert asked
    assert asked <= texts("sv").area("document").keys()
