"""Programs that developers run beside the tests, each by `python -m tools.NAME` or the target of its name in the Makefile."""
