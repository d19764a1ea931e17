"""The command line: one file for each group of commands, gathered in `app.py`.

It is an edge, as `api` and `worker` are: it opens the installation, calls an action, prints what came back.
"""
