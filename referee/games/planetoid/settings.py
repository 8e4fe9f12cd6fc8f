"""What is agreed before a game: options, and the bundles that may only be said [T-806, T-1021]."""

from collections.abc import Iterable, Mapping, Sequence

from referee.errors import NotUnderstood
from referee.games.planetoid.kit import Level
from referee.games.planetoid.position import Options
from referee.text import Facts

BUNDLES = {"solo": {"rules": "advanced", "aliens": "solo", "board": "full"}}
VALUES = {"rules": ("advanced",), "aliens": ("solo",), "board": ("full",)}
DIFFICULTIES = ("easy", "medium", "hard", "custom")
PARTS = ("growth", "jobs", "spawn")  # the three parts of a difficulty, each told for `custom` [T-1021, T-1022]


def settings(said: Mapping[str, str], levels: Mapping[str, Level], most_jobs: int) -> Options:
    """The options said as KEY=VALUE; `mode=solo` stands for its bundle. Raises NotUnderstood."""
    words = {key: value for key, value in said.items() if key != "mode"}
    if "mode" in said:
        if said["mode"] not in BUNDLES:
            raise NotUnderstood("option.value", nearest=tuple(BUNDLES), key="mode", value=said["mode"])
        words = {**BUNDLES[said["mode"]], **words}
    for key, value in words.items():
        _check(key, value)
    difficulty = words.get("difficulty", "easy")
    custom = {part: words[part] for part in PARTS if part in words}
    if difficulty != "custom":
        if custom:
            raise NotUnderstood("option.custom", nearest=("difficulty=custom",), keys=tuple(custom))
        return _options(words, difficulty, levels[difficulty])
    if missing := tuple(part for part in PARTS if part not in custom):
        raise NotUnderstood("option.missing", keys=missing)
    return _options(words, difficulty, _custom(custom, levels, most_jobs))


def _options(words: Mapping[str, str], difficulty: str, level: Level) -> Options:
    plain = {key: words[key] for key in ("rules", "aliens", "board") if key in words}
    return Options(**plain, difficulty=difficulty, growth=level.growth, jobs=level.jobs, spawn=level.spawn)


def _check(key: str, value: str) -> None:
    known = {**VALUES, "difficulty": DIFFICULTIES}
    if key not in (*known, *PARTS):
        raise NotUnderstood("option.key", nearest=("mode", *known, *PARTS), key=key)
    if key in known and value not in known[key]:
        rule = {"rule": "T-806"} if key == "difficulty" else {}
        raise NotUnderstood("option.value", nearest=known[key], key=key, value=value, **rule)


def _custom(words: Mapping[str, str], levels: Mapping[str, Level], most_jobs: int) -> Level:
    """[T-1021, T-1022] Each part from a level, or harder than the hardest: a lower growth rate, up to 14 jobs."""
    rates = [level.growth for level in levels.values()]
    growth = _number(words, "growth", rates)
    if growth not in rates and not 1 <= growth < min(rates):
        known = _words(rates)
        raise NotUnderstood("option.growth", known, rule="T-1021", rates=known, least=min(rates), value=growth)
    numbers = [level.jobs for level in levels.values()]
    jobs = _number(words, "jobs", numbers)
    if jobs not in numbers and not max(numbers) < jobs <= most_jobs:
        rule = "T-1022" if jobs > most_jobs else "T-1021"
        facts: Facts = {"numbers": _words(numbers), "most": max(numbers), "limit": most_jobs, "value": jobs}
        raise NotUnderstood("option.jobs", nearest=_words(numbers), rule=rule, **facts)
    spawn = {"+".join(level.spawn): level.spawn for level in levels.values()}
    if words["spawn"] not in spawn:
        raise NotUnderstood("option.value", nearest=tuple(spawn), rule="T-1021", key="spawn", value=words["spawn"])
    return Level(growth, jobs, spawn[words["spawn"]])


def _number(words: Mapping[str, str], part: str, known: Sequence[int]) -> int:
    if not words[part].isdecimal():
        raise NotUnderstood("option.value", nearest=_words(known), rule="T-1021", key=part, value=words[part])
    return int(words[part])


def _words(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


def written(options: Options) -> tuple[str, ...]:
    """The options as a session keeps them."""
    plain = [f"{key}={getattr(options, key)}" for key in ("rules", "aliens", "board", "difficulty")]
    if options.difficulty == "custom":
        plain += [f"growth={options.growth}", f"jobs={options.jobs}", f"spawn={'+'.join(options.spawn)}"]
    return tuple(plain)


def missing(said: Mapping[str, str]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The options that a new game still has to ask for, with the values that may be said (none: a number)."""
    if "difficulty" not in said:
        yield "difficulty", DIFFICULTIES
    if said.get("difficulty") == "custom":
        choices = {
            "growth": ("18", "14", "10"),
            "jobs": ("3", "4", "5"),
            "spawn": ("green", "green+yellow", "green+yellow+red"),
        }
        yield from ((part, choices[part]) for part in PARTS if part not in said)
