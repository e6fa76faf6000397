"""The betting rules of small tables, written out plainly: every way that a hand can go, counted without the engine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

Counts = tuple[int, ...]
Row = dict[str, Any]


class House(NamedTuple):
    """What a table is played by. `unit` is the big blind, and the small bet of fixed-limit; the big bet is twice that.

    `small` is the small blind. A table with a bring-in is one of stud, with no blinds: its first player has the lowest
    card, and the same player opens every later street.
    """

    base: str
    limit: str
    unit: int
    small: int
    bring_in: int
    opener: int
    toggles: tuple[tuple[str, Any], ...]

    def plays(self, toggle: str, default: Any) -> Any:
        return dict(self.toggles).get(toggle, default)


class Position(NamedTuple):
    """A hand between two actions. Players are numbered from the button's left.

    waiting  who still has to speak on this street, in turn
    heard    the bet when each player last spoke on this street, a bring-in being none, None before
    raised   whether a full bet or raise has come since each player last spoke
    step     the last full bet or raise
    level    the total above which a fixed-limit raise is made, made: the bets and raises so far
    middle   the chips of earlier streets and antes, missing: what short blinds count more than they are
    owed     the bring-in while nobody has brought it in
    players  how many began the street
    """

    house: House
    street: int
    waiting: tuple[int, ...]
    behind: tuple[int, ...]
    front: tuple[int, ...]
    folded: tuple[bool, ...]
    heard: tuple[int | None, ...]
    raised: tuple[bool, ...]
    bet: int
    step: int
    level: int
    made: int
    middle: int
    missing: int
    owed: int
    players: int


def plain_count(row: Row) -> Counts:
    """Count by the plain rules: whoever waits speaks in turn, and after a raise all the others wait again."""
    return _count(_dealt(row))


def ways(after: Iterable[Counts]) -> Counts:
    """Return the counts of a position from those after each of its actions: one way to do nothing yet, then theirs."""
    return (1, *(sum(column) for column in zip_longest(*after, fillvalue=0)))


def _dealt(row: Row) -> Position:
    """Post antes and blinds: an ante of everyone's comes before the blinds, a big blind's after its blind."""
    house, behind = house_of(row), list(row["stacks"])
    count = len(behind)
    small, big = (1, 0) if count == 2 else (0, 1)
    antes = 0
    if row.get("ante_by", "all") == "all":
        antes = sum(min(row.get("ante", 0), stack) for stack in behind)
        behind = [max(0, stack - row.get("ante", 0)) for stack in behind]
    front = [0] * count
    for player, blind in ((small, house.small), (big, house.unit)) if not house.bring_in else ():
        front[player] = min(blind, behind[player])
        behind[player] -= front[player]
    if row.get("ante_by") == "big-blind":
        antes = min(row["ante"], behind[big])
        behind[big] -= antes
    missing = 0 if house.bring_in else house.small + house.unit - sum(front)
    if house.plays("pl_preflop_base", "full-blinds") == "exact":
        missing = 0
    turns = [(big + place) % count for place in range(1, count + 1)] if not house.bring_in else range(count)
    waiting = tuple(player for player in turns if behind[player])
    bet = 0 if house.bring_in else max(*front, house.unit)
    if house.bring_in and len(waiting) < 2:
        waiting = ()
    nobody = (False,) * count
    return Position(
        house,
        street=0,
        waiting=waiting,
        behind=tuple(behind),
        front=tuple(front),
        folded=nobody,
        heard=(None,) * count,
        raised=nobody,
        bet=bet,
        step=house.unit,
        level=bet,
        made=int(not house.bring_in),
        middle=antes,
        missing=missing,
        owed=house.bring_in,
        players=count,
    )


def house_of(row: Row) -> House:
    """Return what a row of the kept counts is played by."""
    rules = row["rules"] if isinstance(row["rules"], dict) else {"base": row["rules"]}
    toggles = tuple(sorted((name, value) for name, value in rules.items() if name != "base"))
    unit = row.get("big", 2)
    limit, bring_in = row.get("limit", "no-limit"), row.get("bring_in", 0)
    return House(rules["base"], limit, unit, unit // 2, bring_in, row.get("opener", 0), toggles)


@cache
def _count(now: Position) -> Counts:
    players = range(len(now.behind))
    inside = [player for player in players if not now.folded[player]]
    if len(inside) == 1 or (not now.waiting and now.street == 3):
        return (1,)
    if not now.waiting:
        return _count(_next_street(now, inside))
    player, *waiting = now.waiting
    alone = not any(now.behind[other] for other in inside if other != player)
    price = min(now.bet, max(now.front[other] for other in players if other != player)) if alone else now.bet
    if alone and now.front[player] >= price:
        return _count(now._replace(waiting=tuple(waiting)))
    rest = now._replace(
        waiting=tuple(waiting), heard=_set(now.heard, player, _over(now)), raised=_set(now.raised, player, False)
    )
    stay = _bring_in(rest, player) if now.owed else _pay(rest, player, max(price, now.front[player]))
    after = [rest._replace(folded=_set(now.folded, player, True)), stay]
    if not alone and _may_raise(now, player):
        after += [_raise(rest, player, to) for to in _raises(now, player)]
    return ways(_count(position) for position in after)


def _next_street(now: Position, inside: list[int]) -> Position:
    first = now.house.opener
    count = len(now.behind)
    around = [(first + place) % count for place in range(count)]
    able = tuple(player for player in around if player in inside and now.behind[player])
    return now._replace(
        street=now.street + 1,
        waiting=able if len(able) > 1 else (),
        front=(0,) * count,
        heard=(None,) * count,
        raised=(False,) * count,
        bet=0,
        step=now.house.unit,
        level=0,
        made=0,
        middle=now.middle + sum(now.front),
        missing=0,
        owed=0,
        players=len(inside),
    )


def _bring_in(now: Position, player: int) -> Position:
    """Put in the bring-in, or all there is: the bring-in in full is the price, and whoever paid it has said nothing."""
    paid = _pay(now, player, now.owed)
    return paid._replace(bet=now.owed, heard=_set(now.heard, player, 0), owed=0)


def _unit(now: Position) -> int:
    """Return the fixed-limit unit of the street: the small bet on two streets, then the big one."""
    return now.house.unit * (1 if now.street < 2 else 2)


def _raises(now: Position, player: int) -> list[int]:
    """Return the totals that a player may bet or raise to: its whole stack where that is less than the smallest."""
    most, limit = now.front[player] + now.behind[player], now.house.limit
    least = now.level + _unit(now) if limit == "fixed-limit" else _full_to(now)
    largest = most
    if limit == "fixed-limit":
        largest = least
    if limit == "pot-limit":
        largest = max(least, 2 * now.bet - now.front[player] + now.middle + now.missing + sum(now.front))
    if most < least:
        return [most] if most > max(now.bet, now.owed) else []
    return list(range(least, min(largest, most) + 1))


def _full_to(now: Position) -> int:
    """Return the smallest full bet or raise: by the last one more, or where a house says so twice the bet."""
    return 2 * _over(now) if now.house.base == "jj" and _over(now) else _over(now) + now.step


def _over(now: Position) -> int:
    """Return the bet, which is none while there is only a bring-in."""
    return 0 if now.bet == now.house.bring_in and now.street == 0 else now.bet


def _may_raise(now: Position, player: int) -> bool:
    """Say whether the betting is open: to who has not spoken, or faces enough since it last spoke."""
    heard, house = now.heard[player], now.house
    if house.limit == "fixed-limit":
        cap = house.plays("fl_cap", 3)
        if house.plays("fl_cap_heads_up", "capped") == "uncapped" and now.players == 2:
            cap = "none"
        if cap != "none" and now.made > cap:
            return False
        half = house.plays("limit_reopen", "half-bet") == "half-bet"
        return heard is None or (now.bet - heard) * (2 if half else 1) >= _unit(now)
    if heard is None:
        return True
    if house.base == "single-raise":
        return now.raised[player]
    if house.base == "half-raise":
        return 2 * (now.bet - heard) > now.step
    return now.bet - heard >= ((heard or house.unit) if house.base == "jj" else now.step)


def _pay(now: Position, player: int, to: int) -> Position:
    """Put in chips up to a total, or all there are."""
    chips = min(to - now.front[player], now.behind[player])
    return now._replace(
        front=_set(now.front, player, now.front[player] + chips),
        behind=_set(now.behind, player, now.behind[player] - chips),
    )


def _raise(now: Position, player: int, to: int) -> Position:
    """Bet or raise to a total: everybody else who has chips has to speak, in turn from the player's left."""
    paid = _pay(now, player, to)
    count = len(now.behind)
    turns = [(player + place) % count for place in range(1, count)]
    level, made, full = _level(now, to)
    return paid._replace(
        waiting=tuple(other for other in turns if now.behind[other] and not now.folded[other]),
        heard=_set(now.heard, player, to),
        raised=tuple(other != player and (full or raised) for other, raised in enumerate(now.raised)),
        bet=to,
        step=to - _over(now) if full else now.step,
        level=level,
        made=made,
        owed=0,
    )


def _level(now: Position, to: int) -> tuple[int, int, bool]:
    """Return the level after a raise, the bets and raises made, and whether it was one of them.

    In fixed-limit an all-in of half a unit or more counts. The next raise is then a unit over it, or completes what it
    falls short of, or it stands for that, as houses differ; under half a unit it leaves all as it was, and so does one
    that only goes further towards the level to which an all-in that counts is completed.
    """
    if now.house.limit != "fixed-limit":
        return to, now.made + 1, to >= _full_to(now)
    unit, over = _unit(now), to - now.level
    counted = 2 * (now.bet - now.level) >= unit
    if 2 * over < unit or (counted and over < unit):
        return now.level, now.made, False
    ways_on = {"add": to, "complete": now.level, "as-full": now.level + unit}
    return to if over >= unit else ways_on[now.house.plays("limit_after_short", "add")], now.made + 1, True


def _set(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])
