import pytest

pytest.importorskip("polars")
pytest.importorskip("numba")
pytest.importorskip("optuna")

from forvm.lab.games import prepare


@pytest.fixture(scope="session")
def compiled() -> None:
    """Compile what games need, once."""
    prepare()
