"""The report as one HTML file: what each part shows in Python, how it looks in templates, style and script."""
