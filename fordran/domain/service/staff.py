"""The operator's own people, and what each of them is there for."""

from typing import Literal, TypeAlias

StaffRole: TypeAlias = Literal["handler", "finance", "admin", "auditor"]
"""Who handles cases; who handles money; who may do all; and who sees all and changes nothing."""
