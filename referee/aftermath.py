"""What a record that was judged again leaves on the table: verdicts that are others now, and what has to be moved."""

from collections.abc import Collection, Iterator
from typing import Any

from referee.acts import Told
from referee.game import Facts, Game
from referee.ledger import Entry
from referee.rejudge import Changed, Rejudged
from referee.text import Value

RULE = "mend"


def entries(game: Game, before: Any, unused: Collection[Told], found: Rejudged) -> tuple[Entry, ...]:
    """Lines with another verdict, facts that nothing asks for any more, and all that lies otherwise than before.

    `before` is the table as it lay, and `unused` what nothing asked for then.
    """
    told = (_unused(line, key) for line, key in found.unused if (line, key) not in unused)
    lies = differences(game.facts(before), game.facts(found.ask.pos))
    return (*map(_verdict, found.changed), *told, *lies)


def _verdict(changed: Changed) -> Entry:
    """No reasons: a line may tell what lies face-down, its rules never do."""
    rules = tuple(dict.fromkeys(each.rule for each in changed.now.objections))
    facts: dict[str, Value] = {"line": changed.line, "rules": rules}
    key = {"illegal": "mend.illegal", "open": "mend.open", "legal": "mend.legal"}[changed.now.kind]
    return Entry("", "", 0, None, rules[0] if rules else RULE, key, facts)


def _unused(line: int, key: tuple[str, str]) -> Entry:
    return Entry("", "", 0, None, RULE, "mend.unused", {"line": line, "of": key[1] or key[0]})


def differences(before: Facts, after: Facts) -> Iterator[Entry]:
    """What the table has to move, take back or pay, fact by fact."""
    for who, what in (*after, *(fact for fact in before if fact not in after)):
        was, now = (facts.get((who, what), nothing(before, after, (who, what))) for facts in (before, after))
        if was == now:
            continue
        if isinstance(was, int) and isinstance(now, int):
            key = "mend.more" if now > was else "mend.less"
            yield Entry(who, what, now - was, now, RULE, key, {"was": was, "n": abs(now - was)})
        else:
            yield Entry(who, what, 0, str(now), RULE, "mend.lies", {"was": was})


def nothing(before: Facts, after: Facts, fact: tuple[str, str]) -> str | int:
    """What a table says that does not know a fact of the other one."""
    known = before.get(fact, after.get(fact))
    return 0 if isinstance(known, int) else "none"
