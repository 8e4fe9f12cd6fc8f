"""How few keys a turn takes at the prompt, in an example whose tiles are drawn at the table."""

from collections import defaultdict

from referee.where import examples_folder
from tests import keys

ENOUGH = 60  # for a turn that draws, places, flies three hexes and lands robots
QUICK = ["place", "fly", "beam-down", "end"]


def test_a_quick_turn_of_parsec_takes_few_keys() -> None:
    turns = defaultdict(list)
    for act in keys.acts(examples_folder() / "parsec-example-of-play.toml"):
        turns[act.turn].append(act)
    quick = [acts for acts in turns.values() if [act.said.split()[0] for act in acts] == QUICK]
    assert [act.said for acts in quick for act in acts if act.said.startswith("fly")] == ["fly R3 Q2 Q1"]
    assert all(sum(act.keys for act in acts) <= ENOUGH for acts in quick)
