"""What people do beside the flow: notes about cases, and the work list."""
