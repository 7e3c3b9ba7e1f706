"""Warlight battle: one question, its answers and their comments."""

__all__ = ["turns", "advantage", "endings", "use"]
