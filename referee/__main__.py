"""`python -m referee`, or `referee`: a command is over before there would be anything worth collecting."""

import gc


def main() -> None:
    """Runs the command line."""
    gc.disable()
    from referee.cli import main

    main()


if __name__ == "__main__":
    main()
