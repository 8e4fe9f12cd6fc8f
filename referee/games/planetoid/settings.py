"""What is agreed before a game: options, and the bundles that may only be said [T-001, T-806, T-1021, T-1040].

The options are orthogonal, so that variants can be mixed: which `rules` the players follow, what the `aliens` do, which
`board` lies on the table, whether there are `majors` and minors, and whether the `tiles` of two boards are mixed.
"""

from collections.abc import Iterable, Mapping, Sequence

from referee.errors import NotUnderstood
from referee.games.planetoid.kit import Level
from referee.games.planetoid.position import Options
from referee.text import Facts

PLAIN = {"rules": "advanced", "aliens": "none", "board": "full", "majors": "no"}
BUNDLES = {
    "basic": {**PLAIN, "rules": "basic"},
    "advanced": PLAIN,
    "solo": {**PLAIN, "aliens": "solo"},
    "danger": {**PLAIN, "aliens": "danger"},
    "moon-basic": {**PLAIN, "rules": "basic", "board": "moon"},
    "moon-advanced": {**PLAIN, "board": "moon"},
    "five-eight": {**PLAIN, "board": "full+full", "majors": "yes"},
}
VALUES = {
    "rules": ("basic", "advanced"),
    "aliens": ("none", "solo", "danger"),
    "board": ("full", "moon", "full+full", "full+moon"),
    "majors": ("no", "yes"),
    "tiles": ("mixed", "separate"),
}
DIFFICULTIES = ("easy", "medium", "hard", "custom")
PARTS = ("growth", "jobs", "spawn")  # the three parts of a difficulty, each told for `custom` [T-1021, T-1022]


def settings(said: Mapping[str, str], levels: Mapping[str, Level], most_jobs: int) -> Options:
    """The options said as KEY=VALUE; `mode=solo` stands for its bundle. Raises NotUnderstood."""
    words = {key: value for key, value in said.items() if key != "mode"}
    if "mode" in said:
        if said["mode"] not in BUNDLES:
            raise NotUnderstood("option.value", nearest=tuple(BUNDLES), key="mode", value=said["mode"])
        words = {**BUNDLES[said["mode"]], **words}
    elif "rules" not in words or "aliens" not in words:
        words = {**BUNDLES["solo"], **words}
    words = {**PLAIN, **words}
    for key, value in words.items():
        _check(key, value)
    words = {"tiles": "separate" if words["board"] == "full+moon" else "mixed", **words}
    options = Options()._replace(**{key: words[key] for key in VALUES})  # type: ignore[arg-type]  # words
    _check_mixture(options)
    return _levelled(options, words, levels, most_jobs)


def _check(key: str, value: str) -> None:
    known = {**VALUES, "difficulty": DIFFICULTIES}
    if key not in (*known, *PARTS):
        raise NotUnderstood("option.key", nearest=("mode", *known, *PARTS), key=key)
    if key in known and value not in known[key]:
        rule = {"rule": "T-806"} if key == "difficulty" else {}
        raise NotUnderstood("option.value", nearest=known[key], key=key, value=value, **rule)


def _check_mixture(options: Options) -> None:
    """[T-1001, T-1011, T-1031, T-1040] Variants may be mixed as far as each one's own rules allow."""
    two = "+" in options.board
    wrong = {
        "mixture.basic-aliens": ("T-1001", options.rules == "basic" and options.aliens != "none"),
        "mixture.basic-majors": ("T-1031", options.rules == "basic" and options.majors == "yes"),
        "mixture.majors-board": ("T-1031", options.majors == "yes" and not two),
        "mixture.boards-majors": ("T-1031", options.board == "full+full" and options.majors == "no"),
        "mixture.solo-moon": ("T-1011", options.aliens == "solo" and "moon" in options.board),
        "mixture.solo-boards": ("T-1031", options.aliens == "solo" and options.board == "full+full"),
        "mixture.tiles": ("T-1032", options.tiles != "mixed" and not two),
    }
    for key, (rule, holds) in wrong.items():
        if holds:
            raise NotUnderstood(key, rule=rule, board=options.board)


def seats(options: Options) -> tuple[int, int]:
    """[T-001, T-1011, T-1039] Fewest and most players; alone in a game for several, that is only remarked on."""
    if options.aliens == "solo":
        return 1, 1
    if options.majors == "yes":
        return 3, 8
    return (2, 2) if options.board == "moon" else (1, 4)


def seating(options: Options) -> str:
    """The rule that says so."""
    return "T-1011" if options.board == "moon" else "T-001"


# -- difficulty --------------------------------------------------------------------------------------------------------


def _levelled(options: Options, words: Mapping[str, str], levels: Mapping[str, Level], most_jobs: int) -> Options:
    """The options with the figures of their difficulty; without aliens there is none."""
    custom = {part: words[part] for part in PARTS if part in words}
    if options.aliens == "none":
        if given := tuple(key for key in ("difficulty", *PARTS) if key in words):
            raise NotUnderstood("option.no-aliens", keys=given)
        return options
    difficulty = words.get("difficulty", "easy")
    wanted = PARTS if options.aliens == "solo" else ("growth", "spawn")
    if difficulty != "custom":
        if custom:
            raise NotUnderstood("option.custom", nearest=("difficulty=custom",), keys=tuple(custom))
        level = levels[difficulty]
    elif missing := tuple(part for part in wanted if part not in custom):
        raise NotUnderstood("option.missing", keys=missing)
    elif strange := tuple(part for part in custom if part not in wanted):
        raise NotUnderstood("option.no-jobs", rule="T-1001", keys=strange)
    else:
        level = _custom(custom, levels, most_jobs)
    jobs = level.jobs if options.aliens == "solo" else 0
    return options._replace(difficulty=difficulty, growth=level.growth, jobs=jobs, spawn=level.spawn)


def _custom(words: Mapping[str, str], levels: Mapping[str, Level], most_jobs: int) -> Level:
    """[T-1021, T-1022] Each part from a level, or harder than the hardest: a lower growth rate, up to 14 jobs."""
    rates = [level.growth for level in levels.values()]
    growth = _number(words, "growth", rates)
    if growth not in rates and not 1 <= growth < min(rates):
        known = _words(rates)
        raise NotUnderstood("option.growth", known, rule="T-1021", rates=known, least=min(rates), value=growth)
    jobs = _jobs(words, [level.jobs for level in levels.values()], most_jobs) if "jobs" in words else 0
    spawn = {"+".join(level.spawn): level.spawn for level in levels.values()}
    if words["spawn"] not in spawn:
        raise NotUnderstood("option.value", nearest=tuple(spawn), rule="T-1021", key="spawn", value=words["spawn"])
    return Level(growth, jobs, spawn[words["spawn"]])


def _jobs(words: Mapping[str, str], numbers: Sequence[int], most: int) -> int:
    jobs = _number(words, "jobs", numbers)
    if jobs not in numbers and not max(numbers) < jobs <= most:
        rule = "T-1022" if jobs > most else "T-1021"
        facts: Facts = {"numbers": _words(numbers), "most": max(numbers), "limit": most, "value": jobs}
        raise NotUnderstood("option.jobs", nearest=_words(numbers), rule=rule, **facts)
    return jobs


def _number(words: Mapping[str, str], part: str, known: Sequence[int]) -> int:
    if not words[part].isdecimal():
        raise NotUnderstood("option.value", nearest=_words(known), rule="T-1021", key=part, value=words[part])
    return int(words[part])


def _words(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


# -- as a session keeps them, and as a new game asks for them ----------------------------------------------------------


def written(options: Options) -> tuple[str, ...]:
    """The options as a session keeps them."""
    plain = [f"{key}={getattr(options, key)}" for key in ("rules", "aliens", "board")]
    plain += [f"majors={options.majors}"] if options.majors == "yes" else []
    plain += [f"tiles={options.tiles}"] if "+" in options.board else []
    plain += [f"difficulty={options.difficulty}"] if options.aliens != "none" else []
    if options.difficulty == "custom" and options.aliens != "none":
        plain += [f"growth={options.growth}", f"spawn={'+'.join(options.spawn)}"]
        plain += [f"jobs={options.jobs}"] if options.aliens == "solo" else []
    return tuple(plain)


def missing(said: Mapping[str, str]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The options that a new game still has to ask for, with the values that may be said (none: a number)."""
    if not {"mode", "rules", "aliens", "difficulty"} & set(said):
        yield "mode", tuple(BUNDLES)
        return
    aliens = said.get("aliens") or BUNDLES.get(said.get("mode", "solo"), PLAIN)["aliens"]
    if aliens == "none":
        return
    if "difficulty" not in said:
        yield "difficulty", DIFFICULTIES
    if said.get("difficulty") == "custom":
        choices = {
            "growth": ("18", "14", "10"),
            "jobs": ("3", "4", "5"),
            "spawn": ("green", "green+yellow", "green+yellow+red"),
        }
        wanted = PARTS if aliens == "solo" else ("growth", "spawn")
        yield from ((part, choices[part]) for part in wanted if part not in said)
