"""Carry out recipes of CONTRIBUTING.md on a copy: `python -m tools.recipes [WORD…]`. Exits 1 where one does not hold.

A recipe holds if its anchors are there, it touches as many files as the page says, its example holds afterwards, and lint,
types and its tests pass after it. The repository itself is not touched.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence

from tools.recipes.book import RECIPES
from tools.recipes.contributing import promised
from tools.recipes.kitchen import Copy, carry_out, copied, fail_anyway
from tools.recipes.recipe import Recipe


def main(words: list[str]) -> int:
    """Carry out the recipes whose names have one of the words, or all of them."""
    chosen = [recipe for recipe in RECIPES if not words or any(word in recipe.name for word in words)]
    began, files = time.monotonic(), promised()
    with copied() as copy:
        print(f"{time.monotonic() - began:6.1f} s  copy", flush=True)
        troubles = _troubles(copy, chosen, files)
    failing = sum(recipe.name in troubles for recipe in chosen)
    for name, trouble in troubles.items():
        print(f"FAILS {name}: {trouble}", flush=True)
    print(
        f"{time.monotonic() - began:6.1f} s  {len(chosen)} recipes carried out, {failing} fail",
        flush=True,
    )
    return 1 if troubles or not chosen else 0


def _troubles(copy: Copy, recipes: Sequence[Recipe], files: Mapping[str, int]) -> dict[str, str]:
    """Recipe → why it does not hold."""
    outcome = carry_out(copy, recipes, files)
    for step, seconds in outcome.steps.items():
        print(f"{seconds:6.1f} s  {step}", flush=True)
    for recipe in recipes:
        seconds = outcome.tests.get(recipe.name, 0.0)
        print(f"{seconds:6.1f} s  tests of {recipe.name} ({len(recipe.files)} files)", flush=True)
    if not outcome.shared:
        return outcome.troubles
    if anyway := fail_anyway(copy, outcome.shared):
        return {"the repository without any recipe": ", ".join(anyway)}
    if len(recipes) == 1:
        return {recipes[0].name: outcome.shared}
    print(f"{outcome.shared}\nNow one at a time.", flush=True)
    found: dict[str, str] = {}
    for recipe in recipes:
        found |= _troubles(copy, [recipe], files)
    return found or {"all together": outcome.shared}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
