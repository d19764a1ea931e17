"""The interface over HTTP: a table of endpoints, and what is the same for all of them.

`app.py` answers requests by the table in `endpoints.py`, whose rows are in `table/`. `clients/` knows who asks, `http/` requests
and answers, `serving/` what endpoints do, `description/` how they are described, `server/` connections. The arrows between
them go one way: app → endpoints → table → description → serving → endpoint → http → clients, and server → http.
"""
