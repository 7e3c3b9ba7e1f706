"""Loops of checkers over the arrays of a state graph, compiled if they are long."""
