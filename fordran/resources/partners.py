"""Partner: an integrated business that manages accounts. Partners are added by the operator, on the command line."""

from __future__ import annotations

from fordran.resources.common import A_BUSINESS, CaseSettings
from fordran.shape.fields import Shape
from fordran.shape.kept import NotErased
from fordran.shape.kinds import Text
from fordran.shape.resource import Resource


class Partner(Shape):
    name: Text
    """The name of the business."""
    integration_id: Text
    """Unique."""
    description: Text | None = None
    """A description of your own."""
    organization_no: Text
    """The company registration number."""
    case_settings: CaseSettings | None = None
    """The default settings of cases of its accounts."""


PARTNERS = Resource(
    "partners",
    Partner,
    owner="partner",
    personal=False,
    about="Integrated businesses that manage accounts.",
    kept=(NotErased("partners", A_BUSINESS),),
)
