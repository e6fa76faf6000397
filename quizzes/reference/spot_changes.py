"""The spots that are one change away from a spot: an action less, another amount, another card, another seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from quizzes.engine.cards import Card, rank_of, suit_of
from quizzes.engine.document import Action, Deal, Document, Pushed, Seat
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES, LIMITS
from quizzes.engine.notation import parse, to_table
from quizzes.engine.questions import REASONS
from quizzes.engine.rulesets import RULESET_IDS, ruleset

OTHER_VERBS = {"fold": ("call", "check"), "raise-to": ("call",), "bet": ("check",)}
CHIPS = (1, 5, 25, 100, 500)
SAID = ("", "call", "raise")


def changed(document: Document) -> Iterator[Document]:
    """Yield every spot one change away that is a document; whether its question can be asked is not looked at."""
    for draft in (*_actions(document), *_chips(document), *_cards(document), *_places(document), *_pushed(document)):
        try:
            other = parse(to_table(draft))
        except DocumentError:
            continue
        if other != document:
            yield other


def _amounts(document: Document) -> list[int]:
    """Return the amounts that a change may bring in: those that are there, their doubles and their halves."""
    found = {*(document.blinds or ()), *(document.bets or ())}
    found |= {item.amount for item in document.actions if isinstance(item, Action) and item.amount}
    found |= {chips for chips in (document.put_in or {}).values() if chips}
    found |= {chip for chips in (document.pushed.motions if document.pushed else ()) for chip in chips}
    halves = {amount // 2 for amount in found if amount % 2 == 0}
    return sorted(found | halves | {2 * amount for amount in found})


def _actions(document: Document) -> Iterator[Document]:
    """Yield the spot with an action left out, of another amount, or with another action in its place."""
    actions = document.actions
    for place, item in enumerate(actions):
        before, after = actions[:place], actions[place + 1 :]
        yield replace(document, actions=(*before, *after))
        if isinstance(item, Deal):
            continue
        others = [item._replace(verb=verb, amount=None) for verb in OTHER_VERBS.get(item.verb, ())]
        if item.amount is not None:
            others += [item._replace(amount=amount) for amount in _amounts(document) if amount != item.amount]
        if item.out_of_turn:
            others.append(item._replace(out_of_turn=False))
        for other in others:
            yield replace(document, actions=(*before, other, *after))
    for verb in ("call", "check"):
        for seat in document.names:
            yield replace(document, actions=(*actions, Action(seat, verb)))


def _chips(document: Document) -> Iterator[Document]:
    """Yield the spot with another stack, other chips put in, or another smallest chip."""
    amounts = _amounts(document)
    for place, seat in enumerate(document.seats):
        if seat.stack is not None:
            for amount in (*amounts, 10 * max(amounts, default=0)):
                yield _with_seat(document, place, replace(seat, stack=amount))
    for name in document.put_in or {}:
        for amount in (0, *amounts):
            yield replace(document, put_in={**(document.put_in or {}), name: amount})
    for chip in _other_chips(document):
        yield replace(document, chip=chip)
    yield replace(document, ante=0)


def _other_chips(document: Document) -> list[int]:
    """Return the smallest chips that a game of these blinds could have, beside the one it has."""
    small = document.blinds[0] if document.blinds else document.bring_in
    return [chip for chip in CHIPS if chip != document.chip and small and small % chip == 0 and small <= 20 * chip]


def _cards(document: Document) -> Iterator[Document]:
    """Yield the spot with one card changed in rank or in suit."""
    for place, seat in enumerate(document.seats):
        for held in seat.cards:
            for card in _others(held):
                yield _with_seat(
                    document, place, replace(seat, cards=_put(seat.cards, held, card), up=_put(seat.up, held, card))
                )
    for shown in document.board:
        for card in _others(shown):
            yield replace(document, board=_put(document.board, shown, card))


def _others(card: Card | None) -> list[Card]:
    """Return the cards that share a card's rank or its suit; none for one that is not known."""
    if card is None:
        return []
    every = [Card(code) for code in range(52)]
    return [other for other in every if other != card and _akin(other, card)]


def _akin(one: Card, other: Card) -> bool:
    return rank_of(one) == rank_of(other) or suit_of(one) == suit_of(other)


def _put(cards: Sequence[Card | None], old: Card | None, card: Card) -> tuple[Any, ...]:
    return tuple(card if each == old else each for each in cards)


def _with_seat(document: Document, place: int, seat: Seat) -> Document:
    return replace(document, seats=_at(document.seats, place, seat))


def _at(items: Sequence[Any], number: int, item: Any) -> tuple[Any, ...]:
    return (*items[:number], item, *items[number + 1 :])


def _places(document: Document) -> Iterator[Document]:
    """Yield the spot with another button, another player asked about, another order, or on another street."""
    question, names = document.question, document.names
    for name in names:
        yield replace(document, button=name)
        if question.player is not None:
            yield replace(document, question=replace(question, player=name))
        for key, values in _other_extras(document, name):
            for value in values:
                yield replace(document, question=replace(question, extra={**question.extra, key: value}))
        yield replace(document, folded=tuple(each for each in document.folded if each != name))
    if "control" in question.extra:
        yield replace(document, question=replace(question, extra={}))
    for place in range(len(names)):
        yield replace(document, seats=document.seats[:place] + document.seats[place + 1 :])
    order = document.order or ()
    for place in range(len(order) - 1):
        first, second = order[place], order[place + 1]
        yield replace(document, order=(*order[:place], second, first, *order[place + 2 :]))
        yield replace(document, order=(*order[:place], (*first, *second), *order[place + 2 :]))
    yield from _elsewhere(document)


def _elsewhere(document: Document) -> Iterator[Document]:
    """Yield the spot on another street, in another game of the family, with another limit, or in another house."""
    question, game = document.question, document.game
    for other in GAMES.values():
        if other.family == game.family and other.hand == game.hand and other != game:
            yield replace(document, game=other)
    for limit in LIMITS:
        yield replace(document, limit=limit)
    for house in RULESET_IDS:
        yield replace(document, rules=ruleset(house))
    for street in document.game.streets:
        shown = document.board[: document.game.board_cards(street)]
        asked = {**question.extra, "street": street} if "street" in question.extra else question.extra
        yield replace(document, street=street, board=shown, question=replace(question, extra=asked))


def _other_extras(document: Document, name: str) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield what else a question may hold, with the values that it could have there."""
    extra = document.question.extra
    if "whose" in extra:
        yield "whose", (name,)
    if "gone" in extra:
        yield "gone", ([each for each in extra["gone"] if each != name], [*extra["gone"], name], [name])
    if "reason" in extra:
        yield "reason", REASONS
    if "found" in extra:
        yield "found", ("same-street", "next-card")
    if "control" in extra:
        yield "control", ("raise-to", "raise-by")


def _pushed(document: Document) -> Iterator[Document]:
    """Yield the spot with other chips pushed in, other words, or other chips taken back."""
    pushed = document.pushed
    if pushed is None:
        return
    others: list[Pushed] = [replace(pushed, said=said) for said in (*SAID, *_raises_said(document))]
    others += [replace(pushed, pulled=pulled) for pulled in ("none", "some", "all")]
    others.append(replace(pushed, motions=(tuple(chip for chips in pushed.motions for chip in chips),)))
    for number, chips in enumerate(pushed.motions):
        for place in range(len(chips)):
            fewer = chips[:place] + chips[place + 1 :]
            others.append(replace(pushed, motions=_at(pushed.motions, number, fewer)))
            for amount in _amounts(document):
                others.append(replace(pushed, motions=_at(pushed.motions, number, _at(chips, place, amount))))
        others += [replace(pushed, motions=_at(pushed.motions, number, (*chips, chip))) for chip in set(chips)]
    yield from (replace(document, pushed=other) for other in others)


def _raises_said(document: Document) -> list[str]:
    return [f"raise to {amount}" for amount in _amounts(document)]
