"""Closed lists: one module a list, one record a value. Types, SQL checks, OpenAPI enums, texts and docs follow from them."""
