"""The points in which houses differ, in words: their names, what each value means, and who plays it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import gettext_noop, pgettext_lazy

from quizzes.engine.errors import DocumentError
from quizzes.engine.rulesets import RULES, RULESET_IDS, TOGGLES, Ruleset, Value
from quizzes.wording.rules import cite_text, rule_text

Message = str | Promise

GROUPS: tuple[tuple[Message, tuple[str, ...]], ...] = (
    (lazy("Raises"), ("min_raise", "reopen", "reopened_unit", "short_blind", "straddle_as", "straddle_seats")),
    (lazy("Fixed-limit"), ("limit_reopen", "limit_after_short", "fl_cap", "fl_cap_heads_up")),
    (lazy("Pot-limit"), ("pl_preflop_base", "pl_rounding")),
    (
        lazy("Antes and odd chips"),
        ("bb_ante_order", "ante_order", "odd_chip", "odd_chip_stud", "odd_chip_low", "odd_chip_most"),
    ),
    (
        lazy("Chips, words and turns"),
        ("multi_chip", "undercall", "string_raise", "check_out_of_turn", "call_out_of_turn"),
    ),
    (lazy("Showdown"), ("all_in_showdown", "show_first", "may_see")),
    (lazy("Stud and draw"), ("stud_open_pair", "stud_tie", "draw_most")),
    (lazy("Seats and blinds"), ("button", "new_player", "missed_blinds")),
    (lazy("Starting hands"), ("chart",)),
)
"""The toggles by what they are about, in the order in which a page shows them."""

NAMES: Mapping[str, tuple[Message, Message]] = {
    "min_raise": (lazy("The smallest raise"), lazy("How much must a raise add?")),
    "reopen": (lazy("Raising again"), lazy("When may a player who has acted raise again after a short all-in?")),
    "reopened_unit": (
        lazy("The raise after short all-ins"),
        lazy("What does the next raise add, once short all-ins have opened the betting again?"),
    ),
    "limit_reopen": (lazy("Raising again in fixed-limit"), lazy("How large must an all-in be to count as a raise?")),
    "limit_after_short": (
        lazy("The raise after half a bet"),
        lazy("To what total is the next fixed-limit raise after an all-in of half a bet or more?"),
    ),
    "fl_cap": (lazy("The cap"), lazy("How many raises may follow a bet on one street in fixed-limit?")),
    "fl_cap_heads_up": (
        lazy("The cap with two players"),
        lazy("Does the cap hold when only two players are left?"),
    ),
    "straddle_as": (lazy("The raise over a straddle"), lazy("What is the smallest raise over a straddle?")),
    "straddle_seats": (lazy("Who may straddle"), lazy("Which seats may post a straddle?")),
    "short_blind": (
        lazy("A short big blind"),
        lazy("What is the price when the big blind has not enough chips for it?"),
    ),
    "bb_ante_order": (
        lazy("Blind or ante first, paid by the big blind"),
        lazy("Which comes first when the big blind can't pay both the blind and the table's ante?"),
    ),
    "ante_order": (
        lazy("Blind or ante first, paid by each"),
        lazy("Which comes first when a blind can't pay both the blind and its own ante?"),
    ),
    "pl_preflop_base": (
        lazy("The pot before the flop"),
        lazy("How is the pot figured before the flop?"),
    ),
    "pl_rounding": (lazy("Rounding a pot raise"), lazy("Is a raise of the pot rounded to the betting unit?")),
    "odd_chip": (lazy("The odd chip"), lazy("Who of the winners gets a chip that can't be divided?")),
    "odd_chip_stud": (lazy("The odd chip in stud"), lazy("Which cards decide about the odd chip in stud?")),
    "odd_chip_low": (lazy("The odd chip between lows"), lazy("Who of equal low hands gets the odd chip?")),
    "odd_chip_most": (
        lazy("Odd chips of both halves"),
        lazy("May a player get an odd chip of the high half and another of the low half?"),
    ),
    "multi_chip": (
        lazy("Several chips without a word"),
        lazy("Are several equal chips, put in without a word against a bet, a call or a raise?"),
    ),
    "undercall": (lazy("Too few chips for a call"), lazy("What are chips worth that are fewer than the call?")),
    "string_raise": (
        lazy("Chips in several motions"),
        lazy("Do chips of a second motion count for a raise that was announced?"),
    ),
    "check_out_of_turn": (
        lazy("A check out of turn"),
        lazy("May a player who checked out of turn raise when somebody has bet since?"),
    ),
    "call_out_of_turn": (
        lazy("A call out of turn"),
        lazy("May a player who called out of turn raise when somebody has raised since?"),
    ),
    "all_in_showdown": (
        lazy("Showdown with a player all-in"),
        lazy("In what order are hands shown when somebody is all-in and the betting is over?"),
    ),
    "show_first": (lazy("Main pot or side pot first"), lazy("Who shows first when there is a side pot?")),
    "may_see": (lazy("Asking to see a hand"), lazy("Who can insist on seeing a hand at the showdown?")),
    "stud_open_pair": (lazy("An open pair in stud"), lazy("What may be bet when a pair lies open on fourth street?")),
    "stud_tie": (lazy("Equal open cards in stud"), lazy("Who acts first when open cards have the same rank?")),
    "draw_most": (lazy("Cards in one draw"), lazy("How many cards may a player draw at once?")),
    "button": (lazy("The button when a player leaves"), lazy("Where do button and blinds go when a seat falls empty?")),
    "new_player": (lazy("A new player's post"), lazy("What does a player owe who sits down at a running game?")),
    "missed_blinds": (lazy("Missed blinds"), lazy("What does a player owe who was away when the blinds passed?")),
    "chart": (lazy("A chart of starting hands"), lazy("Does the house teach starting hands by a chart?")),
}
"""Each toggle's name and the question that its values answer."""

VALUES: Mapping[str, Mapping[Value, Message]] = {
    "min_raise": {"last-raise": lazy("the last raise again"), "double": lazy("to twice the bet")},
    "reopen": {
        "cumulative": lazy("a full raise in all"),
        "single": lazy("one full raise alone"),
        "half-raise": lazy("more than half a raise"),
    },
    "reopened_unit": {"last-full": lazy("the last full raise"), "sum": lazy("their sum")},
    "limit_reopen": {"half-bet": lazy("half a bet"), "full-bet": lazy("a full bet")},
    "limit_after_short": {
        "add": lazy("a bet on top of it"),
        "complete": lazy("up to the full level"),
        "as-full": lazy("a bet over the full level"),
    },
    "fl_cap": {
        3: lazy("three raises"),
        4: lazy("four raises"),
        "none": lazy("no cap"),
        "by-rounds": lazy("three raises, four in games of two betting rounds"),
    },
    "fl_cap_heads_up": {
        "capped": lazy("it holds"),
        "uncapped": lazy("no cap"),
        "two-left": lazy("no cap once two are left"),
    },
    "straddle_as": {"raise": lazy("a big blind more"), "blind": lazy("twice the straddle")},
    "straddle_seats": {
        "none": lazy("nobody"),
        "utg": lazy("left of the big blind"),
        "utg-or-button": lazy("left of the big blind, or the button"),
    },
    "short_blind": {"full-price": lazy("the full blind"), "posted-price": lazy("what was posted")},
    "bb_ante_order": {"blind-first": lazy("the blind"), "ante-first": lazy("the ante")},
    "ante_order": {"ante-first": lazy("the ante"), "blind-first": lazy("the blind")},
    "pl_preflop_base": {
        "full-blinds": lazy("with full blinds"),
        "exact": lazy("as it lies there"),
        "sb-as-bb": lazy("the small blind as a big one"),
    },
    "pl_rounding": {"none": lazy("never"), "up": lazy("up to the unit")},
    "odd_chip": {"left-of-button": lazy("first left of the button"), "high-card": lazy("highest card by suit")},
    "odd_chip_stud": {"five-cards": lazy("the five that play"), "all-cards": lazy("all seven")},
    "odd_chip_low": {"high-card": lazy("the highest card"), "low-card": lazy("the lowest card")},
    "odd_chip_most": {"each-half": lazy("one of each half"), "one-a-player": lazy("one of a pot")},
    "multi_chip": {
        "removable-half": lazy("half of a raise decides"),
        "same-denomination-call": lazy("equal chips are a call"),
    },
    "undercall": {
        "full-call": lazy("a full call where it must be one"),
        "half-rule": lazy("a call from half of it"),
    },
    "string_raise": {"one-motion": lazy("only the first motion"), "motions-after-raise": lazy("all motions")},
    "check_out_of_turn": {"free-if-changed": lazy("it may raise"), "no-raise": lazy("it may not raise")},
    "call_out_of_turn": {"free-if-changed": lazy("it may raise"), "no-raise": lazy("it may not raise")},
    "all_in_showdown": {
        "all-at-once": lazy("all hands at once"),
        "first-all-in": lazy("the first all-in first"),
        "in-order": lazy("in the usual order"),
    },
    "show_first": {"last-aggressor": lazy("whoever bet last"), "side-pot": lazy("the side pot's players")},
    "may_see": {
        "river-caller": lazy("who called the last bet"),
        "nobody": lazy("nobody"),
        "showdown": lazy("who is in to the end"),
        "turn": lazy("who was in on the turn"),
        "anybody": lazy("anybody"),
    },
    "stud_open_pair": {"single": lazy("the small bet"), "double": lazy("the big bet")},
    "stud_tie": {
        "suit": lazy("by suit"),
        "seat": lazy("by seat"),
        "suit-then-seat": lazy("by suit for the bring-in, then by seat"),
    },
    "draw_most": {5: lazy("five"), 3: lazy("three")},
    "button": {
        "dead": lazy("dead button"),
        "moving": lazy("moving button"),
        "simplified": lazy("all to the next players"),
    },
    "new_player": {"none": lazy("nothing"), "big-blind": lazy("a big blind")},
    "missed_blinds": {"none": lazy("nothing"), "live-and-dead": lazy("both, one live and one dead")},
    "chart": {"none": pgettext_lazy("no chart", "none"), "jj": lazy("the JJ chart")},
}
"""Each value in a few words, an answer to the toggle's question."""

SENTENCES: Mapping[tuple[str, Value], Message] = {
    ("reopened_unit", "last-full"): lazy(
        "Short all-ins that open the betting again leave the last full raise as it was: the next raise adds that."
    ),
    ("limit_after_short", "add"): lazy(
        "After an all-in of half a bet or more the next raise adds a full bet to the all-in."
    ),
    ("limit_after_short", "complete"): lazy(
        "After an all-in of half a bet or more the next raise only completes it, to a full bet over the level before."
    ),
    ("limit_after_short", "as-full"): lazy(
        "An all-in of half a bet or more is taken for a full raise: the next one adds a bet to that full level."
    ),
    ("fl_cap", 3): lazy("A bet and three raises may be made on a street."),
    ("fl_cap", 4): lazy("A bet and four raises may be made on a street."),
    ("fl_cap", "none"): lazy("Raises on a street are not counted."),
    ("fl_cap_heads_up", "uncapped"): lazy("With two players at the start of a street raises are not counted."),
    ("straddle_seats", "none"): lazy("Nobody straddles: in tournaments the blinds are all that is posted."),
    ("straddle_seats", "utg"): lazy("The seat left of the big blind may straddle."),
    ("straddle_seats", "utg-or-button"): lazy(
        "The seat left of the big blind may straddle, or the button, which goes before it."
    ),
    ("ante_order", "ante-first"): lazy("A short stack pays its ante first, and the rest is its blind."),
    ("ante_order", "blind-first"): lazy("A short stack posts its blind first, and the rest is its ante."),
    ("pl_rounding", "none"): lazy("A raise of the pot is exactly the pot."),
    ("odd_chip_low", "high-card"): lazy(
        "In stud the odd chip between low hands goes to the highest card by suit among the five that play, as between high ones."
    ),
    ("odd_chip_most", "each-half"): lazy(
        "In a split game each half gives out its odd chips by itself, so that a player can get one of each."
    ),
    ("stud_open_pair", "single"): lazy("An open pair changes nothing: fourth street is played with the small bet."),
    ("draw_most", 5): lazy("A player may exchange the whole hand."),
    ("draw_most", 3): lazy("A player may exchange three cards at most."),
    ("chart", "none"): lazy("The house has no chart."),
    ("chart", "jj"): lazy(
        "A chart for learners says what to do with a hand by its group, the seat, and what happened before."
    ),
}
"""Values whose rule says too little about them, or that have none."""

NO_SPOT: Mapping[str, Message] = {
    "straddle_seats": lazy(
        "No spot tells these apart: a straddle that was posted is played as it stands, whoever was allowed to post it."
    ),
}
"""Toggles that change no answer, with the reason."""

DESCRIBED = (
    gettext_noop("rooms that look at each all-in alone"),
    gettext_noop("rooms described by Chinese Wikipedia"),
    gettext_noop("one reading of WSOP 2021 97"),
    gettext_noop("rooms that ask for a full bet"),
    gettext_noop("rooms in recorded hands"),
    gettext_noop("a few rooms in recorded hands"),
    gettext_noop("many rooms"),
    gettext_noop("most rooms"),
    gettext_noop("games that count to the chip"),
    gettext_noop("houses without a chart"),
    gettext_noop("some rooms"),
    gettext_noop("some sites"),
    gettext_noop("cash games"),
    gettext_noop("RRoP 11 in cash games"),
    gettext_noop("JJ as this site reads it"),
    gettext_noop("cash games without a cap"),
    gettext_noop("live cash games"),
    gettext_noop("much cash play"),
    gettext_noop("tournaments"),
    gettext_noop("classic antes"),
    gettext_noop("most printed formulas"),
    gettext_noop("three-card houses"),
    gettext_noop("Chinese Wikipedia"),
    gettext_noop("Chinese Wikipedia, Texas hold'em"),
    gettext_noop("Poker TDA rules, 2024 edition"),
    gettext_noop("JJ, the rules of Texas hold'em"),
    gettext_noop("Robert's Rules of Poker, version 11"),
    gettext_noop("Rooms that do not add short all-ins up (FIDPA 62 names no adding)"),
)
"""Those who play a rule and the houses' sources, as the houses' files describe them: for the translators."""


def toggle_name(toggle: str) -> str:
    """Return a toggle's name as a title."""
    return str(NAMES[toggle][0])


def toggle_question(toggle: str) -> str:
    """Return the question that a toggle's values answer."""
    return str(NAMES[toggle][1])


def value_words(toggle: str, value: Value) -> str:
    """Return a value in a few words."""
    return str(VALUES[toggle][value])


def toggle_with_value(toggle: str, value: Value) -> str:
    """Return a toggle with a value: "The smallest raise: to twice the bet"."""
    return _("%(point)s: %(value)s") % {"point": toggle_name(toggle), "value": value_words(toggle, value)}


def value_text(toggle: str, value: Value) -> str:
    """Return what a value means, in a sentence: its rule in our own words, or one of its own."""
    own = SENTENCES.get((toggle, value))
    rule = TOGGLES[toggle].rules[value]
    if own is not None or rule is None:
        return str(SENTENCES[toggle, value])
    return rule_text(rule)


def players(toggle: str, value: Value) -> list[str]:
    """Return who plays a value, each as a page writes it. A rule book that is silent plays nothing."""
    found = TOGGLES[toggle]
    return [translation.gettext(who) for who in found.who[value] if not (found.silent and who.startswith("TDA "))]


def source_words(house: Ruleset) -> str:
    """Return where a house's rules stand."""
    return translation.gettext(house.source)


def value_source(toggle: str, value: Value, house: Ruleset | None = None) -> str:
    """Return where a value stands, edition first; that the TDA rules are silent where they are. What a room's own rules,
    `house`, have chosen is that room's.
    """
    found = TOGGLES[toggle]
    rule = RULES.get(found.rules[value] or "")
    if found.silent and value == found.default:
        return _("The TDA rules of 2024 say nothing here; this value is this site's default.")
    if rule is None or (rule.house and rule.house not in (*RULESET_IDS, "table-stakes")):
        return _("A house rule, with no number in a rule book that is cited here.")
    return cite_text(rule.id, house)


def short_source(toggle: str) -> str:
    """Return where the TDA rules settle a toggle, as short as it can be told: "TDA 2024 43-A; 2026 45-A"."""
    found = TOGGLES[toggle]
    rule = RULES.get(found.rules[found.default] or "")
    if found.silent or rule is None:
        return _("TDA 2024 is silent")
    if rule.house:
        return _("A convention of card rooms")
    words = {"book": rule.book, "edition": rule.edition, "number": rule.number}
    text = _("%(book)s %(edition)s %(number)s") % words
    if rule.later is None:
        return text
    later = {"text": text, "edition": rule.later["edition"], "number": rule.later["number"]}
    if rule.later["confirmed"]:
        return _("%(text)s; %(edition)s %(number)s") % later
    return _("%(text)s; %(edition)s %(number)s (not confirmed)") % later


def no_spot(toggle: str) -> str:
    """Return why a toggle has no spot that tells its values apart; "" where it has one."""
    return str(NO_SPOT.get(toggle, ""))


def refused(error: DocumentError) -> str:
    """Return in a few words why a spot is none under a value: what was done is not allowed there, or is not asked."""
    if error.where.startswith("actions"):
        return _("not allowed there")
    return _("no answer there")
