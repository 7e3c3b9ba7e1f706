"""Drawings and plots as SVG, and the manifest of what was established with what is made of it."""
