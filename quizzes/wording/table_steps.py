"""The steps of button, blinds, order, posts, requests and starting hands, as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from quizzes.engine.cards import SUITS
from quizzes.engine.steps import Step
from quizzes.wording.cards import with_suits
from quizzes.wording.chart import action_name, group_name, position_name, situation_name
from quizzes.wording.numbers import listed, semicolon

Message = str | Promise

VERDICTS: Mapping[str, tuple[Message, Message]] = {
    "dead-button small_blind": (
        lazy("The small blind follows to where the big blind was: %(small_blind)s has it."),
        lazy("The player who had the big blind has left, so the small blind is dead: nobody posts it."),
    ),
    "moving-button small_blind": (
        lazy("The small blind falls due to the player who had the big blind, %(small_blind)s."),
        lazy("The player who had the big blind has left, so nobody posts a small blind."),
    ),
    "comes_to_showdown state whose": (
        lazy("%(player)s's hand has come to a showdown."),
        lazy("%(player)s's hand has not come to a showdown."),
    ),
    "may state comes_to_showdown": (lazy("So it can be asked for."), lazy("So nobody may ask for it.")),
    "keeps_cards state player": (
        lazy("%(player)s still has cards."),
        lazy("%(player)s has no cards any more."),
    ),
    "may state keeps_cards": (lazy("So %(player)s may ask."), lazy("So no request is left to make.")),
    "all_face_up state whose": (
        lazy("A player is all-in, so every hand at this showdown goes face up."),
        lazy("Nobody is all-in, so hands are shown in order."),
    ),
    "right state all_face_up": (
        lazy("So %(player)s sees it, and nobody can refuse."),
        lazy("So %(player)s has no right to it."),
    ),
    "may_ask_here state player": (
        lazy("In this house %(player)s is among those who may ask."),
        lazy("In this house %(player)s is not among those who may ask."),
    ),
    "may state may_ask_here": (lazy("So %(player)s may ask."), lazy("So %(player)s may not ask.")),
    "right state may": (lazy("And the request can't be refused."), lazy("And so there is no right to it.")),
}

_NO_RIGHT = lazy("So that is no right of %(player)s's: the floor can refuse it.")

REST: Mapping[str, Message] = {
    "made_last_bet called state whose caller": lazy(
        "%(player)s made the last bet on the last street, which was called."
    ),
    "right state made_last_bet called": lazy("%(player)s called it, so that is a right."),
    "made_last_bet state whose": lazy("%(player)s did not make the last bet on the last street."),
    "called state player": lazy("%(player)s did not call the last bet on the last street."),
    "right state made_last_bet": _NO_RIGHT,
    "right state called": _NO_RIGHT,
    "no-blinds small_blind big_blind": lazy("Nobody posts a blind."),
    "single-blind small_blind big_blind": lazy("There is no small blind; %(big_blind)s has the big blind."),
    "heads-up-button small_blind big_blind": lazy(
        "Two play, so the button, %(small_blind)s, is the small blind and %(big_blind)s the big blind."
    ),
    "simplified-button small_blind big_blind": lazy(
        "The blinds go to the next players: %(small_blind)s has the small blind and %(big_blind)s the big blind."
    ),
    "small_blind big_blind state button": lazy(
        "The button is at %(button)s: left of it %(small_blind)s has the small blind and %(big_blind)s the big blind."
    ),
    "heads-up-button first last": lazy(
        "With two players that makes %(first)s the first to act on this street, and %(last)s the last."
    ),
    "first last state button": lazy(
        "The first player left of the button at %(button)s is %(first)s, who acts first; %(last)s acts last."
    ),
    "first last state big_blind_seat": lazy(
        "The first player left of the big blind, %(big_blind_seat)s, is %(first)s, who acts first; %(last)s acts last."
    ),
    "first last state straddler": lazy(
        "The first player left of the straddle, which is %(straddler)s's, is %(first)s, who acts first; "
        "%(last)s acts last."
    ),
    "first last state button passed_over": lazy(
        "The first player left of the button at %(button)s who can act is %(first)s, who acts first; %(last)s acts last."
    ),
    "first last state big_blind_seat passed_over": lazy(
        "The first player left of the big blind, %(big_blind_seat)s, who can act is %(first)s, who acts first; "
        "%(last)s acts last."
    ),
    "first last state straddler passed_over": lazy(
        "The first player left of the straddle, which is %(straddler)s's, who can act is %(first)s, who acts first; "
        "%(last)s acts last."
    ),
    "first last state bring_in": lazy("%(first)s acts first with the bring-in, and %(last)s acts last."),
    "low_card state open_cards": lazy("By the open cards %(low_card)s would bring it in."),
    "bring_in state low_card": lazy(
        "The ante took the last chips of %(low_card)s, so the next player to the left who has chips, %(bring_in)s, "
        "brings it in."
    ),
    "bring-in bring_in": lazy("%(bring_in)s has the lowest open card and brings it in."),
    "bring-in-razz bring_in": lazy("%(bring_in)s has the highest open card, an ace being low, and brings it in."),
    "high-board first last": lazy("%(first)s shows the highest board and acts first; %(last)s acts last."),
    "low-board first last": lazy("%(first)s shows the lowest board and acts first; %(last)s acts last."),
    "high-board opening_board": lazy("%(opening_board)s shows the highest board and would act first."),
    "low-board opening_board": lazy("%(opening_board)s shows the lowest board and would act first."),
    "first last state opening_board": lazy(
        "%(opening_board)s is all-in and can't act, so the next player to the left who can, %(first)s, acts first; "
        "%(last)s acts last."
    ),
    "last_small_blind last_big_blind state last_button": lazy(
        "In this hand %(last_small_blind)s has the small blind and %(last_big_blind)s the big blind."
    ),
    "big_blind state last_big_blind": lazy("The big blind goes on to the next player who is left, %(big_blind)s."),
    "button state last_small_blind": lazy("The button follows to where the small blind was, the seat of %(button)s."),
    "button state last_button": lazy("The button goes on to the next player who is left, %(button)s."),
    "button small_blind state big_blind_seat": lazy(
        "The other of the two, %(button)s, has the button and the small blind."
    ),
    "live dead state player": lazy("%(player)s owes nothing in this house."),
    "live state big_blind": lazy("The big blind is owed as a live bet: %(live)s."),
    "live state player": lazy("No big blind is owed, so nothing is live."),
    "dead state small_blind": lazy(
        "The small blind is owed as dead money: %(dead)s. Who waits for the big blind instead owes that alone."
    ),
    "dead state player": lazy("Nothing is owed as dead money."),
    "comes_in_after state button": lazy(
        "In this house nobody comes in on the button or in the small blind: %(player)s waits until the button, now at "
        "%(comes_in_after)s, has passed, and owes then what follows."
    ),
    "dead state table_ante": lazy("The ante for the whole table is dead money: %(dead)s."),
    "dead difference stack live": lazy(
        "Of the %(stack)s that %(player)s has, %(live)s goes to the blind. What is paid of the ante for the whole table is dead "
        "money: %(dead)s."
    ),
    "live least big_blind stack": lazy(
        "The big blind is %(big_blind)s and %(player)s has %(stack)s: %(live)s can be posted."
    ),
    "live least small_blind stack": lazy(
        "The small blind is %(small_blind)s and %(player)s has %(stack)s: %(live)s can be posted."
    ),
    "live state blind_paid": lazy("That is all that can be posted of the blind: %(live)s."),
    "order state all_in": lazy("No betting is left and %(all_in)s can't bet any more: all hands go face up at once."),
    "last_aggressor state player": lazy("%(player)s made the last bet or raise on the last street."),
    "left_of_button state player": lazy(
        "Nobody bet on the last street; %(player)s is the first player left of the button."
    ),
    "best_board state player": lazy("Nobody bet on the last street; %(player)s's open cards act first."),
    "in_order state all_in": lazy(
        "No betting is left for %(all_in)s, but in this house that changes nothing: hands are shown in order."
    ),
    "first_all_in state player": lazy("%(player)s was all-in first."),
    "next_with_hand state": lazy(
        "%(player)s's hand is out of play: clockwise from there the first hand left is %(next_with_hand)s's."
    ),
    "side_pot state": lazy("In a side pot are %(side_pot)s, who show before the others."),
    "order state": lazy("So the hands are shown in this order: %(order)s."),
    "hand state cards": lazy("%(player)s holds %(hand)s."),
}


def said(step: Step) -> str | None:
    """Return the sentence of a step about a chart, a tie of open cards or who is passed over; None for any other."""
    (name, value), *more = step.out.items()
    if step.rule.startswith("stud-tie-"):
        if "leading_cards" in step.values:
            return _tied_boards_text(step)
        if name in ("bring_in", "low_card"):
            return _tied_text(step)
    if name in ("folded", "no_chips"):
        return _passed_text(name, value)
    if more or name not in ("group", "position", "before", "chart_says", "action"):
        return None
    words = {"player": step.seat or "", "hand": step.values.get("hand", "")}
    if name == "group":
        words["group"] = group_name(value)
        return (_("%(hand)s is in the group: %(group)s.") if value else _("%(hand)s is not in the chart.")) % words
    if name == "position":
        return _("%(player)s's seat is: %(position)s.") % {**words, "position": position_name(value)}
    if name == "before":
        return _("Before %(player)s: %(before)s.") % {**words, "before": situation_name(value)}
    if name == "chart_says":
        return _("For that the chart says: %(action)s.") % {"action": action_name(value)}
    if step.values["chart_says"] == "raise" != value:
        return _("No raise is allowed, so the answer is: %(action)s.") % {"action": action_name(value)}
    if step.values["chart_says"] != value:
        return (
            _("Checking is free, so a hand that would be folded is checked.")
            if value == "check"
            else _("There is a bet to match, so a hand that would be checked is folded.")
        )
    return _("So the answer is: %(action)s.") % {"action": action_name(value)}


def _passed_text(why: str, players: Sequence[str]) -> str:
    """Say that players are passed over who have folded or have no chips left."""
    words = {"players": listed(players)}
    if why == "folded":
        return (
            ngettext(
                "%(players)s has folded and is passed over.",
                "%(players)s have folded and are passed over.",
                len(players),
            )
            % words
        )
    return (
        ngettext(
            "%(players)s has no chips left and is passed over.",
            "%(players)s have no chips left and are passed over.",
            len(players),
        )
        % words
    )


def _tied_text(step: Step) -> str:
    """Say which equal open cards tie for the bring-in, and by what one of them is told from the others."""
    shown = {name: cards[0] for name, cards in step.values["open_cards"].items()}
    (player,) = step.out.values()
    own = shown[player]
    tied = [card for card in shown.values() if card[0] == own[0]]
    words = {"cards": with_suits(tied), "player": player, "card": with_suits([own])}
    if "low_card" in step.out:
        return _tied_all_in(step.rule) % words
    if step.rule == "stud-tie-seat":
        return (
            _(
                "%(cards)s are equal, and the seats decide, from the dealer's left: %(player)s brings it in with %(card)s."
            )
            % words
        )
    if own == min(tied, key=lambda card: SUITS.index(card[1])):
        return (
            _(
                "%(cards)s are equal, and suits decide, clubs being lowest, then diamonds, hearts and spades: %(player)s has the lowest suit and brings it in with %(card)s."
            )
            % words
        )
    return (
        _(
            "%(cards)s are equal, and suits decide, clubs being lowest, then diamonds, hearts and spades: %(player)s has the highest suit and brings it in with %(card)s."
        )
        % words
    )


def _tied_all_in(rule: str) -> str:
    """Return the message of a tie for the bring-in of which the one that should bring it in is all-in."""
    if rule == "stud-tie-seat":
        return _(
            "%(cards)s are equal, and the seats decide, from the dealer's left: %(player)s would bring it in with %(card)s."
        )
    return _(
        "%(cards)s are equal, and suits decide, clubs being lowest, then diamonds, hearts and spades: %(player)s would bring it in with %(card)s."
    )


def _tied_boards_text(step: Step) -> str:
    """Say which equal boards would begin a later street, and by what one of them is told from the others."""
    leading = step.values["leading_cards"]
    boards = [
        _("%(player)s with %(hand)s") % {"player": name, "hand": with_suits(step.values["open_cards"][name])}
        for name in leading
    ]
    first = step.out.get("opening_board", step.out.get("first"))
    words = {"boards": semicolon(boards), "cards": with_suits(list(leading.values())), "player": first}
    words |= {"card": with_suits([leading[first]]), "last": step.out.get("last", "")}
    return _tied_boards(by_suit=step.rule == "stud-tie-suit", all_in="opening_board" in step.out) % words


def _tied_boards(by_suit: bool, all_in: bool) -> str:
    if by_suit and all_in:
        return _(
            "These boards are equal: %(boards)s. The suits of their leading cards, %(cards)s, decide, spades being highest, then hearts, diamonds and clubs: %(player)s would act first with %(card)s."
        )
    if by_suit:
        return _(
            "These boards are equal: %(boards)s. The suits of their leading cards, %(cards)s, decide, spades being highest, then hearts, diamonds and clubs: %(player)s acts first with %(card)s; %(last)s acts last."
        )
    if all_in:
        return _(
            "These boards are equal: %(boards)s. The seats decide, from the dealer's left: %(player)s would act first."
        )
    return _(
        "These boards are equal: %(boards)s. The seats decide, from the dealer's left: %(player)s acts first; %(last)s acts last."
    )
