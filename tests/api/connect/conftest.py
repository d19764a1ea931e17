"""A ledger with the key of an account, before the operations of the contract, and the clock in the test's hand."""

from tests.actions.flow.conftest import app, days, office, quiet, settings  # noqa: F401  (fixtures)
from tests.api.connect.ledger import ledger  # noqa: F401  (a fixture)
