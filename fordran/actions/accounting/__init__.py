"""Entries that go to the accounting systems of creditors, once each. The rule is in docs/fortnox.md."""
