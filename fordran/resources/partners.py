"""Partner: an integrated business that manages accounts. Partners are added by the operator, on the command line."""

from __future__ import annotations

from fordran.resources.common import CaseSettings
from fordran.shape.fields import Shape
from fordran.shape.kinds import Text
from fordran.shape.resource import Resource


class Partner(Shape):
    name: Text
    integration_id: Text
    description: Text | None = None
    organization_no: Text
    case_settings: CaseSettings | None = None


PARTNERS = Resource(
    "partners", Partner, owner="partner", personal=False, about="Integrated businesses that manage accounts."
)
