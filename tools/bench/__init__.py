"""The numbers we watch, as ratios in one run: `python -m tools.bench`, or `make bench`. docs/measuring.md explains them."""
