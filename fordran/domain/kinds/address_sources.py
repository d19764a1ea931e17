"""Sources of a customer's address, where it is not from a registration."""

from typing import Literal, TypeAlias

AddressSource: TypeAlias = Literal["staff", "spar"]
"""Who gave the address: `staff` entered it, or SPAR has it. It stays until one of them has another."""
