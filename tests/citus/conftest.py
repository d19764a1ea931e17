"""The application of tests/api, whose connections tell what a cluster sends to its nodes."""

from __future__ import annotations

from tests.api.conftest import app, first_world, quiet, settings, world

__all__ = ["app", "first_world", "quiet", "settings", "world"]
