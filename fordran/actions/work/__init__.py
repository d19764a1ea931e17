"""What people do beside the flow: notes about cases, the work list, how customers are reached."""
