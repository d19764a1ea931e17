"""The fixtures of the flow: an application, an office of the test's own, and the clock in the test's hand."""

from tests.actions.flow.conftest import app, days, office, settings  # noqa: F401  (fixtures)
