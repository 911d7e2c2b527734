"""Writes made photos and their truth files: `python -m tests.reading.photomaker --out DIR --count N --seed S`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.reading.photomaker.maker import encode, mixed


def main() -> None:
    """Writes NAME.jpg and NAME.txt for each photo."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for i in range(options.count):
        made = mixed(options.seed * 10_000 + i)
        name = f"{made.kind}-{options.seed}-{i:04d}"
        (options.out / f"{name}.jpg").write_bytes(encode(made))
        (options.out / f"{name}.txt").write_text("\n".join(made.truth or ["NONE"]) + "\n", encoding="utf-8")
        print(options.out / f"{name}.jpg")


if __name__ == "__main__":
    main()
