"""The laws that the lines of a statement rest on, in English; in Swedish the lines themselves say them."""

from collections.abc import Mapping
from types import MappingProxyType

STATUTES_IN_ENGLISH: Mapping[str, str] = MappingProxyType(
    {
        "avtal": "agreement",
        "avtal om amorteringsplan": "agreement on an instalment plan",
        "lag (1981:739) 2 och 4 §§": "Act (1981:739), sections 2 and 4",
        "lag (1981:739) 3 § 1 och 4 §": "Act (1981:739), sections 3 (1) and 4",
        "lag (1981:739) 3 § 2 och 4 §": "Act (1981:739), sections 3 (2) and 4",
        "lag (1981:739) 4 a §": "Act (1981:739), section 4 a",
        "lag (1981:739) 5 § andra stycket": "Act (1981:739), section 5, second paragraph",
        "förordning (1992:1094) 1 §, lag (1990:746) 48 §": "Ordinance (1992:1094), section 1, Act (1990:746), section 48",
        "förordning (1992:1094) 5–6 §§": "Ordinance (1992:1094), sections 5–6",
        "räntelag (1975:635) 6 §": "Interest Act (1975:635), section 6",
        "räntelag (1975:635) 1 §, avtalad ränta": "Interest Act (1975:635), section 1, agreed rate",
        "handelsbalken 9 kap. 5 §, utsökningsbalken 13 kap. 13 §": "Commercial Code, chapter 9, section 5, "
        "Enforcement Code, chapter 13, section 13",
        "mervärdesskattelag (2023:200) 17 kap. 22 §": "VAT Act (2023:200), chapter 17, section 22",
    }
)
