"""Carry out recipes of CONTRIBUTING.md on a copy: `python -m tools.recipes [WORD…]`. Exits 1 where one does not hold.

A recipe holds if its anchors are there, it touches as many files as the page says, and lint, types and its tests are
green after it. What lies here is not touched.
"""

from __future__ import annotations

import sys
import time

from tools.recipes.book import RECIPES
from tools.recipes.contributing import promised
from tools.recipes.kitchen import carry_out, copied, type_errors


def main(words: list[str]) -> int:
    """Carry out the recipes whose names have one of the words, or all of them."""
    chosen = [recipe for recipe in RECIPES if not words or any(word in recipe.name for word in words)]
    files = promised()
    failed = []
    with copied() as copy:
        before = type_errors(copy)
        for recipe in chosen:
            began = time.monotonic()
            trouble = carry_out(copy, recipe, files[recipe.name], before)
            failed += [recipe.name] if trouble else []
            told = f": {trouble}" if trouble else f" ({len(recipe.files)} files)"
            _say(f"{'FAILS' if trouble else 'holds'} {time.monotonic() - began:5.1f} s  {recipe.name}{told}")
    _say(f"{len(chosen)} recipes carried out, {len(chosen) - len(failed)} hold, {len(failed)} fail.")
    return 1 if failed or not chosen else 0


def _say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
