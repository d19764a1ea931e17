"""Acts about handlers of cases."""
