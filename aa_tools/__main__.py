"""The entry of the command `aa`, also as `python -m aa_tools`."""

import sys


def main() -> None:
    """Runs `aa`; being interrupted while it still starts is no reason for a traceback."""
    try:
        from aa_tools.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
