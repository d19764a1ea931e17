"""The application in this process, an office in it, the clock in the test's hand, and SPAR's stand-in."""

from tests.actions.flow.conftest import app, days, office, quiet, settings  # noqa: F401  (fixtures)
