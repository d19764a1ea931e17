"""Which copy of a stored letter or invoice each reader gets: the debtor the whole one, everybody else one without the code.

The code in a letter lets its holder act as the debtor, so that nobody may read it in a copy. Bytes at rest are whole: the media
folder or bucket, batches for the printer, and backups, which only the operator's machine reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from fordran.documents.masked_copy import CannotMask, masked

FileReader: TypeAlias = Literal[
    "console",  # staff, auditors, partners, accounts and creditors
    "interface",  # API clients, by a token or by a signed link
    "ledger",  # a creditor's ledger, by the contract with ledgers
    "authority",  # the receiver of what goes to the enforcement authority by file
    "debtor_page",  # the debtor, by a code or as a proven person
    "kivra",
    "email",
    "print",
    "e_invoice",
    "privacy_export",  # what is handed to the person it is about
]

COPIES: Mapping[FileReader, Literal["masked", "whole"]] = MappingProxyType[FileReader, Literal["masked", "whole"]](
    {
        "console": "masked",
        "interface": "masked",
        "ledger": "masked",
        "authority": "masked",
        "debtor_page": "whole",
        "kivra": "whole",
        "email": "whole",
        "print": "whole",
        "e_invoice": "whole",
        "privacy_export": "whole",
    }
)

__all__ = ["COPIES", "CannotMask", "FileReader", "copy_for"]


def copy_for(reader: FileReader, content: bytes) -> bytes:
    """The bytes that a reader of a file gets; raises `CannotMask` where none can be given."""
    return masked(content) if COPIES[reader] == "masked" else content
