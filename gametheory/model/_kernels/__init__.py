"""Loops over the arrays of a graph, compiled if they are long."""
