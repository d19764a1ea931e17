"""Approvals by a second person, without which money does not leave."""
