"""The caller of a request, identified by its token or link."""
