"""The application in this process on a fresh installation, and an office in it that registers and pays."""

from tests.actions.fixtures import app, office, quiet, settings  # noqa: F401  (fixtures)
