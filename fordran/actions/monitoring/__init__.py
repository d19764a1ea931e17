"""Figures about the service itself: its jobs, its queues, its last verification and backup."""
