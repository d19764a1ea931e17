"""The law as rows that an operator adds: proposing and approving them, and restating open cases."""
