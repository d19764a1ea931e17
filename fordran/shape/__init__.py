"""The declaration of fields: kinds of values, shapes made of fields, resources made of shapes, and their OpenAPI."""
