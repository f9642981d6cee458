"""Small changes of a module that resemble real mistakes."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
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
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Change(NamedTuple):
    """One change: its line, the text before and after, and the changed module."""

    line: int
    before: str
    after: str
    source: str


def changes(source: str) -> Iterator[Change]:
    """Every change of a module, in the order of the text."""
    tree = ast.parse(source)
    types = set(_annotations(tree))
    for number, node in enumerate(ast.walk(tree)):
        for after in _spoilt(node) if node not in types else ():
            changed = copy.deepcopy(tree)
            spot = next(found for at, found in enumerate(ast.walk(changed)) if at == number)
            _put(spot, after)
            line = getattr(node, "lineno", 0)
            yield Change(line, _written(node), _written(after), ast.unparse(changed))


def _annotations(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes that only type checkers read."""
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            kind = getattr(node, name, None)
            if isinstance(kind, ast.AST):
                yield from ast.walk(kind)


def _put(spot: ast.AST, new: ast.AST) -> None:
    """Turn a node into another one in place."""
    spot.__class__ = type(new)
    spot.__dict__.clear()
    spot.__dict__.update(new.__dict__)


def _written(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0][:90]


def _spoilt(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=[first, *others]) if type(first) in _COMPARISONS:
            yield _like(node, ops=[_COMPARISONS[type(first)](), *others])
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in _OPERATORS:
            yield _like(node, op=_OPERATORS[type(op)]())
        case ast.BoolOp(op=op):
            yield _like(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield copy.deepcopy(operand)
        case ast.Constant(value=bool(value)):
            yield _like(node, value=not value)
        case ast.Constant(value=int(value)):
            yield _like(node, value=value + 1)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield _like(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield _like(node, value=ast.Constant(None))
        case ast.Expr(value=ast.Call()):
            yield ast.Pass(lineno=node.lineno, col_offset=node.col_offset)


def _like(node: ast.AST, **different: object) -> ast.AST:
    """The same node with something different."""
    made = copy.deepcopy(node)
    for name, value in different.items():
        setattr(made, name, value)
    return ast.fix_missing_locations(made)
