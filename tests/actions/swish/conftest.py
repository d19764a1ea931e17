"""A desk with two people, and Swish."""

from tests.actions.approvals.two_people import desk  # noqa: F401  (a fixture)
from tests.actions.swish.refunding import refunding  # noqa: F401  (a fixture)
