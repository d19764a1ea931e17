"""Kinds of limitation, and of its interruptions. The times of each are in flow/limitation.py."""

from typing import Literal, TypeAlias

LimitationKind: TypeAlias = Literal["consumer", "general", "running_note", "control_fee", "tenancy"]
"""How long a claim lives, and whether nothing but legal action keeps it."""

InterruptionKind: TypeAlias = Literal["payment", "acknowledgement", "demand", "legal_action"]
"""Interruptions of limitation: preskriptionslag (1981:130) 5 §. A demand is one that provably reached the debtor."""
