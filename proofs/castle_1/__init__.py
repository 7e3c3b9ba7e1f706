"""Castle Defense I: two strategies."""

__all__ = ["game", "table", "example", "strategies", "exercises"]
