"""How a case goes on: the steps that are due, holds, and what people decide on a case."""
