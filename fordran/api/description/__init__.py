"""The interface's description of itself, made from the table of endpoints: OpenAPI, and a page to read."""
