"""POST /cases/{id}/claims-in-insolvency: the claim to file, as PDF."""

from __future__ import annotations

from fordran import clock
from fordran.actions.parties.claim_in_insolvency import claim_in_insolvency
from fordran.api.cases.acts import case_of
from fordran.api.cases.letters import shown_pdf
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.operator import Operator
from fordran.resources.insolvency_claims import InsolvencyClaimInput
from fordran.store.connections.database import Database


def claim_to_file(operator: Operator) -> EndpointHandler:
    """The endpoint that makes the claim to file. It does nothing, so that there is no answer to keep for a key."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json()
        async with database.connection() as connection:
            case = await case_of(connection, request)
            given = await read_all_issues(connection, request.signed_in, InsolvencyClaimInput, document)
            filed = await claim_in_insolvency(connection, case, given, operator, clock.now())
        return shown_pdf(given.kind, await filed.pdf())

    return serve
