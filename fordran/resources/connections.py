"""Connections to outside systems, as the operator's staff sees them."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.service.connections import CertificateState, ConnectionSystem, ConnectionTrouble
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Integer, Moment, Text


class OutsideConnection(Shape):
    system: ConnectionSystem
    """The outside system."""
    name: Text | None = None
    """The name in the settings, where there may be several of the kind: of an identity provider."""
    is_configured: Flag
    """Whether the settings name it; bank files, the enforcement authority and e-invoices need no settings."""
    address: Text | None = None
    """Its address or folder, without secrets."""
    last_success: Moment | None = None
    """When a contact last succeeded; left out where none is known."""
    last_failure: Moment | None = None
    """When a contact last failed; left out where none is known."""
    trouble: ConnectionTrouble | None = None
    """The subject of the last failure."""
    reason: Text | None = None
    """The reason of the last failure, as it was kept."""
    waiting: Integer
    """How much waits for the system."""
    waiting_since: Moment | None = None
    """Since when the first of it waits."""
    certificate: CertificateState | None = None
    """Whether our certificate for the system can be used."""
    certificate_ends: Moment | None = None
    """When our certificate ends."""
    can_be_tried: Flag
    """Whether the console can try it by a harmless call."""


class OutsideConnectionList(Shape):
    """Every outside system that there is a connection to, or may be one."""

    items: list[OutsideConnection] = Field(alias="_items", description="The connections, in a fixed order.")
