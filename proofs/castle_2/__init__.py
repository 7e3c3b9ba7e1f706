"""Castle Defense II: all the ways to win."""

__all__ = ["table", "figures", "facts", "commander", "program"]
