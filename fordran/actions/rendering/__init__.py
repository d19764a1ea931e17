"""Rendering of documents and logos in processes with limits of time, memory and output."""
