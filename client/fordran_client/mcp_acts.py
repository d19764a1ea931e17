"""Acts for models: each is on a list, is tried by a dry run first, and is refused when its document has changed since.

Where the client can ask a person, a person confirms the act. Annotations here are read at run time by `MCPServer`.
"""

import uuid
from dataclasses import dataclass
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from fordran_client.flows import tag_of
from fordran_client.kinds import plain
from fordran_client.mcp_answers import answer_of, refusal
from fordran_client.sync import Fordran

# Never here: credentials, users, secrets of webhooks, money that leaves (payouts, refunds), ends of claims, settings.
ALLOWED = {
    "cases": (
        "amortization-plans",
        "confirm-unpaid",
        "dispute-answers",
        "disputes",
        "forbearance",
        "notes",
        "respite",
        "start",
    ),
    "invoices": ("release", "void"),
}
_LIST = "; ".join(f"{resource}: {', '.join(acts)}" for resource, acts in ALLOWED.items())
TRIES = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=True)


@dataclass(frozen=True)
class Proposal:
    """An act that was tried on a document as its tag names it."""

    resource: str
    id: str
    act: str
    fields: dict[str, Any]
    tag: str

    def question(self) -> str:
        fields = ", ".join(f"{name}: {value}" for name, value in self.fields.items()) or "no fields"
        return f"Carry out {self.act} on {self.resource}/{self.id} with {fields}?"


class Confirmation(BaseModel):
    """The answer of the person who is asked."""

    confirm: bool = Field(description="Whether to carry the act out.")


def add_acts(made: MCPServer, client: Fordran) -> None:
    """Add the tools that try and carry out acts."""
    proposals: dict[str, Proposal] = {}

    @made.tool(annotations=TRIES, description=f"Try an act by a dry run, which stores nothing. The acts: {_LIST}.")
    def propose_act(
        resource: Annotated[
            str, Field(description="The resource of the document.", json_schema_extra={"enum": list(ALLOWED)})
        ],
        id: Annotated[str, Field(description="The `_id` of the document.", min_length=1)],
        act: Annotated[
            str,
            Field(
                description="The act.",
                json_schema_extra={"enum": sorted({act for acts in ALLOWED.values() for act in acts})},
            ),
        ],
        fields: Annotated[
            dict[str, Any],
            Field(description="The body of the act, as the interface takes it.", examples=[{"days": 14}]),
        ],
    ) -> str:
        if act not in ALLOWED.get(resource, ()):
            return refusal(403, f"{act} on {resource} is not for models.", allowed=ALLOWED)

        def ask() -> Any:
            collection = client.collection(resource)
            tag = client.run(tag_of(client.session, resource, id))
            tried = collection.act(id, act, dry_run=True, tag=tag, **fields)
            proposal = str(uuid.uuid4())
            proposals[proposal] = Proposal(resource, id, act, fields, tag)
            return {"proposal": proposal, "would_answer": plain(tried)}

        return answer_of(ask)

    def ask_person(proposal: str, context: Context) -> Confirmation | Elicit[Confirmation]:
        """Ask where the proposal is known and the client can ask; else the model's own word counts."""
        able = context.client_capabilities
        if proposal not in proposals or able is None or able.elicitation is None:
            return Confirmation(confirm=True)
        return Elicit(proposals[proposal].question(), Confirmation)

    @made.tool(annotations=ACTS)
    def carry_out(
        proposal: Annotated[str, Field(description="The proposal that `propose_act` answered.")],
        person: Annotated[ElicitationResult[Confirmation], Resolve(ask_person)],
    ) -> str:
        """Carry out an act that was tried. The same proposal twice is one act."""
        tried = proposals.get(proposal)
        if tried is None:
            return refusal(404, "There is no such proposal. Try the act with propose_act first.")
        if not isinstance(person, AcceptedElicitation) or not person.data.confirm:
            return refusal(403, "The person did not confirm the act. Nothing was done.")
        collection = client.collection(tried.resource)
        return answer_of(lambda: collection.act(tried.id, tried.act, key=proposal, tag=tried.tag, **tried.fields))
