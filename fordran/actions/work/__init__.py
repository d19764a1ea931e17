"""Acts of staff beside the flow: notes about cases, the work list, contact details of customers."""
