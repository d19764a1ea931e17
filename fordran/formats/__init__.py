"""Text and bytes to values and back: bank files, payment orders, vouchers, tables.

Everything here is pure. A reader takes a binary stream that its caller opened and can wind back; nothing else is read
or written. `recognise` tells the bank files apart, `bgmax` and `camt` read them into the values of `bank`, the two
`*_making` modules write such files for tests and demos, `pain001` writes payment orders, `sie` vouchers, and `tables`
reads the rows of an import.
"""
