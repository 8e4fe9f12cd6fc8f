"""python -m tests.bench: every figure with its ratio, and the bar beside it; paired rounds, medians."""

import argparse

from tests.bench import again, commands, paired, parsec, rates


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each rate in each round")
    parser.add_argument("--seed", type=int, default=7)
    said = parser.parse_args()
    found = paired.rounds(rates.figures(said.seed, said.seconds), said.rounds)
    print(paired.table("in one process, a second", found), end="\n\n", flush=True)
    found = paired.rounds(parsec.figures(said.seed, said.seconds), said.rounds)
    print(paired.table("PARSEC in one process, a second", found), end="\n\n", flush=True)
    with again.figures(said.seed) as figures:
        print(paired.table("a record judged again, ms", paired.rounds(figures, said.rounds)), end="\n\n", flush=True)
    with commands.figures(said.seed) as figures:
        print(paired.table("a whole command, ms", paired.rounds(figures, said.rounds)), end="\n\n", flush=True)
    with commands.memory(said.seed) as figures:
        print(paired.table("memory, MiB", paired.rounds(figures, said.rounds)))


if __name__ == "__main__":
    main()
