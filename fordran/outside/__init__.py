"""The world's edge, one class each: where files lie, where letters go."""
