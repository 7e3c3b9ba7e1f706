"""The tower game: the opening of Castle Defense I."""

__all__ = ["opening"]
