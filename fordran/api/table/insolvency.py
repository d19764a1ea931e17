"""Claims to file in an insolvency."""

from __future__ import annotations

from fordran.api.cases.insolvency import claim_to_file
from fordran.api.cases.letters import PDF_TYPE
from fordran.api.endpoint import Endpoint
from fordran.api.roles import STAFF
from fordran.api.table.rows import Rows
from fordran.resources.cases import CASES
from fordran.resources.insolvency_claims import InsolvencyClaimInput
from fordran.settings import Settings


def insolvency(settings: Settings) -> Rows:
    """The claim to file, which names the operator."""
    return (
        Endpoint(
            "POST",
            "/cases/{id}/claims-in-insolvency",
            claim_to_file(settings.operator),
            "Make the claim to file in a bankruptcy, a restructuring or an estate.",
            STAFF,
            CASES,
            takes=InsolvencyClaimInput,
            answers_as=PDF_TYPE,
            previews=True,
        ),
    )
