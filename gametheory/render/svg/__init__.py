"""Drawings as SVG: state graphs, charts, and the map of claims."""
