"""How often a process that runs for long looks for garbage that refers to itself."""

import gc

# Python looks after every 700 new objects, and an invoice of ten lines makes more than that: a sixth of its time was looking.
# Hardly anything of ours refers to itself, so that little is ever found.
_NEW_OBJECTS = 5_000


def collect_seldom() -> None:
    """Look seldom, and never again at what was there when the process was ready."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 10, 10)
