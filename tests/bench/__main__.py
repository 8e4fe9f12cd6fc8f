"""python -m tests.bench: every figure with its ratio, and the bar beside it."""

import argparse

from tests.bench import paired, rates


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each figure in each round")
    parser.add_argument("--seed", type=int, default=7)
    said = parser.parse_args()
    print(paired.table("in one process, a second", paired.rounds(rates.figures(said.seed), said.seconds, said.rounds)))


if __name__ == "__main__":
    main()
