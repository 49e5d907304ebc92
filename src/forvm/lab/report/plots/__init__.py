"""The pictures of a report: SVG that needs no script, drawn by matplotlib."""
