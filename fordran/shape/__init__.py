"""What a declared field is: kinds of values, shapes made of fields, resources made of shapes, and the OpenAPI they give."""
