"""The official rules for e-invoices, EN 16931 and Peppol BIS Billing 3: two stylesheets that say what breaks them.

They are not ours to give away, and lie beside the project or where `FORDRAN_PEPPOL_RULES` says.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

from lxml import etree

BESIDE = Path(__file__).parents[4] / "shared" / "peppol"
FOLDER = Path(os.environ.get("FORDRAN_PEPPOL_RULES", BESIDE))
FILES = ("EN16931-UBL-validation.xslt", "PEPPOL-EN16931-UBL.xslt")
ARE_HERE = all((FOLDER / name).is_file() for name in FILES)
_SVRL = "{http://purl.oclc.org/dsdl/svrl}"


@cache
def _compiled() -> tuple[Any, list[Any]]:
    from saxonche import PySaxonProcessor  # it takes a while to load, and most tests do without

    processor = PySaxonProcessor(license=False)
    compiler = processor.new_xslt30_processor()
    return processor, [compiler.compile_stylesheet(stylesheet_file=str(FOLDER / name)) for name in FILES]


def broken_rules(document: bytes) -> list[str]:
    """What the rules refuse, each with its name; warnings are left out."""
    processor, sheets = _compiled()
    node = processor.parse_xml(xml_text=document.decode())
    found = []
    for sheet in sheets:
        report = etree.fromstring(sheet.transform_to_string(xdm_node=node).encode())
        failed = report.iter(f"{_SVRL}failed-assert")
        found += [f"{one.get('id')}: {''.join(one.itertext()).strip()}" for one in failed if one.get("flag") == "fatal"]
    return found
