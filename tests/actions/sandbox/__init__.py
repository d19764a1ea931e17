"""Tests of what integrators do in a sandbox in place of a bank, a mail server or an authority."""
