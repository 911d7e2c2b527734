"""Output and questions on the terminal, shared by the commands."""
