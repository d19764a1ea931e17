"""Events in their order, and their delivery to the addresses that clients register."""
