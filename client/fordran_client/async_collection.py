"""The documents of a resource, for programs that await. The client itself is in asynchronous.py."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

from fordran_client import lists
from fordran_client.flows import Flow, Session, tag_of
from fordran_client.lists import Where
from fordran_client.names import act_name, operation_name

T = TypeVar("T")
D = TypeVar("D")


class Client(Protocol):
    """The part of a client that a collection uses."""

    session: Session

    async def run(self, flow: Flow[T]) -> T:
        """Run a flow to its end."""
        ...

    async def do(self, *given: Any, **named: Any) -> Any:
        """Carry out an operation by its name in the service's description."""
        ...


class AsyncCollection(Generic[D]):
    """The documents of a resource."""

    def __init__(self, client: Client, resource: str) -> None:
        self._client = client
        self.resource = resource

    async def list(
        self,
        where: Where = None,
        *,
        sort: str | None = None,
        projection: Mapping[str, int] | None = None,
        **search: str,
    ) -> AsyncIterator[D]:
        """Every document that the caller sees and that is so, page by page as they are read."""
        listing = lists.listing(self._client.session, self.resource, where, sort, projection, search)
        while not listing.is_over:
            for document in await self._client.run(listing.next_page()):
                yield document

    async def first(self, where: Where = None, *, sort: str | None = None) -> D | None:
        """The first document that is so; None where there is none."""
        async for document in self.list(where, sort=sort):
            return document
        return None

    async def count(self, where: Where = None) -> int:
        """How many documents there are."""
        return await self._client.run(lists.count(self._client.session, self.resource, where))

    async def get(self, id: str) -> D:
        """A document."""
        return await self._client.do(operation_name("read", self.resource), id)  # type: ignore[no-any-return]

    async def create(self, body: Any, *, key: str | None = None, dry_run: bool = False) -> Any:
        """Create a document, or several at once; what the service answers."""
        return await self._client.do(operation_name("create", self.resource), body=body, key=key, dry_run=dry_run)

    async def change(self, document: D | str, **changes: Any) -> Any:
        """Change a document that was read, or the one with an id as it is now."""
        name = operation_name("change", self.resource)
        tag = await self._client.run(tag_of(self._client.session, self.resource, document))
        return await self._client.do(name, _id(document), body=changes, tag=tag)

    async def delete(self, document: D | str) -> None:
        """Delete a document that was read, or the one with an id as it is now."""
        name = operation_name("delete", self.resource)
        tag = await self._client.run(tag_of(self._client.session, self.resource, document))
        await self._client.do(name, _id(document), tag=tag)

    async def act(
        self,
        document: D | str,
        act: str,
        *,
        key: str | None = None,
        tag: str | None = None,
        dry_run: bool = False,
        **body: Any,
    ) -> Any:
        """Do something to a document: `cases.act(case, "respite", until="2026-07-01")`.

        With the `tag` of the document as it was read, the act is refused when the document has changed since.
        """
        name = act_name("POST", self.resource, act)
        return await self._client.do(name, _id(document), body=body, key=key, tag=tag, dry_run=dry_run)

    async def lift(self, document: D | str, act: str) -> None:
        """End what was done to a document."""
        tag = await self._client.run(tag_of(self._client.session, self.resource, _id(document)))
        await self._client.do(act_name("DELETE", self.resource, act), _id(document), tag=tag)

    async def part(self, document: D | str, part: str, **query: Any) -> Any:
        """What stands below a document: `cases.part(case, "statement", at="2026-06-30")`."""
        said = {name: str(value) for name, value in query.items()}
        return await self._client.do(act_name("GET", self.resource, part), _id(document), query=said)


def _id(document: Any) -> str:
    return document if isinstance(document, str) else str(document.id)
