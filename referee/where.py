"""Where the shipped data lies: inside the package (`data/`) once installed, beside it in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


def tables_folder(game: str = "") -> Path:
    """The folder of `tables/`, or of one game in it; whether the game has one is for the caller to see."""
    return _shipped("tables", _CHECKOUT / "tables") / game


def examples_folder() -> Path:
    """The folder of the example sessions, which are replayed for ever and never written to."""
    return _shipped("examples", _CHECKOUT / "sessions" / "examples")


def _shipped(name: str, in_checkout: Path) -> Path:
    """`data/name` of an installed package, else `in_checkout`; the package comes first because nothing else owns it."""
    installed = _PACKAGE / "data" / name
    return installed if installed.is_dir() else in_checkout
