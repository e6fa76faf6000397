"""Every rule that a step cites, restated in our own words, and how its place in a rule book is written."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.citations import rule_named
from quizzes.engine.rulesets import RULES, RULESET_IDS, TOGGLES, Rule, Ruleset, ruleset
from quizzes.wording.houses import house_name
from quizzes.wording.numbers import comma

TEXTS = {
    "raise-amounts": lazy("A raise adds at least as much as the largest bet or raise already made in this round."),
    "opening-bet": lazy(
        "The first bet of a round is at least the big blind, and a raise over it at least as much again."
    ),
    "raise-to-or-by": lazy("A raise can be named by its total or by its increase; the chips added are a third number."),
    "raise-double": lazy("In this house a raise is to a total of at least twice the bet."),
    "reopening": lazy(
        "Who has acted may raise again only when the bets and raises made since then come to a full raise in all."
    ),
    "short-all-in": lazy("An all-in of less than a full raise does not change what the next raise has to add."),
    "reopening-single": lazy(
        "In this house each raise is looked at alone: only a full one opens the betting to those who have acted."
    ),
    "reopening-half": lazy("In this house more than half of the last full raise opens the betting again."),
    "reopened-sum": lazy(
        "On this reading short all-ins that together reach a full raise count as one raise of their sum."
    ),
    "calling": lazy("A call matches the bet, or puts in everything a player has when that is less."),
    "table-stakes": lazy("A player plays with the chips on the table, no more and no less."),
    "nobody-to-answer": lazy(
        "A player whose opponents are all all-in is offered no raise: a custom of rooms, no printed rule."
    ),
    "turn": lazy("The turn goes clockwise."),
    "full-blind-price": lazy(
        "A big blind posted short does not lower the price: calling and raising build on the full blind."
    ),
    "posted-price": lazy("In this house a short big blind is the price as it was posted."),
    "straddle-as-raise": lazy("A straddle counts as a raise by a big blind."),
    "straddle-as-blind": lazy("A straddle is a bigger blind: the first raise is to twice the straddle."),
    "side-pots": lazy(
        "Each all-in closes a pot: every player matches it as far as their chips go, the rest is a side pot."
    ),
    "uncalled-bet": lazy("Chips that nobody matched are not in any pot; they go back to the player."),
    "big-blind-ante": lazy("The big blind comes before the ante that the big blind posts for the table."),
    "big-blind-ante-first": lazy("In this house the big blind's ante comes before the blind."),
    "antes": lazy("Antes go to the pot and are no part of a bet."),
    "odd-chips": lazy("A chip that can't be divided goes to the first winner left of the button, one chip each."),
    "odd-chips-high-card": lazy("In this house an odd chip goes to the winner with the highest card by suit."),
    "cards-speak": lazy(
        "The cards decide, whatever was said: the best five of them count, and suits never break a tie."
    ),
    "pot-limit": lazy(
        "A pot-limit raise is at most the pot, counted after the call: call first, then raise by what lies there."
    ),
    "pot-limit-full-blinds": lazy("Before the flop the pot is figured as if both blinds had been posted in full."),
    "pot-limit-exact": lazy("In this house the pot is what lies in the middle, short blinds as they were posted."),
    "pot-limit-small-as-big": lazy(
        "In this house the small blind counts as a big blind when the pot is figured before the flop."
    ),
    "pot-limit-rounded": lazy("In this house a raise of the pot is rounded up to the betting unit."),
    "limit-unit": lazy(
        "In fixed-limit every bet and raise is one unit: the small bet on early streets, the big bet on later ones."
    ),
    "limit-open-pair": lazy(
        "In this house the small bet or the big one may be made once a pair lies open on the second open card; after a "
        "big one all raises are big."
    ),
    "limit-half-bet": lazy(
        "In fixed-limit an all-in of half a unit or more counts as a bet or raise; a smaller one does not."
    ),
    "limit-full-bet": lazy("In this house only an all-in of a full unit counts as a bet or raise."),
    "limit-after-short": lazy(
        "After an all-in that falls short of a level, the next raise completes it or, where half or more counts, builds on it as the house plays it."
    ),
    "limit-cap": lazy("How many raises may follow a fixed-limit bet on a street is the house's own number."),
    "limit-cap-by-rounds": lazy(
        "A bet and three raises may be made on a street, in games of two betting rounds a bet and four raises."
    ),
    "cap-two-left": lazy(
        "There is no cap once no more than two players with chips are left before it is reached; a fold after that lifts nothing."
    ),
    "limit-cap-count": lazy(
        "The bets and raises of a street are counted towards the cap, with only two players in as well, until the event is down to two."
    ),
    "odd-chips-stud": lazy(
        "In stud an odd chip goes to the highest card by suit among the five that play, spades high."
    ),
    "odd-chips-all-cards": lazy(
        "In this house an odd chip goes to the highest card by suit among all cards of a stud hand."
    ),
    "odd-chips-low-card": lazy(
        "In this house an odd chip that low hands of stud share goes to the lowest card by suit."
    ),
    "odd-chip-one-a-player": lazy(
        "Nobody gets more than one odd chip of a pot: in a split game whoever has one of the high half comes last for "
        "one of the low half."
    ),
    "high-half": lazy("In a split game each pot is halved by itself, and its odd chip goes to the high half."),
    "same-both-ways": lazy("A pot whose high and low go to the same players is not halved: it is paid as one pot."),
    "low-half": lazy(
        "The low half goes to the best low of five different ranks up to the eight; without one the high hand wins all."
    ),
    "two-and-three": lazy(
        "In Omaha a hand is exactly two of a player's own cards and exactly three of the board's, no more and no fewer."
    ),
    "eight-or-better": lazy(
        "A low that may win half is five different ranks up to the eight, the ace low; straights and flushes don't count."
    ),
    "ace-to-five": lazy(
        "The lowest hand wins, read from the top down: the ace is low, straights and flushes don't count, pairs do."
    ),
    "deuce-to-seven": lazy(
        "The lowest hand wins, read from the top down: the ace is high only, and straights and flushes count against it."
    ),
    "badugi": lazy(
        "The most cards without a rank or a suit twice win, and of those the lowest; cards that are not used don't count."
    ),
    "voice-or-chips": lazy(
        "Words or chips, whichever comes first, make the bet; when they come together, clear words do."
    ),
    "bare-number": lazy("A number said alone counts as if that much had been pushed in without a word."),
    "call-methods": lazy("Chips that match the bet, put in without a word, are a call."),
    "raise-made-up": lazy(
        "Less than a full raise is made up to one when it reaches half of it; below half it is a call, unless a raise was announced."
    ),
    "overchip": lazy(
        "One chip pushed in silently against a bet is a call, however big; after the word “raise” it raises by all it allows."
    ),
    "several-chips": lazy(
        "Several chips pushed in silently are a call when each is needed for it; when one could be left out, half of a raise decides."
    ),
    "last-chips": lazy("A player's last chips are all-in, unless every one of them was needed for the call."),
    "pulled-back": lazy("Who takes back chips of an earlier bet in the face of a raise has to call or raise."),
    "prior-chips": lazy(
        "Chips of an earlier bet left in front count with new ones; where some are taken back or they cover the call, half of a raise decides."
    ),
    "undercall": lazy(
        "Too few chips for a call are a full call heads-up and against the opening bet; the word “call” always is one. The rest is the floor's."
    ),
    "wrong-size": lazy("A bet or raise too small or over the limit is put right until the next card; then it stands."),
    "miscounted-pot": lazy(
        "More than the pot is cut to it any time on the street; less, after a wrong count, is made up until substantial action."
    ),
    "out-of-turn": lazy(
        "An act out of turn binds when nothing has changed by the player's turn; a bet or raise in between frees the player. A fold always binds."
    ),
    "substantial-action": lazy("Two acts in a row, one of them with chips, or any three acts are substantial action."),
    "pot-said": lazy("“Pot” names no bet in no-limit, but it binds to a bet or a raise."),
    "invalid-declaration": lazy(
        "With no bet “call” is a check and “raise” a bet; against a bet “check” leaves a call or a fold, and no raise."
    ),
    "string-bet": lazy(
        "A raise comes in one motion or is announced first: chips of a later motion don't count for it."
    ),
    "ambiguous-number": lazy(
        "A number that could mean several bets is the highest sensible one that is not over the pot."
    ),
    "fold-binds": lazy("A fold binds, also where there is no bet."),
    "same-denomination-call": lazy(
        "In this house several chips of one denomination are a call unless a raise is announced."
    ),
    "undercall-half": lazy("In this house half of the call or more is a call; less may be taken back."),
    "motions-after-raise": lazy("In this house who has said “raise” may put the chips in with several motions."),
    "check-bars-raise": lazy("In this house who has checked out of turn may not raise when the turn comes."),
    "call-bars-raise": lazy("In this house who has called out of turn may not raise when the turn comes."),
    "blind-seats": lazy("The first player left of the button posts the small blind, the next one the big blind."),
    "no-blinds": lazy("A game without blinds begins left of the button."),
    "single-blind": lazy("With a single blind there is no small one: only the big blind is posted."),
    "first-before-flop": lazy(
        "On the first street the player left of the big blind acts first, or left of the last straddle."
    ),
    "first-after-flop": lazy("Where no blind has to be answered, the first player left of the button acts first."),
    "heads-up-button": lazy(
        "With two players the button is the small blind: it acts first on the first street and last on later ones. "
        "Nobody has the big blind twice running."
    ),
    "bring-in": lazy("The lowest open card brings a stud hand in."),
    "bring-in-all-in": lazy(
        "Where the ante takes the last chips of who would bring it in, the player to the left does."
    ),
    "board-all-in": lazy(
        "Where the board that begins a later street is all-in, the next player to its left who can act begins: this "
        "site's reading, after the rule for a bring-in that is all-in."
    ),
    "bring-in-razz": lazy("In razz the highest open card brings it in, and an ace is low."),
    "high-board": lazy("On later streets the highest board acts first."),
    "low-board": lazy("In razz the lowest board acts first on later streets."),
    "stud-tie-suit": lazy("Equal open cards are told apart by suit: clubs are lowest, then diamonds, hearts, spades."),
    "stud-tie-seat": lazy("In this house equal open cards are told apart by the seats, from the dealer's left."),
    "stud-tie-suit-then-seat": lazy(
        "Equal cards for the bring-in are told apart by suit, clubs being lowest; of equal boards on later streets the "
        "first from the dealer's left acts first."
    ),
    "dead-button": lazy(
        "The big blind goes on to the next player; small blind and button follow it seat by seat, "
        "even to a seat that has no player."
    ),
    "moving-button": lazy("In this house the button goes to the next player, and each blind to the one due for it."),
    "simplified-button": lazy(
        "In this house the button goes to the next player and the blinds to the next two, so that one can be missed."
    ),
    "all-in-showdown": lazy("With a player all-in and no betting left, all hands go face up at once."),
    "first-all-in": lazy("In this house the player who was all-in first shows first, then the others clockwise."),
    "all-in-in-order": lazy("In this house an all-in changes nothing: hands are shown in order."),
    "showdown-order": lazy(
        "The last to bet or raise on the last street shows first; without a bet, the one who would act first."
    ),
    "side-pot-first": lazy("In this house players in a side pot show before those in the main pot alone."),
    "asking-lost": lazy("Who holds no cards any more, folded or thrown away, has lost any right to ask for a hand."),
    "asking-right": lazy(
        "Who called a bet on the last street and still has cards can insist on seeing the hand that bet. "
        "Any other request is for the floor to decide."
    ),
    "uncontested": lazy("Who wins because all others folded has to show nothing."),
    "asking-nobody": lazy("In this house each player who is left decides alone whether to show."),
    "asking-showdown": lazy("In this house only players who are in to the end can ask for a hand."),
    "asking-turn": lazy("In this house players who were in on the last street but one can ask for a hand."),
    "asking-anybody": lazy(
        "Any player who was dealt in, a folded one too, can ask for a hand that was left at the showdown."
    ),
    "nothing-owed": lazy("In a tournament nobody owes a blind for a hand that was not played."),
    "new-player-post": lazy("A new player posts the amount of the big blind, or waits for the big blind."),
    "missed-blinds-post": lazy(
        "Who missed blinds makes them up: the big blind is a live bet, the small blind is dead money."
    ),
    "no-charts": lazy("No chart and no strategy tool has a place at the table."),
    "chart-jj": lazy("The chart says what a hand does by its group, the seat, and what happened before."),
    "misdeal": lazy(
        "A misdeal is two boxed cards, a first card to the wrong seat, a seat left out or dealt in by mistake, a wrong number "
        "of cards, a card that belongs to no such deck, and in flop games one of the first two cards off the deck, or any two "
        "others, exposed by the dealer."
    ),
    "misdeal-replay": lazy(
        "After a misdeal the same hand is dealt again, with button, blinds and antes where they were."
    ),
    "no-late-misdeal": lazy("After substantial action the hand is played out: it is no misdeal any more."),
    "fouled-deck": lazy(
        "A deck with two identical cards stops the hand at any time, and everybody gets the chips of this hand back."
    ),
    "short-button": lazy(
        "A button that is short a card gets it, after substantial action too, unless the button has acted on the short hand."
    ),
    "one-burn": lazy("Exactly one card is burned before each street, whatever happened before."),
    "four-card-flop": lazy(
        "Four flop cards are scrambled face down; the floor draws the next burn from them, the other three are the flop."
    ),
    "forgotten-burn": lazy(
        "A flop without its burn is put right before any action: one of the three, drawn blind, becomes the burn and the next "
        "card takes its place. After any action the flop stands."
    ),
    "premature-board": lazy(
        "Board cards that come too early go back into the stub, which is shuffled; the burn stays and no other is made."
    ),
    "disordered-stub": lazy(
        "A stub out of order is rebuilt where it can be; where it can't, the stub alone is shuffled and cut."
    ),
    "pot-counting": lazy("A dealer counts the pot in pot-limit games only; in no-limit it may be spread to be seen."),
    "disputes": lazy(
        "How hands were read can be disputed until the next hand begins; how a pot was counted, until substantial action on "
        "the next hand, and for one minute after the last hand before a break."
    ),
    "clock": lazy("With the clock called a player has up to 25 seconds and then a countdown of five."),
    "at-seat": lazy(
        "To play a hand a player has to be at the seat when the last card of the initial deal is dealt; within reach of the "
        "chair is enough."
    ),
    "chip-race": lazy(
        "In a chip race cards are dealt from seat 1, nobody wins more than one chip, and nobody is raced out of the event."
    ),
    "new-level": lazy(
        "A new level is announced once the clock is at zero and holds from the next hand; a hand begins with the first "
        "riffle, the press of the shuffler's button or the dealer's push."
    ),
    "killed-winner": lazy("A dealer can't kill a hand that was tabled and was obviously the winner."),
    "live-cards": lazy(
        "Cards put face down are not dead until the dealer pushes them into the muck or they can't be told from it."
    ),
    "playing-the-board": lazy("Who plays the board tables all cards of the hand to share in the pot."),
    "no-devices": lazy("With a live hand no device is used, and no chart or strategy tool has a place at the table."),
    "new-seat": lazy(
        "New players and those from a broken table take any seat and are dealt in, except between small blind and button."
    ),
    "balancing": lazy(
        "In flop games the player who would be the next big blind is moved to balance tables, to the worst seat, "
        "but never to the small blind."
    ),
    "hidden-chips": lazy(
        "Chips that were hidden and are no part of what was called are not paid when their owner wins, and may have to be "
        "paid when the owner loses."
    ),
    "conditional-words": lazy(
        "Who says beforehand what they will do may be held to it or penalised; who calls before the amount is known may be held "
        "to any amount."
    ),
    "accepted-action": lazy(
        "Who calls accepts the true amount of the bet, also after a wrong count; the floor may weigh a gross error."
    ),
    "flop-redealt": lazy("Under this book a flop of too many cards is taken back and dealt again."),
    "exposed-card-burned": lazy("Under this book a single exposed card is replaced, and becomes the first burn."),
    "turn-set-aside": lazy(
        "Under this book an early turn is set aside, and the dealer burns and turns the next card in its place; before the "
        "river the early card is shuffled back in, and the river comes without a burn."
    ),
    "seat-draw": lazy(
        "Who draws the highest card is the first button. By Robert's Rules and in most rooms the suit parts equal cards, "
        "spades high; in rooms described by Chinese Wikipedia those who tie draw again."
    ),
    "deck-capacity": lazy(
        "A hold'em deck has to hold two cards for each player, five for the board, and three burns where they are burned."
    ),
    "rotation": lazy("In HORSE hold'em, Omaha hi-lo, razz, stud and stud hi-lo follow each other in this order."),
    "frozen-button": lazy(
        "Before the stud games the button moves to where the next hand with a button would have it and is frozen there; "
        "that hand is dealt from it."
    ),
}


def rule_text(rule: str) -> str:
    """Return a rule in our own words; of one that only an author names, where it is said to stand."""
    return str(TEXTS[rule]) if rule in TEXTS else _("The author rests this on %(rule)s.") % {"rule": rule}


def _chosen_by(house: Ruleset, rule: str) -> bool:
    """Return whether a room's own rules chose what a rule says, and no book holds it."""
    if not house.base or not rule_named(rule).house:
        return False
    return any(TOGGLES[toggle].rules[value] == rule for toggle, value in house.changes)


def _players(found: Rule) -> str:
    """Return who plays a rule that no book holds: a house, those of its toggle's value, whom it or its author names."""
    if found.house in RULESET_IDS:
        return house_name(ruleset(found.house))
    if found.id not in RULES:
        return found.house
    points = TOGGLES.values()
    who = [who for point in points for value, id in point.rules.items() if id == found.id for who in point.who[value]]
    return comma([translation.gettext(each) for each in dict.fromkeys(who or [found.house])])


def cite_text(rule: str, house: Ruleset | None = None) -> str:
    """Return where a rule stands, edition first, and its number in a later edition with whether that is confirmed.

    Under a house, a rule is cited from its own book where that says the same; without one, all books are named that
    say it. Under a room's own rules, what stands in no book and was chosen there is that room's.
    """
    found = rule_named(rule, house)
    if house is not None and _chosen_by(house, rule):
        return _("House rule: %(house)s.") % {"house": house_name(house)}
    if found.house == "table-stakes":
        return _("A convention of card rooms, with no number in a rule book.")
    if found.house:
        return _("House rule: %(house)s.") % {"house": _players(found)}
    if rule not in RULES:
        words = {"book": found.book, "edition": found.edition, "number": found.number}
        return _("%(book)s %(edition)s, rule %(number)s, as the author cites it.") % words
    if house is None and found.also is not None:
        return _printed(found) + " " + _("Also in %(book)s %(edition)s, section “%(number)s”.") % found.also
    return _printed(found)


def _printed(found: Rule) -> str:
    """Return where a rule stands in its book, and in a later edition of that."""
    words = {"book": found.book, "edition": found.edition, "number": found.number}
    if not any(map(str.isdigit, found.number)):
        return _("%(book)s %(edition)s, section “%(number)s”, in our words.") % words
    text = _("%(book)s %(edition)s, rule %(number)s, in our words.") % words
    if found.later is None:
        return text
    later = {"edition": found.later["edition"], "number": found.later["number"]}
    if found.later["confirmed"]:
        return text + " " + _("In the %(edition)s edition %(number)s.") % later
    return text + " " + _("In the %(edition)s edition %(number)s (number not confirmed).") % later


def short_cite(rule: str, house: Ruleset | None = None) -> str:
    """Return where a rule stands, to be set into a sentence: "TDA 2024, rule 43-A". As `cite_text` has it."""
    found = rule_named(rule, house)
    if house is not None and _chosen_by(house, rule):
        return _("a house rule of %(house)s") % {"house": house_name(house)}
    if found.house == "table-stakes":
        return _("a convention of card rooms")
    if found.house:
        return _("a house rule of %(house)s") % {"house": _players(found)}
    words = {"book": found.book, "edition": found.edition, "number": found.number}
    if not any(map(str.isdigit, found.number)):
        return _("%(book)s %(edition)s, “%(number)s”") % words
    return _("%(book)s %(edition)s, rule %(number)s") % words


def book_text(rule: str) -> str:
    """Return the book by which a question is asked, with its edition; "" for what no book holds."""
    found = rule_named(rule)
    return "" if found.house else _("%(book)s %(edition)s") % {"book": found.book, "edition": found.edition}
