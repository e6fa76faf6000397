"""Small mistakes planted in a module's source: the mutants that a suite of tests has to notice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One planted mistake: where, the line before and after as Python would write it, and the module with it."""

    function: str
    before: str
    after: str
    tree: ast.Module

    @property
    def change(self) -> str:
        return f"`{self.function}`: `{self.before}` -> `{self.after}`"


def mutants_of(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module's functions, one mistake each, in the order of the source.

    The tree of a mutant is changed back when the next one is asked for. What stands outside functions (tables,
    defaults, decorators) is left alone: it is data, or there before a test runs.
    """
    tree = ast.parse(source)
    for name, function in _functions(tree.body, ""):
        plain = ast.unparse(function).splitlines()
        for node in _inside(function):
            kept = dict(vars(node))
            for changed in _mistakes(node):
                vars(node).update(changed)
                before, after = _differing(plain, ast.unparse(function).splitlines())
                yield Mutant(name, before, after, tree)
                vars(node).update(kept)


def _functions(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{prefix}{node.name}.")


def _inside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body but for docstrings, annotations and texts with numbers in them."""
    waiting: list[ast.AST] = [statement for statement in function.body if not _is_text(statement)]
    while waiting:
        node = waiting.pop(0)
        yield node
        left_out = {id(node.annotation)} if isinstance(node, ast.AnnAssign) else set()
        if isinstance(node, ast.FunctionDef):
            waiting += [statement for statement in node.body if not _is_text(statement)]
        elif not isinstance(node, ast.JoinedStr):
            waiting += [child for child in ast.iter_child_nodes(node) if id(child) not in left_out]


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _mistakes(node: ast.AST) -> Iterator[dict[str, object]]:
    """Yield the attributes that a node would have with each mistake that can be made in it; sentences have none."""
    match node:
        case ast.Compare(ops=[*operators]):
            for place, operator in enumerate(operators):
                yield {"ops": [*operators[:place], COMPARISONS[type(operator)](), *operators[place + 1 :]]}
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in OPERATORS:
            yield {"op": OPERATORS[type(operator)]()}
        case ast.BoolOp(op=ast.And()):
            yield {"op": ast.Or()}
        case ast.BoolOp(op=ast.Or()):
            yield {"op": ast.And()}
        case ast.UnaryOp(op=ast.Not()):
            yield {"op": ast.Not(), "operand": ast.UnaryOp(ast.Not(), node.operand)}
        case ast.UnaryOp(op=ast.USub()):
            yield {"op": ast.UAdd()}
        case ast.Constant(value=bool(value)):
            yield {"value": not value}
        case ast.Constant(value=int(value)):
            yield {"value": value + 1}
        case ast.Constant(value=str(value)) if " " not in value:
            yield {"value": value + "?"}
        case ast.Name(id=name) if name in OPPOSITES:
            yield {"id": OPPOSITES[name]}
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if not isinstance(test, ast.Compare):
            yield {"test": ast.UnaryOp(ast.Not(), test)}
        case ast.Expr(value=ast.Call()):
            yield {"value": ast.Constant(None)}


def _differing(plain: list[str], mutated: list[str]) -> tuple[str, str]:
    return next((was.strip(), now.strip()) for was, now in zip(plain, mutated, strict=True) if was != now)
