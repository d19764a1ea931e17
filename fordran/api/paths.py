"""Paths: the table of endpoints as a tree, so that finding one takes as long as its path."""

from __future__ import annotations

from collections.abc import Iterable

from fordran.api.endpoint import Endpoint
from fordran.api.http.answers import Answer
from fordran.api.http.errors import NOT_A_METHOD, HttpError, http_error, no_such_address


class PathNode:
    """A step of the paths: fixed names below it, a placeholder below it, and the endpoints that end here."""

    __slots__ = ("allow", "fixed", "methods", "placeholder")

    def __init__(self) -> None:
        self.fixed: dict[str, PathNode] = {}
        self.placeholder: tuple[str, PathNode] | None = None
        self.methods: dict[str, Endpoint] = {}
        self.allow = b""

    def find(self, path: str, placeholders: dict[str, str]) -> PathNode:
        """The node that a path leads to from here, a new and empty one where it leads nowhere.

        A slash at the end makes no difference. The values of the path's placeholders are noted.
        """
        node = self
        steps = path.strip("/")
        for step in steps.split("/") if steps else ():
            below = node.fixed.get(step)
            if below is None:
                if node.placeholder is None:
                    return PathNode()
                name, below = node.placeholder
                placeholders[name] = step
            node = below
        return node

    def endpoint(self, method: str) -> Endpoint | None:
        """The endpoint that answers a method here; what answers GET answers HEAD too."""
        return self.methods.get("GET" if method == "HEAD" else method)

    def answer_without_endpoint(self, method: str) -> HttpError:
        """The answer without an endpoint, to be raised: no such path, or another method."""
        if not self.methods:
            return no_such_address()
        allow = [(b"allow", self.allow)]
        return HttpError(Answer(200, headers=allow)) if method == "OPTIONS" else http_error(405, NOT_A_METHOD, allow)


def tree(table: Iterable[Endpoint]) -> PathNode:
    """The root of the tree that has every endpoint of the table."""
    root = PathNode()
    for endpoint in table:
        node = root
        for step in endpoint.path.strip("/").split("/") if endpoint.path != "/" else ():
            if step.startswith("{"):
                node.placeholder = node.placeholder or (step[1:-1], PathNode())
                node = node.placeholder[1]
            else:
                node = node.fixed.setdefault(step, PathNode())
        assert endpoint.method not in node.methods, endpoint.name
        node.methods[endpoint.method] = endpoint
        methods = {*node.methods, "OPTIONS"} | ({"HEAD"} if "GET" in node.methods else set())
        node.allow = ", ".join(sorted(methods)).encode()
    return root
