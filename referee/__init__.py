"""A referee for the table: asks for what only people see, judges by the printed rules, keeps every count."""

__version__ = "0.1.0"
