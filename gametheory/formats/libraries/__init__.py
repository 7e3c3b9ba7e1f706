"""Games that are objects of other libraries, none of which this package imports."""
