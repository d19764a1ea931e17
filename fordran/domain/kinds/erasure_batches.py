"""Erasure batches: how far a list of people to erase has come, and what became of each of them."""

from typing import Literal, TypeAlias

ErasureBatchStatus: TypeAlias = Literal["waiting", "put_off", "confirmed", "done"]

ErasureOutcome: TypeAlias = Literal[
    "erased",
    "not_due",  # since the list was made, something came that has to be kept
    "failed",  # the reason is on the work list
]
