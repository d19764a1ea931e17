"""Upgrades an installation of an earlier version, stopped and live, and compares everything that it answers before and after."""
