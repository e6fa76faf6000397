"""Plant mistakes in the engine and in grading, one at a time, and say which of them no test notices.

Run by `make mutants`, or for some modules as `python -m tests.mutation.run quizzes/engine/pots.py`. The tests are
collected once. Then each mutant gets a process of its own, forked from there, in which the mutated code takes the place
of the right one, and the tests that come through that code run, quickest first, until one fails. What survives has to
stand in survivors.md with a reason; what stands there and is noticed after all is said too.
"""

from __future__ import annotations

import ast
import functools
import gc
import json
import os
import resource
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import process_time
from types import CodeType, FrameType, FunctionType

import pytest

from tests.mutation.mutator import Mutant, mutants_of
from tests.mutation.survivors import MODULES, ROOT, listed

ENGINE = (
    "pots sizes fitting awarding betting illegal_actions rules rulesets showdown hands lows steps table posting"
    " refusals show_order derivations limit_derivations rulings voice"
)
KINDS = (
    "public_cases kinds grading fixed_limit pot_limit bring_in roberts_rules chip_ruling out_of_turn substantial_action"
    " correction typed games_and_limits winner read_hand second second_limits second_agrees sentences award_sentences"
)
TESTS = [
    *(f"tests/engine/test_{name}.py" for name in ENGINE.split()),
    *(f"tests/kinds/test_{name}.py" for name in KINDS.split()),
]
SECONDS = 6.0
"""How long the tests of one mutant may take together where nothing fails; slower ones are left out."""

MOST_CPU, MOST_MEMORY = 30, 4 << 30
"""What a mutant may use, in seconds and bytes: one that runs on without end is noticed too."""


class Hunt:
    """A pytest plugin that runs the collected tests on mutants in place of running them once."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.modules = modules
        self.survivors: set[str] = set()

    def pytest_configure(self) -> None:
        """Have hypothesis try the same examples each time and stop at the first that fails."""
        from hypothesis import Phase, settings  # pytest wants to be first to import it

        settings.register_profile("mutants", phases=[Phase.explicit, Phase.generate], derandomize=True, database=None)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """End a process at its first failure; nobody reads its report."""
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            os._exit(1)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find which tests come through which function, then try the mutants of one module after the other."""
        session.config.pluginmanager.unregister(name="terminalreporter")  # or every process draws its dots
        forget()
        live = {module: functions_of(module) for module in self.modules}
        seen = met(session.items, live)
        for module in self.modules:
            tried = 0
            for mutant in mutants_of((ROOT / module).read_text()):
                tried += 1
                if not noticed(mutant, module, live[module], session.items, seen):
                    self.survivors.add(f"{module} {mutant.change}")
            say(f"{module}: {tried} mutants tried")
        return True


def forget() -> None:
    """Empty what the engine keeps from one call to the next: what was found right would hide a mistake."""
    from quizzes.engine import betting, hands

    for kept in living():
        if type(kept) is functools._lru_cache_wrapper and str(kept.__module__).startswith("quizzes."):
            kept.cache_clear()
    hands.UNSUITED.clear()
    betting._offered = None


def living() -> list[object]:
    """Return all that the garbage collector knows, also what tests have it pass over.

    What is lazy comes to life when it is asked for its class: ask for its type.
    """
    gc.unfreeze()
    found = gc.get_objects()
    gc.freeze()
    return found


def functions_of(module: str) -> list[FunctionType]:
    """Return the living functions of a module's file, methods and closures too. SystemExit where there is none: no
    mistake could be planted then.
    """
    file = str(ROOT / module)
    found = [it for it in living() if type(it) is FunctionType and it.__code__.co_filename == file]
    if not found:
        raise SystemExit(f"{module} has no function that lives: nothing can be planted.")
    return found


def met(items: list[pytest.Item], live: dict[str, list[FunctionType]]) -> list[tuple[float, set[str]]]:
    """Return for each test its seconds and the functions that it comes through, found in a process of its own."""
    names = {
        id(code): f"{module} {code.co_qualname.partition('.<locals>')[0]}"
        for module, functions in live.items()
        for function in functions
        for code in codes_in(function.__code__)
    }
    with tempfile.NamedTemporaryFile() as file:
        if in_a_fork(lambda: Path(file.name).write_text(json.dumps(list(traced(items, names))))):
            raise SystemExit("A test fails without any mistake planted: run the tests first.")
        return [(seconds, set(touched)) for seconds, touched in json.load(file)]


def traced(items: list[pytest.Item], names: dict[int, str]) -> Iterator[tuple[float, list[str]]]:
    """Run the tests and yield each one's seconds and the functions of these names that it called."""
    touched: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if (name := names.get(id(frame.f_code))) is not None:
            touched.add(name)

    for item, following in zip(items, [*items[1:], None], strict=True):
        touched.clear()
        begun = process_time()
        sys.settrace(note)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        sys.settrace(None)
        yield process_time() - begun, sorted(touched)


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those inside it."""
    yield code
    for inside in code.co_consts:
        if isinstance(inside, CodeType):
            yield from codes_in(inside)


def noticed(
    mutant: Mutant,
    module: str,
    live: list[FunctionType],
    items: list[pytest.Item],
    seen: list[tuple[float, set[str]]],
) -> bool:
    """Return whether a test fails on a mutant, and say so where none does."""
    chosen, spent = [], 0.0
    for place in sorted(range(len(items)), key=lambda place: seen[place][0]):
        seconds, touched = seen[place]
        if f"{module} {mutant.function}" in touched and spent + seconds <= SECONDS:
            chosen.append(items[place])
            spent += seconds

    def run() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU, MOST_CPU))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        plant(mutant, live)
        for item, following in zip(chosen, [*chosen[1:], None], strict=False):  # there may be no test at all
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    if in_a_fork(run):
        return True
    say(f"{module} {mutant.change}  ({len(chosen)} tests, {spent:.1f} s)")
    return False


def plant(mutant: Mutant, live: list[FunctionType]) -> None:
    """Put a mutant's code in the place of the right one in every living function of its module."""
    code = compile(ast.fix_missing_locations(mutant.tree), live[0].__code__.co_filename, "exec", dont_inherit=True)
    codes: dict[tuple[str, int], list[CodeType]] = defaultdict(list)
    for each in codes_in(code):
        codes[each.co_qualname, each.co_firstlineno].append(each)
    for function in live:
        own = codes[function.__code__.co_qualname, function.__code__.co_firstlineno]
        if len(own) == 1:
            function.__code__ = own[0]


def in_a_fork(work: Callable[[], object]) -> int:
    """Do something in a process of its own and return how that ends: 0 when it comes to its end."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    try:
        work()
    except BaseException:  # noqa: BLE001  a mutant may raise whatever it likes, also a pytest.exit
        os._exit(1)
    os._exit(0)


def say(line: str) -> None:
    """Say something while the tests run, whose output pytest keeps."""
    assert sys.__stderr__ is not None
    sys.__stderr__.write(line + "\n")


def main(modules: Sequence[str]) -> int:
    """Hunt in these modules; 1 when a survivor is not listed, or a listed one does not survive."""
    os.environ |= {"DATABASE_URL": "postgresql://nowhere/none", "CELERY_BROKER_URL": "redis://nowhere"}
    hunt = Hunt(modules)
    ended = pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", *TESTS], plugins=[hunt])
    argued = {change for change in listed() if change.split()[0] in modules}
    for change in sorted(hunt.survivors - argued):
        say(f"not argued in survivors.md: {change}")
    for change in sorted(argued - hunt.survivors):
        say(f"noticed, though listed in survivors.md: {change}")
    return int(ended != 0 or hunt.survivors != argued)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or MODULES))
