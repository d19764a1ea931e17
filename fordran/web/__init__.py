"""Shared parts of edges over HTTP: the client's address, rate limits, the log of readings; and of the
pages for people their table, their forms and cookies, their words, their look.

`application.py` serves a table of pages (`page.py`). A room of pages, such as `fordran/console`, brings its table, its
gate (who a visitor is), its templates and its words.
"""
