"""The application in this process on a fresh installation, and the office that stories are told to."""

from tests.actions.fixtures import app, office, quiet, settings  # noqa: F401  (fixtures)
