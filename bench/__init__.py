"""The numbers we watch, as ratios in one run: `python -m bench`, or `make bench`. docs/measuring.md tells how to read them."""
