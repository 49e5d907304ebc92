"""The report of a study: one page for people, its tables for programs."""

from forvm.lab.report.report_writer import TABLES, Report, report_of, write_report

__all__ = ["TABLES", "Report", "report_of", "write_report"]
