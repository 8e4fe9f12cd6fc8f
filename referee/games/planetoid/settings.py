"""What is agreed before a game: options, and the bundles that may only be said [T-806, T-1021]."""

from collections.abc import Iterable, Mapping

from referee.errors import NotUnderstood
from referee.games.planetoid.kit import LEVELS, Level
from referee.games.planetoid.position import Options

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
    return _options(words, difficulty, _custom(custom, most_jobs))


def _options(words: Mapping[str, str], difficulty: str, level: Level) -> Options:
    plain = {key: words[key] for key in ("rules", "aliens", "board") if key in words}
    return Options(**plain, difficulty=difficulty, growth=level.growth, jobs=level.jobs, spawn=level.spawn)


def _check(key: str, value: str) -> None:
    known = {**VALUES, "difficulty": DIFFICULTIES}
    if key not in (*known, *PARTS):
        raise NotUnderstood("option.key", nearest=("mode", *known, *PARTS), key=key)
    if key in known and value not in known[key]:
        raise NotUnderstood("option.value", nearest=known[key], key=key, value=value)


def _custom(words: Mapping[str, str], most_jobs: int) -> Level:
    """[T-1021, T-1022] A growth rate of 1 or more, up to 14 jobs, and the colours of the spawn cards kept."""
    growth, jobs, spawn = words["growth"], words["jobs"], tuple(words["spawn"].split("+"))
    if not growth.isdecimal() or int(growth) < 1:
        raise NotUnderstood("option.value", nearest=("18", "14", "10"), key="growth", value=growth)
    if not jobs.isdecimal() or not 1 <= int(jobs) <= most_jobs:
        raise NotUnderstood("option.jobs", nearest=("3", "4", "5"), value=jobs, limit=most_jobs)
    if set(spawn) - set(LEVELS) or spawn != LEVELS[: len(spawn)]:
        raise NotUnderstood("option.value", nearest=("green", "green+yellow", "green+yellow+red"), key="spawn",
                            value=words["spawn"])  # fmt: skip
    return Level(int(growth), int(jobs), spawn)


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
