"""Planted mistakes: that they are made, put in place and noticed, and that the list of survivors is about this code.

What is expected: issue 9, "For those who carry on". `make mutants` itself takes too long to run here.
"""

from __future__ import annotations

from types import FunctionType

import pytest

from quizzes.engine import pots
from tests.mutation.mutator import Mutant, mutants_of
from tests.mutation.run import functions_of, in_a_fork, plant
from tests.mutation.survivors import LIST, MODULES, ROOT, listed

SOURCE = '''
LIMIT = 3

def owed(bet: int, paid: int = 0) -> int:
    """Return 1."""
    if not paid and bet > 1:
        return min(bet, 5) - paid
    raise ValueError("nothing is owed")
'''


def test_one_mistake_is_made_at_a_time_and_none_in_texts_and_tables() -> None:
    changes = {(mutant.before, mutant.after) for mutant in mutants_of(SOURCE)}
    assert changes == {
        ("if not paid and bet > 1:", "if not paid or bet > 1:"),
        ("if not paid and bet > 1:", "if not (not paid and bet > 1):"),
        ("if not paid and bet > 1:", "if not not paid and bet > 1:"),
        ("if not paid and bet > 1:", "if not paid and bet >= 1:"),
        ("if not paid and bet > 1:", "if not paid and bet > 2:"),
        ("return min(bet, 5) - paid", "return min(bet, 5) + paid"),
        ("return min(bet, 5) - paid", "return max(bet, 5) - paid"),
        ("return min(bet, 5) - paid", "return min(bet, 6) - paid"),
    }


def mutant_of_share() -> Mutant:
    source = (ROOT / "quizzes/engine/pots.py").read_text()
    return next(each for each in mutants_of(source) if each.function == "share" and "odd + place" in each.after)


def test_a_mutant_is_in_place_in_its_own_process_and_nowhere_else() -> None:
    # TDA 2024 20: of 7 chips for two, the first has 4 and the other 3
    mutant, share = mutant_of_share(), pots.share
    assert isinstance(share, FunctionType)

    def run() -> None:
        plant(mutant, [share])
        assert pots.share(7, (0, 1)) == {0: 4, 1: 3}

    assert in_a_fork(run) != 0
    assert in_a_fork(lambda: None) == 0
    assert pots.share(7, (0, 1)) == {0: 4, 1: 3}


def test_the_functions_that_are_changed_are_those_that_the_tests_call() -> None:
    own = {it for it in vars(pots).values() if isinstance(it, FunctionType) and it.__module__ == pots.__name__}
    assert own
    assert own <= set(functions_of("quizzes/engine/pots.py"))


def test_every_entry_of_the_list_is_read() -> None:
    assert len(listed()) == LIST.read_text().count("\n- ")


@pytest.mark.parametrize("module", MODULES)
def test_a_listed_survivor_is_a_mutant_of_this_code_and_is_argued(module: str) -> None:
    known = {f"{module} {mutant.change}" for mutant in mutants_of((ROOT / module).read_text())}
    own = {change: reason for change, reason in listed().items() if change.startswith(f"{module} ")}
    assert set(own) <= known
    assert all(len(reason.split()) > 3 for reason in own.values())
