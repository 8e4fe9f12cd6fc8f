"""Every case of every game: the referee says what the case says, for the reasons that the case gives, and no others."""

import pytest

from referee.opening import GAMES
from tests.cases import Case, cases, run

ALL = {f"{game} {case.place} {case.rule}": case for game in GAMES for case in cases(game)}


@pytest.mark.parametrize("case", ALL.values(), ids=ALL)
def test_the_referee_says_what_the_case_says(case: Case) -> None:
    differs = run(case)
    told = f"{case.given}{', but ' if case.but else ''}{case.but}: {' | '.join(case.say)}"
    assert not differs, "\n".join((told, *differs))


def test_a_passing_neighbour_differs_from_its_breaking_case_in_the_table_or_in_the_sentence_alone() -> None:
    both = [
        place
        for place, case in ALL.items()
        if case.beside and not case.beside.passes and case.passes
        if case.say != case.beside.say and case.table != case.beside.table
    ]
    assert both == []
