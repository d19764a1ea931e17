"""For whom a page or an act is: sets of the roles that the interface has, too."""

from __future__ import annotations

_OUTSIDE = frozenset({"partner", "account_admin", "creditor_admin", "creditor_user"})
STAFF = frozenset({"operator", "handler", "finance"})
"""Those of the operator's who do something. The auditor may open whatever shows something, which `Page.role_names` says."""
ALL = STAFF | _OUTSIDE
FINANCE = frozenset({"operator", "finance"})
ADMIN = frozenset({"operator"})
ADMINS = frozenset({"operator", "partner", "account_admin", "creditor_admin"})
"""The operator's administrators, and others' for what is theirs."""
STAFF_AND_ADMINS = STAFF | ADMINS
ACCOUNT_ADMINS_UP = frozenset({"operator", "partner", "account_admin"})
ANYBODY_SIGNED_IN = ALL | {"auditor"}
"""For what is a person's own, which the auditor may change too."""
EVERYBODY: frozenset[str] = frozenset()
"""Whether signed in or not."""
