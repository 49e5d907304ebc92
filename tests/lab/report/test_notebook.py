"""The notebook of the documentation runs from top to bottom, and its pictures are there to be seen."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOK = Path(__file__).resolve().parents[3] / "docs" / "laboratory.ipynb"
PICTURES = 2


def pictures(notebook) -> int:
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return sum("image/png" in output.get("data", {}) for output in outputs)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::RuntimeWarning")
def test_the_notebook_runs_and_shows_what_it_promises(tmp_path):
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert pictures(notebook) == PICTURES, "run the notebook and save it with its outputs"
    for cell in notebook.cells:
        cell.pop("outputs", None) if cell.cell_type != "code" else cell.update(outputs=[], execution_count=None)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert pictures(notebook) == PICTURES
    printed = "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", ()))
    assert "fires: turns" in printed
