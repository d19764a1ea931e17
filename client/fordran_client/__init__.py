"""A client of Fordran's interface: `from fordran_client import ApiCode, Fordran`."""

from fordran_client.asynchronous import AsyncFordran
from fordran_client.errors import (
    Changed,
    Conflict,
    FordranError,
    NotAllowed,
    NotFound,
    NotGenuine,
    NotNow,
    NotSignedIn,
    NotUnderstood,
    Refused,
    TooMany,
)
from fordran_client.sign_in import ApiCode, SignedJwt
from fordran_client.sync import Fordran
from fordran_client.verification import Message, verified
from fordran_client.where import Condition, is_there, none_of, one_of

__all__ = [
    "ApiCode",
    "AsyncFordran",
    "Changed",
    "Condition",
    "Conflict",
    "Fordran",
    "FordranError",
    "Message",
    "NotAllowed",
    "NotFound",
    "NotGenuine",
    "NotNow",
    "NotSignedIn",
    "NotUnderstood",
    "Refused",
    "SignedJwt",
    "TooMany",
    "is_there",
    "none_of",
    "one_of",
    "verified",
]
