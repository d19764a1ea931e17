"""The table of endpoints, a file for each part of the interface."""
