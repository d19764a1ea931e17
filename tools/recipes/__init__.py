"""The recipes of CONTRIBUTING.md, carried out on a copy: to add X, touch Y, and no more."""
