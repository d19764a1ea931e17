"""Kinds of limitation, and of its interruptions. The times of each are in flow/limitation.py."""

from typing import Literal, TypeAlias

LimitationKind: TypeAlias = Literal["consumer", "general", "running_note", "control_fee", "tenancy"]
"""How long a claim lives, and whether nothing but legal action keeps it."""

EarlierLetterKind: TypeAlias = Literal["reminder", "debt_collection", "other"]
"""Letters that asked for payment before the registration: a reminder, a demand by inkassolag (1974:182) 5 §, or another."""

InterruptionKind: TypeAlias = Literal["payment", "acknowledgement", "demand", "legal_action"]
"""Interruptions of limitation: preskriptionslag (1981:130) 5 §. A demand is one that provably reached the debtor."""
