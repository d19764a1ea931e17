"""An audit from outside: it reads exports (SIE), statements, orders to the bank and invoices alone, and finds every öre."""
