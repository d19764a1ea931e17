"""An audit from outside: it reads exports (SIE), statements, orders, their answers and invoices alone, and finds every öre."""
