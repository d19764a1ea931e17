"""The application in this process, an office in it, and the clock in the test's hand."""

from tests.actions.filing.filed import filed  # noqa: F401  (a fixture)
from tests.actions.flow.conftest import app, days, office, quiet, settings  # noqa: F401  (fixtures)
