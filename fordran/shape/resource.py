"""A resource: a noun of the interface, declared once, with everything that the engine needs to know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from fordran.shape.fields import Field, Shape, fields_of
from fordran.shape.kept import Keeping
from fordran.shape.kinds import ISO_MOMENT, MOMENT, TEXT

OWNED = (
    *("operator", "partner", "account", "creditor", "creditor_or_operator", "creditor_or_partner", "customer"),
    *("user", "user_alone", "access_group", "everyone"),
)

OF_CREDITOR = frozenset({"creditor", "creditor_or_operator", "creditor_or_partner"})
"""Owners whose documents may name a creditor."""


@dataclass(frozen=True)
class Search:
    """A query parameter that searches: its text, folded as it is on the day, is contained in a hidden column, or is the whole
    of it."""

    name: str
    column: str
    fold: Callable[[str, date], str]
    is_whole: bool = False


@dataclass(frozen=True)
class JsonAccess:
    """How an object that a view makes of much is asked about without making it, in SQL: `part` is a part of it, whose name is
    `{key}`; `presence` is null where the object is."""

    part: str
    presence: str


@dataclass(frozen=True, eq=False)  # there is one of each, and every request looks some up
class Resource:
    """One noun.

    `owner` says whose its documents are, and so who sees them: the operator's, a partner's, an account's, a creditor's within
    an account, a creditor's or (where it has none) the operator's, a creditor's or (where it has no account) a partner's, a
    customer of creditors, a user, a user's alone, an access group, or everyone's.
    """

    name: str
    """The path below the base URL."""
    shape: type[Shape]
    """The shape that is read."""
    owner: str
    about: str
    personal: bool
    """Whether a document shows personal data of debtors, beyond ids and amounts. Its readers are recorded."""
    input: type[Shape] | None = None
    """The shape that is sent to create."""
    change: type[Shape] | None = None
    """The document after a change, which sends any part of it."""
    search: tuple[Search, ...] = ()
    column_backed: tuple[str, ...] = ()
    """Objects that the view makes of columns. It has these beside them, as `"debt.invoice_number"`: what is filtered or sorted
    by a part of such an object reads the part's own column, and makes no object."""
    same_values: Mapping[str, str] = field(default_factory=dict)
    """Fields that always have the value of another, whose column is read for both."""
    looked_into: Mapping[str, JsonAccess] = field(default_factory=dict)
    """Objects that the view makes of much, and how each is asked about without making it."""
    made_costs: Mapping[str, int] = field(default_factory=dict)
    """Fields that the view takes long to make → the cost of a condition on one of them, or on a part of it."""
    sorted_by: tuple[str, ...] = ()
    """Fields that an index has in order, for the operator, an account and a creditor alike. The first page by such a field, or by
    `_id`, costs as much as one in no order; by any other field, the keys of all that the caller sees are sorted first."""
    ordered_within: tuple[tuple[str, str], ...] = ()
    """A field and an order: an index of each creditor's has the documents with one value of the field together, in that order.
    The plan of such a page is kept, as that of one without a filter is."""
    iso_moments: bool = False
    kept: tuple[Keeping, ...] = ()
    """How long the columns of its tables are kept, its own table first. Empty where its documents are another noun's rows."""

    def __post_init__(self) -> None:
        assert self.owner in OWNED, self.owner

    @property
    def view(self) -> str:
        """The SQL view that serves it: its columns are the fields below, and the hidden ones of its owner."""
        return "fordran_api." + self.name.replace("--", "_").replace("-", "_")

    @property
    def table(self) -> str | None:
        """The table whose rows are its documents; None where they are another noun's."""
        return self.kept[0].table if self.kept else None

    @cached_property
    def fields(self) -> dict[str, Field]:
        """Every field a reader sees, the four of every document first."""
        moment = ISO_MOMENT if self.iso_moments else MOMENT
        own = {
            "_id": Field("_id", TEXT),
            "_created": Field("_created", moment),
            "_updated": Field("_updated", moment),
            "_etag": Field("_etag", TEXT),
        }
        return own | fields_of(self.shape)

    @cached_property
    def columns(self) -> dict[str, Field]:
        """The columns of the view: every field, and the parts of objects that are made of columns."""
        parts = {
            f"{name}.{part}": below for name in self.column_backed for part, below in self.fields[name].children.items()
        }
        return self.fields | parts


META = ("_id", "_created", "_updated", "_etag")
"""The fields every stored document has, and no projection leaves out."""
