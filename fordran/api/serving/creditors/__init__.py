"""Figures that are computed about a creditor."""
