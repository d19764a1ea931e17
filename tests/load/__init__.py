"""Behaviour under load: slow clients and databases, too much at once, restarts and migrations amid traffic."""
