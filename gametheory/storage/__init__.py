"""Read files with a size limit, write them atomically, and cache values on disk."""
