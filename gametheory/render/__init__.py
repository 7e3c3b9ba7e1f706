"""Reports on claims in several formats, rich display in notebooks, and drawings and plots as SVG."""
