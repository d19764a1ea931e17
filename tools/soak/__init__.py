"""The soak: clients that keep records of what they were promised, while everything under them is killed, cut and doubled.

`run.py` is the whole of it. Writers (`writers.py`), a bank (`bank.py`), somebody who moves the clock (`days.py`), a reader of
events (`reader.py`) and a receiver of webhooks (`receiver.py`) use several API processes and workers (`place.py`), over wires
that break (`client_wire.py`, `database_wire.py`), while processes are killed (`kills.py`). Then `checks` holds what is there
against the clients' records alone.

The seed decides the schedule of the kills and what each writer chooses next. How these meet is the machine's: a run with the
same seed makes the same trouble for the same writers, and not the same requests in the same moments.
"""
