"""Tests that need a cluster of Citus, and what they need."""
