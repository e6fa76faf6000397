"""What is in before anybody acts: antes, blinds, straddles and posts, and who acts first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from quizzes.engine import betting, opening, sizes
from quizzes.engine.betting import Round, Terms
from quizzes.engine.document import Action, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.steps import Step, difference, total


class Straddle(NamedTuple):
    """A live straddle: who posts it, its amount, the total that its seat has in, and over which level that is.

    It counts as a raise where it is posted in full; short, it is an all-in, which in fixed-limit counts from half a
    unit on (TDA 2024 47-B).
    """

    seat: int
    amount: int
    to: int
    over: int = 0
    counts: bool = True


class Posted(NamedTuple):
    """The first street as it begins.

    antes are each seat's own; dead is what each seat paid that nobody has to match: a big-blind ante, a dead post.
    small_blind and big_blind are seats, None when no blinds are posted. The last straddle stands last.
    """

    round: Round
    antes: tuple[int, ...]
    dead: tuple[int, ...]
    small_blind: int | None = None
    big_blind: int | None = None
    steps: tuple[Step, ...] = ()
    straddles: tuple[Straddle, ...] = ()


def blind_seats(document: Document) -> tuple[int, int]:
    """Return the seats of the small and the big blind: the first two players left of the button, empty seats skipped.

    Heads-up the button is the small blind (TDA 2024 34-B).
    """
    button = document.index(document.button)
    players = players_from(document, button + 1)
    if len(players) == 2 and not document.seats[button].empty:
        return players[1], players[0]
    return players[0], players[1]


def players_from(document: Document, first: int) -> list[int]:
    """Return the seats that have a player, clockwise from this one on."""
    seats = document.seats
    return [place for place in betting.clockwise(len(seats), first) if not seats[place].empty]


def post(document: Document) -> Posted:
    """Return the first street of a document with everything posted that is posted without a decision."""
    live = tuple([not seat.empty for seat in document.seats])
    stacks = tuple([0 if seat.empty else seat.stack for seat in document.seats])
    if document.put_in is not None:
        return _from_put_in(document, stacks)
    if document.street != document.game.first:
        state = begin_street(document, document.street, stacks, live, document.pot)
        return Posted(state, (0,) * len(stacks), (0,) * len(stacks))
    table = _Chips(list(stacks), [0] * len(stacks), [0] * len(stacks), [0] * len(stacks))
    small, big = blind_seats(document) if document.blinds else (None, None)
    posts = _posts(document)
    straddles = _post_antes_and_blinds(document, table, small, big, posts)
    _post_extras(document, table, {small, big, *(made.seat for made in straddles)}, posts)
    middle = document.pot + sum(table.antes) + sum(table.dead)
    terms = _first_terms(document, middle, sum(live), small, big)
    last = straddles[-1].seat if straddles else big
    before_first = _before_first(document, table) if last is None else last
    bet, unit = _blind_bet(document, max(table.totals), straddles)
    state = betting.start(tuple(table.stacks), live, terms, before_first, tuple(table.totals), bet, unit)
    if straddles:
        state, straddles = _over_the_blinds(document, state, straddles)
    short = _short_steps(document, table, big, posts, straddles)
    background = (*short, *_dead_steps(document, table, big, posts))
    return Posted(state, tuple(table.antes), tuple(table.dead), small, big, background, tuple(straddles))


def begin_street(
    document: Document, street: str, stacks: tuple[int | None, ...], live: tuple[bool, ...], middle: int
) -> Round:
    """Return the betting round that begins a later street, with so many chips in the middle.

    The first live seat left of the button acts first; in stud the open cards decide.
    """
    button = document.index(document.button)
    stud = document.game.family == "stud"
    seats = [seat for seat in players_from(document, button + 1) if live[seat]] if stud else []
    terms = Terms(
        smallest_bet=smallest_bet(document, street),
        limit=document.limit,
        middle=middle,
        players=sum(live),
        round_to=document.unit or document.chip,
        big_bet=_big_bet(document) if stud and _may_double(document, street, seats) else 0,
        rounds=len(document.game.streets),
    )
    before_first = (opening.opens(document, street, seats) - 1) % len(live) if len(seats) > 1 else button
    return betting.start(stacks, live, terms, before_first)


def _may_double(document: Document, street: str, seats: list[int]) -> bool:
    """Return whether the big bet may be chosen: in high stud with an open pair of two cards, where a house plays so."""
    game = document.game
    plays = game.scale == "high" and not game.split
    if document.rules["stud_open_pair"] != "double" or not plays or street != game.second_card:
        return False
    return opening.has_open_pair(document, street, seats)


def smallest_bet(document: Document, street: str) -> int:
    """Return the smallest first bet: the big blind, or the smallest chip where no blinds are named (TDA 2024 43-A).

    In fixed-limit it is the unit of the street: the small bet on early streets, the big bet on later ones.
    """
    small = document.bets[0] if document.bets else document.blinds[1] if document.blinds else document.chip
    if document.limit != "fixed-limit":
        return document.blinds[1] if document.blinds else small
    streets = document.game.streets
    late = streets.index(street) >= streets.index(document.game.big_from)
    return _big_bet(document) if late else small


def _big_bet(document: Document) -> int:
    if document.bets:
        return document.bets[1]
    return 2 * (document.blinds[1] if document.blinds else document.chip)


def _first_terms(document: Document, middle: int, players: int, small: int | None, big: int | None) -> Terms:
    return Terms(
        smallest_bet=max(smallest_bet(document, document.street), document.bring_in + 1),  # as where no bets are named
        limit=document.limit,
        middle=middle,
        counted_as=_counted_as(document, small, big),
        players=players,
        blind_bets=int(document.blinds is not None),
        round_to=document.unit or document.chip,
        bring_in=document.bring_in,
        rounds=len(document.game.streets),
    )


def _counted_as(document: Document, small: int | None, big: int | None) -> tuple[int, ...]:
    """Return what each blind counts as at least in a pot-limit pot: in full, also when it was short (TDA 2024 54-B)."""
    base = document.rules["pl_preflop_base"]
    if document.limit != "pot-limit" or document.blinds is None or base == "exact":
        return ()
    least = {big: document.blinds[1], small: document.blinds[1 if base == "sb-as-bb" else 0]}
    return tuple(least.get(seat, 0) for seat in range(len(document.seats)))


def _before_first(document: Document, table: _Chips) -> int:
    """Return the seat on whose left the first to act sits, with no blinds: the button, in stud the bring-in's right."""
    button = document.index(document.button)
    if document.game.family != "stud":
        return button
    players = players_from(document, button + 1)
    if sum(table.stacks[seat] != 0 for seat in players) < 2:
        return button
    return (opening.brings_in(document, players) - 1) % len(document.seats)


@dataclass(slots=True)
class _Chips:
    stacks: list[int | None]
    totals: list[int]
    antes: list[int]
    dead: list[int]

    def take(self, seat: int, amount: int) -> int:
        """Take up to this many chips from a stack and return how many there were."""
        stack = self.stacks[seat]
        paid = amount if stack is None else min(amount, stack)
        if stack is not None:
            self.stacks[seat] = stack - paid
        return paid


def _post_antes_and_blinds(
    document: Document, table: _Chips, small: int | None, big: int | None, posts: Posts
) -> list[Straddle]:
    """Post antes and blinds in the order that the house plays; a short stack pays the first in full.

    Return the straddles, which are posted with the blinds: each is one more of them.
    """
    order = document.rules["bb_ante_order" if document.ante_by == "big-blind" else "ante_order"]
    if order == "ante-first":
        _post_antes(document, table, big)
    _post_blinds(document, table, small, big, posts)
    straddles = _post_straddles(document, table, big)
    if order == "blind-first":
        _post_antes(document, table, big)
    return straddles


def _post_antes(document: Document, table: _Chips, big: int | None) -> None:
    if document.ante and document.ante_by == "big-blind" and big is not None:
        table.dead[big] = table.take(big, document.ante)
    elif document.ante:
        for seat in players_from(document, 0):
            table.antes[seat] = table.take(seat, document.ante)


Posts = dict[str, tuple[int, Action]]
"""The posts that a document's actions name, by seat: at which place, and what."""


def _posts(document: Document) -> Posts:
    found: Posts = {}
    for place, item in enumerate(document.actions):
        if isinstance(item, Action) and item.verb == "post":
            if item.seat in found:
                raise DocumentError(f"actions[{place}]", "%(name)s has posted already", name=item.seat)
            found[item.seat] = (place, item)
    return found


def _post_blinds(document: Document, table: _Chips, small: int | None, big: int | None, posts: Posts) -> None:
    if document.blinds is None or small is None or big is None:
        return
    for seat, blind in zip((small, big), document.blinds, strict=True):
        _, named = posts.get(document.seats[seat].name, (0, None))
        amount = blind if named is None or named.amount is None else named.amount
        table.totals[seat] += table.take(seat, amount)


def _post_extras(document: Document, table: _Chips, blinds: set[int | None], posts: Posts) -> None:
    """Put in the posts of seats that are no blind and no straddle, and every dead part."""
    for name, (place, action) in posts.items():
        seat = document.index(name)
        stack = table.stacks[seat]
        live = 0 if seat in blinds else action.amount or 0
        if stack is not None and live + action.dead > stack:
            raise DocumentError(
                f"actions[{place}]",
                "%(name)s can't post %(amount)s: they have %(stack)s",
                name=name,
                amount=live + action.dead,
                stack=stack,
            )
        table.dead[seat] += table.take(seat, action.dead)
        table.totals[seat] += table.take(seat, live)


def _post_straddles(document: Document, table: _Chips, big: int | None) -> list[Straddle]:
    """Post the straddles, each as far as its seat's stack goes, and return them."""
    if big is None or not document.straddles:
        return []
    followers = [seat for seat in players_from(document, big + 1) if seat != big]
    if document.straddle_by is not None:
        followers = [document.index(document.straddle_by)]
    if len(document.straddles) > len(followers):
        raise DocumentError("straddle", "there are more straddles than seats to straddle")
    straddles = []
    for seat, amount in zip(followers, document.straddles, strict=False):
        table.totals[seat] += table.take(seat, amount - table.totals[seat])
        straddles.append(Straddle(seat, amount, table.totals[seat]))
    return straddles


def _over_the_blinds(document: Document, state: Round, straddles: list[Straddle]) -> tuple[Round, list[Straddle]]:
    """Return the round with its straddles counted, and in fixed-limit with the level that they make; and the straddles.

    One that is posted in full is a level. A short one is an all-in, and moves the level as any other does.
    """
    straddlers = {made.seat for made in straddles}
    posted = max(chips for seat, chips in enumerate(state.totals) if seat not in straddlers)
    level, _ = _blind_bet(document, posted, [])
    reached, told = level, []
    for made in straddles:
        at, in_full = state._replace(bet=reached, full_bet=level), made.to == made.amount
        counts = in_full or sizes.is_full(at, made.to, document.rules)
        told.append(made._replace(over=level, counts=counts))
        reached = max(reached, made.to)
        if counts:
            level = max(level, made.to) if in_full else sizes.level_after(at, made.to, document.rules)
    raises = sum(made.counts for made in told) if document.rules["straddle_as"] == "raise" else 0
    level = level if document.limit == "fixed-limit" else state.full_bet
    return state._replace(terms=state.terms._replace(blind_bets=1 + raises), full_bet=level), told


def _blind_bet(document: Document, posted: int, straddles: list[Straddle]) -> tuple[int, int]:
    """Return the bet that blinds and straddles make, the highest of them `posted`, and what a full raise adds to it.

    A short big blind is priced at the full one, and a raise builds on the full one (RRoP 11). A straddle counts as a
    raise by a big blind, or as a blind that the first raise doubles; one that was posted short sets no unit.
    """
    if document.blinds is None:
        return posted, 0
    big = document.blinds[1]
    bet = posted if document.rules["short_blind"] == "posted-price" else max(posted, big)
    full = [made.amount for made in straddles if made.to == made.amount]
    unit = full[-1] if full and document.rules["straddle_as"] == "blind" else big
    return bet, unit


def _from_put_in(document: Document, stacks: tuple[int | None, ...]) -> Posted:
    """Return the state of a pot question without actions: what each seat put in, and nobody to act.

    A seat of which nothing is said, not even that it put in 0, has no hand.
    """
    assert document.put_in is not None
    totals = tuple(document.put_in.get(seat.name, 0) for seat in document.seats)
    plays = document.put_in.keys() - set(document.folded)
    live = tuple(seat.name in plays for seat in document.seats)
    if not any(live):
        raise DocumentError("folded", "nobody is left who has not folded")
    terms = Terms(smallest_bet(document, document.street), document.limit, document.pot, players=sum(live))
    state = betting.start(stacks, live, terms, 0, totals)
    return Posted(state._replace(bet=max(totals), turn=None), (0,) * len(stacks), (0,) * len(stacks))


def _short_steps(
    document: Document, table: _Chips, big: int | None, posts: Posts, straddles: list[Straddle]
) -> tuple[Step, ...]:
    """Note what a stack had for its ante and its blind where it did not have both, in the order that the house plays.

    An ante that is due and of which nothing is left to pay is noted too, and so is a blind.
    """
    if not document.ante:
        return ()
    toggle = "bb_ante_order" if document.ante_by == "big-blind" else "ante_order"
    rule, owed = document.rules.rule(toggle), _owed_live(document, posts, straddles)
    steps: list[Step] = []
    for place, seat in enumerate(document.seats):
        antes = place == big if document.ante_by == "big-blind" else not seat.empty
        blind = owed.get(place, 0)
        if seat.stack is None or not antes or seat.stack >= document.ante + blind:
            continue
        paid = {"stack": seat.stack, "blind": table.totals[place]}
        if blind and document.rules[toggle] == "blind-first":
            steps.append(difference(rule, "ante_paid", paid, seat.name))
        else:
            steps += ante_first(rule, seat.name, {"ante": document.ante, "stack": seat.stack}, blind)
    return tuple(steps)


def ante_first(rule: str, name: str, due: Mapping[str, int], blind: int) -> list[Step]:
    """Note an ante that takes a whole stack, and what an ante leaves of the stack for a blind that is owed besides."""
    stack, steps, paid = due["stack"], [], {"ante": due["ante"]}
    if stack < due["ante"]:
        steps.append(Step(rule, "least", due, {"ante_paid": stack}, name))
        paid = {"ante_paid": stack}
    return [*steps, difference(rule, "blind_paid", {"stack": stack, **paid}, name)] if blind else steps


def _owed_live(document: Document, posts: Posts, straddles: list[Straddle]) -> dict[int, int]:
    """Return what each seat with a blind or a straddle owes as a bet, which a short stack may not have."""
    owed: dict[int, int] = {}
    if document.blinds is not None:
        for seat, blind in zip(blind_seats(document), document.blinds, strict=True):
            _, named = posts.get(document.seats[seat].name, (0, None))
            owed[seat] = blind if named is None or named.amount is None else named.amount
    return owed | {made.seat: made.amount for made in straddles}


def _dead_steps(document: Document, table: _Chips, big: int | None, posts: Posts) -> tuple[Step, ...]:
    """Note what a big blind that antes for the table and has a dead post besides pays as dead money."""
    if big is None or document.ante_by != "big-blind":
        return ()
    name = document.seats[big].name
    _, action = posts.get(name, (0, None))
    ante = table.dead[big] - (action.dead if action else 0)
    if action is None or not action.dead or not ante:
        return ()
    return (total("side-pots", "dead", {"ante": ante, "dead_post": action.dead}, name),)
