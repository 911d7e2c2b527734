"""Cost of starting `aa`: python -m tests.benchmarks.bench_start"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks.measure import Row, aa, in_turn, python, table

BARE = """
import typer
app = typer.Typer()
@app.command()
def one() -> None: "One."
@app.command()
def two() -> None: "Two."
app()
"""
LIBRARIES = "import filelock, numpy, pydantic, rich.console, rich.table, typer, yaml"
RUNS = 15


def rows() -> Iterator[Row]:
    """Compares help with a bare typer program, and scoring with importing its libraries."""
    cost = in_turn(
        {
            "bare": python(BARE, "--help"),
            "help": aa("--help"),
            "libraries": python(LIBRARIES),
            "score": aa("score", "templates/table.yaml"),
        },
        RUNS,
    )
    yield Row("`aa --help`", cost["help"].cpu_s, "a bare typer program's help", cost["bare"].cpu_s, "s CPU")
    yield Row("`aa score TABLE`", cost["score"].cpu_s, "importing its libraries", cost["libraries"].cpu_s, "s CPU")


if __name__ == "__main__":
    print("\n".join(table(rows())))
