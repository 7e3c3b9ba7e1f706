"""Marks of claims in Markdown and LaTeX texts: what each names, where it is, and the sentence that it marks."""
