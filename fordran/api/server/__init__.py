"""The HTTP server of a process and its connections, on top of uvicorn's."""
