"""Castle Defense I: two strategies."""

__all__ = ["table", "example", "strategies"]
