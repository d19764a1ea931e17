"""What the pages of docs/ repeat of the declarations is made from them: `make docs` rewrites it, and a test holds it."""
