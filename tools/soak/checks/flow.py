"""Each step was taken once, each has its letter, each letter left once, and a sandbox has sent nothing."""

from __future__ import annotations

from collections import Counter

from fordran.domain.kinds.letter_kinds import STEP_LETTERS
from tools.soak.checks.ground import Ground

NOT_SENT = ("stopped", "failed")


async def check_flow(ground: Ground) -> None:
    """Steps are no resource, so that their rows are looked at; letters are read as clients read them."""
    counts = ground.counts
    steps = Counter((row["case_id"], row["step"]) for row in await ground.rows("select case_id, step from steps"))
    letters = await ground.all_of("letters")
    counts.checked |= Counter(steps=steps.total(), letters=len(letters))
    wanted = {(case, step): number for (case, step), number in steps.items() if step in STEP_LETTERS}
    made = Counter((letter["case"], letter["kind"]) for letter in letters if letter["kind"] in STEP_LETTERS)
    for about in wanted.keys() | made.keys():
        if made[about] > wanted.get(about, 0):
            counts.doubled(f"letters {about}: {made[about]} for {wanted.get(about, 0)} steps")
        if made[about] < wanted.get(about, 0):
            counts.lost(f"letters {about}: {made[about]} for {wanted.get(about, 0)} steps")
    left = Counter((one["case"], one["kind"]) for one in letters if one["status"] not in NOT_SENT)
    for about, number in left.items():
        if number > 1:
            counts.doubled(f"letters {about}: {number} left")
    waiting = [letter["_id"] for letter in letters if letter["status"] in ("queued", "made")]
    if waiting:
        counts.lost(f"letters that never left: {waiting}")
    printed = [path.name for folder in ("first", "second") for path in (ground.place.folder / folder).glob("print/*")]
    if printed:
        counts.stray(f"a sandbox has printed {printed}")
