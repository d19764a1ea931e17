"""Repairs of what verifying found."""
