"""Wargame: one page of rules with an example."""

__all__ = ["page", "play", "methods"]
