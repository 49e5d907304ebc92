"""What every test shares: array indices are checked in compiled code, and Hypothesis has no stop-watch."""

from __future__ import annotations

import os

from hypothesis import settings

os.environ["FORVM_BOUNDS_CHECKS"] = "1"

settings.register_profile("forvm", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("forvm")
