"""Loops of solvers over the arrays of a state graph, compiled if they are long."""
