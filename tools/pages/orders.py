"""The table of orders that cost no more than none, as the page about the interface shows it."""

from __future__ import annotations

from fordran.resources import RESOURCES


def rows_of_orders() -> list[str]:
    """A row for each resource that an index has in order of more than its ids."""
    return [
        f"| `/{resource.name}` | {', '.join(f'`{field}`' for field in resource.sorted_by)} |"
        for resource in RESOURCES.values()
        if resource.sorted_by
    ]
