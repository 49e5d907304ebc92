"""The rules of FORVM as plain functions over integers, run as they are or compiled."""
