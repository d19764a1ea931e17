"""The application in this process, an office in it, and the clock in the test's hand."""

from tests.actions.flow.conftest import app, days, office, quiet, settings  # noqa: F401  (fixtures)
from tests.actions.visma.consenting import consenting  # noqa: F401  (a fixture)
